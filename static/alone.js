// Without a server nobody answers until the worker does: what is tapped before waits for it, and fetches it again if that has failed.
// Called by phone.js, with its notice.
function waitForWorker({ worker, isHosts, notice, begin }) {
  const { serviceWorker: workers } = navigator;
  const isFirst = isHosts && workers.getRegistration(worker).then((known) => !known?.active);
  const fill = (fields, value) => document.querySelectorAll(fields).forEach((field) => { field.value = value; });
  fill("[name=key]", crypto.randomUUID());
  fill("[name=today], [name=played_on]", new Date().toLocaleDateString("sv"));
  let goOn;
  // A name takes its seat at once, if nobody of that name sits there.
  function seat(form, { name }) {
    const field = form.elements.name, place = document.querySelector(".seating [aria-current]"), typed = field?.value.trim();
    const isTaken = [...form.querySelectorAll("[name=players]")].some(({ value }) => value.toLowerCase() === typed?.toLowerCase());
    if (name !== "add" || !typed || !place || isTaken) return;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "players", value: typed }));
    field.value = "";
    document.querySelector("[name=begin] small").textContent = "";
    const next = place.lastElementChild, after = place.nextElementSibling;
    next.remove();
    after?.append(next);
    after?.setAttribute("aria-current", "step");
    place.removeAttribute("aria-current");
    place.append(Object.assign(document.createElement("b"), { textContent: typed }));
  }
  const hold = (event) => {
    const link = event.type === "click" && event.target.closest("a[href]");
    if (event.type === "click" && (!link || link.target || /^#|\/rules\/|\/games\/new\/[^?]*$/.test(link.getAttribute("href")))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target, submitter } = event;
    if (submitter) seat(target, submitter);
    goOn = { change: () => target.dispatchEvent(new Event("change", { bubbles: true })), click: () => location.assign(link.href),
      submit: () => target.requestSubmit(submitter) }[event.type];
    notice("ready", "Bower is being put on this phone. One moment.");
    begin();
  };
  const held = ["change", "click", "submit"];
  for (const name of held) document.addEventListener(name, hold, true);
  workers.addEventListener("controllerchange", async () => {
    for (const name of held) document.removeEventListener(name, hold, true);
    document.getElementById("ready")?.remove();
    if ("waits" in document.body.dataset || isHosts && !goOn && !(await isFirst)) location.reload();
    else goOn?.();
  }, { once: true });
}
