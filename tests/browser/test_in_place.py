"""From room to room of a table no page is loaded: what stays, what changes, and what is opened as before."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.offline import everything_sent, takes_along, until
from tests.browser.phone import Phone
from tests.entering import hand_fields
from tests.games.entries import hand

pytestmark = pytest.mark.browser

MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
MADE = hand("Cy", "clubs", tricks={"Ann & Cy": 3, "Bo & Dee": 2})
ROOMS = {  # from the table: by which links, and what stands above the room then
    "hands/": (["#dock a[href$='/hands/#last']"], "Score sheet"),
    "recap/": (["#dock a[href$='/hands/#last']", "a[href$='/recap/']"], "Text for the chat"),
    "hands/new/": (["#dock a[href$='/hands/new/']"], "Hand 4"),
}
HEADS = "h1, h2"
MARK = "window.stays = true"
STAYS = "window.stays === true"
# The script has come, and has run: a task later than the one that tells so.
HAS_ROOMS = """async () => performance.getEntriesByType("resource").some(({ name }) => name.includes("rooms"))
  && new Promise((done) => setTimeout(done, 50, true))"""
FAR = 100  # pixels
TWICE = """() => {
  const save = document.querySelector("button[name=save]");
  for (const _tap of [1, 2, 3]) save.click();
}"""


def ready(phone: Phone, table: str) -> None:
    """At the table, by a link of Bower, with what the second page of a phone brings."""
    phone.go("/")
    phone.moves_on(f"a[href='{table}']")
    until(phone, lambda: bool(phone.page.evaluate(HAS_ROOMS)))
    phone.page.evaluate(MARK)


@pytest.fixture(params=["by the server", pytest.param("by the phone", marks=pytest.mark.worker)])
def at(request: pytest.FixtureRequest, phones: Phones) -> tuple[Phone, str]:
    """A phone at a table of three hands, whose pages are of the server, or its own."""
    phone = phones()
    table = phone.bring_in(evening("partnership", 3))
    if request.param == "by the phone":
        phone.go(table)
        takes_along(phone, table)
    ready(phone, table)
    return phone, table


def test_rooms_are_entered_and_left_in_place_and_a_save_leads_to_the_new_score(at: tuple[Phone, str]) -> None:
    phone, table = at
    streams: list[str] = []
    phone.page.on("request", lambda one: streams.append(one.url) if "/live" in one.url else None)
    for room, (links, head) in ROOMS.items():
        enters_and_leaves(phone, table, room, links, head, streams)
        ready(phone, table)
    phone.moves_on("#dock a[href$='/hands/new/']")
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    before = phone.page.evaluate("performance.getEntriesByType('navigation').length")
    phone.save()
    assert phone.path == table + "#score"
    assert phone.page.evaluate(STAYS)
    assert phone.page.evaluate("performance.getEntriesByType('navigation').length") == before
    assert phone.page.evaluate("document.activeElement.id") == "score"
    everything_sent(phone)
    assert len(phone.entries(table)) == 4

    phone.moves_on("#dock a[href$='/hands/new/']")
    phone.say(hand_fields("partnership", MADE, phone.seats))
    phone.reads()
    phone.page.evaluate(TWICE)
    expect(phone.at("#board")).to_be_visible()
    phone.moves_on("#dock a[href$='/hands/new/']")
    phone.say(hand_fields("partnership", MADE, phone.seats))
    phone.reads()
    everything_sent(phone)
    assert phone.path == table + "hands/new/", "a Save tapped again saves something in the next room"
    assert len(phone.entries(table)) == 5


def enters_and_leaves(
    phone: Phone, table: str, room: str, links: Sequence[str], head: str, streams: list[str]
) -> None:
    """By these links into a room, back to the table, and forward again, without a new page or stream."""
    streams.clear()
    titles = []
    for link in links:
        phone.moves_on(link)
        titles.append(phone.page.title())
    assert phone.path.partition("#")[0] == table + room
    expect(phone.at(HEADS).filter(has_text=head)).to_have_count(1)
    shown, title = phone.at("main").inner_text(), phone.page.title()
    wears = phone.page.evaluate(WEARS)
    for _link in links:
        phone.page.go_back()
        expect(phone.at(HEADS).filter(has_text=head)).to_have_count(0)
    until(phone, lambda: phone.path == table)
    assert phone.page.evaluate(STAYS)
    for there in titles:
        phone.page.go_forward()
        expect(phone.page).to_have_title(there)
    expect(phone.at(HEADS).filter(has_text=head)).to_have_count(1)
    assert phone.page.evaluate(STAYS)
    assert streams == []
    phone.page.reload()
    assert (phone.at("main").inner_text(), phone.page.title()) == (shown, title)
    assert phone.page.evaluate(WEARS) == wears


# The styles of a page, whether they stand in it or are linked.
WEARS = """() => [...document.querySelectorAll("link[rel=stylesheet]")]
  .filter((link) => !(link.media === "print" ? link.previousElementSibling : link).disabled)
  .map(({ href }) => href).sort()"""


def test_what_another_phone_saves_is_in_the_room_that_was_entered(phones: Phones) -> None:
    phone, other = phones(), phones()
    table = phone.bring_in(evening("partnership", 3))
    other.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    ready(phone, table)
    phone.moves_on("#dock a[href$='/hands/#last']")
    other.go(table + "hands/new/")
    other.say(hand_fields("partnership", MARCH, other.seats))
    other.save()
    expect(phone.at("#e4")).to_be_visible()
    assert phone.page.evaluate(STAYS)


def test_back_and_forward_know_how_far_down_a_page_was_and_leave_the_page_that_is_there(phone: Phone) -> None:
    table = phone.bring_in(evening("partnership", 4))
    ready(phone, table)
    phone.moves_on("#dock a[href$='/hands/#last']")
    held: list[Route] = []
    phone.page.route(re.compile(f"{table}$"), lambda route: held.append(route))  # noqa: PLW0108 - it marks a function
    phone.page.go_back()
    until(phone, lambda: len(held) == 1)
    with phone.page.expect_event("requestfailed", lambda one: one == held[0].request):
        phone.page.go_forward()
    assert phone.path == table + "hands/#last"
    phone.moves_on("a[href$='/recap/']")
    phone.page.evaluate(f"scrollTo(0, {FAR})")
    phone.page.go_back()
    expect(phone.page).to_have_title(re.compile("^Score sheet"))
    expect(phone.at("#sheet")).to_be_visible()
    phone.page.go_forward()
    until(phone, lambda: phone.page.evaluate("scrollY") == FAR)
    assert phone.page.evaluate("document.activeElement.tagName") == "H1"
    assert phone.page.evaluate(STAYS)


def test_other_pages_and_a_room_that_can_not_be_had_are_opened_by_the_browser(phone: Phone) -> None:
    table = phone.bring_in(evening("partnership", 3))
    ready(phone, table)
    phone.open("More")
    phone.moves_on("a[href$='/board/']")
    assert not phone.page.evaluate(STAYS)
    ready(phone, table)
    phone.moves_on(".bar > a")
    assert phone.path == "/"
    assert not phone.page.evaluate(STAYS)
    ready(phone, table)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.resource_type)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    phone.offline = True
    phone.page.route(re.compile("/hands/$"), answer)
    phone.moves_on("#dock a[href$='/hands/#last']")
    assert asked == ["fetch", "document"]
    assert phone.path == table + "hands/#last"
