// A page of a group is left at once when this phone loses the group. A stream that the server closes for good says so.
(() => {
  const { stream } = document.currentScript.dataset;
  const AGAIN = 15000;
  let source, timer;

  async function look() {
    const { status } = await fetch(location, { method: "HEAD", cache: "no-store" }).catch(() => ({}));
    if (status === 403 || status === 404) location.replace(location.pathname + location.search);
    else timer = setTimeout(listen, AGAIN);
  }

  function sleep() {
    clearTimeout(timer);
    source?.close();
  }

  function listen() {
    sleep();
    if (document.hidden) return;
    source = new EventSource(stream);
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) look(); };
  }

  document.addEventListener("visibilitychange", () => document.hidden ? sleep() : listen());
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", (event) => event.persisted && listen());
  listen();
})();
