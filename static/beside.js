// On a wide screen the score sheet stands beside its table, and follows it. Its links go where they go on its own page.
(() => {
  const wide = matchMedia("(min-width: 64rem)"), PARTS = ["remove", "restore", "sheet"];
  let timer;

  async function lay() {
    const beside = document.getElementById("beside"), { sheet } = beside?.dataset ?? {};
    if (!wide.matches || !beside) return;
    const answer = await fetch(sheet, { cache: "no-store" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const parts = PARTS.map((id) => page.getElementById(id));
    if (!parts.every(Boolean)) return;
    for (const link of parts[2].querySelectorAll("a[href^='?']")) link.setAttribute("href", sheet + link.getAttribute("href"));
    for (const { id } of beside.querySelectorAll("li:has(> [open])")) page.querySelector(`#${id} > details`)?.setAttribute("open", "");
    const styled = [...document.styleSheets].map(({ href }) => href);
    document.head.append(...[...page.querySelectorAll("link[rel=stylesheet]")].filter(({ href }) => !styled.includes(href)));
    beside.replaceChildren(...parts);
  }

  // Without an answer, as of a phone that sleeps, the sheet stays until the table changes again.
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => lay().catch(() => {}));
  }

  for (const name of ["htmx:after:swap", "bower:room"]) document.addEventListener(name, soon);
  wide.addEventListener("change", soon);
  soon();
})();
