"""On a wide screen: the score sheet beside its table, and a group in three columns."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.worker]

WIDE = ViewportSize(width=1440, height=900)
NARROW = ViewportSize(width=390, height=664)
ROWS = "#beside .log > li:not(.heads)"
LEFT_OF = """([one, other]) => {
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  return box(one).right < box(other).left && Math.abs(box(one).top - box(other).top) < 120
    && document.documentElement.scrollWidth <= innerWidth;
}"""


@pytest.fixture
def screen(pockets: Phones) -> Phone:
    """A wide screen at a game of three hands."""
    screen = pockets()
    screen.page.set_viewport_size(WIDE)
    screen.go(screen.bring_in(evening("partnership", 3)))
    return screen


def test_the_score_sheet_stands_beside_its_table_and_follows_it(screen: Phone) -> None:
    expect(screen.at(ROWS)).to_have_count(3)
    screen.page.wait_for_function(LEFT_OF, arg=["main", "#beside"])  # once its stylesheet is there
    screen.happens_elsewhere()
    expect(screen.at(ROWS)).to_have_count(4)
    screen.tap(screen.at(f"{ROWS} summary").first)
    screen.moves_on(screen.at("#beside a:text-is('Fix'):visible"))
    assert "/entries/" in screen.path


def test_a_narrow_screen_asks_for_no_sheet_and_a_turned_one_does(screen: Phone) -> None:
    screen.page.set_viewport_size(NARROW)
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.reload()
    screen.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if url.endswith("/hands/")]
    assert screen.at("#beside").inner_html() == ""
    screen.page.set_viewport_size(WIDE)
    expect(screen.at(ROWS)).to_have_count(3)


def test_a_group_has_its_season_between_now_and_the_last_evenings(screen: Phone) -> None:
    table = screen.bring_in(evening("partnership"))
    screen.go("/groups/")
    screen.at("#title").fill("Club")
    screen.moves_on(".dock button")
    group = screen.path
    screen.go(f"{table}group/")
    screen.at("label:has-text('Club') input").check(force=True)
    screen.moves_on(".dock button")
    screen.go(group)
    assert screen.page.evaluate(LEFT_OF, [".column:nth-child(1)", ".column:nth-child(2)"])
    assert screen.page.evaluate(LEFT_OF, [".column:nth-child(2)", ".column:nth-child(3)"])
