"""Over plain HTTP the engine runs in a worker of the page: a dead network ends no evening.

Under a name that isn't the machine's own, so that browsers take it for what it is: no locks, caches, hashes.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import PLAIN_HOST, phones_of
from tests.browser.offline import everything_sent, kept, until, waits
from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.rooms import record_hand, start
from tests.browser.test_in_place import HAS_ROOMS, MARK, STAYS
from tests.games.entries import Record, hand
from tests.serving import Bower

pytestmark = pytest.mark.browser

GAME: Record = {
    "format": "bower.game/1",
    "variant": "partnership",
    "players": ["Ann", "Bo", "Cy", "Dee"],
    "dealer": "Ann",
    "entries": [],
}
HANDS = [
    hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0}),
    hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
    hand("Cy", "clubs", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
]
BARE = "!isSecureContext && !navigator.serviceWorker && !window.caches && !navigator.locks && !crypto.subtle"
BY_PHONE = "(path) => fetch(path).then(({ headers }) => headers.has('From-Phone'))"
RECORD = "(path) => fetch(`${path}recap.json`).then((answer) => answer.text())"
LAST = "/static/wall."  # of the kit's files
STORE = Path(settings.BASE_DIR, "static", "worker", "store.js")
REMOVES = """async (commit, one) => {
  const store = "worker-rows", key = "x1", rows = (version) => ({ version, revision: 0 });
  const found = [];
  for (const version of [2, 1]) {
    await commit([{ store, key, value: rows(version) }]);
    await commit([{ store, key, value: null, was: rows(1) }]);
    found.push((await one(store, key))?.version ?? null);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def household(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    served = Bower(tmp_path_factory.mktemp("household"), ALLOWED_HOSTS=f"127.0.0.1,{PLAIN_HOST}")
    served.start()
    yield served
    served.stop()
    assert "Traceback" not in served.told


@pytest.fixture
def network(household: Bower) -> Iterator[Proxy]:
    made = Proxy(household.port)
    yield made
    made.cut()


@pytest.fixture
def phone(browser: Browser, household: Bower, network: Proxy) -> Iterator[Phone]:
    for make in phones_of(browser, household):
        made = make()
        made.address = f"http://{PLAIN_HOST}:{network.port}"
        yield made


def at_table(phone: Phone) -> str:
    """A table whose pages the phone draws itself."""
    fetched: list[str] = []
    phone.page.on("requestfinished", lambda one: fetched.append(one.url))
    table = start(phone, GAME)
    assert phone.page.evaluate(BARE)
    by_phone(phone, table)
    until(phone, lambda: any(LAST in url for url in fetched))
    return table


def by_phone(phone: Phone, table: str) -> None:
    until(phone, lambda: bool(phone.page.evaluate(BY_PHONE, table)))
    until(phone, lambda: bool(phone.page.evaluate(HAS_ROOMS)))


def entries(phone: Phone, table: str) -> list[object]:
    return list(json.loads(phone.page.evaluate(RECORD, table))["entries"])


def test_an_evening_goes_on_without_a_network_while_its_page_is_open(phone: Phone, network: Proxy) -> None:
    table = at_table(phone)
    phone.page.evaluate(MARK)
    record_hand(phone, "partnership", HANDS[0])
    until(phone, lambda: not waits(phone))
    network.cut()
    phone.offline = True
    phone.moves_on(".dock .main")
    expect(phone.at("#stays")).to_contain_text("keep it open")
    phone.page.go_back()
    expect(phone.at("#board")).to_be_visible()
    record_hand(phone, "partnership", HANDS[1])
    record_hand(phone, "partnership", HANDS[2])
    expect(phone.at("#live")).to_contain_text("2 hands waiting")
    phone.moves_on("button:text('Undo hand 3')")
    phone.moves_on("#dock a[href$='/hands/#last']")
    expect(phone.at("#sheet")).to_contain_text("hearts")
    phone.moves_on(".bar > a:has-text('Table')")
    phone.tap(".bar > a")
    expect(phone.at("#stays")).to_contain_text("needs a network")
    phone.open("More")
    phone.tap("a[href$='/board/']")  # a page of another kind, which only the browser could open
    phone.page.wait_for_timeout(1_000)
    expect(phone.at("#stays")).to_contain_text("needs a network")
    assert phone.page.evaluate(STAYS)
    network.mend()
    everything_sent(phone)
    assert entries(phone, table) == HANDS[:2]
    assert phone.page.evaluate(STAYS)


def test_two_pages_of_a_phone_lose_nothing_and_the_next_one_sends_what_a_closed_one_kept(
    phone: Phone, network: Proxy
) -> None:
    table = at_table(phone)
    other = phone.tab()
    other.go(table)
    by_phone(other, table)
    network.cut()
    phone.offline = other.offline = True
    record_hand(phone, "partnership", HANDS[0])
    record_hand(other, "partnership", HANDS[1])
    assert len([one for one in waits(other) if one["what"] == "entry"]) == 2
    network.mend()
    everything_sent(other)
    assert entries(other, table) == HANDS[:2]
    phone.page.close()
    network.cut()
    record_hand(other, "partnership", HANDS[2])
    assert len(waits(other)) >= 1
    third = other.tab()
    third.offline = True
    other.page.close()
    network.mend()
    third.go("/")
    until(third, lambda: not waits(third))
    assert entries(third, table) == HANDS


def test_without_its_engine_the_page_asks_the_server(phone: Phone) -> None:
    def nothing(route: Route) -> None:
        route.fulfill(body="throw new Error('no engine')", content_type="text/javascript")

    phone.context.route("**/worker.js", nothing)
    table = start(phone, GAME)
    record_hand(phone, "partnership", HANDS[0])
    assert not phone.page.evaluate(BY_PHONE, table)
    assert kept(phone, "outbox") == []
    assert entries(phone, table) == HANDS[:1]


def test_rows_that_another_page_has_stored_meanwhile_are_not_removed(phone: Phone) -> None:
    phone.go("/rules/")
    source = STORE.read_text(encoding="utf-8")
    found = phone.page.evaluate(
        f"() => {{ const HERE = '/x/', KIT = {{}}; {source}; return ({REMOVES})(commit, one); }}"
    )
    assert found == [2, None]
