"""What may happen to a phone without a network: nothing said is lost, and nothing is written twice."""

import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserType, expect

from tests import available
from tests.browser.conftest import QUIET, Phones, phones_of
from tests.browser.group_scenes import someone
from tests.browser.offline import entries_waiting, everything_sent, kept, kill_worker, until, waits
from tests.browser.phone import HEIGHT, LANGUAGE, WIDTH, Phone
from tests.browser.pocket import Forgetful, InPage, TellerInPage, Told, bring_along, ready, without
from tests.browser.proxy import Proxy
from tests.browser.rooms import comes_to, put_in
from tests.effort import examples
from tests.entering import hand_fields
from tests.games.entries import Entry, bought, hand
from tests.load.torture import faketime
from tests.serving import Bower

pytestmark = pytest.mark.browser

FOUR = ["Ann", "Bo", "Cy", "Dee"]
TEAMS = ["Ann & Cy", "Bo & Dee"]
EUCHRE = {
    "variant": "partnership",
    "players": FOUR,
    "dealer": "Ann",
    "options": {"target": 50},
    "entries": [],
}


def taken(maker: str, trump: str, tricks: int) -> Entry:
    return hand(maker, trump, tricks={TEAMS[0]: tricks, TEAMS[1]: 5 - tricks})


FIVE_HANDS = [
    taken("Ann", "spades", 3),
    taken("Bo", "hearts", 2),
    taken("Cy", "clubs", 5),
    taken("Dee", "diamonds", 4),
    taken("Ann", "hearts", 3),
]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Bower]:
    """A Bower that may be killed, whose clock is a day ahead; it runs again in the end."""
    clocks = faketime()
    if not clocks:
        pytest.skip("needs the package faketime")
    served = Bower(tmp_path / "mortal", LD_PRELOAD=clocks, FAKETIME="+1d", DATABASE_URL="")
    served.folder.mkdir()
    served.start()
    yield served
    served.stop()
    assert "Traceback" not in served.told


def record_all(phone: Phone, entries: list[Entry]) -> None:
    """Record hands from the table on, the first one by thumb."""
    TellerInPage(phone, {**EUCHRE, "entries": entries}).tell(entries)


def in_chromium(browser_type: BrowserType, folder: Path, address: str) -> Phone:
    """A phone with a browser of its own, which keeps what it knows in *folder*."""
    context = browser_type.launch_persistent_context(
        str(folder),
        args=QUIET,
        executable_path=available.chromium(),
        viewport={"width": WIDTH, "height": HEIGHT},
        is_mobile=True,
        has_touch=True,
        reduced_motion="reduce",
        locale=LANGUAGE,
    )
    phone = Phone(context, address)
    phone.offline = True
    return phone


def dies(folder: Path) -> None:
    """As with an empty battery: every process of the browser over this folder is killed."""
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):  # others end by themselves meanwhile
            if process.name.isdigit() and str(folder).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
    deadline = time.monotonic() + 10
    while (folder / "SingletonLock").is_symlink() and time.monotonic() < deadline:
        (folder / "SingletonLock").unlink(missing_ok=True)


def test_five_hands_outlive_a_dead_browser_and_a_clock_that_is_wrong_by_a_day_moves_none(
    browser_type: BrowserType, mortal: Bower, tmp_path: Path
) -> None:
    phone = in_chromium(browser_type, tmp_path / "browser", mortal.address)
    table = bring_along(phone, EUCHRE)
    phone.context.close()  # Chromium writes cookies down now, or half a minute after they came
    phone = in_chromium(browser_type, tmp_path / "browser", mortal.address)
    phone.go(table)
    ready(phone, table)
    mortal.kill()
    phone.go(table)
    record_all(phone, FIVE_HANDS)
    assert entries_waiting(phone) == FIVE_HANDS
    dies(tmp_path / "browser")
    mortal.start()
    again = in_chromium(browser_type, tmp_path / "browser", mortal.address)
    again.go(table)
    everything_sent(again)
    assert again.entries(table) == FIVE_HANDS
    rows = json.loads(InPage(again).ask("GET", table + "rows/", Accept="application/json")[2])["rows"]
    times = [datetime.fromisoformat(row[3]) for row in rows]
    now = datetime.now(UTC) + timedelta(days=1)
    assert all(now - timedelta(minutes=5) < at <= now for at in times)
    assert all(early < late for early, late in pairwise(times))
    again.context.close()


