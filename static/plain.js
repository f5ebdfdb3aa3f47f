// Over plain HTTP a worker of the page does what a service worker does elsewhere, while the page is open: taps are answered at once, and an
// evening goes on without a network. Called by phone.js, with the address of the worker, a table and its tag, and the notice.
function startInPage({ address, table, tag, notice }) {
  const FORM = "application/x-www-form-urlencoded;charset=UTF-8";
  const READ = 4000; // milliseconds
  const KEEP = "No network. The game goes on in this page and is sent later: keep it open, and don’t reload it.";
  const AWAY = "That needs a network, and there is none now.";
  const base = new URL(".", new URL(address, location)).href;
  const server = window.fetch.bind(window), asked = new Map();
  const worker = new Worker(address);
  let number = 0, isOff = false, isSaid = false;

  const has = (url) => url.href.startsWith(base) && !url.pathname.endsWith("/live");
  window.fetch = (input, given = {}) => {
    const url = new URL(input.url ?? input, location);
    return has(url) && !(input instanceof Request) ? ask(url, given) : server(input, given);
  };

  function ask(url, given) {
    const { method = "GET", body, cache, signal } = given, headers = new Headers(given.headers);
    if (body instanceof FormData) return server(url, given); // with a file
    if (body instanceof URLSearchParams) headers.set("Content-Type", FORM);
    headers.set("Accept", headers.get("Accept") ?? "*/*");
    const id = number += 1;
    const answer = new Promise((done, failed) => {
      asked.set(id, { done, failed });
      signal?.addEventListener("abort", () => failed(signal.reason));
    });
    worker.postMessage({ asked: id, ask: { address: url.href, method, cache, headers: [...headers], body: body && String(body) } });
    return answer.then((found) => (found.status ? answered(found) : server(url, given))).finally(() => asked.delete(id));
  }

  const of = (value) => ({ value, configurable: true });
  const as = (answer, redirected, url) => Object.defineProperties(answer, { redirected: of(redirected), url: of(url) });

  function answered({ status, headers, body, url, redirected }) {
    const to = new Headers(headers).get("Location");
    if (to) return window.fetch(to).then((answer) => as(answer, true, to));
    return as(new Response([204, 304].includes(status) ? null : body, { status, headers }), redirected, url);
  }

  worker.addEventListener("message", ({ data }) => {
    if (!data.asked) return void document.dispatchEvent(new CustomEvent("bower:message", { detail: data }));
    const { done, failed } = asked.get(data.asked) ?? {};
    if (data.failed) failed?.(new TypeError("no answer"));
    else done?.(data);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    console.info(event.message);
    window.fetch = server;
    window.bowerWorker = undefined;
    for (const { done } of asked.values()) done({});
  });

  // What the page would lose by going elsewhere without a network.
  document.addEventListener("bower:kept", ({ detail }) => {
    isOff = detail.offline && !detail.strange;
    sayOnce();
  });
  document.addEventListener("bower:room", sayOnce);
  function sayOnce() {
    if (!isOff || isSaid) return;
    const line = notice("stays", KEEP);
    setTimeout(() => { isSaid ||= line.isConnected; }, READ);
  }
  addEventListener("click", (event) => { // after rooms.js
    const link = event.target.closest?.("a[href]");
    if (!isOff || !link || event.defaultPrevented || link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    notice("stays", AWAY);
  });
  document.addEventListener("bower:stays", () => notice("stays", AWAY));

  window.bowerWorker = worker;
  if (table) worker.postMessage({ wants: "rows", table, tag });
  worker.postMessage({ wants: "flush" });
  document.dispatchEvent(new Event("bower:worker"));
}
