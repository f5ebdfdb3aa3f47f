// What this phone does beside showing pages: it keeps the kit and what waits, stays awake at a table, ticks on Save, and sounds.
(() => {
  const { worker, sound, direct } = document.currentScript.dataset;
  const { serviceWorker: workers, storage } = navigator;
  const live = document.getElementById("live");
  const table = live && /games\/([^/]+)/.exec(live.dataset.stream)?.[1];

  const isAlone = "noServer" in document.documentElement.dataset;

  // Settings of this phone, apart from those of another Bower at the same host; without a storage they are as in the beginning.
  const base = new URL(".", new URL(worker, location));
  const own = `bower${base.pathname.slice(0, -1)}-`;
  const read = (name) => { try { return localStorage.getItem(own + name); } catch { return null; } };
  const write = (name, value) => { try { localStorage.setItem(own + name, value); } catch { /* not kept */ } };

  const secure = location.protocol === "https:" ? "; secure" : "";
  // The server dates a game by the clock of its table: this phone's time zone.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone && !isAlone) document.cookie = `bower-zone=${timeZone}; path=/; max-age=34560000; samesite=lax${secure}`;

  const add = (src, onload) => document.head.append(Object.assign(document.createElement("script"), { src, onload }));

  // The worker

  const PATIENCE = 2000; // milliseconds until it must have answered what it can answer at once
  async function register() {
    const registration = await workers.register(worker);
    const follow = (one) => one?.addEventListener("statechange", () => {
      offer(registration);
      if (one.state === "redundant" && !registration.active) failed("not installed");
    });
    registration.addEventListener("updatefound", () => follow(registration.installing));
    follow(registration.installing); // the browser may have found one before this page asked
    offer(registration);
    const { active } = await workers.ready;
    if (!workers.controller) active.postMessage({ wants: "claim" }); // WebKit's claim misses a page that is just being loaded
    active.postMessage({ wants: "state" });
    if (table) active.postMessage({ wants: "rows", table, tag: live.dataset.tag });
    if (table && !read("asked")) storage?.persist?.().then(() => write("asked", "yes"));
    document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
  }

  // A page that its host drew has its policy in it, and nothing of what this phone has: where Bower is here already, it is asked again.
  const isHosts = isAlone && !!document.querySelector("meta[http-equiv]");
  const isReloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";

  const CANT = "This browser can’t keep Bower: it needs a secure address (https), and no private window.";
  const FAILED = "Bower couldn’t be put on this phone. Look at the network and the free space, then open the page again.";
  function failed(error) {
    console.info(error);
    if (isAlone && !workers.controller) notice("ready", FAILED);
  }

  // A new version takes over by itself; where a hand is open, at a tap or on the next page.
  function offer(registration) {
    const { waiting, active } = registration;
    if (!waiting || !active) return;
    const take = () => waiting.postMessage({ wants: "take-over" });
    if (!document.querySelector("#hand, #play, #new")) return take();
    const line = notice("fresh", "A new Bower is ready. ");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: "Use it" });
    const put = () => line.isConnected || place(line); // an answer to a tap brings a new page
    button.addEventListener("click", () => {
      take();
      document.removeEventListener("htmx:after:swap", put);
      line.remove();
    });
    line.append(button);
    document.addEventListener("htmx:after:swap", put);
    document.addEventListener("bower:room", () => line.isConnected || offer(registration), { once: true });
  }

  const place = (line) => (document.querySelector(".dock") ?? document.querySelector("main")).prepend(line);

  function notice(id, text) {
    const line = document.getElementById(id) ?? document.createElement("p");
    Object.assign(line, { id, className: "note last", textContent: text });
    line.setAttribute("role", "status");
    place(line);
    return line;
  }

  const TROUBLE = {
    full: "Not saved: this phone’s storage is full. Free some space, then save again.",
    failed: "Not saved: this phone couldn’t store it. Save again.",
  };

  let kept, timer;
  function heard({ data }) {
    if (data.notKept) return notice("unkept", TROUBLE[data.notKept]).classList.add("wrong");
    if (!data.kept) return;
    kept = data.kept;
    document.documentElement.toggleAttribute("data-offline", kept.offline);
    mark();
    offerBack();
    document.dispatchEvent(new CustomEvent("bower:kept", { detail: { ...kept, of: kept.tables[table], changed: data.changed === table, which: data.changed, same: data.same?.table === table && data.same } }));
    clearTimeout(timer);
    const goes = Object.values(kept.tables).some((one) => !one.stopped);
    if (goes) timer = setTimeout(flush, Math.min(2 ** kept.fails, 60) * 1000 * (0.5 + Math.random()));
  }

  // On Home and elsewhere: the table itself says so by its sign.
  function offerBack() {
    const [gone] = Object.keys(kept.tables).filter((one) => kept.tables[one].gone);
    if (!gone || table || document.getElementById("gone")) return;
    const link = { href: new URL(`games/${gone}/waiting/`, base).href, textContent: "Look at it" };
    notice("gone", "The server doesn’t know a table any more that this phone has. ").append(Object.assign(document.createElement("a"), link));
  }

  const ask = (wants) => (window.bowerWorker ?? workers?.controller)?.postMessage({ wants });
  const flush = () => ask("flush");
  const flushNow = () => document.hidden || flush();

  // Browsers may delete what a site stored. A mark beside it says what was there; the server remembers one too (see
  // companion/server/doors.py), which doesn't know what was recorded since this phone last reached it.
  function mark() {
    const entries = Object.values(kept.tables).reduce((sum, one) => sum + one.entries, 0);
    const [since, earlier] = (read("kept") ?? "").split(".");
    const isOther = since && kept.since && since !== kept.since;
    const lost = Number(isOther ? earlier : kept.before?.split(".")[1]);
    const what = lost === 1 ? "1 entry that had not been sent is lost." : `${lost} entries that had not been sent are lost.`;
    const none = isOther ? "Nothing was waiting." : "Look through the hands: any that were recorded without a network and not sent yet are lost.";
    const gone = "Its games are gone with it: bring them back from a copy.";
    if ((isOther || kept.before) && !document.getElementById("wiped")) notice("wiped", `This browser deleted what Bower had stored on this phone. ${isAlone ? gone : lost ? what : none}`);
    if (kept.before) ask("told");
    if (kept.since) write("kept", `${kept.since}.${entries}`);
  }

  if (workers) {
    workers.addEventListener("message", heard);
    workers.startMessages();
    ask("state");
    if (workers.controller) add(direct, () => askWorker(() => workers.controller, base.href, PATIENCE)); // a phone's first page is light
    const begin = () => register().catch(failed);
    if (isAlone && !workers.controller) {
      waitForWorker({ worker, isHosts, notice, begin }); // see alone.js
      begin();
    } else if (isHosts && !isReloaded) location.reload(); // from a cache of the browser
    else addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(begin, { timeout: 2000 }));
  } else if (isAlone) notice("ready", CANT);
  else if (window.Worker && window.indexedDB && !navigator.connection?.saveData) {
    document.addEventListener("bower:message", ({ detail }) => heard({ data: detail }));
    const start = () => startInPage({ address: worker, base: base.href, table, tag: live?.dataset.tag, notice });
    addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(() => add(direct, start), { timeout: 2000 }));
  }
  for (const name of ["online", "bower:flush"]) addEventListener(name, flushNow);
  document.addEventListener("visibilitychange", flushNow);

  // Over plain HTTP the form's page keeps a save that failed, and sends it when it is opened (see bower.js).
  function goBack() {
    const unsent = read("unsent");
    if (!workers && table && unsent?.includes(`/games/${table}/`) && !document.querySelector("#hand, #new")) location.assign(unsent);
  }
  goBack();

  // Another room of the table, in place: what was said in the one before is said again.
  document.addEventListener("bower:room", () => {
    goBack();
    ask("state");
  });

  // The screen

  const awake = document.getElementById("awake");
  let lock, asking;

  async function stayOn() {
    if (!live || read("awake") === "off" || document.hidden || asking || lock && !lock.released) return say();
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", say);
    } catch {
      lock = undefined; // no such thing in this browser or over plain HTTP, or the battery is low
    }
    asking = false;
    say();
  }

  function say() {
    if (!awake || asking) return;
    awake.textContent = lock && !lock.released ? "Screen stays on" : "The screen may go dark";
    awake.hidden = false;
  }

  for (const name of ["visibilitychange", "fullscreenchange", "click"]) document.addEventListener(name, stayOn);
  stayOn();

  const full = document.querySelector("[data-full]");
  if (full) {
    full.hidden = !document.fullscreenEnabled;
    full.addEventListener("click", () => {
      const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      done.catch(() => {});
    });
    document.addEventListener("fullscreenchange", () => {
      full.textContent = document.fullscreenElement ? "Exit full screen" : "Full screen";
    });
  }

  document.addEventListener("submit", ({ submitter }) => {
    if (submitter?.name === "save" && read("tick") !== "off") navigator.vibrate?.(15);
  }, true);

  if (read("sound") === "on") add(sound);
})();
