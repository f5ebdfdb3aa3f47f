"""With a network: what the phone answers itself, what its stream brings, what the server is still asked."""

import re
import time
from collections.abc import Iterator, Mapping
from socket import socket
from threading import Event

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phones, phones_of
from tests.browser.evenings import BEFORE, evening
from tests.browser.offline import (
    IN_POCKET,
    OUT_OF_POCKET,
    SOONER,
    everything_sent,
    kept,
    kill_worker,
    takes_along,
    until,
)
from tests.browser.phone import MEANT, Phone
from tests.browser.pocket import ready
from tests.browser.proxy import Proxy
from tests.browser.rooms import record_hand, written
from tests.entering import hand_fields
from tests.games.entries import Entry, hand
from tests.pocket.settled import settled
from tests.serving import Bower

pytestmark = [pytest.mark.browser, pytest.mark.worker]

MARCH = hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0})
EUCHRED = hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2})
REDEAL: Entry = {"kind": "hand", "result": "redeal"}
LATE = 5  # seconds
SENT = 600  # milliseconds in which a tap is sent, and the page hears of it
REQUESTS = 6  # of a hand: its taps, the save, what follows
TO_THE_BETTING = ("dealt", "spades", "order", "taken")
ROOMS = ("", "hands/new/", "hands/", "entries/1/", "recap/", "adjustments/", "board/")
OF_PAGE = ", of the page"  # it was no tap
UPDATE = "GET /worker.js"  # the browser looks for a new version
LOOKS = 100  # at what is stored, while what was held comes
IDLE = 1_500  # milliseconds after which the worker has fetched what a page made it fetch
SAYS = """([table, version]) => navigator.serviceWorker.controller.postMessage(
  { wants: "rows", table, tag: `W/"${version}-0123456789ab"` })"""
POSTS = "(path) => fetch(path, { method: 'POST', body: new URLSearchParams() }).then(({ status }) => status)"
CURRENT = """async (page) => {
  const answer = await fetch(page, { headers: { Accept: "text/html" } });
  return answer.headers.has("From-Phone") ? await answer.text() : "";
}"""


# What the scripts of a page ask from now on: of whomever (method and path), and what of it by a message.
ASKS = """() => {
  const asks = window.fetch, { controller } = navigator.serviceWorker;
  const post = controller.postMessage.bind(controller);
  window.asked = [];
  window.inMessages = [];
  controller.postMessage = (message, ports) => {
    if (message.ask) inMessages.push(`${message.ask.method} ${new URL(message.ask.address).pathname}`);
    post(message, ports);
  };
  window.fetch = (input, given = {}) => {
    asked.push(`${given.method ?? "GET"} ${new URL(input.url ?? input, location).pathname}`);
    return asks(input, given);
  };
  document.addEventListener("bower:room", () => { window.askedBefore = [...asked]; });
}"""
# The worker hears of nothing that the page asks it, which waits a fortieth of its time for an answer.
DEAF = """() => {
  const { controller } = navigator.serviceWorker, post = controller.postMessage.bind(controller);
  const later = setTimeout, sooner = (then, pause) => then.name === "done" ? pause / 40 : pause;
  controller.postMessage = (message, ports) => message.ask || post(message, ports);
  window.setTimeout = (then, pause, ...given) => later(then, sooner(then, pause), ...given);
}"""

ONLINE = "dispatchEvent(new Event('online'))"
# What the server says next to the worker comes once it is let through.
HELD = """() => {
  const { fetch } = self;
  const gate = new Promise((done) => { self.letThrough = done; });
  self.fetch = async (...given) => {
    self.fetch = fetch;
    const answer = await fetch(...given);
    self.isHeld = true;
    await gate;
    return answer;
  };
}"""


