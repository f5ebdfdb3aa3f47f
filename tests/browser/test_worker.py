"""The worker in a real browser: an evening without a network, killed workers, lost answers, a full phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import phones_of
from tests.browser.evenings import evening
from tests.browser.offline import (
    Lossy,
    entries_waiting,
    everything_sent,
    kept,
    kill_worker,
    offline_sign,
    put,
    takes_along,
    until,
)
from tests.browser.phone import Phone
from tests.browser.rooms import record_hand
from tests.entering import hand_fields
from tests.games.entries import hand
from tests.serving import Bower

pytestmark = pytest.mark.browser

MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
EUCHRED = hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2})
MADE = hand("Cy", "clubs", tricks={"Ann & Cy": 3, "Bo & Dee": 2})
OTHER = hand("Dee", "diamonds", tricks={"Ann & Cy": 1, "Bo & Dee": 4})
FIVE = [MARCH, EUCHRED, MADE, OTHER, MADE]
SHARES = """(text) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/shared/" });
  const field = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  const files = new DataTransfer();
  files.items.add(new File([text], "game.json", { type: "application/json" }));
  field.files = files.files;
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
COVERED = """() => {
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  return box("h1").bottom - box("#live span").top;
}"""
FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


class Away:
    """A phone with the worker, at a table of its own, and the network between it and Bower."""

    def __init__(self, phone: Phone, network: Lossy) -> None:
        self.phone = phone
        self.network = network
        self.table = phone.bring_in(evening("partnership", 0))
        phone.go(self.table)
        takes_along(phone, self.table)

    def goes(self) -> None:
        """The network is gone."""
        self.network.cut()

    def comes_back(self) -> None:
        """The network is there, and everything was sent."""
        self.network.mend()
        everything_sent(self.phone)

    def records(self, *entries: dict[str, Any]) -> None:
        """Record hands, each from the table and back to it."""
        for entry in entries:
            self.phone.go(self.table)
            record_hand(self.phone, "partnership", entry)


@pytest.fixture
def away(browser: Browser, bower: Bower) -> Iterator[Away]:
    network = Lossy(bower.port)
    made = phones_of(browser, bower)
    phone = next(made)(service_workers="allow")
    phone.address = network.address
    yield Away(phone, network)
    phone.complaints.clear()  # of a network that is gone
    next(made, None)
    network.cut()


def test_five_hands_without_a_network_are_written_once_in_order(away: Away) -> None:
    away.goes()
    away.records(*FIVE)
    offline_sign(away.phone, "offline – 5 hands waiting")
    assert away.phone.at("#live a").get_attribute("href") == f"{away.table}waiting/"
    assert away.phone.page.evaluate(COVERED) < 4, "the sign lies on the rule under the title"
    kill_worker(away.phone)
    away.phone.go(away.table)
    assert entries_waiting(away.phone) == FIVE
    away.comes_back()
    assert away.phone.entries(away.table) == FIVE
    assert away.network.sent > len(FIVE), "every third answer was lost"


def test_hands_with_and_without_a_network_follow_each_other(away: Away) -> None:
    away.records(MARCH)
    name = away.table.split("/")[2]
    until(away.phone, lambda: kept(away.phone, "worker-mark", name)["after"] == 1)
    away.goes()
    away.records(EUCHRED)
    away.comes_back()
    away.records(MADE)
    assert away.phone.entries(away.table) == [MARCH, EUCHRED, MADE]


def test_what_happens_elsewhere_just_after_a_page_came_is_fetched_too(away: Away) -> None:
    phone, name = away.phone, away.table.split("/")[2]
    until(phone, lambda: kept(phone, "worker-mark", name)["version"].startswith("0."))
    phone.page.evaluate("async () => { await fetch(location.href); }")
    phone.happens_elsewhere()
    phone.page.evaluate("async () => { await fetch(location.href); }")
    until(phone, lambda: kept(phone, "worker-mark", name)["after"] == 1)