# As if another worker still sent what waits: this one only looks for rows.
SENDS = "() => { navigator.locks.request('bower-flush', () => new Promise(() => {})); }"


def test_a_save_and_a_game_whose_answers_are_lost_are_one_hand_and_the_phones_own_game(
    pockets: Phones, bower: Bower
) -> None:
    lost: set[int] = set()
    way = Forgetful(bower, lambda number: number in lost)
    phone = pockets()
    phone.address = way.address
    table = bring_along(phone, EUCHRE)
    phone.moves_on(".dock .main")
    phone.say(hand_fields("partnership", FIVE_HANDS[0], phone.seats))
    lost.add(way.posts + 1)
    phone.save()
    everything_sent(phone)
    assert phone.entries(table) == FIVE_HANDS[:1]

    # The group of this table sees the next game too, but is not its host.
    other = phone.context.new_page()
    other.goto(way.address + "/rules/")
    lost |= {way.posts + 1, way.posts + 2}  # of the form, and of the phone's own game
    told = Told(InPage(phone), {"format": "bower.game/1", "options": {}, **EUCHRE})
    until(phone, lambda: way.posts >= max(lost))
    other.evaluate(SENDS)
    kill_worker(phone)
    phone.go(told.table)
    phone.page.wait_for_timeout(2000)
    other.close()
    phone.go(told.table)
    everything_sent(phone)
    told.tell(FIVE_HANDS[0])
    assert phone.entries(told.table) == FIVE_HANDS[:1]
    phone.go(told.table + "share/")
    expect(phone.at("main")).to_contain_text("Scorekeeper")
    way.close()


class Pair:
    """Ann's phone, and Bo's with the worker, which has a network of its own."""

    def __init__(self, ann: Phone, bo: Phone, network: Proxy) -> None:
        self.ann, self.bo, self.network = ann, bo, network

    def table(self, entries: int = 0) -> str:
        """A new table of Ann's, with so many hands, that Bo's phone has too."""
        table = self.ann.bring_in({**EUCHRE, "entries": FIVE_HANDS[:entries]})
        page = self.ann.fetch(f"{table}share/?role=scorekeeper")
        link = next(part for part in page.split('"') if "/J/" in part)
        self.bo.go("/J/" + link.rpartition("/J/")[2])
        ready(self.bo, table, entries)
        return table


@pytest.fixture(scope="module")
def both(browser: Browser, on_sqlite: Bower) -> Iterator[Pair]:
    """The same two phones for several tables: to install the worker takes longer than what is asked."""
    network = Proxy(on_sqlite.port)
    for near in phones_of(browser, on_sqlite):
        ann = near(service_workers="block")
        for far in phones_of(browser, network):
            bo = far()
            bo.offline = True
            yield Pair(ann, bo, network)
    network.cut()


@pytest.fixture
def pair(both: Pair) -> Iterator[Pair]:
    yield both
    both.ann.page.goto("about:blank")
    both.bo.page.goto("about:blank")


def of(table: str, phone: Phone) -> list[dict[str, Any]]:
    """What of this table is to be sent."""
    return [item for item in waits(phone) if item["table"] == table.split("/")[2]]


def is_stopped(table: str, phone: Phone) -> bool:
    return any(item.get("stopped") for item in of(table, phone))


def is_set_aside(table: str, phone: Phone) -> bool:
    return all(item.get("aside") for item in of(table, phone))


@pytest.mark.parametrize("same", [True, False])
def test_two_phones_record_the_same_hand_and_one_is_offline(pair: Pair, same: bool) -> None:
    ann, bo, table = pair.ann, pair.bo, pair.table()
    with without(pair.network):
        bo.go(table)
        record_all(bo, FIVE_HANDS[:2])
        put_in(ann, table, "partnership", FIVE_HANDS[0])
    bo.go(table)
    until(bo, lambda: is_stopped(table, bo))
    bo.go(table + "waiting/")
    expect(bo.at("main")).to_contain_text("hand")
    bo.go(table + "waiting/conflict/")
    choice = "same" if same else "next"
    bo.moves_on(f"button[name={choice}]")
    until(bo, lambda: is_set_aside(table, bo))
    expected = FIVE_HANDS[:2] if same else [FIVE_HANDS[0], *FIVE_HANDS[:2]]
    assert ann.entries(table) == expected


