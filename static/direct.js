// What scripts of the page ask of Bower goes to its worker in a message: a browser takes longer to hand on a request, and over plain HTTP
// there is no service worker at all. What the worker doesn't answer from the phone itself is sent as a request. *patience*: after so many
// milliseconds it is sent, too; none waits for as long as it takes. Returns a function that sends all that still waits as requests.
function askWorker(worker, base, patience) {
  const FORM = "application/x-www-form-urlencoded;charset=UTF-8";
  const server = window.fetch.bind(window), waiting = new Set();

  const has = (url) => url.href.startsWith(base) && !url.pathname.endsWith("/live");
  window.fetch = (input, given = {}) => {
    const url = new URL(input.url ?? input, location);
    const isUsual = !(input instanceof Request) && !(given.body instanceof FormData) && !given.redirect; // no file
    return has(url) && isUsual && worker() ? ask(url, given) : server(input, given);
  };

  async function ask(url, given) {
    const { method = "GET", body, cache, signal } = given, headers = new Headers(given.headers), { port1, port2 } = new MessageChannel();
    if (body instanceof URLSearchParams) headers.set("Content-Type", FORM);
    headers.set("Accept", headers.get("Accept") ?? "*/*");
    let done;
    const answer = new Promise((resolve, failed) => {
      done = (data) => (data.failed ? failed(new TypeError("no answer")) : resolve(data));
      signal?.addEventListener("abort", () => failed(signal.reason));
    });
    waiting.add(done);
    port1.onmessage = ({ data }) => done(data);
    if (patience) setTimeout(done, patience, {}); // the browser may have ended the worker; a key or a number makes two tries one
    worker().postMessage({ ask: { address: url.href, method, cache, headers: [...headers], body: body && String(body) } }, [port2]);
    const found = await answer.finally(() => {
      waiting.delete(done);
      port1.close();
    });
    return found.status ? answered(found) : server(url, given);
  }

  const of = (value) => ({ value, configurable: true });
  const as = (answer, redirected, url) => Object.defineProperties(answer, { redirected: of(redirected), url: of(url) });

  function answered({ status, headers, body, url, redirected }) {
    const to = new Headers(headers).get("Location");
    if (to) return window.fetch(to).then((answer) => as(answer, true, to));
    return as(new Response([204, 304].includes(status) ? null : body, { status, headers }), redirected, url);
  }

  return () => {
    window.fetch = server;
    for (const done of waiting) done({});
  };
}

// Over plain HTTP a worker of the page does what a service worker does elsewhere, while the page is open: taps are answered at once, and an
// evening goes on without a network. Called by phone.js, with the address of the worker, a table and its tag, and the notice.
function startInPage({ address, base, table, tag, notice }) {
  const READ = 4000; // milliseconds
  const KEEP = "No network. The game goes on in this page and is sent later: keep it open, and don’t reload it.";
  const AWAY = "That needs a network, and there is none now.";
  const worker = new Worker(address);
  let isOff = false, isSaid = false;

  const giveUp = askWorker(() => worker, base);
  worker.addEventListener("message", ({ data }) => document.dispatchEvent(new CustomEvent("bower:message", { detail: data })));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    console.info(event.message);
    window.bowerWorker = undefined;
    giveUp();
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
