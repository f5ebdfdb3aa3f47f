"""Hands that wait are kept through every answer that isn't Bower's; the phone says so, and tries again."""

import socket
import struct
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.offline import entries_waiting, everything_sent, until
from tests.browser.phone import Phone
from tests.browser.pocket import TellerInPage, Way, bring_along
from tests.browser.rooms import record_hand
from tests.games.entries import hand
from tests.serving import Bower

pytestmark = pytest.mark.browser

EUCHRE = {"variant": "partnership", "players": ["Ann", "Bo", "Cy", "Dee"], "dealer": "Ann"}
THREE = [
    hand("Ann", "spades", tricks={"Ann & Cy": 5, "Bo & Dee": 0}),
    hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
    hand("Cy", "clubs", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
]
RESET = b""  # instead of an answer
PAGE = b"<!doctype html><title>Welcome to the hotel</title><p>Sign in"
JSON = b'{"error": "invalid_request", "code": "invalid_request", "status": 200}'
BASIC = b"WWW-Authenticate: Basic realm=hotel\r\n"
PROXY = b"Proxy-Authenticate: Basic realm=hotel\r\n"


def said(status: int, body: bytes = PAGE, more: bytes = b"", lacks: int = 0) -> bytes:
    """An answer; *lacks*: how many bytes of it never come."""
    kind = b"application/json" if body.startswith(b"{") else b"text/html"
    head = b"Content-Type: %b\r\nContent-Length: %d\r\n" % (kind, len(body) + lacks)
    return b"HTTP/1.1 %d Said\r\n%b%b\r\n%b" % (status, head, more, body)


OFFLINE = "Not sent: Bower can’t be reached."
BLOCKED = "Not sent: this network doesn’t let Bower through."
# What answers, and what the page of what waits says then.
ANSWERS = {
    "the connection is reset": (RESET, OFFLINE),
    "no HTTP": (b"SSH-2.0-OpenSSH_9.2\r\n", OFFLINE),
    "a page that breaks off": (said(200, lacks=99), BLOCKED),
    "JSON that breaks off": (said(200, JSON, lacks=99), BLOCKED),
    "a redirect to another origin": (said(302, b"", b"Location: http://127.0.0.1:9/\r\n"), OFFLINE),
    "a redirect without end": (said(302, b"", b"Location: ?again\r\n"), OFFLINE),
    **{f"a page with {status}": (said(status), BLOCKED) for status in (200, 400, 404, 413, 503)},
    **{f"a page with {status}": (said(status), OFFLINE) for status in (502, 504)},
    "a page that asks for a password": (said(401, more=BASIC), BLOCKED),
    "a proxy that asks for a password": (said(407, more=PROXY), OFFLINE),
    **{f"JSON with {status}": (said(status, JSON), BLOCKED) for status in (200, 304, 409, 422, 429)},
}


class Odd(Way):
    """A way on which somebody else answers everything instead of Bower: with *answer*, if there is one.

    tried: how often the phone sent what waits.
    """

    def __init__(self, bower: Bower) -> None:
        self.answer: bytes | None = None
        self.tried = 0
        super().__init__(bower)

    def pass_on(self, request: BaseHTTPRequestHandler) -> None:
        self.tried += request.command == "POST" and request.path.endswith("/outbox/")
        if self.answer is None:
            return super().pass_on(request)
        request.close_connection = True
        request.rfile.read(int(request.headers.get("Content-Length", 0)))
        if self.answer == RESET:
            request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.wfile.write(self.answer)
        return None


@pytest.fixture
def way(bower: Bower) -> Iterator[Odd]:
    made = Odd(bower)
    yield made
    made.close()


def test_three_hands_wait_through_every_answer_that_isnt_bowers(pockets: Phones, way: Odd) -> None:
    phone = pockets()
    phone.address = way.address
    table = bring_along(phone, EUCHRE)
    way.answer = RESET
    TellerInPage(phone, {**EUCHRE, "entries": THREE}).tell(THREE)
    for what, (answer, words) in ANSWERS.items():
        way.answer = answer
        phone.go("/")
        assert phone.page.title() in ("Games · Bower", "Something else answers here – Bower"), what
        phone.go(table + "waiting/")
        before = way.tried
        phone.tap("[data-flush]")
        until(phone, lambda before=before: way.tried > before)  # type: ignore[misc]
        expect(phone.at("#tried"), what).to_have_text(words)
        assert entries_waiting(phone) == THREE, what
    way.answer, way.lacks = None, 99
    before = way.tried
    phone.tap("[data-flush]")
    until(phone, lambda: way.tried > before)
    assert entries_waiting(phone) == THREE
    way.lacks = 0
    phone.page.evaluate(
        "document.querySelector('[data-flush]')?.click()"
    )  # the phone may have tried by itself
    expect(phone.at("[data-flush]")).to_have_count(0)
    expect(phone.at("main")).to_contain_text("nothing waiting")
    everything_sent(phone)
    assert phone.entries(table) == THREE
    busy_loses_no_hand(phone, way, table)


def busy_loses_no_hand(phone: Phone, way: Odd, table: str) -> None:
    """A Bower that has too much to do takes a hand later, and the phone draws its own pages."""
    phone.meant.add(503)
    way.answer = said(503, b"Too many", b"Bower: 1\r\nRetry-After: 1\r\n")
    phone.go(table)
    record_hand(phone, "partnership", THREE[0])
    phone.go(table + "hands/")
    assert phone.page.title().startswith("Score sheet")
    expect(phone.at("main")).to_contain_text("Ann")
    assert entries_waiting(phone) == THREE[:1]
    way.answer = None
    everything_sent(phone)
    assert phone.entries(table) == [*THREE, THREE[0]]


def test_a_page_without_a_worker_stays_as_it_is_when_somebody_else_answers(phones: Phones, way: Odd) -> None:
    phone = phones()
    phone.address, phone.offline = way.address, True
    phone.meant |= {403, 404}
    table = phone.bring_in({**EUCHRE, "entries": THREE[:1]})
    for status in (200, 403, 404):
        for room in ("", "hands/new/"):
            way.answer = None
            phone.go(table + room)
            title = phone.page.title()
            way.answer = said(status)
            with phone.page.expect_response(phone.page.url):
                phone.page.evaluate("dispatchEvent(new Event('online'))")
            expect(phone.at("#live")).to_have_text("offline")
            assert phone.page.title() == title, status
    phone.complaints.clear()  # the browser says itself that this is no stream
