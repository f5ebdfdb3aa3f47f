"""Firefox and WebKitGTK at the table: without a network nothing is lost, and with one each follows.

Each is started once and killed once: a start takes longer than what is asked.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.driven import Driven, Firefox, WebKit, until
from tests.browser.offline import Lossy
from tests.browser.phone import BOARD, READ, Phone, value
from tests.browser.rooms import comes_to, record_hand
from tests.browser.test_without_server import CONTROLLED
from tests.edition import BASE, Host, edition
from tests.entering import hand_fields
from tests.games.entries import Record, hand
from tests.serving import Bower

pytestmark = [pytest.mark.browser, pytest.mark.others, pytest.mark.long]

TEAMS = ["Ann & Cy", "Bo & Dee"]
GAME: Record = {
    "format": "bower.game/1",
    "variant": "partnership",
    "players": ["Ann", "Bo", "Cy", "Dee"],
    "dealer": "Ann",
    "options": {"target": 5},
    "entries": [],
}
HANDS = [
    hand("Ann", "spades", tricks={TEAMS[0]: 5, TEAMS[1]: 0}),
    hand("Bo", "hearts", tricks={TEAMS[0]: 2, TEAMS[1]: 3}),
    hand("Dee", "clubs", tricks={TEAMS[0]: 4, TEAMS[1]: 1}),
    hand("Cy", "diamonds", tricks={TEAMS[0]: 3, TEAMS[1]: 2}),
]

FROM_BOWER = """async (path) => {
  const answer = await fetch(path, { cache: "no-store" });
  if (!answer.ok || answer.headers.has("From-Phone")) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}"""
SENT = """async ([path, fields]) => {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  return new URL(answer.url).pathname;
}"""
SETTLED = """async ([name, value]) => {
  const field = [...document.getElementsByName(name)].find((one) => one.value === value);
  return field.checked && !document.querySelector(".htmx-request");
}"""
ONLINE = "async () => { dispatchEvent(new Event('online')); }"


@pytest.fixture(params=[Firefox, WebKit])
def driven(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driven]:
    made: Driven = request.param(tmp_path)
    made.starts()
    yield made
    made.dies()


@pytest.fixture
def network(bower: Bower) -> Iterator[Lossy]:
    made = Lossy(bower.port)
    yield made
    made.cut()


def brought_in(browser: Driven) -> str:
    """Start the game on this device; the address of its table, where the page then is."""
    browser.go("/")
    home = browser.ask(FROM_BOWER, "/")
    form = {name: value(home, name) for name in ("csrfmiddlewaretoken", "key")}
    table = str(browser.ask(SENT, ["/games/imports/", {**form, "text": json.dumps(GAME)}]))
    browser.go(table)
    return table


def record(browser: Driven, entry: Mapping[str, Any]) -> None:
    """Record a hand by its form, from the table and back to it."""
    browser.moves_on(".dock .main")
    for name, text in hand_fields("partnership", entry, GAME["players"]).items():
        browser.tap(f"[name='{name}'][value='{text}']")
        is_settled(browser, name, text)
    browser.moves_on("button[name=save]")


def is_settled(browser: Driven, name: str, text: str) -> None:
    def it_is_settled() -> bool:
        return bool(browser.ask(SETTLED, [name, text]))

    until(it_is_settled)


def kept(browser: Driven, store: str, key: str | None = None) -> Any:
    """A record that the browser has stored; without a key all of a store."""
    return browser.ask(f"async (asked) => ({READ})(asked)", [store, key])


def takes_along(browser: Driven, table: str) -> None:
    """Wait until the worker has the rows of the table; it then answers for each page that is opened.

    A page that WebKit loads while its worker becomes active may never be told of it: that one it doesn't
    control.
    """

    def is_taken_along() -> bool:
        return bool(kept(browser, "worker-mark", table.split("/")[2]))

    until(is_taken_along)


def everything_is_sent(browser: Driven) -> None:
    """The network is there again; wait until nothing waits any more."""

    def nothing_waits() -> bool:
        return not kept(browser, "outbox")

    browser.ask(ONLINE)
    until(nothing_waits)


def says(browser: Driven, words: str) -> None:
    """Wait until the sign under the head says this."""

    def it_says_so() -> bool:
        return browser.text("#live") == words

    until(it_says_so)


def after(entries: int) -> dict[str, Any]:
    """What a table shows after so many hands."""
    return comes_to({**GAME, "entries": HANDS}, entries)


def shows(browser: Driven, entries: int) -> None:
    """Wait until the page shows what so many hands come to."""

    def it_shows_that() -> bool:
        return bool(browser.ask(f"async () => ({BOARD})()") == after(entries))

    until(it_shows_that)


def test_an_evening_in_another_browser(driven: Driven, phones: Phones, bower: Bower, network: Lossy) -> None:
    follows_and_is_followed(driven, phones(), bower)
    goes_on_after_its_host(driven)
    outlives_a_dead_browser_and_is_sent_once(driven, network)


def outlives_a_dead_browser_and_is_sent_once(browser: Driven, network: Lossy) -> None:
    browser.address = network.address
    table = brought_in(browser)
    takes_along(browser, table)
    network.cut()
    browser.go(table)
    record(browser, HANDS[0])
    says(browser, "offline – 1 hand waiting")
    record(browser, HANDS[1])
    browser.go(table)
    says(browser, "offline – 2 hands waiting")
    browser.dies()
    browser.starts()
    browser.go(table)
    says(browser, "offline – 2 hands waiting")
    record(browser, HANDS[2])
    shows(browser, 3)
    network.mend()
    everything_is_sent(browser)
    assert network.lost, "the first answer arrived"
    assert json.loads(browser.ask(FROM_BOWER, table + "recap.json"))["entries"] == HANDS[:3]
    browser.go(table)
    shows(browser, 3)


def follows_and_is_followed(browser: Driven, phone: Phone, bower: Bower) -> None:
    """A game on both this browser and Chromium: each shows at once what the other records."""
    browser.address = bower.address
    table = brought_in(browser)
    share = browser.ask(FROM_BOWER, f"{table}share/?role=scorekeeper")
    phone.go("/J/" + next(part for part in share.split('"') if "/J/" in part).rpartition("/J/")[2])
    for number, entry in enumerate(HANDS, 1):
        if number % 2:
            expect(phone.at("#live")).to_have_text("live")
            record(browser, entry)
        else:
            says(browser, "live")
            record_hand(phone, "partnership", entry)
        shows(browser, number)
        until(lambda number=number: phone.board() == after(number))  # type: ignore[misc]
    assert after(len(HANDS))["winners"]


def goes_on_after_its_host(browser: Driven) -> None:
    """Without a server an evening goes on after its host is gone."""
    host = Host(edition())
    browser.address = host.address
    browser.go("/")
    browser.ask(CONTROLLED)
    form = {"key": str(uuid4()), "text": json.dumps(GAME)}
    table = str(browser.ask(SENT, [f"{BASE}games/imports/", form])).removeprefix(BASE[:-1])
    browser.go(table)
    record(browser, HANDS[0])
    host.close()
    browser.go(table)
    record(browser, HANDS[1])
    shows(browser, 2)
    browser.go("/")
    until(lambda: "1 evening, no copy yet" in browser.text(".keep"))
