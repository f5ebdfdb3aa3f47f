// Home: what this phone may do, installing Bower, and a game file that another app handed over. Without script none of it is there.
(() => {
  const { serviceWorker: workers } = navigator;
  const { worker } = document.querySelector("script[data-worker]").dataset;
  const own = `bower${new URL(".", new URL(worker, location)).pathname.slice(0, -1)}-`; // as in phone.js
  const read = (name) => { try { return localStorage.getItem(own + name); } catch { return null; } };
  const write = (name, value) => { try { localStorage.setItem(own + name, value); } catch { /* not kept */ } };

  // Settings: on unless switched off, and sound off unless switched on; what this browser can't do has none.
  const can = { awake: "wakeLock" in navigator, tick: "vibrate" in navigator, sound: "AudioContext" in window };
  for (const box of document.querySelectorAll("[data-setting]")) {
    const { setting } = box.dataset;
    box.checked = setting === "sound" ? read(setting) === "on" : read(setting) !== "off";
    box.addEventListener("change", () => write(setting, box.checked ? "on" : "off"));
    if (!can[setting]) continue;
    box.closest("label").hidden = false;
    box.closest("fieldset").hidden = false;
  }

  const show = (id) => { document.getElementById(id).hidden = false; };

  // Plain HTTP: browsers give it no worker.
  if (!isSecureContext && document.getElementById("plain")) show("plain");

  // Installing: said once.
  const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  const apple = navigator.standalone === false;
  if (apple && isSecureContext && !read("install")) {
    show("install-apple");
    write("install", "said");
  }
  addEventListener("beforeinstallprompt", (event) => {
    if (installed || read("install")) return;
    event.preventDefault();
    show("install");
    write("install", "said");
    document.querySelector("#install button").addEventListener("click", () => {
      document.getElementById("install").hidden = true;
      event.prompt();
    });
  });

  // A game in a link (see carry.js): shown as it stands, to be gone on with. Its text stays out of the address and the history.
  async function open(packed) {
    const field = document.getElementById("text");
    const { unpack } = await import(field.dataset.packed);
    field.value = await unpack(packed);
    field.form.action = field.dataset.carried;
    field.form.requestSubmit();
  }
  function arrive() {
    const [, packed, version] = /^#g=((\d+)\..*)$/.exec(location.hash) ?? [];
    if (!packed) return;
    history.replaceState(null, "", location.pathname);
    if (Number(version) > 2) show("newer");
    else open(packed).catch(() => show("unread"));
  }
  arrive();
  addEventListener("hashchange", arrive); // Home was open already

  // A game file: into the import form, which asks before it does anything.
  function fill(text) {
    const field = document.getElementById("text");
    field.value = text;
    field.closest("details").open = true;
    field.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", () => document.getElementById(location.hash.slice(1))?.setAttribute("open", ""));
  workers?.addEventListener("message", ({ data }) => data.shared && fill(data.shared));
  if (location.search === "?shared") workers?.controller?.postMessage({ wants: "shared" });
  window.launchQueue?.setConsumer(async ({ files }) => {
    for (const handle of files) fill(await (await handle.getFile()).text());
  });
})();