class Counted(Proxy):
    """A network that notes what is asked of Bower, streams apart.

    lag: seconds by which pokes are late. What the phone recorded passes while *gate* is open,
    the answer to it while *answers* is, all else while *way* is.
    """

    def __init__(self, port: int) -> None:
        self.asked: list[str] = []
        self.lag = 0
        self.gate, self.answers, self.way = Event(), Event(), Event()
        self.hung: set[socket] = set()
        self.opens()
        super().__init__(port)

    def opens(self) -> None:
        for one in (self.gate, self.answers, self.way):
            one.set()

    def passes(self, piece: bytes, source: socket, target: socket) -> bool:
        self.way.wait()
        head = piece.partition(b"\r\n")[0].decode("latin-1")
        if head.endswith("HTTP/1.1") and "/live" not in head:
            self.asked.append(head.removesuffix(" HTTP/1.1") + OF_PAGE * (b"asks: 1\r\n" in piece.lower()))
        if b"/outbox/ HTTP" in piece:
            self.gate.wait()
            self.hung.add(source)
        elif target in self.hung:
            self.answers.wait()
        if b"event: poke" in piece:
            time.sleep(self.lag)
        return True


@pytest.fixture(scope="module")
def way(on_sqlite: Bower) -> Iterator[Counted]:
    made = Counted(on_sqlite.port)
    yield made
    made.opens()
    made.cut()


@pytest.fixture
def network(way: Counted) -> Iterator[Counted]:
    yield way
    way.opens()
    way.lag = 0


@pytest.fixture(scope="module")
def lasting(browser: Browser, way: Counted) -> Iterator[Phone]:
    """One phone with the worker, for all tests: to install it takes longer than most of them."""
    for phones in phones_of(browser, way):
        phone = phones()
        phone.offline = True
        phone.go("/")
        ready(phone)
        yield phone


@pytest.fixture
def phone(lasting: Phone, network: Counted) -> Iterator[Phone]:
    """The phone, which each test takes to a table of its own."""
    lasting.meant = set(MEANT)
    yield lasting
    network.opens()
    for page in lasting.context.pages:
        if page != lasting.page:
            page.close()
    lasting.page.goto("about:blank")


def at_table(phone: Phone, variant: str = "partnership", entries: int = 0) -> str:
    """At a table that the phone has, and of which its stream told."""
    table = phone.bring_in(evening(variant, entries))
    phone.go(table)
    takes_along(phone, table)
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    return table


def saves(phone: Phone, bower: Bower, table: str, entry: Entry) -> None:
    """The same device records a hand past this phone and its network: it hears of it as of another one's."""

    def ask(path: str, form: Mapping[str, str]) -> tuple[int, str]:
        asks, address = phone.context.request, bower.address + path
        if form:
            answer = asks.post(address, form=dict(form), max_redirects=0, max_retries=1)
        else:
            answer = asks.get(address, max_retries=1)
        return answer.status, answer.text()

    written("partnership", entry, table, ask)


def at_hand_form(phone: Phone) -> str:
    """On the hand form of such a table, which asks the worker itself; the address of the table."""
    table = at_table(phone)
    phone.go(table + "hands/new/")
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    until(phone, lambda: bool(phone.page.evaluate("Boolean(window.askWorker)")))
    return table


def test_what_another_phone_saved_is_drawn_without_a_request(
    phone: Phone, bower: Bower, network: Counted
) -> None:
    table = at_table(phone)
    before = kept(phone, "worker-mark", table.split("/")[2])["version"]
    phone.page.wait_for_timeout(IDLE)
    network.asked.clear()
    saves(phone, bower, table, MARCH)
    expect(phone.at("main .score").first).to_have_text("2")
    phone.page.evaluate(SAYS, [table.split("/")[2], before])
    phone.page.wait_for_timeout(IDLE)
    assert [one for one in network.asked if one != UPDATE] == []


