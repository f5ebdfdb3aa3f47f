"""Every room with names that are hard on a page: forty unbroken letters, right to left, emoji, Chinese."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.rules.rulebook import page_of_variant
from scoring import VARIANTS
from tests.browser.conftest import Phones
from tests.browser.evenings import TWELVE, evening, renamed
from tests.browser.phone import Phone
from tests.browser.test_companion import TABLES, TOLD, make_elsewhere, moves

pytestmark = pytest.mark.browser

SIZES = ((390, 664), (320, 664))
LONG = [
    "W" * 40,
    "Bartholomew-Maximilian",
    "נועה בן־יוסף מירושלים העתיקה והגבוהה ביותר",
    "王小明王小明王小明王小明王小明王小明王小明王小明王小明",
    "🎉" * 20,
    "Maximiliane-Alexandrina von Hohenstaufen",
    "i" * 40,
    "بنيامين عبد الرحمن الطويل جدا الحلبي",
    "Z" + "\u0301\u0323" * 19,
    "Anne-Marie & Söhne und Töchter und Enkel",
    "<script>alert('Bo')</script>",
    "m" * 40,
]
LONG = [name[:40].strip() for name in LONG]
NAMES = dict(zip(TWELVE, LONG, strict=True))
TITLE = "W" * 60
# Steps of a hand in progress before the page is looked at.
STEPS = 4

ROOMS = ("", "hands/", "hands/new/", "draft/", "recap/", "share/", "board/?upright=1", "trick/")
OF_POINTS = ("adjustments/",)
OF_CHIPS = ("bank/", "chips/", "settling/", "books/", "books/1/")
# Rooms that are the same in every game.
ONCE = ("/", "/join/", "/rules/")

# What makes rooms look different: a game, the entries of its evening, and who sits there if not as usual.
SORTS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Kings": ("king-cutthroat", 3, {}),
    "teams": ("partnership", 4, {}),
    "chips": ("poker-chips", 8, {}),
    "twelve": ("poker-points", 0, {"players": TWELVE}),
}

MEASURE = """([width, height]) => {
  const found = [], root = document.scrollingElement;
  const told = (one) => `${one.tagName.toLowerCase()}.${one.className.baseVal ?? one.className}: ` +
    one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const seen = (one) => one.checkVisibility() && !one.closest(".sr") && one.getClientRects().length > 0;
  const up = (one, what) => { for (let at = one; at; at = at.parentElement) if (what(at)) return true; };
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const clamped = (one) => getComputedStyle(one).webkitLineClamp !== "none" ||
    getComputedStyle(one).textOverflow === "ellipsis";
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  if (root.scrollWidth > width) found.push(`the page is ${root.scrollWidth} px wide`);
  const range = document.createRange();
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own.length || !seen(one) || one.matches("textarea, option, script, title, desc")) continue;
    let low = Infinity;
    up(one, (at) => { if (clamped(at)) low = Math.min(low, at.getBoundingClientRect().bottom); });
    const rows = own.flatMap((node) => (range.selectNode(node), [...range.getClientRects()]))
      .filter((row) => row.width && row.bottom < low + 4);
    if (!rows.length) continue;
    const left = Math.min(...rows.map((row) => row.left)), right = Math.max(...rows.map((row) => row.right));
    const free = up(one, scrolls) || up(one, clamped);
    if (!free && (right > width + 1 || left < -1)) found.push(`off the page: ${told(one)}`);
    if (one.closest("svg")) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    const lines = new Set(rows.map((row) => Math.round(row.top / 4))).size;
    for (const node of own) {
      const [start, end] = [node.data.indexOf("\\u2068"), node.data.indexOf("\\u2069")];
      const then = end + 1 + node.data.slice(end + 1).search(/[a-z0-9]/i);
      if (start < 0 || then <= end) continue;
      const [name, word] = [start + 1, then].map((at) =>
        (range.setStart(node, at), range.setEnd(node, at + 1), range.getBoundingClientRect()));
      if (Math.abs(name.top - word.top) < 4 && word.left < name.left) found.push(`backwards: ${told(one)}`);
    }
    if (right - left < 3 * size && lines > 4) found.push(`letter by letter, ${lines} lines: ${told(one)}`);
    if (up(one, (at) => !clamped(at) && getComputedStyle(at).overflow === "hidden" &&
      at.scrollHeight > at.clientHeight + 2)) found.push(`cut: ${told(one)}`);
  }
  const dock = document.querySelector(".dock");
  if (dock && getComputedStyle(dock).position === "sticky") {
    scrollTo(0, root.scrollHeight);
    const end = Math.max(...[...document.querySelectorAll("main *")].filter(seen)
      .filter((one) => !up(one, (at) => at.matches("svg svg, symbol, .panel")))
      .map((one) => one.getBoundingClientRect().bottom), 0);
    const top = dock.getBoundingClientRect().top;
    if (end > top + 1) found.push(`${Math.round(end - top)} px under the dock`);
    if (dock.offsetHeight > height * .55) found.push(`the dock is ${dock.offsetHeight} px high`);
    scrollTo(0, 0);
  }
  return found;
}"""


def record(sort: str) -> dict[str, Any]:
    """A game under way, its players renamed."""
    variant, entries, header = SORTS[sort]
    return {**renamed({**evening(variant, entries, **header), "title": ""}, NAMES), "title": TITLE}


def rooms(phone: Phone, sort: str) -> Iterator[str]:
    """The addresses of all rooms of a game, and of the table and the hand in progress of another."""
    made = record(sort)
    table, variant = phone.bring_in(made), made["variant"]
    yield from (table + room for room in (*ROOMS, *(OF_CHIPS if sort == "chips" else OF_POINTS)))
    entries = len(made["entries"])
    if entries:
        yield f"{table}entries/{entries}/"
        yield f"{table}after/1/"
    yield f"/games/new/{variant}/?again={table.split('/')[2]}"
    yield f"/rules/{page_of_variant(VARIANTS[variant])}/?table={table.split('/')[2]}"
    table = phone.bring_in(renamed({"variant": variant, "entries": [], **TABLES[variant]}, NAMES))
    make_elsewhere(phone, table, [renamed(one, NAMES) for one in moves(variant, TOLD[variant])[:STEPS]])
    yield from (table, table + "draft/")
    if sort == "teams":
        yield from ONCE


@pytest.mark.parametrize("sort", SORTS)
def test_long_names_fit_into_every_room(phones: Phones, sort: str) -> None:
    width, height = SIZES[0]
    phone = phones(viewport={"width": width, "height": height})
    found = []
    for address in rooms(phone, sort):
        assert phone.go(address).ok, address
        for size in SIZES:
            phone.page.set_viewport_size({"width": size[0], "height": size[1]})
            found += [f"{address}, {size[0]} px: {text}" for text in phone.page.evaluate(MEASURE, list(size))]
    assert not found, "\n".join(found)
