"""Limits of one connection, without a network: sizes, deadlines, and what the application gets to see."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from companion.server.admission import Door
from companion.serving import protocol
from companion.serving.protocol import HEAD_BYTES, Protocol
from tests.companion.listeners import until

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
ADDRESS = "192.0.2.1"
POST = b"POST / HTTP/1.1\r\nHost: a\r\n"
# Protocol extends a private class of uvicorn: these are the versions with which this file, test_unread.py and
# test_handshake.py have passed.
TRIED_WITH = ("0.52.4", "0.53.0", "0.54.0")
Work = Callable[["Connection"], Coroutine[Any, Any, None]]


class Socket:
    family = socket.AF_INET

    def fileno(self) -> int:
        return 9

    def getpeername(self) -> tuple[str, int]:
        return ADDRESS, 5

    def getsockname(self) -> tuple[str, int]:
        return "192.0.2.2", 80


class Transport:
    """What a client gets to see of its connection."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.written = b""
        self.ended = self.closed = False
        self.reads = True
        self.unread = self.read_at_once = self.looks = 0

    def get_write_buffer_size(self) -> int:
        """Bytes that the client has not read; from one look to the next it reads some."""
        self.looks += 1
        self.unread -= self.read_at_once
        return self.unread

    def get_extra_info(self, name: str) -> Any:
        return Socket() if name == "socket" else None

    def is_closing(self) -> bool:
        return self.closed

    def can_write_eof(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        assert not self.ended
        assert not self.closed
        self.written += data

    def write_eof(self) -> None:
        self.ended = True

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().call_soon(self.connection.protocol.connection_lost, None)

    abort = close

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


class Connection:
    """One connection to an application that reads the body and answers with its length."""

    def __init__(self, door: Door | None = None) -> None:
        self.scopes: list[Any] = []
        self.bodies: list[bytes | None] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.reads_all = True
        self.door = door or Door(2, 1024, 1)
        config = uvicorn.Config(
            self.application,
            interface="asgi3",
            ws="none",
            lifespan="off",
            log_config=None,
            proxy_headers=False,
        )
        self.protocol = Protocol(self.door, config=config, server_state=ServerState(), app_state={})
        self.transport = Transport(self)
        self.protocol.connection_made(self.transport)  # type: ignore[arg-type]

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        body, more = b"", self.reads_all
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return self.bodies.append(None)
            body, more = body + message["body"], message["more_body"]
        self.bodies.append(body)
        await self.may_answer.wait()
        text = str(len(body)).encode()
        headers = [(b"content-length", str(len(text)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text})

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            if not self.transport.closed:
                self.protocol.data_received(piece)

    async def answers(self, start: bytes) -> None:
        """Wait for an answer that begins so."""
        await until(lambda: self.transport.written.startswith(start))

    async def closes(self) -> None:
        await until(lambda: self.transport.closed)


def connected(work: Work) -> None:
    async def whole() -> None:
        connection = Connection()
        async with asyncio.timeout(30):
            await work(connection)
        connection.transport.close()
        await until(lambda: not connection.door.open)

    asyncio.run(whole())


def test_this_version_of_uvicorn_was_tried() -> None:
    assert uvicorn.__version__ in TRIED_WITH, "run the tests that TRIED_WITH names, then add the version"


ENDLESS = {
    "a request line": [b"GET /" + b"x" * HEAD_BYTES],
    "a header": [b"GET / HTTP/1.1\r\nX: ", *[b"x" * 1000] * 66],
    "many headers": [b"GET / HTTP/1.1\r\n", b"a:b\r\n" * 28_000],
    "empty lines": [b"\r\n" * 33_000],
    "the size of a chunk": [POST + b"Transfer-Encoding: chunked\r\n\r\n1;", *[b"x" * 10_000] * 7],
    "a trailer": [POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX: ", b"x" * 70_000],
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_is_refused_and_no_more_of_it_is_kept(name: str) -> None:
    async def work(client: Connection) -> None:
        client.send(*ENDLESS[name])
        status = b"414" if name == "a request line" else b"431"
        assert client.transport.written.startswith(b"HTTP/1.1 %s " % status)
        assert b"\r\ncross-origin-resource-policy: same-origin\r\n" in client.transport.written
        assert client.transport.ended
        seen = client.protocol.framing
        assert seen <= HEAD_BYTES + 16 * 1024
        client.send(b"x" * 1_000_000)
        assert client.protocol.framing == seen
        await until(lambda: client.bodies == [None] * len(client.scopes))

    connected(work)


def test_a_long_header_within_the_limit_and_a_body_in_small_chunks_are_taken() -> None:
    async def work(client: Connection) -> None:
        long = b"X: " + b"x" * 60_000 + b"\r\n"
        client.send(POST + long + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 60_000, b"0\r\n\r\n")
        await client.answers(b"HTTP/1.1 200 OK")
        assert client.bodies == [b"x" * 60_000]

    connected(work)


def test_headers_with_an_underscore_are_dropped() -> None:
    async def work(client: Connection) -> None:
        client.send(
            GET[:-2] + b"X-Forwarded-For: 192.0.2.7\r\nX_Forwarded-For: 1\r\nx_forwarded_for: 2\r\n\r\n"
        )
        await client.answers(b"HTTP/1.1 200 OK")
        assert client.scopes[0]["headers"] == [(b"host", b"a"), (b"x-forwarded-for", b"192.0.2.7")]

    connected(work)


def test_a_half_head_gets_408_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.02)
    monkeypatch.setattr(protocol, "LINGER_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.send(b"GET / HTT")
        await client.answers(b"HTTP/1.1 408 ")
        await client.closes()

    connected(work)


@pytest.mark.parametrize("before", [(), (GET,)])
def test_a_connection_that_sends_nothing_or_only_empty_lines_is_closed(
    monkeypatch: pytest.MonkeyPatch, before: tuple[bytes, ...]
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.send(*before)
        if before:
            await client.answers(b"HTTP/1.1 200 OK")
            client.send(b"\r\n")
        await client.closes()
        assert before or not client.transport.written

    connected(work)


def test_a_half_body_gets_408_and_the_application_a_disconnect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.send(POST + b"Content-Length: 9\r\n\r\n", b"12345")
        await client.answers(b"HTTP/1.1 408 ")
        await until(lambda: client.bodies == [None])
        assert not client.transport.closed

    connected(work)


def test_who_is_refused_while_the_application_reads_nothing_is_read_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.reads_all = False
        client.may_answer.clear()
        client.send(POST + b"Content-Length: 900000\r\n\r\n" + b"x" * 100_000)
        assert not client.transport.reads
        await client.answers(b"HTTP/1.1 408 ")
        assert client.transport.reads
        client.may_answer.set()

    connected(work)


def test_a_body_that_takes_longer_than_a_head_may_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.send(POST + b"Content-Length: 2\r\n\r\n", b"1")
        await asyncio.sleep(0.1)
        client.send(b"2")
        await client.answers(b"HTTP/1.1 200 OK")

    connected(work)


def test_a_slow_answer_has_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.02)
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.may_answer.clear()
        client.send(POST + b"Content-Length: 2\r\n\r\n", b"12")
        await asyncio.sleep(0.1)
        client.may_answer.set()
        await client.answers(b"HTTP/1.1 200 OK")
        assert not client.transport.closed

    connected(work)


def test_a_flood_of_requests_on_one_connection_is_cut() -> None:
    async def work(client: Connection) -> None:
        client.may_answer.clear()
        client.send(GET * 100)
        assert client.transport.closed
        assert not client.transport.written

    connected(work)


def test_nothing_is_written_to_a_client_that_left_before_its_first_of_two_answers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work(client: Connection) -> None:
        client.may_answer.clear()
        client.send(GET * 2)
        await until(lambda: bool(client.bodies))
        client.transport.close()
        await asyncio.sleep(0)
        client.may_answer.set()
        await until(lambda: not client.protocol.tasks)
        assert not caplog.records

    connected(work)


def test_the_end_of_the_server_waits_for_a_whole_request_and_for_no_half_one() -> None:
    async def work(client: Connection) -> None:
        client.may_answer.clear()
        client.send(GET)
        await until(lambda: bool(client.bodies))
        client.protocol.shutdown()
        client.may_answer.set()
        await client.answers(b"HTTP/1.1 200 OK")
        await client.closes()
        other = Connection()
        other.send(POST + b"Content-Length: 9\r\n\r\n12345")
        other.protocol.shutdown()
        assert other.transport.closed

    connected(work)


def test_the_third_connection_of_an_address_that_may_have_two_is_refused_in_words() -> None:
    async def work(client: Connection) -> None:
        others = [Connection(client.door) for _ in range(2)]
        assert not others[0].transport.written
        assert others[1].transport.written.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 5" in others[1].transport.written
        for one in others:
            one.transport.close()

    connected(work)


def test_an_answer_that_did_not_wait_for_the_body_ends_the_connection() -> None:
    async def work(client: Connection) -> None:
        client.reads_all = False
        client.send(POST + b"Content-Length: 9\r\n\r\n12345")
        await client.answers(b"HTTP/1.1 200 OK")
        await until(lambda: client.transport.ended)

    connected(work)


def test_no_refusal_is_written_before_an_earlier_answer() -> None:
    async def work(client: Connection) -> None:
        client.may_answer.clear()
        client.send(GET, *ENDLESS["a header"])
        assert client.transport.closed
        assert not client.transport.written

    connected(work)


def test_a_flood_of_connections_is_closed_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.admission.IN_WORDS", 0)

    async def work(client: Connection) -> None:
        others = [Connection(client.door) for _ in range(2)]
        assert [one.transport.closed for one in others] == [False, True]
        assert not others[1].transport.written
        others[0].transport.close()

    connected(work)
