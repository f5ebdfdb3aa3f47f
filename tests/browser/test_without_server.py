"""Bower without a server: files of a plain host, and everything else on the phone."""

import json
import socket
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser import evenings
from tests.browser.conftest import Phones, phones_of
from tests.browser.offline import kill_worker
from tests.browser.phone import Phone
from tests.browser.pocket import InPage, Told
from tests.browser.proxy import Proxy
from tests.browser.rooms import comes_to
from tests.browser.test_worker import FILL, FULL, QUOTA
from tests.edition import BASE, Host, edition, updated

pytestmark = pytest.mark.browser
EVENINGS = {
    name: {"format": "bower.game/1", "options": {}, **found} for name, found in evenings.EVENINGS.items()
}
TAKEN_OVER = """() => navigator.serviceWorker.getRegistration().then(async (one) => {
  while (one.installing || one.waiting) await new Promise((done) => setTimeout(done, 100));
})"""
CONTROLLED = """() => new Promise((done) => navigator.serviceWorker.controller ? done()
  : navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true }))"""


# Something was stored, so that the engine begins anew: a copy is saved once its worker has read the settings.
MEANWHILE = """async () => {
  const { transaction } = IDBDatabase.prototype, { getAllKeys } = IDBObjectStore.prototype;
  let isDue = false;
  IDBObjectStore.prototype.getAllKeys = function (range) {
    isDue ||= indexedDB.cmp(range?.lower ?? 0, ["facts", []]) === 0;
    return getAllKeys.call(this, range);
  };
  IDBDatabase.prototype.transaction = function (store, mode, given) {
    if (isDue) {
      IDBDatabase.prototype.transaction = transaction;
      const kept = transaction.call(this, store, "readwrite").objectStore(store);
      kept.put("2026-11-20", ["settings", "copied"]);
      kept.put(1000, ["worker", "revision"]);
    }
    return transaction.call(this, store, mode, given);
  };
  const opened = indexedDB.open("bower/bower");
  await new Promise((resolve) => { opened.onsuccess = resolve; });
  opened.result.transaction("kept", "readwrite").objectStore("kept").put(500, ["worker", "revision"]);
}"""


# The first row of a game becomes one that no rules allow; if it is over, its facts are an earlier version’s.
SPOILED = """async (id) => {
  const opened = indexedDB.open("bower/bower");
  await new Promise((resolve) => { opened.onsuccess = resolve; });
  const open = opened.result.transaction("kept", "readwrite"), kept = open.objectStore("kept");
  kept.put(1000, ["worker", "revision"]);
  kept.get(["tables", id]).onsuccess = ({ target: { result: game } }) => {
    game.rows[0][2] = game.rows[0][2].replace(/"maker":"[^"]*"/, '"maker":"Nobody"');
    kept.put(game, ["tables", id]);
  };
  kept.get(["games", id]).onsuccess = ({ target: { result: game } }) => {
    if (game.line.over) kept.put({ game: id }, ["facts", id]);
    kept.put({ ...game, facts: 1 }, ["games", id]);
  };
  await new Promise((resolve) => { open.oncomplete = resolve; });
}"""


# From now on the worker knows the length of the longest text that came from its engine, or went there.
LONGEST = """() => {
  const { parse } = JSON;
  self.longest = 0;
  JSON.parse = (text, ...more) => {
    longest = Math.max(longest, text.length);
    return parse(text, ...more);
  };
}"""


