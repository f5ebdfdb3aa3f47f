"""Players called by a number keep their places, which JavaScript would put first in an object."""

import json

import pytest

from tests.browser.conftest import Phones
from tests.browser.offline import everything_sent
from tests.browser.phone import Phone
from tests.browser.pocket import InPage, bring_along, without
from tests.browser.proxy import Proxy
from tests.browser.rooms import put_in, record_hand
from tests.games.entries import Entry, hand

pytestmark = pytest.mark.browser

NAMES = ["Bo", "10", "2"]
THREE_HANDED = {"variant": "three-handed", "players": NAMES, "dealer": "10"}
HANDS = [
    hand("10", "spades", tricks={"Bo": 1, "10": 3, "2": 1}),
    hand("Bo", "hearts", tricks={"Bo": 3, "10": 2, "2": 0}),
]


def bodies(phone: Phone, table: str) -> list[str]:
    """The entries of a table as the server stores them."""
    text = InPage(phone).ask("GET", table + "rows/", Accept="application/json")[2]
    return [row[2] for row in json.loads(text)["rows"]]


def told(phone: Phone, table: str, entries: list[Entry]) -> None:
    for entry in entries:
        phone.go(table)
        record_hand(phone, "three-handed", entry)


def test_hands_of_players_called_by_numbers_are_stored_as_if_there_had_been_a_network(
    pockets: Phones, network: Proxy
) -> None:
    phone = pockets()
    online = bring_along(phone, THREE_HANDED)
    for entry in HANDS:
        put_in(phone, online, "three-handed", entry)
    table = bring_along(phone, THREE_HANDED)
    with without(network):
        told(phone, table, HANDS)
    phone.go(table)
    everything_sent(phone)
    expected = bodies(phone, online)
    assert [list(json.loads(body)["tricks"]) for body in expected] == [NAMES] * 2
    assert bodies(phone, table) == expected
