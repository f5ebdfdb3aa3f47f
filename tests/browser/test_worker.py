"""The worker in a real browser: an evening without a network, killed workers, lost answers, a full phone."""

import contextlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.conftest import Phones, phones_of
from tests.browser.evenings import evening
from tests.browser.offline import (
    FOUND,
    Lossy,
    entries_waiting,
    everything_sent,
    kept,
    kill_worker,
    offline_sign,
    put,
    takes_along,
    until,
    waits,
)
from tests.browser.phone import Phone
from tests.browser.pocket import TellerInPage, bring_along, without
from tests.browser.proxy import Proxy
from tests.browser.rooms import record_hand, room_of
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
OPENS = """Object.defineProperty(window, "launchQueue", { value: { setConsumer: (take) => take({
  files: [{ getFile: async () => new File([GAME], "game.json") }],
}) } });"""
# Every clock that the worker looks at from now on is wrong by so many days.
CLOCK = """(days) => {
  const Right = self.RightDate ??= Date;
  const now = () => Right.now() + days * 86_400_000;
  self.Date = class extends Right {
    constructor(...given) { super(...(given.length ? given : [now()])); }
    static now() { return now(); }
  };
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
        network.sent = network.lost = network.refused = network.told = 0
        self.table = self.begins()

    def begins(self) -> str:
        """Another table, where the phone then is."""
        table = self.phone.bring_in(evening("partnership", 0))
        self.phone.go(table)
        takes_along(self.phone, table)
        self.by_form = TellerInPage(self.phone, evening("partnership", 0), {room_of(MARCH)})
        return table

    def goes(self) -> None:
        """The network is gone."""
        self.network.cut()

    def comes_back(self) -> None:
        """The network is there, and everything was sent."""
        self.network.mend()
        everything_sent(self.phone)

    def records(self, *entries: dict[str, Any]) -> None:
        """Record hands by the form of the phone's own page; then it shows the table."""
        self.phone.go(self.table)
        self.by_form.tell(entries)


def reaching(browser: Browser, bower: Bower) -> Iterator[tuple[Phone, Lossy]]:
    """A phone that may have the worker, and its network."""
    network = Lossy(bower.port)
    made = phones_of(browser, bower)
    phone = next(made)(service_workers="allow")
    phone.address = network.address
    yield phone, network
    phone.complaints.clear()  # of a network that is gone
    next(made, None)
    network.cut()


@pytest.fixture(scope="module")
def lasting(browser: Browser, on_sqlite: Bower) -> Iterator[tuple[Phone, Lossy]]:
    """One phone for what leaves its worker and storage as they were: to install the worker takes longest."""
    yield from reaching(browser, on_sqlite)


@pytest.fixture
def away(lasting: tuple[Phone, Lossy]) -> Iterator[Away]:
    phone, network = lasting
    yield Away(phone, network)
    network.gateway = 0
    if not network.listener:
        network.mend()
    phone.go("/")
    everything_sent(phone)
    phone.page.goto("about:blank")


@pytest.fixture
def spoiled(browser: Browser, bower: Bower) -> Iterator[Away]:
    """As `away`, with a phone of the test's own."""
    for phone, network in reaching(browser, bower):
        yield Away(phone, network)


def test_five_hands_without_a_network_are_written_once_in_order_though_the_worker_is_killed(
    away: Away,
) -> None:
    phone = away.phone
    away.goes()
    phone.go(away.table + "hands/new/")
    for name, value in hand_fields("partnership", MARCH, phone.seats).items():
        kill_worker(phone)
        phone.say({name: value})
    kill_worker(phone)
    phone.save()
    assert entries_waiting(phone) == [MARCH], "a worker that is killed between taps loses none"
    record_hand(phone, "partnership", EUCHRED)
    away.records(*FIVE[2:])
    offline_sign(phone, "offline – 5 hands waiting")
    assert phone.at("#live a").get_attribute("href") == f"{away.table}waiting/"
    assert phone.page.evaluate(COVERED) < 4, "the sign lies on the rule under the title"
    phone.go(away.table + "hands/new/")
    phone.say(dict([*hand_fields("partnership", MARCH, phone.seats).items()][:1]))
    assert len(waits(phone)) > len(FIVE), "the taps of a hand wait too, and nobody counts them"
    kill_worker(phone)
    phone.go(away.table + "waiting/")
    expect(phone.at("main [role=status]")).to_have_text("5 hands waiting")
    phone.go(away.table)
    offline_sign(phone, "offline – 5 hands waiting")
    assert entries_waiting(phone) == FIVE
    away.comes_back()
    assert phone.entries(away.table) == FIVE
    assert away.network.lost, "the first answer arrived"