class AtBase(InPage):
    """The page as a device that asks, whose addresses begin elsewhere."""

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, address that a redirect led to, and text of the answer, as if Bower were at /."""
        status, address, text = super().ask(method, BASE[:-1] + path, body, **headers)
        return status, address.removeprefix(BASE[:-1]), text.replace(f'"{BASE}', '"/')


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    served = Host(edition())
    yield served
    served.close()


@pytest.fixture
def phones(browser: Browser, host: Host) -> Iterator[Phones]:
    yield from phones_of(browser, host)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def lasting(browser: Browser, host: Host) -> Iterator[Phone]:
    """One phone for the evenings of all games, which it keeps."""
    for phones in phones_of(browser, host):  # type: ignore[arg-type]
        phone = phones()
        begin(phone)
        yield phone


def begin(phone: Phone) -> None:
    """Open Home for the first time, and wait until the phone has Bower."""
    phone.go("/")
    phone.page.evaluate(CONTROLLED)


def record(phone: Phone, table: str) -> dict[str, Any]:
    return dict(json.loads(AtBase(phone).ask("GET", table + "recap.json")[2]))


def bring(phone: Phone, game: dict[str, Any]) -> str:
    """Import a game on Home; the path of its table."""
    phone.go("/")
    phone.open("Import a game")
    phone.at("#text").fill(json.dumps(game))
    phone.moves_on("#import-game button")
    return urlsplit(phone.page.url).path.removeprefix(BASE[:-1])


# Of every game: test_kit_law.py leaves that to this one.
@pytest.mark.parametrize("variant", EVENINGS)
def test_an_evening_of_each_game_is_recorded_by_its_forms(lasting: Phone, host: Host, variant: str) -> None:
    phone, evening = lasting, EVENINGS[variant]
    told = Told(AtBase(phone), evening)
    told.tell(*evening["entries"][:4])
    kill_worker(phone)
    told.tell(*evening["entries"][4:])
    assert record(phone, told.table)["entries"] == evening["entries"]
    phone.go(told.table)
    assert phone.board() == comes_to(evening)
    phone.go("/")
    expect(phone.page.locator("html[data-offline]")).to_have_count(0)
    phone.tap("a[href='#import-game']")
    expect(phone.at("#import-game button")).to_be_visible()
    assert [path for path in host.missed if told.table in path] == []


def test_what_is_tapped_before_the_phone_has_bower_waits_for_it(phones: Phones) -> None:
    phone = phones()
    phone.go("/games/new/three-handed/")
    for name in ("Ann", "Bo"):
        phone.at("#name").fill(name)
        phone.at("#name").press("Enter")
        expect(phone.at("[name=typed], [name=players]").filter(has_not_text="?").last).to_have_value(name)
    phone.at("#name").fill("Cy")  # goes with Start, or with the name before: then the field is gone
    phone.moves_on("[name=begin]")
    phone.page.wait_for_url(lambda address: "/new/" not in address)  # the last name may be answered before
    assert phone.board()["scores"] == {"Ann": 20, "Bo": 20, "Cy": 20}


class Held(Proxy):
    """A way to the host on which the worker comes only when it is let go."""

    def __init__(self, host: Host) -> None:
        self.goes = threading.Event()
        super().__init__(host.port)

    @property
    def address(self) -> str:
        return super().address + BASE[:-1]

    def passes(self, piece: bytes, source: socket.socket, target: socket.socket) -> bool:
        return not piece.startswith(f"GET {BASE}worker.js".encode()) or self.goes.wait(30)


def test_a_name_that_is_typed_before_the_phone_has_bower_has_its_seat(browser: Browser, host: Host) -> None:
    held = Held(host)
    for phones in phones_of(browser, held):
        phone = phones()
        phone.go("/games/new/three-handed/")
        for name in ("Ann", "Bo", "Ann"):
            phone.at("#name").fill(name)
            phone.at("#name").press("Enter")
        expect(phone.at(".seating b")).to_have_text(["Ann", "Bo"])
        expect(phone.at("#ready")).to_be_visible()
        held.goes.set()
        expect(phone.at("#name-wrong")).to_contain_text("Ann")
        expect(phone.at(".seating b")).to_have_text(["Ann", "Bo"])
        phone.at("#name").fill("Cy")
        phone.at("#name").press("Enter")
        expect(phone.at(".seating b")).to_have_text(["Ann", "Bo", "Cy"])
        phone.moves_on("[name=begin]")
        assert list(phone.board()["scores"]) == ["Ann", "Bo", "Cy"]
    held.cut()


class Broken(Held):
    """A way on which a part of the kit doesn't come until it is let go."""

    def passes(self, piece: bytes, source: socket.socket, target: socket.socket) -> bool:
        return not piece.startswith(f"GET {BASE}static/kit-rest".encode()) or self.goes.is_set()


