"""Background Sync: the browser lets the worker send what waits after every page of Bower was closed."""

import pytest

from tests.browser.conftest import Phones
from tests.browser.offline import READY, until, waits
from tests.browser.pocket import bring_along, without
from tests.browser.proxy import Proxy
from tests.browser.rooms import record_hand
from tests.games.entries import hand

pytestmark = pytest.mark.browser

EUCHRE = {"variant": "partnership", "players": ["Ann", "Bo", "Cy", "Dee"], "dealer": "Ann"}
HAND = hand("Ann", "spades", tricks={"Ann & Cy": 3, "Bo & Dee": 2})


def test_what_waits_is_sent_after_the_last_page_was_closed(pockets: Phones, network: Proxy) -> None:
    phone = pockets()
    table = bring_along(phone, EUCHRE)
    devtools = phone.context.new_cdp_session(phone.page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    with without(network):
        record_hand(phone, "partnership", HAND)
        assert len(waits(phone)) > 0
        phone.page.goto("about:blank")
    said = {"origin": phone.address, "registrationId": found[-1], "tag": "outbox", "lastChance": False}
    devtools.send("ServiceWorker.dispatchSyncEvent", said)
    until(phone, lambda: phone.entries(table) == [HAND])
    phone.go(table)
    until(phone, lambda: bool(phone.page.evaluate(READY)))
    assert waits(phone) == []
