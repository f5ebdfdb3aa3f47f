// The page of what waits says whether it can be sent, and is shown anew when some of it was.
(() => {
  let said;
  document.addEventListener("bower:kept", ({ detail: { which, sending, offline, strange, fails } }) => {
    if (location.pathname.includes(`/${which}/`)) return showAnew().catch(() => {});
    const why = strange ? "this network doesn’t let Bower through" : offline ? "Bower can’t be reached" : "Bower tries again by itself";
    said = sending ? "Sending …" : offline || fails ? `Not sent: ${why}.` : "";
    say();
  });

  function say() {
    const line = document.getElementById("tried");
    if (!line) return;
    if (line.textContent !== said) line.textContent = said;
    line.hidden = !said;
  }

  async function showAnew() {
    const answer = await fetch(location.pathname);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of ["main", ".dock"]) document.querySelector(part).replaceWith(fresh.querySelector(part));
    say();
  }

  document.addEventListener("click", ({ target }) => target.closest("[data-flush]") && dispatchEvent(new Event("bower:flush")));
})();
