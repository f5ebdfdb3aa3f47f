"""The Board view in a real browser: on a tablet, a TV and a phone, by day and night, live, and awake."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.checks import axe_by_day_and_night
from tests.browser.conftest import Phones
from tests.browser.evenings import HARD_NAMES, evening, hard, twelve
from tests.browser.phone import Phone
from tests.companion.factories import long_game

pytestmark = pytest.mark.browser

SIZES = [(1024, 768), (1280, 720), (1920, 1080), (768, 1024), (390, 664), (320, 664)]
TWELVE_HARD = [f"{number}{name}"[:40] for number in range(3) for name in HARD_NAMES]
BOARDS: dict[str, dict[str, Any]] = {
    "teams": evening("partnership", 4),
    "teams with hard names": hard("partnership"),
    "teams, finished": evening("partnership"),
    "counting down": evening("buck", 4),
    "hard names, counting down": hard("buck"),
    "with Kings": evening("king-cutthroat", 3),
    "chips": evening("poker-chips", 8),
    "chips, finished": evening("poker-chips"),
    "twelve with chips": twelve("poker-chips"),
    "twelve with hard names": {**twelve("poker-points"), "players": TWELVE_HARD},
}
# What lies outside the window, is cut by the board's edge, or lies on another place's score.
MISPLACED = """() => {
  const found = [], root = document.documentElement;
  const told = (one) =>
    `${one.closest("section")?.className} ${one.className} ${one.textContent.trim().slice(0, 30)}`;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
  const flat = getComputedStyle(document.querySelector(".middle") ?? document.body).display === "grid";
  if (flat && root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} px high`);
  const parts = "main :is(.name, .score, .cap, .won, nav a, nav button, .middle svg)";
  const seen = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility() &&
    one.textContent.trim() && !one.closest("[hidden]"));
  const boxes = seen.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return one.matches(".score, svg") ? range.getBoundingClientRect() : one.getBoundingClientRect();
  });
  boxes.forEach((box, at) => {
    const low = flat ? innerHeight : root.scrollHeight;
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > low + 1)
      found.push(`sticks out: ${told(seen[at])}`);
    for (let other = 0; other < at; other += 1) {
      const two = boxes[other];
      const across = Math.min(box.right, two.right) - Math.max(box.left, two.left);
      const down = Math.min(box.bottom, two.bottom) - Math.max(box.top, two.top);
      const nested = seen[at].contains(seen[other]) || seen[other].contains(seen[at]);
      const same = seen[at].closest("li") && seen[at].closest("li") === seen[other].closest("li");
      if (!nested && !same && across > 1 && down > 1)
        found.push(`${told(seen[at])} lies on ${told(seen[other])}`);
    }
  });
  return found;
}"""
# A screen lock that notes how often it is asked for, and can be let go.
LOCK = """(() => {
  window.asked = 0;
  const request = async () => {
    asked += 1;
    const lock = Object.assign(new EventTarget(), { released: false });
    window.letGo = () => { lock.released = true; lock.dispatchEvent(new Event("release")); };
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
})()"""


def opened(phone: Phone, record: dict[str, Any], query: str = "") -> str:
    """The address of a table that this phone brought in, once its Board is open."""
    table = phone.bring_in(record)
    phone.go(table + "board/" + query)
    return table


def test_nothing_sticks_out_or_lies_on_something_else(phone: Phone) -> None:
    found = []
    for name, record in BOARDS.items():
        table = opened(phone, record)
        found += [f"{name}: {text}" for text in misplaced(phone)]
        phone.go(table + "board/?upright=1")
        found += [f"{name}, upright: {text}" for text in misplaced(phone)]
    assert found == []


def misplaced(phone: Phone) -> list[str]:
    found = []
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} × {height}: {text}" for text in phone.page.evaluate(MISPLACED)]
    return found


# On a phone: tests/browser/test_every_page.py.
@pytest.mark.parametrize("name", ["teams, finished", "chips"])
def test_axe_finds_nothing_by_day_or_night(phone: Phone, name: str) -> None:
    phone.page.set_viewport_size({"width": 1024, "height": 768})
    opened(phone, BOARDS[name])
    assert axe_by_day_and_night(phone.page) == []


def test_every_side_follows_the_table(phones: Phones) -> None:
    owner, viewer = phones(), phones(viewport={"width": 1024, "height": 768})
    table = owner.bring_in(long_game("partnership", 3))
    link = re.search(r"/J/\w+", owner.fetch(f"{table}share/?role=viewer"))
    assert link
    viewer.go(link[0])
    viewer.open("More")
    viewer.moves_on("a[href$='/board/']")
    expect(viewer.at("#live")).to_have_text("live")
    before = viewer.at(".score").all_inner_texts()
    owner.go(table + "hands/new/")
    owner.say({"maker": "0", "trump": "spades", "tricks": "5"})
    owner.save()
    scores = [str(score) for score in owner.board()["scores"].values()]
    for place, order in (("b", scores), ("l", scores[::-1]), ("t", scores), ("r", scores[::-1])):
        expect(viewer.at(f"#place-{place} .score")).to_have_text(order)
    assert viewer.at(".score").all_inner_texts() != before
    expect(viewer.at("#middle")).to_have_attribute("aria-label", re.compile("^Hand 5, "))
    owner.go(table + "draft/")
    owner.answered(owner.at("button[name=move]").filter(has=owner.at("[aria-label=hearts]")).first)
    expect(viewer.at("#middle")).to_have_attribute("aria-label", re.compile("^Hand 5, "))
    expect(viewer.at("#middle .face")).to_have_count(1)


def test_each_side_is_its_own_way_up(phone: Phone) -> None:
    opened(phone, BOARDS["teams"])
    phone.page.set_viewport_size({"width": 1024, "height": 768})
    where = phone.page.evaluate("""() => Object.fromEntries([..."bltr"].map((place) => {
      const [name, cap] = [".name", ".cap"].map((one) => {
        const box = document.querySelector(`#place-${place} ${one}`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
      });
      return [place, [Math.sign(cap[0] - name[0]), Math.sign(cap[1] - name[1])]];
    }))""")
    # From the name to what stands under it: down, left, up, right.
    assert (where["b"][1], where["l"][0], where["t"][1], where["r"][0]) == (1, -1, -1, 1)


def test_the_screen_stays_on_and_is_asked_for_again_after_a_break(phone: Phone) -> None:
    phone.page.add_init_script(LOCK)
    opened(phone, BOARDS["teams"])
    expect(phone.at("#awake")).to_have_text("Screen stays on")
    assert phone.page.evaluate("asked") == 1
    phone.page.evaluate("letGo()")
    expect(phone.at("#awake")).to_have_text("The screen may go dark")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.at("#awake")).to_have_text("Screen stays on")
    assert phone.page.evaluate("asked") == 2


def test_where_the_browser_has_no_lock_it_says_so(phone: Phone) -> None:
    phone.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    opened(phone, BOARDS["teams"])
    expect(phone.at("#awake")).to_have_text("The screen may go dark")
    expect(phone.at("#awake")).to_be_visible()


def test_it_fills_the_screen_and_comes_back(phones: Phones) -> None:
    phone = phones(viewport={"width": 1024, "height": 768}, is_mobile=False)
    opened(phone, BOARDS["teams"])
    phone.tap("[data-full]")
    expect(phone.at("[data-full]")).to_have_text("Exit full screen")
    phone.tap("[data-full]")
    expect(phone.at("[data-full]")).to_have_text("Full screen")


def test_flat_or_upright_is_one_tap(phones: Phones) -> None:
    phone = phones(viewport={"width": 1024, "height": 768})
    opened(phone, BOARDS["teams"])
    assert phone.at(".score:visible").count() == 8
    phone.moves_on("a:text-is('Stand upright')")
    assert phone.at(".score:visible").count() == 2
    phone.moves_on("a:text-is('Lay flat')")
    assert phone.at(".score:visible").count() == 8


def test_without_script_it_shows_the_score_and_comes_again_by_itself(phones: Phones) -> None:
    phone = phones(script=False, viewport={"width": 1024, "height": 768})
    opened(phone, BOARDS["teams"])
    assert phone.at(".score:visible").count() == 8
    assert phone.at("[data-full]:visible").count() == 0
    expect(phone.at("meta[http-equiv=refresh]")).to_have_count(1)