def test_a_phone_that_cannot_fetch_bower_says_so_and_tries_again_at_a_tap(
    browser: Browser, host: Host
) -> None:
    broken = Broken(host)
    for phones in phones_of(browser, broken):
        phone = phones()
        phone.go("/")
        expect(phone.at("#ready")).to_contain_text("couldn’t be put on this phone")
        phone.complaints.clear()
        broken.goes.set()
        phone.tap("text=See an evening")
        phone.page.wait_for_url("**/samples/")
        expect(phone.at("main button")).to_have_count(2)
    broken.cut()


def test_a_form_that_is_sent_twice_makes_one_game_and_another_tab_follows(lasting: Phone) -> None:
    phone = lasting
    evening = EVENINGS["partnership"]
    asks = AtBase(phone)
    told = Told(asks, evening)
    other = phone.tab()
    other.go(told.table)
    told.tell(*evening["entries"][:1])
    expect(other.at(".dock .main")).to_contain_text("Record hand 2")
    key = "00000000-0000-4000-8000-000000000000"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    text = json.dumps({**evening, "entries": []})
    sent = [asks.ask("POST", "/games/imports/", f"key={key}&text={text}", **kind) for _twice in range(2)]
    assert {status for status, _address, _text in sent} == {303}
    assert len({address for _status, address, _text in sent}) == 1
    other.page.close()


def test_the_phone_goes_on_after_its_host_is_gone(phones: Phones, host: Host) -> None:
    phone = phones()
    begin(phone)
    evening = EVENINGS["king-cutthroat"]
    told = Told(AtBase(phone), evening)
    told.tell(*evening["entries"][:2])
    phone.go("/")
    phone.page.context.new_cdp_session(phone.page).send("Page.reload", {"ignoreCache": True})
    expect(phone.at(".keep")).to_contain_text("1 evening, no copy yet")  # not Home as its host drew it
    for path in ("/index.html", "/games/new/buck/index.html"):
        phone.go(path)
        assert phone.page.url == phone.address + path.removesuffix("index.html")
    phone.moves_on("text=Home")
    expect(phone.at(".keep")).to_contain_text("1 evening")
    port = host.port
    host.close()
    try:
        phone.offline = True
        kill_worker(phone)
        told.tell(*evening["entries"][2:])
        phone.go("/")
        expect(phone.at(".keep")).to_contain_text("1 evening, no copy yet")
        phone.go(told.table)
        assert phone.board() == comes_to(evening)
    finally:
        host.open(port)
    phone.context.service_workers[0].evaluate(MEANWHILE)
    phone.go("/")
    phone.go("/")
    expect(phone.at(".keep")).to_contain_text("1 evening, copied 20 Nov")


def test_a_copy_of_everything_comes_back_once(phones: Phones, tmp_path: Path) -> None:
    phone, other = phones(), phones()
    begin(phone)
    evening = EVENINGS["buck"]
    told = Told(AtBase(phone), evening)
    told.tell(*evening["entries"][:3])
    chips = bring(phone, EVENINGS["poker-chips"])
    phone.go("/copy/")
    file = phone.downloaded("text=Save as a file", tmp_path)
    begin(other)
    for said in ("2 games came back.", "0 games came back. 2 were here already."):
        other.go("/copy/")
        other.at("#file").set_input_files(file)
        other.moves_on("text=Bring back")
        expect(other.at("[role=status]").first).to_have_text(said)
    assert record(other, chips) == record(phone, chips)
    told.tell(*evening["entries"][3:])
    assert record(other, told.table)["entries"] == evening["entries"][:3]
    phone.go("/copy/")
    later = phone.downloaded("text=Save as a file", tmp_path)
    other.go("/copy/")
    other.at("#file").set_input_files(later)
    other.moves_on("text=Bring back")
    assert record(other, told.table)["entries"] == evening["entries"]


