"""Players called by a number keep their places, which JavaScript would put first in an object."""

import json

import pytest

from tests.browser.conftest import Phones
from tests.browser.offline import everything_sent
from tests.browser.phone import Phone
from tests.browser.pocket import InPage, ready, without
from tests.browser.rooms import record_hand, start
from tests.games.entries import Entry, hand
from tests.serving import Bower

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
    pockets: Phones, mortal: Bower
) -> None:
    phone = pockets()
    phone.offline = True
    online = start(phone, THREE_HANDED)
    told(phone, online, HANDS)
    table = start(phone, THREE_HANDED)
    ready(phone, table)
    with without(mortal):
        told(phone, table, HANDS)
    phone.go(table)
    everything_sent(phone)
    expected = bodies(phone, online)
    assert [list(json.loads(body)["tricks"]) for body in expected] == [NAMES] * 2
    assert bodies(phone, table) == expected
