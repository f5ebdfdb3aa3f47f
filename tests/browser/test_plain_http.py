"""Plain HTTP without an engine: a save that failed is kept by the page and sent later, once."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.offline import until
from tests.browser.phone import Phone
from tests.browser.test_companion import TOLD, make, moves, table_of
from tests.entering import hand_fields
from tests.games.entries import hand

pytestmark = [pytest.mark.browser, pytest.mark.worker]

NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
# As where the next page comes before the deletion has begun.
FORGETS_NOTHING = "() => { IDBObjectStore.prototype.delete = () => ({}); }"
NO_ENGINE = "throw new Error('no engine')"
MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
KEPT = "Saved on this phone. Sending when there’s a connection."


def without_engine(phones: Phones) -> Phone:
    """A phone whose pages ask the server, as before the engine is there."""
    phone = phones()
    phone.context.add_init_script(NO_WORKER)
    phone.context.route(
        "**/worker.js", lambda route: route.fulfill(body=NO_ENGINE, content_type="text/javascript")
    )
    return phone


def failed_save(phones: Phones) -> tuple[Phone, str]:
    """A phone whose save of a hand failed, and the address of its table."""
    phone = without_engine(phones)
    table = phone.bring_in(evening("partnership", 0))
    phone.go(table + "hands/new/")
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    phone.offline = True
    phone.context.set_offline(True)
    phone.tap("button[name=save]")
    expect(phone.at("#unsent")).to_have_text(KEPT)
    phone.complaints.clear()
    return phone, table


def test_save_shows_that_it_was_pressed_and_is_on_its_way_without_moving(phones: Phones) -> None:
    phone = without_engine(phones)
    table = phone.bring_in(evening("partnership", 0))
    phone.go(table + "hands/new/")
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    save, held = phone.at("button[name=save]"), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/hands/", hold)
    box, said = save.bounding_box(), save.inner_text()
    phone.tap(save)
    assert save.get_attribute("aria-busy") == "true"
    expect(save).to_contain_text("Saving …")
    assert save.bounding_box() == box
    held.pop().fulfill(status=503)
    expect(phone.at("#unsent")).to_have_text(KEPT)
    assert (save.get_attribute("aria-busy"), save.inner_text()) == (None, said)
    phone.complaints.clear()
    until(phone, lambda: bool(held))
    assert save.get_attribute("aria-busy") == "true", "it is sent again"
    held.pop().continue_()
    expect(phone.at("#score")).to_be_attached()
    assert phone.entries(table) == [MARCH]


def test_save_of_a_hand_told_move_by_move_shows_that_it_is_on_its_way(phones: Phones) -> None:
    phone = without_engine(phones)
    phone.go(table_of(phone, "partnership") + "draft/")
    for one in moves("partnership", TOLD["partnership"]):
        make(phone, one)
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/draft/", hold)
    phone.page.tap("button[name=save]", no_wait_after=True)
    expect(phone.at("button[name=save]")).to_contain_text("Saving …")
    held.pop().continue_()
    expect(phone.at("#score")).to_be_attached()


def test_a_save_that_failed_is_sent_when_there_is_a_network(phones: Phones) -> None:
    phone, table = failed_save(phones)
    phone.page.evaluate(FORGETS_NOTHING)
    phone.context.set_offline(False)
    phone.page.wait_for_url(f"**{table}#score")
    assert phone.entries(table) == [MARCH]
    phone.go(table + "hands/new/")
    phone.page.wait_for_load_state("networkidle")
    assert phone.path == table + "hands/new/"


SIGN_IN = "<!doctype html><title>Welcome to the hotel</title>"


@pytest.mark.parametrize(
    ("answer", "page"),
    [(None, "hands/new/"), ({"status": 200, "body": SIGN_IN}, ""), ({"status": 503}, "hands/")],
)
def test_a_save_is_kept_until_bower_itself_says_that_it_holds_it_and_sent_from_any_page_of_the_table(
    phones: Phones, answer: Any, page: str
) -> None:
    phone, table = failed_save(phones)
    other = phone.tab()
    phone.page.close()
    phone.context.set_offline(False)
    sent: list[str] = []

    def dies(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        sent.append(route.request.url)
        if answer is None:
            return route.abort("connectionreset")
        return route.fulfill(content_type="text/html", **answer)

    other.page.route(f"**{table}hands/", dies)
    other.page.goto(other.address + table + page, wait_until="commit")
    expect(other.at("#unsent")).to_have_text(KEPT)
    assert sent
    third = other.tab()
    other.page.close()
    other.complaints.clear()
    third.page.goto(third.address + table + page, wait_until="commit")
    third.page.wait_for_url(f"**{table}#score")
    assert third.entries(table) == [MARCH]
    third.go(table + "hands/")
    third.page.wait_for_load_state("networkidle")
    assert third.path == table + "hands/"


def test_a_save_with_which_another_phone_was_faster_comes_back_with_its_form(phones: Phones) -> None:
    phone, table = failed_save(phones)
    phone.happens_elsewhere()  # before any page of this phone can send
    other = phone.tab()
    phone.page.close()
    phone.complaints.clear()  # its page was told, and had no network to ask by
    phone.context.set_offline(False)
    other.page.goto(other.address + table, wait_until="commit")
    expect(other.at(".wrong, [role=alert]").first).to_be_visible()
    expect(other.at("[name=trump][value=spades]")).to_be_checked()
    other.go(table)
    other.page.wait_for_load_state("networkidle")
    assert other.path == table
    assert len(other.entries(table)) == 1
