"""Two phones tap the same hand, one of them without a network: both hands are there when it is back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.offline import until, waits
from tests.browser.phone import Phone
from tests.browser.pocket import ready, without
from tests.browser.proxy import Proxy

pytestmark = pytest.mark.browser

FOUR = ["Ann", "Bo", "Cy", "Dee"]
EUCHRE = {"variant": "partnership", "players": FOUR, "dealer": "Ann", "entries": []}


def taps(phone: Phone, table: str, **fields: str) -> None:
    phone.go(table + "hands/new/")
    phone.say(fields)


@pytest.mark.parametrize(("button", "maker"), [("mine", "2"), ("theirs", "1")])
def test_two_phones_tap_one_hand_and_one_of_them_is_offline(
    phones: Phones, pockets: Phones, network: Proxy, button: str, maker: str
) -> None:
    ann, bo = phones(), pockets()
    table = ann.bring_in(EUCHRE)
    link = next(part for part in ann.fetch(f"{table}share/?role=scorekeeper").split('"') if "/J/" in part)
    bo.go("/J/" + link.rpartition("/J/")[2])
    ready(bo, table)
    with without(network):
        taps(bo, table, trump="hearts", maker="2")
        taps(ann, table, maker="1")
    bo.page.evaluate("dispatchEvent(new Event('online'))")
    look = bo.at("a:text('Look at both')")
    expect(look).to_be_visible()  # the page goes there by itself
    bo.moves_on(look)
    expect(bo.at(".versus .differ").first).to_contain_text("Bo")
    bo.moves_on(f"button[name={button}]")
    until(bo, lambda: all(item.get("aside") for item in waits(bo)))
    for phone in (ann, bo):
        phone.go(table + "hands/new/")
        expect(phone.at(f"[name=maker][value='{maker}']")).to_be_checked()
    everything = waits(bo)
    assert [bool(item["aside"]) for item in everything] == ([] if button == "mine" else [True])