def test_a_full_phone_gives_its_copy_and_says_what_it_has_no_room_for(lasting: Phone, tmp_path: Path) -> None:
    phone = lasting
    table = bring(phone, EVENINGS["buck"])
    phone.context.service_workers[0].evaluate(FULL)
    phone.go("/copy/")
    file = phone.downloaded("text=Save as a file", tmp_path)
    games = {f"/games/{game['id']}/": game for game in json.loads(file.read_text())["games"]}
    game = games[table]
    other = tmp_path / "other.json"
    new = {**game, "id": game["id"][::-1], "key": "another"}
    other.write_text(json.dumps({"format": "bower.copy/1", "games": [new]}))
    phone.at("#file").set_input_files(other)
    phone.tap("text=Bring back")
    expect(phone.at("#unkept")).to_contain_text("this phone’s storage is full")
    kill_worker(phone)  # there is room again


def test_on_a_phone_full_to_the_last_byte_a_game_is_deleted_for_good(phones: Phones) -> None:
    phone = phones()
    phone.page.goto(f"{phone.address}/manifest.webmanifest")
    quota = {"origin": phone.address.removesuffix(BASE[:-1]), "quotaSize": QUOTA}
    phone.context.new_cdp_session(phone.page).send("Storage.overrideQuotaForOrigin", quota)
    begin(phone)
    gone, stays = bring(phone, EVENINGS["buck"]), bring(phone, EVENINGS["king-cutthroat"])
    phone.go(f"{gone}carry/")
    phone.page.evaluate(FILL)
    phone.open("Delete this game")
    phone.moves_on("text=Delete for good")
    for _killed in range(2):
        phone.go("/")
        expect(phone.at(f"a[href*='{gone}']")).to_have_count(0)
        expect(phone.at(f"a[href*='{stays}']")).to_have_count(1)
        kill_worker(phone)


def test_games_go_over_by_a_code_on_the_screen_and_are_found_by_name_and_month(phones: Phones) -> None:
    phone, other = phones(), phones()
    begin(phone)
    for variant, played_on in (("partnership", "2026-11-19"), ("poker-points", "2026-10-19")):
        table = bring(phone, {**EVENINGS[variant], "played_on": played_on})
        phone.go(f"{table}carry/")
        expect(phone.at("#code svg")).to_be_visible()
        [found] = zxingcpp.read_barcodes(Image.open(BytesIO(phone.page.screenshot())))
        assert found.text.startswith(phone.address + "/#g=")
        other.page.goto(found.text)  # for the second game Home is open already
        expect(other.at("text=The link brought this game")).to_be_visible()
        other.moves_on(".dock .main")
        there = urlsplit(other.page.url).path.removeprefix(BASE[:-1])
        assert record(other, there) == record(phone, table)
        assert other.board() == comes_to(EVENINGS[variant])
        other.go("/")
    other.page.goto(phone.address + "/#g=1.lZJBTsMwEEWv")  # a link that was cut off
    expect(other.at("#unread")).to_be_visible()
    for asked, count in (("november", 1), ("ann", 2), ("nobody", 0)):
        phone.go(f"/games/all/?search={asked}")
        expect(phone.at(".head").first).to_have_text(f"{count} game{'s' * (count != 1)} with {asked}")


def test_a_new_version_comes_in_the_middle_of_a_hand(phones: Phones, host: Host, tmp_path: Path) -> None:
    phone = phones()
    begin(phone)
    evening = EVENINGS["partnership"]
    told = Told(AtBase(phone), evening)
    told.tell(*evening["entries"][:1])
    phone.go(f"{told.table}hands/new/")
    phone.answered('[name=maker][value="1"]')
    before = host.folder
    for count in (1, 2):
        host.folder = updated(before, tmp_path / str(count), "Score sheet", f"Sheet {count}")
        try:
            phone.page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update())")
            phone.tap("text=Use it")
            phone.page.evaluate(TAKEN_OVER)  # Chromium may take minutes if the page is left now
            phone.go(told.table)
            expect(phone.at(".dock")).to_contain_text(f"Sheet {count}")
            expect(phone.at(".dock .main")).to_have_text("Continue hand 2")
            phone.go(f"{told.table}hands/new/")
        finally:
            host.folder = before
    assert record(phone, told.table)["entries"] == evening["entries"][:1]