def taps(phone: Phone, table: str, **fields: str) -> None:
    phone.go(table + "hands/new/")
    phone.say(fields)


@pytest.mark.parametrize(("button", "maker"), [("mine", "2"), ("theirs", "1")])
def test_two_phones_tap_one_hand_and_one_of_them_is_offline(pair: Pair, button: str, maker: str) -> None:
    ann, bo, table = pair.ann, pair.bo, pair.table()
    with without(pair.network):
        taps(bo, table, trump="hearts", maker="2")
        taps(ann, table, maker="1")
    bo.page.evaluate("dispatchEvent(new Event('online'))")
    look = bo.at("a:text('Look at both')")
    expect(look).to_be_visible()  # the page goes there by itself
    bo.moves_on(look)
    expect(bo.at(".versus .differ").first).to_contain_text("Bo")
    bo.moves_on(f"button[name={button}]")
    until(bo, lambda: is_set_aside(table, bo))
    for phone in (ann, bo):
        phone.go(table + "hands/new/")
        expect(phone.at(f"[name=maker][value='{maker}']")).to_be_checked()
    assert len(of(table, bo)) == (button == "theirs"), "what gave way is set aside"


def test_a_forgotten_name_leaves_a_phone_that_had_the_game(pair: Pair) -> None:
    ann, bo, table = pair.ann, pair.bo, pair.table(2)
    group = re.findall(r"/groups/[0-9a-z]{10}/", ann.fetch("/"))[0]
    person = someone(ann, group, "Ann").partition("?")[0].removesuffix("edit/")
    with without(pair.network):
        ann.go(person + "forget/")
        ann.moves_on("button[form=forget]")
        ann.moves_on("button:text('Yes, forget')")
    bo.go(table)
    name = table.split("/")[2]
    until(bo, lambda: "Player 1" in str([kept(bo, store, name) for store in ("worker-rows", "tables")]))
    with without(pair.network):
        bo.go(table + "hands/")
        expect(bo.at("main")).to_contain_text("Player 1")
    assert "Ann" not in str(kept(bo, "tables", name))


def test_a_correction_offline_of_a_hand_corrected_online_asks(pair: Pair) -> None:
    ann, bo, table = pair.ann, pair.bo, pair.table(2)
    with without(pair.network):
        for phone, tricks in ((bo, "5"), (ann, "4")):
            phone.go(table + "entries/1/")
            phone.say({"tricks": tricks})
            phone.save()
    bo.go(table)
    until(bo, lambda: is_stopped(table, bo))
    assert ann.entries(table)[0]["tricks"][TEAMS[0]] == 4
    assert len(of(table, bo)) == 1


HANDS = examples(300)  # all of them under HYPOTHESIS_PROFILE=thorough
SAVED = """async ([path, fields]) => {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return answer.type === "opaqueredirect" ? "saved" : await answer.text();
}"""


def test_hundreds_of_hands_for_chips_wait_and_arrive(pockets: Phones, network: Proxy) -> None:
    phone = pockets()
    phone.go("/")
    ready(phone)
    header = {"variant": "poker-chips", "players": FOUR[:3], "dealer": "Ann", "options": {}}
    told = Told(InPage(phone), {"format": "bower.game/1", **header})
    told.tell(*(bought(name, 500) for name in FOUR[:3]))
    phone.go(told.table)
    ready(phone, told.table, 3)
    with without(network):
        phone.go(told.table + "hands/new/")
        token = phone.at("#hand [name=csrfmiddlewaretoken]").first.input_value()
        for number in range(HANDS):
            first, second = number % 3, (number + 1) % 3
            said = {"maker": first, "trump": "spades", "telling": "totals", "level": 1}
            said |= {f"tricks-{first}": 10, f"tricks-{second}": 6, f"tricks-{3 - first - second}": 0}
            said |= {"key": str(uuid4()), "seen": number + 3, "opened": number + 3, "save": 1}
            said |= {f"seat-{at}": name for at, name in enumerate(FOUR[:3])}
            said["csrfmiddlewaretoken"] = token
            assert phone.page.evaluate(SAVED, [told.table + "hands/", said]) == "saved"
        assert len(entries_waiting(phone)) == HANDS
        phone.go(told.table)
        shown = phone.board()
    phone.go(told.table)
    everything_sent(phone)
    found = phone.entries(told.table)
    assert len(found) == HANDS + 3
    assert shown == comes_to({**header, "entries": found})
