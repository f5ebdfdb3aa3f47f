"""What must hold of any page: what axe finds, targets for a thumb, nothing wide, cut or out of reach."""

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page

from tests.browser.phone import HEIGHT, WIDTH
from tests.shelf import shelf

Finding = str

NARROW = 320
LONGEST_NAME = 12  # letters; what is longer may be shortened with an ellipsis


class Readable:
    """Looks of text (LOOKS says what that is) that axe has passed, in any process that has the file."""

    def __init__(self, file: Path) -> None:
        self.file, self.read, self.known = file, 0, set[str]()

    def without(self, looks: Iterable[str]) -> set[str]:
        """Those of the looks that have not been passed yet."""
        if self.file.is_file():
            with self.file.open(encoding="ascii") as lines:
                lines.seek(self.read)
                text = lines.read()
            whole = text[: text.rfind("\n") + 1]  # another process may be writing
            self.read += len(whole)
            self.known.update(whole.split())
        return {look for look in looks if _short(look) not in self.known}

    def add(self, looks: Iterable[str]) -> None:
        """From now on they are passed."""
        with self.file.open("a", encoding="ascii") as lines:
            lines.write("".join(f"{_short(look)}\n" for look in looks))


def _short(look: str) -> str:
    return hashlib.sha256(look.encode()).hexdigest()


@functools.cache
def readable() -> Readable:
    """Those of this run."""
    return Readable(shelf() / "readable")


def findings(page: Page) -> list[Finding]:
    """Everything that is wrong with a page at the sizes, schemes and text sizes that phones have.

    In the end the page is as it was, by day and in its usual size.
    """
    return [*sized(page), *axe_by_day_and_night(page)]


def sized(page: Page) -> list[Finding]:
    """What is wrong with a page at the sizes and text sizes that phones have."""
    first = page.evaluate(AT_FIRST_SIGHT, [HEIGHT, WIDTH, LONGEST_NAME])
    found = [f"at first sight: {text}" for text in (*first["main"], *first["usual"])]
    found += [f"with text at 200 %: {text}" for text in first["large"]]
    page.set_viewport_size({"width": NARROW, "height": HEIGHT})
    found += [f"at {NARROW} px: {text}" for text in measured(page, NARROW)]
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return found


def axe_by_day_and_night(page: Page) -> list[Finding]:
    """What axe has to say."""
    found = [f"by day: {text}" for text in (*axe(page), *contrast(page))]
    page.emulate_media(color_scheme="dark")
    found += [f"by night: {text}" for text in contrast(page)]
    page.emulate_media(color_scheme="light")
    return found


def axe(page: Page) -> list[Finding]:
    """What axe has to say of all but colors, with the first place of each."""
    options = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": False}}}
    return _told(_axe(page, "document", options)["violations"])


def contrast(page: Page) -> list[Finding]:
    """What axe has to say of the colors as they are now, of texts that do not look like one it has passed.

    This rule takes four fifths of the time of all, and most texts of a page look like those of another one.
    """
    looks = [str(look) for look in page.evaluate(LOOKS)]
    unknown = readable().without(looks)
    new = {look: place for place, look in enumerate(looks) if look in unknown}
    if not new:
        return []
    options = {"runOnly": ["color-contrast"], "elementRef": True, "resultTypes": ["violations", "incomplete"]}
    results = _axe(page, f"{{ include: {list(new.values())}.map((place) => texts[place]) }}", options)
    readable().add(new.keys() - {looks[place] for place in results["doubtful"]})
    return _told(results["violations"])


def _axe(page: Page, context: str, options: Mapping[str, object]) -> Any:
    # What axe would load beforehand is asked for by no rule that is on here, and takes it half its time.
    run = f"axe.run({context}, {json.dumps({**options, 'preload': False})}).then({RESULTS})"
    results = page.evaluate(f"() => {{ window.bringAxe?.(); return 'axe' in window ? {run} : null; }}")
    return results or page.evaluate(f"() => {{ {AXE_SCRIPT}; return {run}; }}")


def keep_axe(context: BrowserContext) -> None:
    """Have axe at hand in the pages of a context: bringing it to each takes longer than what it then does."""
    context.add_init_script(f"window.bringAxe = () => {{ delete window.bringAxe; {AXE_SCRIPT} }};")


def _told(violations: list[Any]) -> list[Finding]:
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in violations]


def measured(page: Page, width: int) -> list[Finding]:
    """What is too small for a thumb, too wide for the phone, cut off, or covered when focused."""
    return [str(text) for text in page.evaluate(MEASURE, [width, LONGEST_NAME])]


def main_action(page: Page) -> list[Finding]:
    """Where the main button is, if not in the lower half of the first screen."""
    return [str(text) for text in page.evaluate(LOWER_HALF, HEIGHT)]