def test_an_address_of_another_phone_leads_home_where_samples_are_apart_and_go(
    phones: Phones, tmp_path: Path
) -> None:
    phone = phones()
    phone.meant.add(404)
    phone.go("/games/0123456789/")
    expect(phone.at("main")).to_contain_text("This phone has no game at this address.")
    phone.moves_on("text=Home")
    expect(phone.at(".keep")).to_contain_text("Bower keeps score of euchre")
    for sample, shown in (("game", "Record hand 10"), ("evening", "Another game")):
        phone.go("/samples/")
        phone.moves_on(f"[value={sample}]")
        expect(phone.at(".dock .main")).to_contain_text(shown)
    own = bring(phone, EVENINGS["bid-euchre"])
    phone.go("/copy/")
    expect(phone.at("main")).to_contain_text("all 1 game,")
    copied = json.loads(phone.downloaded("text=Save as a file", tmp_path).read_text())
    assert [f"/games/{one['id']}/" for one in copied["games"]] == [own]
    phone.go("/")
    expect(phone.at(".keep")).to_contain_text("1 evening")
    expect(phone.at("main")).not_to_contain_text("sample game")
    phone.go(f"{own}carry/")
    phone.open("Delete this game")
    phone.moves_on("text=Delete for good")
    expect(phone.at(".keep")).to_contain_text("Bower keeps score of euchre")
    phone.go("/samples/")
    phone.moves_on("text=Remove the samples")
    phone.go("/samples/")
    expect(phone.at("main button")).to_have_count(2)


def test_a_game_of_other_rules_stops_no_other_one_and_gives_its_file(phones: Phones, tmp_path: Path) -> None:
    phone = phones()
    begin(phone)
    good = bring(phone, EVENINGS["buck"])
    other = bring(phone, {**EVENINGS["partnership"], "entries": EVENINGS["partnership"]["entries"][:1]})
    over = bring(phone, EVENINGS["king-cutthroat"])
    [_, _, spoiled, _] = other.split("/")
    for table in (over, other):
        phone.page.evaluate(SPOILED, table.split("/")[2])
    kill_worker(phone)
    phone.go("/statistics/")
    expect(phone.at("main")).to_contain_text("1 game, 1 evening")
    phone.go("/")
    expect(phone.at(".keep")).to_contain_text("1 evening")
    expect(phone.at(f"a[href$='{good}recap/']")).to_be_visible()
    phone.moves_on(f"a[href$='{other}']")
    expect(phone.at("main")).to_contain_text("can’t score what was recorded in this game")
    [game] = json.loads(phone.downloaded("text=Save as a file", tmp_path).read_text())["games"]
    assert (game["id"], len(game["rows"])) == (spoiled, 1)
    phone.open("Delete this game")
    phone.moves_on("text=Delete for good")
    expect(phone.at(f"a[href$='{other}']")).to_have_count(0)


def test_a_tap_in_a_long_evening_stores_only_what_it_changed(lasting: Phone) -> None:
    phone = lasting
    hands = [EVENINGS["partnership"]["entries"][0]] * 300
    table = bring(phone, {**EVENINGS["partnership"], "options": {"target": 999}, "entries": hands})
    phone.go(f"{table}hands/new/")
    worker = phone.context.service_workers[0]
    worker.evaluate(LONGEST)
    phone.answered('[name=maker][value="1"]')
    assert worker.evaluate("longest") < 20_000
    kill_worker(phone)
    assert record(phone, table)["entries"] == hands
    phone.go(table)
    expect(phone.at(".dock .main")).to_have_text("Continue hand 301")


def test_pages_of_this_edition_are_in_plain_words(lasting: Phone) -> None:
    from tests.companion.test_plain_words import faults  # needs settings, which a bench has none of

    phone = lasting
    phone.meant |= {404, 503}
    own = bring(phone, EVENINGS["buck"])
    for path in (
        "/",
        "/copy/",
        "/copy/?added=1&known=2&wrong=1",
        "/samples/",
        f"{own}carry/",
        "/join/",
        "/x/",
    ):
        phone.go(path)
        assert faults(" ".join(str(phone.page.evaluate("document.body.textContent")).split())) == []
