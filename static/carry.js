// A game as a link and a code: its record (see packed.js) behind the # of Bower's address, which browsers don't send.
(async () => {
  const MOST = 1200; // characters of a code that cameras read easily on a screen
  const EDGE = 4; // modules left free around it
  const at = (id) => document.getElementById(id);
  const { home, record, packed } = at("carry").dataset;
  if (!window.CompressionStream) return;
  const { pack } = await import(packed);
  at("link").value = new URL(`${home}#g=${await pack(await (await fetch(record)).text())}`, location).href;
  at("lacks").hidden = true;
  for (const button of document.querySelectorAll("[data-copy], [data-share]")) button.hidden = button.dataset.share && !navigator.share;
  at("long").hidden = at("link").value.length <= MOST;
  if (!at("long").hidden) return;
  const code = qrcode(0, "L");
  code.addData(at("link").value);
  code.make();
  const size = code.getModuleCount(), rows = [...Array(size).keys()];
  const path = rows.flatMap((y) => rows.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`)).join("");
  const [svg, dots] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${size + 2 * EDGE} ${size + 2 * EDGE}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "Code that holds this game");
  dots.setAttribute("d", path);
  svg.append(dots);
  at("code").append(svg);
})();