def test_rows_that_come_late_are_not_laid_over_newer_ones(phone: Phone, bower: Bower) -> None:
    table = at_table(phone)
    name = table.split("/")[2]
    record_hand(phone, "partnership", EUCHRED)
    everything_sent(phone)
    worker = phone.context.service_workers[0]
    phone.page.wait_for_timeout(IDLE)
    worker.evaluate(HELD)
    phone.page.evaluate(SAYS, [name, "9.0"])
    until(phone, lambda: bool(worker.evaluate("self.isHeld")))
    saves(phone, bower, table, MARCH)
    until(phone, lambda: kept(phone, "worker-mark", name)["version"].startswith("2."))
    worker.evaluate("letThrough()")
    seen = {kept(phone, "worker-mark", name)["version"][:2] for _look in range(LOOKS)}
    assert seen == {"2."}
    assert len(kept(phone, "tables", name)["rows"]) == 2


def test_a_save_is_on_the_next_page_before_the_stream_tells_of_it(phone: Phone, network: Counted) -> None:
    table = at_table(phone)
    phone.go(table + "hands/new/")
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    network.lag = LATE
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    phone.save()
    assert phone.at("main .score").first.inner_text() == "2"


def test_an_own_tap_is_drawn_once_and_on_another_page_of_this_phone_too(phone: Phone) -> None:
    table = at_table(phone)
    other = phone.tab()
    for page in (phone, other):
        page.go(table + "hands/new/")
        until(page, lambda: bool(phone.page.evaluate(CURRENT, table)))
    phone.page.bring_to_front()
    phone.page.wait_for_timeout(IDLE)
    phone.page.evaluate(ASKS)
    phone.tap("[name=trump][value=hearts]")
    expect(other.at("[name=trump][value=hearts]")).to_be_checked()
    phone.page.wait_for_timeout(IDLE)
    assert phone.page.evaluate("asked") == [f"POST {table}hands/"]


def test_the_worker_answers_the_page_itself_and_a_save_with_the_room_after_it(phone: Phone) -> None:
    table = at_hand_form(phone)
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    everything_sent(phone)  # what the server tells of a tap could come at the moment of the save
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    phone.page.evaluate(ASKS)
    phone.save()
    assert phone.at("main .score").first.inner_text() == "2"
    assert f"POST {table}hands/" in phone.page.evaluate("inMessages")
    assert f"GET {table}" not in phone.page.evaluate("askedBefore")


def test_what_the_worker_leaves_unanswered_is_sent_as_a_request(phone: Phone) -> None:
    table = at_hand_form(phone)
    phone.page.evaluate(DEAF)
    phone.say({"maker": "0", "trump": "spades"})
    expect(phone.at("[name=trump][value=spades]")).to_be_checked()
    phone.say({"tricks": "5"})
    phone.save()
    expect(phone.at("main .score").first).to_have_text("2")
    assert [one["trump"] for one in phone.entries(table)] == ["spades"]


def test_every_room_is_what_the_server_answers(phone: Phone) -> None:
    table = at_table(phone)
    record_hand(phone, "partnership", EUCHRED)
    everything_sent(phone)
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    for room in ROOMS:
        drawn = phone.page.evaluate(CURRENT, table + room)
        assert settled(drawn) == settled(phone.fetch(table + room)), room


# A page of the network that is newer than anything, and after it a poke from before it.
OUT_OF_ORDER = """async ([table, version]) => {
  const { controller } = navigator.serviceWorker, { port1, port2 } = new MessageChannel();
  controller.postMessage({ wants: "rows", table, tag: 'W/"99.0-0123456789ab"' });
  controller.postMessage({ wants: "hear", table, version, lasts: 20000 }, [port2]);
  await new Promise((done) => { port1.onmessage = done; });
}"""


def test_the_phone_draws_no_page_that_is_older_than_the_one_that_was_shown(phone: Phone) -> None:
    table = at_table(phone)
    name = table.split("/")[2]
    phone.page.evaluate(OUT_OF_ORDER, [name, kept(phone, "worker-mark", name)["version"]])
    assert not phone.page.evaluate(CURRENT, table)


def test_a_page_says_nothing_of_what_this_phone_changed_after_it(phone: Phone) -> None:
    table = at_table(phone)
    name = table.split("/")[2]
    phone.meant.add(403)
    phone.page.evaluate(SAYS, [name, kept(phone, "worker-mark", name)["version"]])
    assert phone.page.evaluate(POSTS, table + "links/") == 403  # only the server answers there
    phone.page.wait_for_timeout(IDLE)
    assert not phone.page.evaluate(CURRENT, table)


