// The forms of a hand and of a new game: what is tapped while an answer is under way waits for it, so that no tap is lost; and a box is
// turned over where the answer says so, whatever the thumb had done to it before.
(() => {
  const form = () => document.querySelector("#hand, #new");
  const busy = () => form()?.classList.contains("htmx-request");
  const newName = () => document.querySelector("#new #name");
  const presses = [];
  let going = false; // whether what waited is being sent: whatever else comes waits behind what still waits
  let begun = "", sent = "";
  const touched = new Set();

  // Every request has a later number than the one before, so that an older one that comes late changes nothing.
  function number() {
    const tap = form()?.elements.tap;
    if (tap) tap.value = Math.max(Date.now(), Number(tap.value) + 1);
  }

  function hold(event) {
    if (going || !busy() && !presses.length) return number();
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === "change") touched.add(event.target.name);
    else if (event.submitter) presses.push([event.submitter.name + "=" + event.submitter.value, taken()]);
  }

  // The new name in the form of a new game, which leaves its field free for the next one.
  function taken() {
    const field = newName();
    const typed = field?.value;
    if (field) field.value = "";
    return typed;
  }

  function settle() {
    for (const control of form()?.elements ?? []) {
      if (touched.has(control.name) || control === document.activeElement && control.type === "text") continue;
      if ("defaultChecked" in control) control.checked = control.defaultChecked;
      if (control.type === "text") control.value = control.defaultValue;
    }
  }

  function goOn() {
    const unseen = touched.size && presses[0]?.[0].startsWith("save="); // what follows from a tap is shown before it is saved
    while (!unseen && presses.length) {
      const [press, typed] = presses.shift();
      if (typed && newName()) {
        begun = newName().value;
        newName().value = typed;
      }
      const button = [...form().elements].find((one) => one.name + "=" + one.value === press && !one.disabled);
      if (button) return send(() => button.click());
    }
    if (touched.size) send(() => form().dispatchEvent(new Event("change", { bubbles: true })));
    touched.clear();
  }

  function send(press) {
    going = true;
    press();
    going = false;
  }

  // A new name was sent: its field is free for the next one, of which some may have been typed already.
  function clear() {
    const field = newName();
    if (!field) return;
    [sent, field.value, begun] = [field.value, begun, ""];
  }

  // A name that could not be added comes back into the field, unless the next one has been begun.
  function restore() {
    if (newName() && !newName().value) newName().value = newName().defaultValue;
  }

  function tell() {
    const unsent = document.getElementById("unsent");
    if (unsent) unsent.hidden = false;
    if (newName() && !newName().value) newName().value = sent;
  }

  // What the server, or a proxy before it, can't take now stays on the page, to be sent again.
  function keep(event) {
    const { status, headers } = event.detail.ctx.response;
    const isTheirs = !headers.has("Bower") && !headers.has("From-Phone"); // a page of the network, and no answer
    const isLater = [502, 503, 504, 507].includes(status) || headers.has("HX-Reswap");
    if (!isTheirs && !isLater || !document.getElementById("unsent")) return;
    event.preventDefault();
    if (status !== 507) tell(); // the phone itself couldn't store it, and has said why
  }

  // Save shows at once that it was pressed, says after a moment that it is on its way, and doesn't move meanwhile.
  const SAVING = "Saving … ";
  let saving, said, slow;
  function press({ submitter }) {
    if (submitter?.name !== "save" || saving) return;
    [saving, said] = [submitter, submitter.firstChild.data];
    saving.setAttribute("aria-busy", true);
    slow = setTimeout(() => { saving.firstChild.data = SAVING; }, 300);
    setTimeout(() => { if (saving?.form.matches("[hx-post]") && !busy()) rest(); });
  }
  function rest() {
    clearTimeout(slow);
    if (saving?.firstChild.data === SAVING) saving.firstChild.data = said; // else an answer has drawn it anew
    saving?.removeAttribute("aria-busy");
    saving = undefined;
  }

  document.addEventListener("submit", press, true);
  document.addEventListener("htmx:finally:request", ({ detail }) => detail.ctx.hx?.redirect || rest());
  addEventListener("pageshow", rest);
  document.addEventListener("bower:stays", rest);
  document.addEventListener("bower:room", () => {
    rest();
    presses.length = 0; // they were meant for the room before
    touched.clear();
  });
  document.addEventListener("htmx:error", tell);
  document.addEventListener("htmx:before:response", keep);
  document.addEventListener("htmx:before:request", clear);
  document.addEventListener("htmx:after:swap", restore);
  document.addEventListener("change", hold, true);
  document.addEventListener("submit", hold, true);
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("htmx:finally:request", ({ detail }) => detail.ctx.hx?.redirect || setTimeout(goOn));
})();

