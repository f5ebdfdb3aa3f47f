// The rooms of a table change in place: the page stays, and with it what follows the table. What can't be had or shown like that is
// opened as any other page.
(() => {
  const live = () => document.getElementById("live").dataset;
  const SCRIPT = /^(.*?)(\.[0-9a-f]{12})?\.js$/; // with the hash of a version
  const FORM = "application/x-www-form-urlencoded";
  const nameOf = (src) => SCRIPT.exec(src)?.[1];
  const scripts = new Map([...document.scripts].map(({ src }) => [nameOf(src), src]));
  const here = () => location.pathname + location.search;
  const heights = []; // how far down each page of the history was
  let shown = here(), at = history.state?.room ?? 0, going, back; // back: while a page of the history is on its way

  const isRoom = ({ origin, pathname }) => origin === location.origin && pathname.endsWith("/") && pathname.startsWith(live().stream.replace(/live$/, ""));

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || link.target || link.matches("[data-share], [data-file], [download]") || event.defaultPrevented) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !isRoom(link)) return;
    if (link.hash && link.pathname + link.search === shown) return; // the browser's own business
    event.preventDefault();
    go(new URL(link.href));
  });

  // What was saved leads to another room.
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail, target = ctx.hx?.redirect && new URL(ctx.hx.redirect, location);
    if (!target || !isRoom(target)) return;
    event.preventDefault();
    ctx.keepIndicators = true; // nothing is tapped meanwhile
    if (ctx.sourceElement.isConnected) go(target, false, drawn(ctx.response.headers, ctx.text));
  });

  // A form that htmx doesn't send. What is answered by something else than a page of the table is left to the browser.
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const url = new URL((submitter?.getAttribute("formaction") ?? form.getAttribute("action")) || location.href, location);
    if (event.defaultPrevented || form.method !== "post" || form.enctype !== FORM || !isRoom(url)) return;
    event.preventDefault();
    send(url, form, submitter);
  });

  // A page that has the engine itself stays while there is no network: the browser would lose both.
  const stays = () => window.bowerWorker && "offline" in document.documentElement.dataset && document.dispatchEvent(new Event("bower:stays"));

  async function send(action, form, submitter) {
    const said = submitter?.name ? [[submitter.name, submitter.value]] : [];
    submitter?.setAttribute("aria-busy", "true");
    going?.abort();
    const { signal } = going = new AbortController();
    try {
      const body = new URLSearchParams([...new FormData(form), ...said]);
      const answer = await fetch(action, { method: "POST", body, headers: { "From-Worker": "1" } });
      const place = answer.headers.get("Go-To"), target = new URL(place ?? "", location);
      if (signal.aborted) return;
      if (place && isRoom(target)) await go(target, false, drawn(answer.headers, await answer.text()));
      else if (place) location.assign(target);
      else if (answer.ok || [409, 422].includes(answer.status)) await show(answer, new URL(location), signal, true);
      else throw new Error(answer.status);
    } catch (error) {
      console.info(error);
      submitter?.removeAttribute("aria-busy");
      if (stays()) return;
      form.action = action;
      for (const [name, value] of said) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      form.submit();
    }
  }

  addEventListener("popstate", ({ state }) => {
    if (here() === shown && !back) return;
    if (back) going.abort();
    else heights[at] = scrollY;
    at = state?.room ?? 0;
    if (here() !== shown) go(new URL(location), true);
    else back = false; // forward again, before the page came
  });
  addEventListener("pagehide", () => { history.scrollRestoration = "auto"; });

  // The phone's answer to a save has the room to which it leads.
  const drawn = (headers, text) => headers.has("Room") && new Response(text, { headers });

  async function go(url, isBack, room) {
    going?.abort();
    const { signal } = going = new AbortController();
    back = isBack;
    try {
      const answer = room || await fetch(url, { signal });
      if (!answer.ok) throw new Error(answer.status);
      await show(answer, answer.redirected ? new URL(answer.url) : url, signal, isBack);
    } catch (error) {
      if (signal.aborted) return;
      console.info(error);
      if (stays()) return;
      if (isBack) location.reload();
      else location.assign(url);
    }
  }

  // *isKnown*: the history has this page already.
  async function show(answer, url, signal, isKnown) {
    if (!isRoom(url) || !(answer.headers.has("Bower") || answer.headers.has("From-Phone"))) throw new Error("not a room of Bower");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await Promise.all(needed(page).map(arrival));
    if (!signal.aborted) enter(page, url, isKnown);
  }

  // The stylesheets and scripts that a page needs and that are not here yet. Throws for a page of another kind or version.
  function needed(page) {
    const isOther = page.getElementById("live")?.dataset.stream !== live().stream || page.body.className !== document.body.className;
    const srcs = [...page.scripts].map(({ src }) => src);
    if (isOther || srcs.some((src) => (scripts.get(nameOf(src)) ?? src) !== src)) throw new Error("another kind of page");
    const styles = new Set([...document.styleSheets].map(({ href }) => href));
    const add = (name, given) => Object.assign(document.createElement(name), given);
    return [
      ...[...page.querySelectorAll("link[rel=stylesheet]")].filter(({ href }) => !styles.has(href)).map(({ href }) => add("link", { rel: "stylesheet", href })),
      ...srcs.filter((src) => !scripts.has(nameOf(src))).map((src) => add("script", { src })),
    ];
  }

  const arrival = (element) => new Promise((done, failed) => {
    Object.assign(element, { onload: done, onerror: () => failed(new Error(element.outerHTML)) });
    document.head.append(element);
    if (element.src) scripts.set(nameOf(element.src), element.src);
  });

  function enter(page, { pathname, search, hash }, isKnown) {
    if (isKnown) history.replaceState(history.state, "", pathname + search + hash);
    else {
      heights[at] = scrollY;
      history.scrollRestoration = "manual";
      if (pathname + search !== shown) history.pushState({ room: at += 1 }, "", pathname + search);
    }
    shown = pathname + search;
    back = false;
    document.title = page.title;
    document.body.replaceChildren(...page.body.childNodes);
    wear(page);
    if (hash && !isKnown) location.replace(hash);
    htmx.process(document.body);
    document.dispatchEvent(new Event("bower:room"));
    if (hash && !isKnown) return;
    scrollTo(0, isKnown ? heights[at] ?? 0 : 0);
    const first = document.querySelector("[autofocus]") ?? document.querySelector("h1");
    if (first?.matches("h1")) first.tabIndex = -1;
    first?.focus({ preventScroll: true });
  }

  // Only the styles of this page count. One that stands in a page has its file beside it, as one for print.
  function wear(page) {
    const wanted = new Set([...page.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => href));
    for (const link of document.querySelectorAll("link[rel=stylesheet]"))
      (link.media === "print" ? link.previousElementSibling : link).disabled = !wanted.has(link.href);
  }
})();
