"""Every room in every state holds on any phone: by day and night, narrow, with large print, under a thumb."""

import pytest
from playwright.sync_api import expect

from tests.browser.all_scenes import SCENES
from tests.browser.checks import axe_by_day_and_night, findings, keep_axe, sized
from tests.browser.conftest import Phones
from tests.browser.evenings import BEFORE, HALF, evening
from tests.browser.phone import HEIGHT, Phone
from tests.browser.scenes import half_told, told
from tests.effort import ALL

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def _axe_at_hand(lent: Phone) -> None:
    keep_axe(lent.context)


# Each element of these, within elements of the same classes, stands in another scene as well:
# they are looked at in `make thorough`.
ALIKE = {
    "adjustment",
    "adjustment, another phone was first",
    "another phone of mine, paired",
    "another phone of mine, the square scanned",
    "bank of a viewer",
    "bank, another phone was first",
    "bank, moving chips",
    "bank, stopping",
    "dispute, open",
    "dispute, to be raised",
    "entry, a buy-in",
    "entry, a end",
    "entry, an adjustment",
    "entry, another phone was first",
    "group recovery sheet",
    "hand in a playoff",
    "hand in progress, bid-euchre",
    "hand in progress, buck",
    "hand refused, poker-chips",
    "hand, buck, a club turned",
    "hand, poker-chips, a renege",
    "hand, poker-chips, folded out",
    "hands, disputed",
    "hands, king-cutthroat",
    "hands, partnership",
    "hands, striking out came too late",
    "hands, three-handed",
    "house rules",
    "new game refused, poker-chips",
    "new game, king-cutthroat",
    "new game, three-handed",
    "night, a table in its own rooms",
    "night, don’t wait",
    "night, rounds refused",
    "ranking, king-cutthroat",
    "recap, disputed",
    "recap, nothing yet",
    "recap, partnership",
    "recap, three-handed",
    "recovery sheet",
    "recovery sheet, made",
    "recovery sheet, to be used",
    "share of a player",
    "share, another role",
    "share, nobody else yet",
    "share, the link withdrawn",
    "share, with phones of every role",
    "table after hand 2, king-cutthroat",
    "table after hand 2, three-handed",
    "table begun, king-cutthroat",
    "table begun, three-handed",
    "table finished, partnership",
    "table finished, three-handed",
    "table in a playoff",
    "table of a player without a seat",
    "table of a viewer",
    "table running, king-cutthroat",
    "table running, three-handed",
    "table with games won that evening",
    "trick, trump not said",
}
NAMES = sorted(SCENES if ALL else SCENES.keys() - ALIKE)
REFERENCE = "reference of the API"  # so many elements that axe takes as long as for thirty other pages
# Leaves of its operations one of each look, after a look at what has to be different in all of them.
ONE_OF_EACH = """() => {
  const looks = new Set(), kinds = (one) => [...one.querySelectorAll("*")].map((part) =>
    `${part.parentElement.localName} ${part.localName}.${part.className}`);
  const names = (css, name) => [...document.querySelectorAll(css)].map((one) => one.getAttribute(name));
  const twice = (all) => all.filter((one, place) => all.indexOf(one) !== place);
  const doubles = [...twice(names("[id]", "id")), ...twice(names("[role=region]", "aria-label"))];
  for (const one of document.querySelectorAll(".operation")) {
    const look = [...new Set(kinds(one))].sort().join();
    if (looks.has(look)) one.remove();
    looks.add(look);
  }
  return doubles;
}"""


def test_nothing_is_wrong_with_the_reference(lent_phone: Phone) -> None:
    SCENES[REFERENCE](lent_phone)
    assert sized(lent_phone.page) == []
    assert lent_phone.page.evaluate(ONE_OF_EACH) == []
    assert lent_phone.at(".operation").count() > 1
    assert axe_by_day_and_night(lent_phone.page) == []


@pytest.mark.parametrize("name", [name for name in NAMES if name != REFERENCE])
def test_nothing_is_wrong_with_a_page(lent_phone: Phone, name: str) -> None:
    stops = SCENES[name](lent_phone) or [name]
    found = [f"{stop}: {text}" for stop in stops for text in findings(lent_phone.page)]
    assert found == []


def test_what_is_alike_is_there() -> None:
    assert SCENES.keys() >= ALIKE


@pytest.mark.parametrize("variant", HALF)
def test_a_hand_told_to_its_end_fits_one_screen(lent_phone: Phone, variant: str) -> None:
    phone = lent_phone
    usual = {name: count for name, count in told(variant).items() if not name.startswith("showtricks")}
    half_told(phone, evening(variant, BEFORE[variant]), usual)
    assert "Still needed" not in phone.at("[name=save]").inner_text()
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= HEIGHT


TRICK = "?trump=diamonds&last=on" + "".join(f"&cards={card}" for card in ("JH", "KD", "QD", "AS"))
FOLLOW = "?trump=hearts&to=hand&trick=QH" + "".join(
    f"&hand={card}" for card in ("JD", "AS", "10H", "AC", "KD")
)


@pytest.mark.parametrize("page", ["partnership", "buck", "three-handed"])
def test_asking_about_a_trick_of_a_small_pack_fits_one_screen(phone: Phone, page: str) -> None:
    phone.go(f"/rules/{page}/trick/{TRICK if page != 'three-handed' else TRICK.rpartition('&')[0]}")
    assert "wins the trick" in phone.at(".answer").inner_text()
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= HEIGHT
    phone.go(f"/rules/{page}/follow/{FOLLOW}")
    assert "Yes, play one of these 2." in phone.at(".answer").inner_text()
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= HEIGHT


def test_the_first_column_of_a_score_sheet_for_three_is_read_in_full(phone: Phone) -> None:
    phone.go(phone.bring_in(evening("three-handed")) + "hands/")
    expect(phone.at(".made bdi:text-is('the nine of clubs was turned')")).to_be_visible()
    cut = "[...document.querySelectorAll('.made bdi')].filter((one) => one.scrollHeight > one.clientHeight)"
    assert phone.page.evaluate(cut + ".map((one) => one.textContent)") == []


@pytest.mark.parametrize("script", [True, False])
def test_a_trick_is_tapped_card_by_card(phones: Phones, script: bool) -> None:
    phone = phones(script=script)
    phone.go(phone.bring_in(evening("king-cutthroat", 2)))
    phone.open("More")
    phone.moves_on("a:text-is('Rules')")
    phone.moves_on("a:text('Who wins it?')")
    for label in ("diamonds", "Jack of hearts", "King of diamonds", "Joker"):
        tap_name(phone, label)
    expect(phone.at(".answer")).to_contain_text("Card 3 wins the trick")
    tap_name(phone, "Undo step")
    expect(phone.at(".answer")).to_contain_text("Card 1 wins the trick")
    assert phone.at(".deck button:disabled").count() == 2
    assert "cards=JH" in phone.path
    phone.moves_on(".bar a >> nth=0")
    assert phone.path.startswith("/rules/king-cutthroat/?table=")


def tap_name(phone: Phone, label: str) -> None:
    """Tap a button by its name, and wait for the page that it makes."""
    button = phone.page.get_by_role("button", name=label, exact=True)
    if not phone.script:
        return phone.moves_on(button)
    with phone.page.expect_response(lambda response: "/trick/" in response.url):
        phone.tap(button)
    expect(phone.at(".htmx-request")).to_have_count(0)