def test_hands_with_and_without_a_network_follow_each_other(away: Away) -> None:
    away.records(MARCH)
    name = away.table.split("/")[2]
    until(away.phone, lambda: kept(away.phone, "worker-mark", name)["after"] == 1)
    away.goes()
    away.records(EUCHRED)
    put(away.phone, "worker", "csrf", "x" * 64)
    away.comes_back()
    assert away.network.refused, "a token that is no longer good holds nothing up"
    away.records(MADE)
    assert away.phone.entries(away.table) == [MARCH, EUCHRED, MADE]


def test_what_happens_elsewhere_just_after_a_page_came_is_fetched_too(away: Away) -> None:
    phone, name = away.phone, away.table.split("/")[2]
    until(phone, lambda: kept(phone, "worker-mark", name)["version"].startswith("0."))
    phone.page.evaluate("async () => { await fetch(location.href); }")
    phone.happens_elsewhere()
    phone.page.evaluate("async () => { await fetch(location.href); }")
    until(phone, lambda: kept(phone, "worker-mark", name)["after"] == 1)


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


# The storage is filled to its last bytes, with what can't be compressed.
FILL = """async () => {
  const opened = indexedDB.open("filler", 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("all", { autoIncrement: true });
  const base = await new Promise((resolve) => { opened.onsuccess = () => resolve(opened.result); });
  const fits = (size) => new Promise((resolve) => {
    const open = base.transaction("all", "readwrite");
    open.objectStore("all").put(crypto.getRandomValues(new Uint8Array(size)));
    Object.assign(open, { oncomplete: () => resolve(true), onabort: () => resolve(false) });
  });
  for (let size = 65536; size >= 16;) if (!(await fits(size))) size /= 2;
  base.close();
}"""
EMPTY = (
    """() => new Promise((resolve) => { indexedDB.deleteDatabase("filler").onsuccess = () => resolve(); })"""
)
QUOTA = 6_000_000  # bytes