# Keeps the texts that are seen as `texts`, and returns how each looks. A look is what the contrast of a text
# follows from: its color, size and weight, and what is painted behind it by the elements that hold it; then
# its kind and its parent's, for what else may lie there, and whether axe skips it as short or disabled.
LOOKS = """() => {
  const behind = new Map();
  const kind = (one) => `${one.localName}.${one.getAttribute("class") ?? ""}`;
  const painted = (one) => {
    if (!one) return "";
    if (!behind.has(one)) {
      const style = getComputedStyle(one);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter].join(" ");
      behind.set(one, painted(one.parentElement) + (own === "rgba(0, 0, 0, 0) none 1 none" ? "" : own));
    }
    return behind.get(one);
  };
  const said = (one) => one.matches("input, select, textarea") ? "typed" :
    [...one.childNodes].map((node) => node.nodeType === 3 ? node.textContent.trim() : "").join("");
  const typed = "input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea";
  const off = ":disabled, [aria-disabled=true], label:has(:disabled)";
  window.texts = [...document.querySelectorAll("body *")].filter((one) =>
    (one.matches(typed) || (!one.matches("input, select, textarea") && said(one))) && one.checkVisibility());
  return texts.map((one) => {
    const style = getComputedStyle(one);
    return [style.color, style.fontSize, style.fontWeight, style.textShadow, painted(one),
      kind(one.parentElement), kind(one), said(one).length < 2, Boolean(one.closest(off))].join("; ");
  });
}"""

# What axe found wrong, and the places in `texts` of that and of what it could not decide where it stands.
# Elsewhere it could not decide either on text of a drawing, or on one taller than its own painted box.
RESULTS = """({ violations, incomplete }) => {
  const always = ["shortTextContent", "nonBmp", "bgGradient"];
  const nowhere = (one) => one.element?.ownerSVGElement || one.any.some(({ data, relatedNodes: [first] }) =>
    always.includes(data?.messageKey) ||
    (data?.messageKey === "elmPartiallyObscured" && first?.element === one.element));
  const open = incomplete.flatMap((one) => one.nodes).filter((one) => !nowhere(one));
  return {
    violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })),
    doubtful: [...violations.flatMap((one) => one.nodes), ...open]
      .map((one) => (window.texts ?? []).indexOf(one.element)).filter((place) => place >= 0),
  };
}"""

LOWER_HALF = """(height) => {
  scrollTo(0, 0);
  const main = document.querySelector(".btn.main");
  if (!main) return [];
  const box = main.getBoundingClientRect();
  const ok = box.top >= height / 2 && box.bottom <= height;
  return ok ? [] : [`the main button is at ${Math.round(box.top)}`];
}"""

MEASURE = """([width, longest]) => {
  const found = [];
  const told = (one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 100);
  const style = (one) => getComputedStyle(one);
  const seen = (one) => one.checkVisibility() && !one.closest(".sr") && one.getClientRects().length > 0;
  const words = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const inText = (one) => style(one).display === "inline" && (one.closest("td") || words(one.parentElement));
  const kinds = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  const controls = [...document.querySelectorAll(kinds)].filter((one) => seen(one) && !inText(one));
  const target = (one) => (one.matches("input") && one.closest("label")) || one;

  for (const one of controls) {
    const box = target(one).getBoundingClientRect();
    if (box.width < 43.9 || box.height < 43.9)
      found.push(`${Math.round(box.width)} × ${Math.round(box.height)} px: ${told(target(one))}`);
  }

  const across = document.scrollingElement.scrollWidth;
  if (across > width) found.push(`the page is ${across} px wide`);
  const within = (one, what) => {
    for (let up = one; up && up !== document.body; up = up.parentElement) if (what(up)) return true;
  };
  const shortened = (one) => one.textContent.trim().length > longest &&
    (style(one).textOverflow === "ellipsis" || style(one).webkitLineClamp !== "none");
  for (const one of document.querySelectorAll("main *, header *, .dock *")) {
    // The quick questions first: hardly anything is left for the others.
    const box = one.getBoundingClientRect();
    const out = box.width && (box.right > width + 1 || box.left < -1);
    const spills = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    if (!(out || spills) || !seen(one)) continue;
    if (one.closest("svg") || one.matches("input, textarea, select")) continue;
    if (within(one, (up) => ["auto", "scroll"].includes(style(up).overflowX) || shortened(up))) continue;
    if (out) found.push(`sticks out: ${told(one)}`);
    const boxed = one.matches(".btn, .pick > span, .strip span, summary");
    if (spills && (boxed || style(one).overflowX !== "visible")) found.push(`cut off: ${told(one)}`);
  }

  const range = document.createRange();
  for (const one of document.querySelectorAll("main *")) {
    if (one.children.length || !/^[+−]?[0-9]+$/.test(one.textContent.trim()) || !seen(one)) continue;
    range.selectNodeContents(one);
    const rows = [...range.getClientRects()].filter((row) => row.width);
    if (rows.some((row) => row.top > rows[0].top + 4)) found.push(`a number on two lines: ${told(one)}`);
  }

  for (const one of controls) {
    if (one.disabled) continue;
    one.focus();
    const box = target(one).getBoundingClientRect();
    const spots = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]];
    const free = spots.some(([x, y]) => {
      const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      return top && (target(one).contains(top) || top.contains(one) || top.closest(".panel"));
    });
    if (!free) found.push(`covered when focused: ${told(one)}`);
  }
  document.activeElement.blur();
  scrollTo(0, 0);
  return found;
}"""

# What is measured of a page as it comes, then with large text: in one go, as each way to the page costs time.
AT_FIRST_SIGHT = f"""([height, width, longest]) => {{
  const main = ({LOWER_HALF})(height), measure = {MEASURE};
  const usual = measure([width, longest]);
  document.documentElement.style.fontSize = "200%";
  const large = measure([width, longest]);
  document.documentElement.style.fontSize = "";
  return {{ main, usual, large }};
}}"""
