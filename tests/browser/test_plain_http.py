"""Plain HTTP has no worker: a save that failed is kept by the page and sent later, once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.evenings import evening
from tests.browser.phone import Phone
from tests.entering import hand_fields
from tests.games.entries import hand

pytestmark = [pytest.mark.browser, pytest.mark.worker]

NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
# As where the next page comes before the deletion has begun.
FORGETS_NOTHING = "() => { IDBObjectStore.prototype.delete = () => ({}); }"
MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
KEPT = "Not sent: no connection. It’s kept here and sent as soon as there is one."


def failed_save(phones: Phones) -> tuple[Phone, str]:
    """A phone whose save of a hand failed, and the address of its table."""
    phone = phones()
    phone.context.add_init_script(NO_WORKER)
    table = phone.bring_in(evening("partnership", 0))
    phone.go(table + "hands/new/")
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    phone.context.set_offline(True)
    phone.tap("button[name=save]")
    expect(phone.at("#unsent")).to_have_text(KEPT)
    phone.complaints.clear()
    return phone, table


def test_a_save_that_failed_is_sent_when_there_is_a_network(phones: Phones) -> None:
    phone, table = failed_save(phones)
    phone.page.evaluate(FORGETS_NOTHING)
    phone.context.set_offline(False)
    phone.page.wait_for_url(f"**{table}#score")
    assert phone.entries(table) == [MARCH]
    phone.go(table + "hands/new/")
    phone.page.wait_for_load_state("networkidle")
    assert phone.path == table + "hands/new/"


def test_a_save_that_failed_is_sent_after_the_page_was_closed(phones: Phones) -> None:
    phone, table = failed_save(phones)
    other = phone.tab()
    phone.page.close()
    phone.context.set_offline(False)
    other.page.goto(other.address + table + "hands/new/", wait_until="commit")
    other.page.wait_for_url(f"**{table}#score")
    assert other.entries(table) == [MARCH]
