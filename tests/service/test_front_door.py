"""Strangers who send too much, too slowly or too often, against Bower as it is run."""

import http.client
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests.service.databases import until
from tests.service.phone import Phone
from tests.serving import PATIENCE, Bower

pytestmark = [pytest.mark.service, pytest.mark.alike]

MEGABYTE = 1024 * 1024
TOO_MANY = 429
BUSY = 503


@pytest.fixture(scope="module")
def bower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bower]:
    """One Bower for the tests of this file, as if behind a proxy."""
    one = Bower(tmp_path_factory.mktemp("bower"), TRUST_PROXY="on")
    one.start()
    yield one
    one.kill()


def connected(bower: Bower, address: str = "127.0.0.1") -> socket.socket:
    place = ("127.0.0.1", bower.port)
    return socket.create_connection(place, timeout=PATIENCE, source_address=(address, 0))


def healthy(bower: Bower, address: str) -> int:
    """The status that a phone at this address gets; 0: its connection was closed."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", bower.port, timeout=PATIENCE, source_address=(address, 0)
    )
    with closing(connection), suppress(OSError):
        connection.request("GET", "/healthz")
        return connection.getresponse().status
    return 0


def test_a_header_without_an_end_is_refused_at_its_65th_kilobyte(bower: Bower) -> None:
    with connected(bower) as stranger:
        stranger.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ")
        for _ in range(4):
            stranger.sendall(b"x" * MEGABYTE)
        stranger.settimeout(PATIENCE)
        assert stranger.recv(100).startswith(b"HTTP/1.1 431 ")
        assert healthy(bower, "127.0.0.1") == 200


@pytest.mark.parametrize(
    ("head", "answer", "words"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: %s\r\n\r\n", b"HTTP/1.1 431 ", b"Use at most 64 KB."),
        (b"GET /healthz?%s HTTP/1.1\r\nHost: a\r\n\r\n", b"HTTP/1.1 414 ", b"That address is too long."),
    ],
    ids=["headers", "address"],
)
def test_a_head_of_70_kilobytes_is_refused_in_words_and_noted(
    bower: Bower, head: bytes, answer: bytes, words: bytes
) -> None:
    with connected(bower) as stranger:
        stranger.sendall(head % (b"x" * 70_000))
        got = b""
        while piece := stranger.recv(1000):
            got += piece
        assert got.startswith(answer)
        assert words in got
        assert healthy(bower, "127.0.0.1") == 200
    assert "Too long addresses or headers (refused: " in bower.told


def test_a_header_with_an_underscore_is_not_the_proxy_s(bower: Bower) -> None:
    phone = Phone(bower)
    phone.ask("/join/")
    body = f"code=AAAA-AAAA&csrfmiddlewaretoken={phone.cookies['csrftoken']}"
    statuses = []
    for number in range(11):
        connection = http.client.HTTPConnection("127.0.0.1", bower.port, timeout=PATIENCE)
        with closing(connection):
            headers = {
                "Cookie": f"csrftoken={phone.cookies['csrftoken']}",
                "Content-Type": "application/x-www-form-urlencoded",
                "X-Forwarded-For": "192.0.2.1",
                "X_Forwarded_For": f"198.51.100.{number}",
            }
            connection.request("POST", "/join/", body, headers)
            statuses.append(connection.getresponse().status)
    assert statuses[-1] == TOO_MANY


def test_half_bodies_of_one_address_leave_room_for_others(bower: Bower) -> None:
    head = "POST /join/ HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\nContent-Length: {}\r\n\r\n"
    with ExitStack() as opened:
        strangers = [opened.enter_context(connected(bower)) for _ in range(9)]
        for stranger in strangers:
            stranger.sendall(head.format("192.0.2.9", 2_000_000).encode() + b"x" * 1_900_000)
        [refused], _, _ = select.select(strangers, [], [], PATIENCE)
        answer = refused.recv(1000)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 5" in answer
        for sender, size in (("192.0.2.9", 10_000), ("192.0.2.10", 1_900_000)):
            phone = opened.enter_context(connected(bower))
            phone.sendall(head.format(sender, size).encode() + b"x" * size)
            assert phone.recv(100).startswith(b"HTTP/1.1 403 ")  # without a token of the form
    assert bower.told.count("Too many bytes of large requests") == 1


def test_few_descriptors_and_many_strangers_still_leave_a_phone_its_answer(tmp_path: Path) -> None:
    bower = Bower(tmp_path, WORKER_THREADS="2")
    bower.descriptors = 160
    with ExitStack() as opened:
        opened.callback(bower.kill)
        bower.start()
        strangers = [opened.enter_context(connected(bower, "127.0.0.2")) for _ in range(62)]
        until(lambda: "Too many connections of one address" in bower.told)
        until(lambda: healthy(bower, "127.0.0.3") == 200)  # those that were refused have gone
        until(lambda: healthy(bower, "127.0.0.2") == BUSY)
        for number in range(3, 6):
            strangers += [opened.enter_context(connected(bower, f"127.0.0.{number}")) for _ in range(40)]
        until(lambda: "Too many open files" in bower.told)
        until(lambda: healthy(bower, "127.0.0.9") == BUSY)
        for stranger in strangers:
            stranger.close()
        until(lambda: healthy(bower, "127.0.0.9") == 200)
    assert bower.told.count("Too many ") == 2