def test_a_worker_killed_between_taps_loses_none(away: Away) -> None:
    phone = away.phone
    away.goes()
    phone.go(away.table + "hands/new/")
    for name, value in hand_fields("partnership", MARCH, phone.seats).items():
        kill_worker(phone)
        phone.say({name: value})
    kill_worker(phone)
    phone.save()
    assert entries_waiting(phone) == [MARCH]
    away.comes_back()
    assert phone.entries(away.table) == [MARCH]


def test_what_a_full_phone_cannot_store_is_not_said_to_be_saved(away: Away) -> None:
    phone = away.phone
    away.goes()
    phone.go(away.table + "hands/new/")
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    phone.context.service_workers[0].evaluate(FULL)
    phone.tap("button[name=save]")
    expect(phone.at("#unkept")).to_contain_text("this phone’s storage is full")
    expect(phone.at("[name=trump][value=spades]")).to_be_checked()
    kill_worker(phone)  # there is room again
    phone.save()
    assert entries_waiting(phone) == [MARCH]


@pytest.mark.parametrize("status", [502, 504])
def test_what_a_gateway_says_for_a_server_that_is_gone_is_no_answer(away: Away, status: int) -> None:
    away.network.gateway = status
    away.records(MARCH, EUCHRED)
    offline_sign(away.phone, "offline – 2 hands waiting")
    away.network.gateway = 0
    everything_sent(away.phone)
    assert away.phone.entries(away.table) == [MARCH, EUCHRED]


def test_what_needs_a_network_says_so_where_its_button_stands(away: Away) -> None:
    share = away.phone.at(".bar [data-network]")
    words = "(one) => getComputedStyle(one, '::after').content"
    assert share.evaluate(words) == "none"
    away.goes()
    away.phone.go(away.table)
    until(away.phone, lambda: share.evaluate(words) == '"no network"')
    away.phone.go("/")
    until(away.phone, lambda: away.phone.at("[data-network]").last.evaluate(words) == '"no network"')


def test_a_token_that_is_no_longer_good_holds_nothing_up(away: Away) -> None:
    away.goes()
    away.records(MARCH, EUCHRED)
    put(away.phone, "worker", "csrf", "x" * 64)
    away.comes_back()
    assert away.network.refused
    assert away.phone.entries(away.table) == [MARCH, EUCHRED]


def test_a_storage_that_was_wiped_is_noticed(away: Away) -> None:
    phone = away.phone
    away.goes()
    away.records(MARCH)
    offline_sign(phone, "offline – 1 hand waiting")
    session = phone.context.new_cdp_session(phone.page)
    stores = "indexeddb,cache_storage,service_workers,local_storage"
    session.send("Storage.clearDataForOrigin", {"origin": phone.address, "storageTypes": stores})
    away.network.mend()
    phone.go(away.table)
    expect(phone.at("#wiped")).to_contain_text("1 entry that had not been sent is lost", timeout=30_000)


def test_a_game_file_that_another_app_shares_fills_the_import_form_without_a_network_too(away: Away) -> None:
    away.goes()
    with away.phone.page.expect_navigation(url=lambda url: url.endswith("/?shared")):
        away.phone.page.evaluate(SHARES, '{"format": "bower.game/1"}')
    expect(away.phone.at("#text")).to_have_value('{"format": "bower.game/1"}')
    expect(away.phone.at("#text")).to_be_visible()
    away.phone.go("/?shared")
    away.phone.page.wait_for_load_state("load")
    expect(away.phone.at("#text")).to_have_value("")


def test_static_files_and_the_kit_are_there_as_a_whole(away: Away) -> None:
    caches = away.phone.page.evaluate("caches.keys()")
    assert len(caches) == 1
    assert caches[0].startswith("kit ")
    assert kept(away.phone, "worker", "since")


def test_a_page_that_came_past_the_worker_gets_it(away: Away) -> None:
    phone = away.phone
    session = phone.context.new_cdp_session(phone.page)
    with phone.page.expect_navigation():
        session.send("Page.reload", {"ignoreCache": True})
    until(phone, lambda: bool(phone.page.evaluate("!!navigator.serviceWorker.controller")))