// Plain HTTP has no worker: a save that failed is kept by the page, tried again while it is open, and sent when the form is opened again:
// phone.js opens it from any page of the table. It is kept until Bower has it, or has given the form back with the reason.
(() => {
  if (navigator.serviceWorker) return;
  const RETRY = 5000, ANSWERED = "bower-answered", UNSENT = "bower-unsent";
  let pressed, path, action, sent, timer;

  const stored = (mode, use) => new Promise((resolve, reject) => {
    const asked = indexedDB.open("bower-unsent", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("saves");
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const open = asked.result.transaction("saves", mode);
      const found = use(open.objectStore("saves"));
      open.oncomplete = () => { asked.result.close(); resolve(found.result); };
      open.onabort = () => reject(open.error);
    };
  });

  const now = () => document.querySelector("#hand, #new");
  const lead = (path) => {
    try { if (path) localStorage.setItem(UNSENT, path); else localStorage.removeItem(UNSENT); } catch { /* none is kept */ }
  };
  const address = (ctx) => new URL(ctx.request.action, location).href;
  const forget = (kept) => {
    lead();
    return stored("readwrite", (saves) => saves.delete(kept)).catch(() => {});
  };

  // The next page comes before a database has forgotten: what was answered is noted at once.
  function answered(ctx) {
    try { localStorage.setItem(ANSWERED, ctx.request.body.get("key")); } catch { /* sent again, and answered alike */ }
    forget(address(ctx));
  }

  function heard({ detail: { ctx } }) {
    const { status, headers } = ctx.response;
    if (!ctx.request.body?.has?.("save")) return; // an answer to a tap says nothing of a save
    if (!headers.has("Bower") && !headers.has("From-Phone") || status >= 500 || status === 429) return failed(ctx).catch(() => {});
    if (headers.has("HX-Redirect") || [409, 422].includes(status)) answered(ctx);
    else if (status >= 400) lead(); // it stays with the form, to which no page leads any more
  }

  async function failed(ctx) {
    if (sent && ctx?.sourceElement === sent) return say(() => send().catch(() => {}));
    if (pressed?.name !== "save") return;
    localStorage.removeItem(ANSWERED);
    await stored("readwrite", (saves) => saves.put([...ctx.request.body], address(ctx)));
    lead(path);
    if (now()) say(again);
  }

  function say(next) {
    document.getElementById("unsent").textContent = "Saved on this phone. Sending when there’s a connection.";
    clearTimeout(timer);
    timer = setTimeout(next, RETRY * (0.5 + Math.random()));
  }

  function again() {
    if (sent?.isConnected) return void send().catch(() => {});
    if (pressed) [...now()?.elements ?? []].find((one) => one.name === pressed.name && one.value === pressed.value)?.click();
  }

  // What was kept when the page was closed: its answer is shown like that to the form itself.
  async function send() {
    const fields = await stored("readonly", (saves) => saves.get(action));
    if (!fields || fields.some(([name, text]) => name === "key" && text === localStorage.getItem(ANSWERED))) return forget(action);
    sent?.remove();
    sent = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
    const { value } = now().elements.csrfmiddlewaretoken;
    for (const [name, text] of fields)
      sent.append(Object.assign(document.createElement("input"), { name, value: name === "csrfmiddlewaretoken" ? value : text }));
    document.body.append(sent);
    await htmx.ajax("POST", action, { source: sent, target: document.body, swap: "innerMorph" });
  }

  document.addEventListener("change", () => { pressed = undefined; }, true);
  document.addEventListener("submit", ({ submitter }) => { [pressed, path] = [submitter, location.pathname]; }, true);
  document.addEventListener("htmx:error", ({ detail }) => failed(detail.ctx).catch(() => {}));
  document.addEventListener("htmx:before:response", heard);
  addEventListener("online", again);
  function enter() {
    clearTimeout(timer);
    action = now()?.action;
    if (action) send().catch(() => {});
  }
  document.addEventListener("bower:room", enter);
  enter();
})();
