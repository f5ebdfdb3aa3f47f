// The page follows its table: at a poke it is fetched again, and what is marked data-live-part takes its new shape;
// a data-live-form only while nobody has typed in it.
(() => {
  let sign = document.getElementById("live");
  if (!sign) return;
  const { stream } = sign.dataset;
  const QUICK = 1000, POLL = 3000, SILENCE = 40000, LONGEST = 60000, TRIES = 5, SOON = 10, THUMB = 400, LASTS = 20000, GOES = 3000, SAVING = 300, ASKS = "asks";
  let word, page, tag, known, here, last, poked; // of the room in which this phone is
  let source, busy, again, behind, leaving, timer, watch, cuts = 0, polls = 0, misses = 0, answers = 0, changed;
  let state = "live", kept, byPhone; // how the page is connected; what of this table waits on this phone
  let saving, isSlow; // a save is on its way: a timer, and whether it takes so long that one can read it

  const isAlone = "noServer" in document.documentElement.dataset; // there is no stream, and nothing to say about one
  const hand = () => document.getElementById("hand");
  const tapped = () => document.querySelector(".htmx-request");
  const at = (one) => one.split("-")[0].slice(3); // version and stir
  const open = () => source?.readyState === 1;
  const said = (form) => String(new URLSearchParams(new FormData(form)));
  const forms = new Map(), ticked = new Set();

  function enter() {
    sign = document.getElementById("live");
    word = sign.firstElementChild;
    ({ page, tag } = sign.dataset);
    known = value(document, "seen"); // what the form knows of the table: another phone's entry makes it a question
    changed = -THUMB; // a change of the room before holds up no tap in this one
    forms.clear();
    ticked.clear();
    for (const form of document.querySelectorAll("[data-live-form]")) forms.set(form, said(form));
    clearInterval(here);
    if ("here" in sign.dataset) here = setInterval(check, POLL);
    // A link to a row of an earlier part, which is not on this page.
    const row = /^#[er](\d+)$/.exec(location.hash);
    if (row && !location.search && !document.getElementById(row[0].slice(1))) location.replace(`?at=${row[1]}${row[0]}`);
  }

  function show(now) {
    if (isAlone) return;
    state = now;
    const count = asks() && (isSlow || !saving);
    const text = count ? waits(kept.of) : state === "offline" && kept?.strange ? BLOCKED : state;
    if (text !== "live") word.removeAttribute("aria-hidden"); // "live" is told only after it was not so
    if (word.textContent !== text) word.replaceChildren(count ? link(text) : text);
    sign.dataset.state = text === "live" ? text : state === "live" ? "waiting" : state;
    sign.hidden = false;
  }

  const asks = () => kept?.of?.entries || kept?.of?.lost || kept?.of?.gone;
  const BLOCKED = "this network doesn’t let Bower through";
  function waits({ words, stopped, lost, gone }) {
    if (gone) return "the server doesn’t know this table – this phone has it";
    if (lost) return "the server lost hands – this phone has them";
    if (saving) return "saving";
    if (stopped) return `not counted yet – ${words} waiting for you`;
    const isOff = kept.offline || state === "offline";
    return `${isOff ? (kept.strange ? "not sent, blocked by this network" : "offline") : "back online"} – ${words} waiting`;
  }

  function link(textContent) {
    return Object.assign(document.createElement("a"), { href: stream.replace(/live$/, "waiting/"), textContent });
  }

  // The worker has stored something, sent something, or noticed that the network is gone.
  document.addEventListener("bower:kept", ({ detail }) => {
    const back = kept?.offline && !detail.offline, before = asks();
    kept = detail;
    if (!asks() || kept.of.lost || kept.of.gone || kept.of.stopped || kept.offline || kept.fails) {
      clearTimeout(saving);
      saving = isSlow = false;
    } else if (!before || saving) saving ||= setTimeout(() => show(state, isSlow = true), SAVING);
    if (asks() || !sign.hidden) show(kept.offline ? "offline" : state === "offline" && open() ? "live" : state);
    const { was, now } = detail.same || {};
    if (was && was === at(tag)) tag = tag.replace(was, now); // what this page said itself is counted
    const isMore = was && now !== at(tag) || poked && poked !== at(tag) && !kept.sending;
    if (!kept.sending) poked = "";
    if (kept.changed || back || isMore) check();
  });

  // One fetch at a time, and one more for all that was heard meanwhile.
  async function check() {
    if (document.hidden) return;
    if (leaving || busy || tapped()) return void (again = true);
    busy = true;
    const slow = setTimeout(show, QUICK, "updating");
    try {
      do {
        again = false;
        await refresh();
      } while (again && !tapped());
      behind = false;
      misses = 0;
      if (byPhone) show("offline");
      else if (open() || state === "offline") show(open() ? "live" : "updating");
      if (!byPhone && cuts && !polls && source?.readyState === 2) listen(); // Bower is there again
    } catch ({ pause }) {
      behind = true;
      misses += pause ? 0 : 1;
      show(pause ? "updating" : "offline");
      if (pause || open()) later(check, pause ?? QUICK);
    } finally {
      clearTimeout(slow);
      busy = false;
    }
  }

  // Bower has more to do than it can, and says when there is room again; not all phones come back at once.
  function fullFor({ status, headers }) {
    const seconds = status === 503 && headers.has("Bower") && Number(headers.get("Retry-After"));
    return seconds ? { pause: seconds * 1000 * (0.5 + Math.random()) } : {};
  }

  async function refresh() {
    const headers = "here" in sign.dataset ? {} : { "If-None-Match": tag };
    const had = answers;
    const answer = await fetch(page, { headers, cache: "no-store", signal: AbortSignal.timeout?.(SILENCE) });
    const isPhones = answer.headers.has("From-Phone"); // it draws a page that is as it was once more
    byPhone = isPhones && (kept?.offline ?? !open());
    if (!isPhones && !answer.headers.has("Bower")) throw new Error("not Bower");
    if (answer.redirected || answer.status === 403 || answer.status === 404) return leave();
    if (answer.status !== 304 && !answer.ok) throw Object.assign(new Error(answer.status), fullFor(answer));
    const before = byPhone || isPhones && !("here" in sign.dataset) ? tag : "";
    const now = answer.headers.get("ETag") ?? tag;
    const html = answer.ok ? await answer.text() : "";
    if (tapped() || answers !== had) return void (again = true); // it may be from before a tap that was answered meanwhile
    const fresh = html && now !== before && new DOMParser().parseFromString(html, "text/html");
    if (fresh && hand() && typing()) return;
    tag = now;
    if (!fresh) return;
    if (fresh.getElementById("live")?.dataset.of !== sign.dataset.of) return location.reload(); // a group's latest table is another one
    if (!hand()) return morph(fresh);
    if (value(fresh, "seen") !== value(document, "seen")) ask();
    else if (value(fresh, "rev") !== value(document, "rev")) take(fresh);
  }

  const value = (page, name) => page.querySelector(`#hand [name=${name}]`)?.value;

  // Send the hand form as after a tap, but past what the phone may have missed: the answer keeps what was entered.
  function ask() {
    hand().dispatchEvent(new CustomEvent("change", { bubbles: true, detail: ASKS }));
  }

  // Another phone has entered more of the same hand.
  function take(fresh) {
    changed = performance.now();
    const { body } = document;
    htmx.swap({ text: fresh.body.innerHTML, target: body, sourceElement: body, swap: "innerMorph" });
  }

  // The form changes never while somebody types, but when they have.
  let typed;
  function typing() {
    const field = document.activeElement;
    if (!field.matches("input.typed")) return false;
    if (typed !== field) field.addEventListener("blur", () => setTimeout(check, 0, (typed = undefined)), { once: true });
    typed = field;
    return true;
  }

  function noteQuestion() {
    if (known !== (known = value(document, "seen"))) changed = performance.now();
  }

  function leave() {
    leaving = true;
    location.replace(page);
  }

  // What a thumb may be on its way to. Much of what comes anew is what was there.
  const toTap = (part) => part.textContent.replace(/\s+/g, " ") + [...part.querySelectorAll("a, button")].map(({ href, value }) => href ?? value);

  function morph(fresh) {
    document.title = fresh.title;
    feel(fresh.getElementById("moment"), document.getElementById("moment"));
    for (const part of document.querySelectorAll("[data-live-part], [data-live-form]")) {
      const now = fresh.getElementById(part.id);
      const typed = forms.has(part) && (part.contains(document.activeElement) || said(part) !== forms.get(part));
      if (!now || typed) continue;
      if (toTap(now) !== toTap(part)) changed = performance.now();
      htmx.swap({ text: now.outerHTML, target: part, sourceElement: part, swap: "outerMorph" });
      if (forms.has(part)) forms.set(part, said(part));
    }
  }

  // The moment of a new hand is felt once, that of an earlier one not again.
  function feel(moment, was) {
    if (!moment) return;
    const hands = moment.dataset.hand - was.dataset.hand;
    if (!hands) moment.className = was.className;
    else moment.classList.add(hands > 0 ? "now" : "past");
    if (hands > 0) was.replaceWith(moment.cloneNode(true));
  }

  // A box that was tapped once no longer follows its attribute by itself; until the tap is answered it need not.
  function settle() {
    for (const box of document.querySelectorAll("[data-live-part] [type=checkbox]"))
      if (!ticked.has(box.id)) box.checked = box.defaultChecked;
  }
  document.addEventListener("change", (event) => ticked.add(event.target.id));

  // A thumb that was on its way to what has just changed does not mean what is there now.
  document.addEventListener("submit", (event) => {
    if (event.target.closest("[data-live-part]") && performance.now() - changed < THUMB) event.preventDefault();
  }, true);
  document.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "save" || performance.now() - changed >= THUMB) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("submit", (event) => { leaving ||= !event.defaultPrevented; });

  function later(what, pause) {
    clearTimeout(timer);
    timer = setTimeout(what, pause);
  }

  // The worker of this phone hears what the stream says: while it knows all of it, it draws the page itself.
  const table = /games\/([^/]+)\/live$/.exec(stream)?.[1];
  const worker = () => table && (window.bowerWorker ?? navigator.serviceWorker?.controller);
  const passOn = (lasts, more, ports) => worker()?.postMessage({ ...more, wants: "hear", table, lasts }, ports);
  const taken = ({ port1 }) => new Promise((done) => {
    port1.onmessage = done;
    setTimeout(done, QUICK);
  });

  async function heard({ type, lastEventId, data }) {
    cuts = polls = 0;
    last = lastEventId;
    clearTimeout(watch);
    watch = setTimeout(wake, SILENCE);
    if (type === "open" && kept?.of) dispatchEvent(new Event("bower:flush")); // Bower can be reached: what waits is sent now
    if (type === "beat") passOn(LASTS, { version: lastEventId });
    if (type === "poke" && worker()) {
      const { since, news } = JSON.parse(data), channel = new MessageChannel();
      passOn(LASTS, { version: lastEventId, since, news }, [channel.port2]);
      await taken(channel);
      channel.port1.close();
    }
    if (type === "poke" && kept?.sending) poked = lastEventId; // maybe of what is being sent: its answer tells
    else if (behind || type === "poke" && lastEventId !== at(tag)) check();
    else if (!busy) show("live");
  }

  function cut() {
    cuts += 1;
    passOn(0);
    if (source.readyState === 2) return poll();
    source.close(); // the browser itself would try every few seconds for as long as the page is open
    show(cuts > 2 || !navigator.onLine ? "offline" : "updating");
    later(listen, Math.min(QUICK * 2 ** Math.max(cuts - SOON, 0), LONGEST) * (0.5 + Math.random() / 2));
  }

  // Without the stream the page is asked for now and then, and the stream tried again.
  function poll() {
    polls += 1;
    if (polls % TRIES === 0 && window.EventSource) return listen();
    if (state !== "offline") show("updating");
    check();
    later(poll, Math.min(POLL * 2 ** misses, LONGEST));
  }

  function listen() {
    if (isAlone) return;
    sleep();
    if (document.hidden || leaving) return;
    if (!window.EventSource) return poll();
    source = new EventSource(worker() ? `${stream}?rows` : stream);
    for (const name of ["open", "poke", "beat"]) source.addEventListener(name, heard);
    source.onerror = cut;
  }

  function sleep() {
    clearTimeout(timer);
    clearTimeout(watch);
    source?.close();
    passOn(GOES);
  }

  function wake() {
    listen();
    check();
  }

  document.addEventListener("visibilitychange", () => document.hidden ? sleep() : wake());
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", (event) => event.persisted && wake(leaving = false));
  addEventListener("online", wake);
  navigator.serviceWorker?.addEventListener("controllerchange", listen);
  document.addEventListener("bower:worker", () => {
    listen();
    wind();
  });
  addEventListener("offline", () => show("offline"));
  // What this phone has just said itself is on the page already.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    answers += 1;
    leaving ||= !!ctx.hx?.redirect;
    tag = ctx.response?.headers.get("Page-Tag") ?? tag;
  });
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.sourceEvent?.detail === ASKS) ctx.request.headers.Asks = "1"; // this is no tap (see isTap in worker/requests.js)
  });
  // A tick that waited for the answer to another one is asked about as the list stands then.
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.matches("form[hx-sync]")) ctx.request.body = new URLSearchParams(new FormData(ctx.sourceElement));
  });
  // Scripts that not every page needs: the clock of a round, on a wide screen the score sheet beside its table, and rooms that change in place.
  const isFirst = () => !worker() && !document.referrer.startsWith(location.origin); // a phone's first page is light
  const wide = matchMedia("(min-width: 64rem)"), fetched = new Set(["", undefined]);
  function wind() {
    const clock = document.querySelector("[data-clock]")?.dataset.clock;
    for (const src of [clock, wide.matches ? document.getElementById("beside")?.dataset.script : "", isFirst() ? "" : sign.dataset.rooms]) {
      if (!fetched.has(src)) document.head.append(Object.assign(document.createElement("script"), { src }));
      fetched.add(src);
    }
  }
  wide.addEventListener("change", wind);
  (window.requestIdleCallback ?? setTimeout)(wind);
  document.addEventListener("htmx:after:swap", wind);
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("htmx:after:swap", noteQuestion);
  document.addEventListener("htmx:finally:request", () => setTimeout(() => {
    if (!tapped()) ticked.clear();
    if (again) check();
  }));
  // Another room of this table, in place (see rooms.js).
  document.addEventListener("bower:room", () => {
    answers += 1;
    leaving = false;
    enter();
    show(state);
    wind();
    if (again && last !== at(tag)) check(); // told while the page was on its way
  });
  enter();
  listen();
})();