def test_taps_and_a_save_are_answered_before_they_reach_the_server(phone: Phone, network: Counted) -> None:
    table = at_table(phone)
    phone.go(table + "hands/new/")
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    network.asked.clear()
    network.gate.clear()
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    expect(phone.at(".dock")).to_contain_text("Ann & Cy 2")
    phone.save()
    expect(phone.at("main .score").first).to_have_text("2")
    expect(phone.at("#live")).to_have_text("saving")
    network.gate.set()
    assert phone.entries(table) == [MARCH]
    expect(phone.at("#live")).to_have_text("live")
    assert len([one for one in network.asked if one != UPDATE]) <= REQUESTS


def test_a_save_whose_answer_hangs_is_sent_again_and_counts_once(phone: Phone, network: Counted) -> None:
    table = at_hand_form(phone)
    phone.context.service_workers[0].evaluate(SOONER)
    network.answers.clear()
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    phone.save()
    expect(phone.at("#live")).to_have_text("offline – 1 hand waiting")
    phone.page.evaluate(ONLINE)
    until(phone, lambda: network.asked.count(f"POST {table}outbox/") > 1)
    network.answers.set()
    everything_sent(phone)
    assert phone.entries(table) == [MARCH]
    kill_worker(phone)  # the next one has more patience


def test_the_first_tap_after_a_pocket_waits_for_nobody_and_is_told_what_is_newer(
    phone: Phone, bower: Bower, network: Counted
) -> None:
    table = at_hand_form(phone)
    phone.page.evaluate(IN_POCKET)
    saves(phone, bower, table, REDEAL)
    kill_worker(phone)
    network.way.clear()
    phone.page.evaluate(OUT_OF_POCKET)
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    expect(phone.at(".dock")).to_contain_text("Ann & Cy 2")
    network.asked.clear()
    network.way.set()
    question = phone.at("[name=save]:text('It’s the next hand')")
    expect(question).to_be_visible()
    phone.reads()
    assert f"POST {table}hands/" not in network.asked
    phone.moves_on(question)
    everything_sent(phone)
    assert [entry.get("result") for entry in phone.entries(table)] == ["redeal", None]
    assert phone.entries(table)[1] == MARCH


def test_the_chips_chosen_after_a_tap_stay_when_it_reaches_the_server(phone: Phone) -> None:
    table = at_table(phone, "poker-chips", BEFORE["poker-chips"])
    phone.go(table + "draft/")
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    for move in TO_THE_BETTING:
        phone.reads()
        phone.tap(f"button[name=move][value*='{move}']:visible >> nth=0")
    phone.tap(".dock button.main")
    phone.tap("button[name=chips]:text-is('10')")
    expect(phone.at("button[aria-pressed=true]")).to_have_text("10")
    everything_sent(phone)
    phone.page.wait_for_timeout(SENT)
    expect(phone.at("button[aria-pressed=true]")).to_have_text("10")


def test_a_save_with_which_another_phone_was_faster_asks_which_one_counts(
    phone: Phone, pockets: Phones, network: Counted
) -> None:
    table = at_table(phone)
    link = re.search(r"/J/\w+", phone.fetch(f"{table}share/?role=scorekeeper"))
    other = pockets()
    other.go(link[0] if link else "")
    phone.go(table + "hands/new/")
    until(phone, lambda: bool(phone.page.evaluate(CURRENT, table)))
    phone.say(hand_fields("partnership", MARCH, phone.seats))
    everything_sent(phone)
    network.gate.clear()
    phone.save()
    expect(phone.at("main .score").first).to_have_text("2")
    other.happens_elsewhere()
    network.gate.set()
    expect(phone.at("#live")).to_have_text("not counted yet – 1 hand waiting for you")
    expect(phone.at("main .score").first).to_have_text("0")
    phone.moves_on("#live a")
    expect(phone.at("main")).to_contain_text("Another phone")