def test_a_phone_that_is_full_says_so_loses_nothing_and_sends_what_it_has(
    pockets: Phones, network: Proxy
) -> None:
    phone = pockets()
    phone.meant.add(507)
    phone.page.goto(f"{phone.address}/healthz")
    devtools = phone.context.new_cdp_session(phone.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": phone.address, "quotaSize": QUOTA})
    table = bring_along(phone, {**evening("partnership", 0), "entries": []})
    with without(network):
        phone.go(table)
        record_hand(phone, "partnership", MARCH)
        phone.page.evaluate(FILL)
        phone.moves_on(".dock .main")
        phone.say(hand_fields("partnership", EUCHRED, phone.seats))
        phone.tap("button[name=save]")
        expect(phone.at("#unkept")).to_contain_text("this phone’s storage is full")
        assert entries_waiting(phone) == [MARCH]
        phone.go("/?alone")
        phone.go(table)
        assert "Hand 1: Ann called spades" in phone.at("#score").inner_text()
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    until(phone, lambda: json.loads(phone.fetch(table + "recap.json"))["entries"] == [MARCH])
    phone.page.evaluate(EMPTY)
    everything_sent(phone)
    phone.go(table)
    record_hand(phone, "partnership", EUCHRED)
    assert phone.entries(table) == [MARCH, EUCHRED]


SIGN_IN = b"<!doctype html><title>Welcome to the hotel</title><form><input name=room></form>"


def test_only_bowers_own_answer_takes_or_refuses_what_waits(away: Away) -> None:
    phone, network = away.phone, away.network
    away.goes()
    away.records(MARCH, EUCHRED, MADE)
    network.page, network.gateway = SIGN_IN, 422  # other answers: test_strange_answers.py
    network.mend()
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    until(phone, lambda: network.told > 0)
    offline_sign(phone, "not sent, blocked by this network – 3 hands waiting")
    assert entries_waiting(phone) == [MARCH, EUCHRED, MADE]
    away.goes()
    phone.go(away.table)
    offline_sign(phone, "offline – 3 hands waiting")
    assert "Hand 3: Cy called clubs" in phone.at("#score").inner_text()
    network.gateway = 0
    network.mend()
    everything_sent(phone)
    assert phone.entries(away.table) == [MARCH, EUCHRED, MADE]


def test_a_page_of_the_network_itself_doesnt_hide_the_table(away: Away) -> None:
    phone, network = away.phone, away.network
    network.page, network.gateway = SIGN_IN, FOUND
    network.cut()
    network.mend()
    expect(phone.at("#live")).not_to_have_attribute("data-state", "live")
    for status in (511, FOUND, 200):
        network.gateway = status
        phone.go(away.table)
        expect(phone.at("h1")).to_have_text("Something else answers here")
    phone.moves_on("a[href$=theirs]")
    assert phone.page.title() == "Welcome to the hotel"
    phone.go(away.table)
    phone.moves_on("a[href$=alone]")
    assert phone.path == away.table
    away.records(MARCH, EUCHRED)
    assert entries_waiting(phone) == [MARCH, EUCHRED]
    network.gateway = 0
    everything_sent(phone)
    assert phone.entries(away.table) == [MARCH, EUCHRED]
    phone.go(away.table)
    expect(phone.at("#live")).to_have_attribute("data-state", "live")


def test_a_hand_saved_while_the_network_or_a_gateway_answers_itself_is_kept(away: Away) -> None:
    phone, network = away.phone, away.network
    for status, entry in ((502, MARCH), (504, EUCHRED)):  # of a server that is gone
        network.gateway = status
        away.records(entry)
    offline_sign(phone, "offline – 2 hands waiting")
    network.gateway = 0
    everything_sent(phone)
    phone.go(away.table + "hands/new/")
    phone.say(hand_fields("partnership", MADE, phone.seats))
    network.gateway, network.page = FOUND, SIGN_IN
    phone.save()
    assert entries_waiting(phone) == [MADE]
    network.gateway = 0
    everything_sent(phone)
    assert phone.entries(away.table) == [MARCH, EUCHRED, MADE]


def test_a_kit_that_somebody_else_gave_is_not_kept(spoiled: Away) -> None:
    phone = spoiled.phone
    spoil = """async () => {
      const [name] = (await caches.keys()).filter((one) => one.startsWith("kit "));
      const cache = await caches.open(name);
      const [wasm] = (await cache.keys()).filter(({ url }) => url.includes("kit-pack"));
      await cache.put(wasm, new Response("{}"));
    }"""
    spoiled.goes()
    phone.page.evaluate(spoil)
    kill_worker(phone)
    with contextlib.suppress(Error):
        phone.page.goto(phone.address + spoiled.table)
    phone.page.wait_for_url("chrome-error://chromewebdata/")
    spoiled.network.mend()
    phone.page.goto("about:blank")
    phone.go(spoiled.table)
    spoiled.goes()
    phone.go(spoiled.table)
    expect(phone.at("#live")).to_contain_text("offline")


MEMORY = """async (instead) => {
  const [name] = (await caches.keys()).filter((one) => one.startsWith("kit "));
  const cache = await caches.open(name);
  const found = await cache.match("/memory");
  if (instead !== null) await cache.put("/memory", new Response(instead, { headers: found.headers }));
  return found && `${found.headers.get("Rows")} rows`;
}"""


# What the worker would do when nobody asked anything for a while it does at once.
IDLES = """() => {
  const { setTimeout: later } = self;
  self.setTimeout = (then, pause) => later(then, pause / 40);
}"""


def test_a_worker_goes_on_from_the_memory_of_the_one_before_or_without_it(spoiled: Away) -> None:
    phone, told = spoiled.phone, [MARCH]
    spoiled.goes()
    phone.context.service_workers[0].evaluate(IDLES)
    spoiled.records(MARCH)
    for instead in (None, "", "spoiled"):
        until(phone, lambda: phone.page.evaluate(MEMORY, None) == "0 rows")
        spoiled.records(EUCHRED)
        kill_worker(phone)
        phone.page.evaluate(MEMORY, instead)
        phone.go(spoiled.table + "waiting/")  # made by the phone alone, in one try
        phone.context.service_workers[0].evaluate(IDLES)
        told.append(EUCHRED)
        assert entries_waiting(phone) == told
    spoiled.comes_back()
    spoiled.records(MADE)
    assert phone.entries(spoiled.table) == [*told, MADE]


def test_what_needs_a_network_says_so_where_its_button_stands(away: Away) -> None:
    phone = away.phone
    words = "(one) => getComputedStyle(one, '::after').content"

    def no_network() -> bool:
        phone.page.evaluate("async () => { await fetch(location.href); }")  # the phone notices at a request
        return bool(phone.at("[data-network]").last.evaluate(words) == '"no network"')

    assert not no_network()
    away.goes()
    for room in (away.table, "/"):
        phone.go(room)
        until(phone, no_network)


def test_a_clock_that_jumps_by_years_loses_no_hand_and_none_of_its_order(spoiled: Away) -> None:
    away, begun = spoiled, datetime.now(UTC)
    phone = away.phone
    away.goes()
    for days, entry in ((365, MARCH), (-365, EUCHRED), (1, MADE)):
        phone.context.service_workers[0].evaluate(CLOCK, days)
        away.records(entry)
    phone.context.service_workers[0].evaluate(CLOCK, -1)
    away.comes_back()
    assert phone.entries(away.table) == [MARCH, EUCHRED, MADE]
    accept = {"Accept": "application/json"}
    found = phone.context.request.get(f"{phone.address}{away.table}rows/", headers=accept).json()
    assert all(begun <= datetime.fromisoformat(row[3]) <= datetime.now(UTC) for row in found["rows"])


def test_a_storage_that_was_wiped_is_noticed(spoiled: Away) -> None:
    phone = spoiled.phone
    spoiled.goes()
    spoiled.records(MARCH)
    offline_sign(phone, "offline – 1 hand waiting")
    session = phone.context.new_cdp_session(phone.page)
    stores = "indexeddb,cache_storage,service_workers"
    wiped = phone.at("#wiped")
    phone.page.goto("about:blank")  # no page of Bower's is open that could say it
    session.send("Storage.clearDataForOrigin", {"origin": phone.address, "storageTypes": stores})
    spoiled.network.mend()
    phone.go(spoiled.table)
    expect(wiped).to_contain_text("1 entry that had not been sent is lost")
    until(phone, lambda: kept(phone, "worker", "proof"))
    takes_along(phone, spoiled.table)  # or it would write that after its storage is wiped
    everything = f"{stores},local_storage"
    phone.page.goto("about:blank")
    session.send("Storage.clearDataForOrigin", {"origin": phone.address, "storageTypes": everything})
    phone.go(spoiled.table)
    expect(wiped).to_contain_text("any that were recorded without a network and not sent")


def test_a_phone_that_lost_its_cookie_is_still_the_host_and_sends_what_waits(away: Away) -> None:
    phone = away.phone
    until(phone, lambda: kept(phone, "worker", "proof"))
    away.goes()
    away.records(MARCH, EUCHRED)
    phone.context.clear_cookies()
    kill_worker(phone)
    away.comes_back()
    assert phone.entries(away.table) == [MARCH, EUCHRED]
    phone.context.clear_cookies()
    phone.go(away.table + "share/")
    expect(phone.at("main")).to_contain_text("Scorekeeper")


LOSES = "from companion.models import Game; print(Game.objects.filter(public_id__in={}).delete())"


def test_tables_that_the_server_lost_are_offered_and_put_back(away: Away, bower: Bower) -> None:
    phone, more, first = away.phone, [MADE], away.table
    for _table in range(2):
        away.records(MARCH, EUCHRED)
        name = away.table.split("/")[2]
        until(phone, lambda name=name: kept(phone, "worker-mark", name)["after"] == 2)  # type: ignore[misc]
        if away.table == first:
            away.table = away.begins()
    away.goes()
    away.records(*more)
    done = bower.manage("shell", "--command", LOSES.format([first.split("/")[2], away.table.split("/")[2]]))
    assert "companion.Game" in done.stdout, done.stderr
    away.network.mend()
    for table, later in ((first, []), (away.table, more)):
        phone.go("/")
        expect(phone.at("#gone")).to_contain_text("doesn’t know a table any more")
        phone.go(table)
        if later:
            offline_sign(phone, "the server doesn’t know this table – this phone has it")
            phone.tap("#live a")
        phone.page.wait_for_url(f"**{table}waiting/")
        expect(phone.at("main")).to_contain_text("This phone has it: 2 hands.")
        phone.moves_on("button[value=send]")
        until(phone, lambda: all(item["stopped"] for item in waits(phone)))
        assert phone.entries(table) == [MARCH, EUCHRED, *later]
        phone.go(table + "share/")
        expect(phone.at("main")).to_contain_text("Scorekeeper")
    phone.go("/")
    assert not kept(phone, "lost")


GAME = json.dumps({"format": "bower.game/1", **evening("partnership", 0), "entries": [MARCH]})


def test_a_game_file_that_another_app_shares_stays_in_the_import_form_until_it_is_a_game(away: Away) -> None:
    phone = away.phone
    away.goes()
    with phone.page.expect_navigation(url=lambda url: url.endswith("/?shared")):
        phone.page.evaluate(SHARES, GAME)
    for _time in range(2):
        expect(phone.at("#text")).to_have_value(GAME)
        phone.moves_on("#import-game .btn")
        expect(phone.at("h1")).to_have_text("Needs a network")
        phone.go("/?shared")
    away.network.mend()
    expect(phone.at("#text")).to_have_value(GAME)
    phone.moves_on("#import-game .btn")
    assert phone.entries(phone.path) == [MARCH]
    phone.go("/?shared")
    phone.page.wait_for_load_state("load")
    expect(phone.at("#text")).to_have_value("")


def test_a_game_file_that_the_phone_opens_with_bower_fills_the_import_form(away: Away) -> None:
    other = away.phone.tab()
    other.page.add_init_script(OPENS.replace("GAME", json.dumps(GAME)))
    away.goes()
    other.go("/?file")
    expect(other.at("#text")).to_have_value(GAME)
    other.page.close()


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
