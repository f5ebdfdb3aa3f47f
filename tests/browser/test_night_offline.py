"""A table of a euchre night whose phone has no network: its round waits, and is complete when it is back."""

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.offline import entries_waiting, everything_sent, kept, offline_sign, takes_along, until
from tests.browser.phone import Phone
from tests.browser.pocket import ready, without
from tests.browser.proxy import Proxy
from tests.browser.test_night import (
    NAMES,
    codes,
    made_night,
    points_of,
    post_hand,
    seats,
    sent,
    standings,
    table_of,
)

pytestmark = pytest.mark.browser


HANDS = 3


def record(phone: Phone, table: str) -> None:
    """A hand by thumb, from the table and back to it."""
    phone.go(table)
    phone.moves_on(".dock .main")
    phone.say({"maker": "0", "trump": "spades", "tricks": "5"})
    phone.save()


def test_a_table_without_a_network_ends_its_round_and_the_night_hears_of_it_later(
    phones: Phones, pockets: Phones, network: Proxy
) -> None:
    organizer, near = (phones() for _phone in range(2))
    far_phone = pockets()
    night, _link = made_night(organizer, rounds=2, hands=HANDS)
    organizer.moves_on("#dock .main")
    away, here = codes(organizer, night, 1)
    table, other = table_of(far_phone, away), table_of(near, here)
    record(far_phone, table)
    takes_along(far_phone, table)
    sent(organizer, f"{night}clock/", night, minutes="20", at_bell="hand")
    sent(organizer, f"{night}clock/", night, turn="start")
    sent(organizer, f"{night}announcement/", night, announcement="Pizza at nine")
    told, clock = far_phone.at("#board").filter(has_text="Pizza at nine"), far_phone.at("[data-clock] .time")
    expect(told).to_be_visible()  # without a tap
    expect(clock).to_have_text(re.compile(r"^(19|20):\d\d$"))
    name = table.split("/")[2]
    stores = ("tables", "worker-rows")
    until(far_phone, lambda: any("Pizza at nine" in str(kept(far_phone, store, name)) for store in stores))
    network.cut()
    for hand in range(2, HANDS + 1):
        record(far_phone, table)
        offline_sign(far_phone, f"offline – {hand - 1} hand{'s' if hand > 2 else ''} waiting")
        if hand < HANDS:
            expect(told).to_be_visible()
            expect(clock).to_have_text(re.compile(r"^1\d:\d\d$|^20:\d\d$"))
    expect(far_phone.at("main")).to_contain_text("This round is over: 6 to 0.")
    assert len(entries_waiting(far_phone)) == HANDS - 1
    for _hand in range(HANDS):
        post_hand(near, other, random.Random(5))  # noqa: S311 - no secret
    wait = expect(organizer.at("#dock .main"))
    wait.to_contain_text("Table 1 still has 2 hands to play")
    network.mend()
    everything_sent(far_phone)
    expect(organizer.at("#dock .main")).to_be_enabled()
    expect(organizer.at("#dock .main")).to_contain_text("Start round 2")
    points: Counter[str] = Counter(dict.fromkeys(NAMES, 0))
    for phone, address in ((far_phone, table), (near, other)):
        points += points_of(phone.entries(address), seats(phone, address))
    assert dict(standings(organizer, f"{night}results/")) == {name: points[name] for name in NAMES}


def test_without_a_network_a_night_says_that_it_needs_one(pockets: Phones, network: Proxy) -> None:
    organizer = pockets()
    organizer.meant.add(503)
    organizer.go("/")
    ready(organizer)
    night, _link = made_night(organizer, rounds=1, hands=HANDS)
    with without(network):
        organizer.moves_on("#dock .main")
        expect(organizer.at("h1")).to_have_text("Needs a network")
        for room in (night, "/nights/new/", "/groups/new/"):
            organizer.go(room)
            expect(organizer.at("h1")).to_have_text("Needs a network")
    organizer.go(night)
    organizer.moves_on("#dock .main")
    assert len(codes(organizer, night, 1)) == 2
