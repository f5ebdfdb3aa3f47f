"""TLS before HTTP: half-open handshakes have a deadline and count, and the limits of HTTP hold behind it."""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from companion.server.admission import Door
from companion.serving import protocol
from companion.serving.protocol import HEAD_BYTES, Handshake, Protocol, context
from tests.companion.certificates import certificate

PATIENCE = 20
GET = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


async def application(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


class Place:
    """A server with TLS on the loopback, in this process."""

    def __init__(self, folder: Path, of_one: int) -> None:
        self.folder = folder
        self.door = Door(of_one, 4096, 2)
        self.state = ServerState()
        self.port = 0

    def protocol(self) -> Handshake:
        config = uvicorn.Config(application, ws="none", lifespan="off", log_config=None, http=Protocol)
        config.load()
        inner = Protocol(self.door, config=config, server_state=self.state, app_state={})
        return Handshake(self.tls, self.door, inner, self.state.connections)

    async def run(self, work: Callable[["Place"], Coroutine[Any, Any, None]]) -> None:
        self.tls = context()
        [chain, key] = certificate(self.folder, "localhost")
        self.tls.load_cert_chain(chain, key)
        server = await asyncio.get_running_loop().create_server(self.protocol, "127.0.0.1", 0)
        async with server:
            self.port = server.sockets[0].getsockname()[1]
            await work(self)
            await until(lambda: not self.state.connections)
        assert not self.door.open, "every connection gave its place back"

    async def connect(self, secure: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        tls = ssl.create_default_context(cafile=str(self.folder / "certificate.pem")) if secure else None
        name = "localhost" if secure else None
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=tls, server_hostname=name)

    async def ask(self, sent: bytes = GET) -> bytes:
        """The whole answer; b"" if the connection was closed without one."""
        try:
            reader, writer = await self.connect()
            writer.write(sent)
            answer = await reader.read()
            writer.close()
        except OSError:
            return b""
        return answer


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def run(
    folder: Path, work: Callable[[Place], Coroutine[Any, Any, None]], of_one: int = 0, uv: bool = False
) -> None:
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop if uv else None) as runner:
        runner.run(Place(folder, of_one).run(work))


@pytest.mark.parametrize("uv", [True, False])
def test_a_request_goes_through_tls_with_the_limits_of_http(tmp_path: Path, uv: bool) -> None:
    async def work(place: Place) -> None:
        for _time in range(5):
            assert (await place.ask()).endswith(b"here\r\n0\r\n\r\n")
        assert (await place.ask(b"GET / HTTP/1.1\r\nX: " + b"x" * (HEAD_BYTES + 1))).startswith(
            b"HTTP/1.1 431 "
        )

    run(tmp_path, work, uv=uv)


@pytest.mark.parametrize("uv", [True, False])
@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\n\r\n"])
def test_a_handshake_that_is_never_finished_or_none_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes, uv: bool
) -> None:
    monkeypatch.setattr(protocol, "HANDSHAKE_SECONDS", 0.2)

    async def work(place: Place) -> None:
        reader, writer = await place.connect(secure=False)
        writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            assert b"HTTP/" not in await read_all(reader)
        writer.close()

    run(tmp_path, work, uv=uv)


async def read_all(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionError:
        return b""


def test_half_open_handshakes_count_by_address(tmp_path: Path) -> None:
    async def work(place: Place) -> None:
        held = [await place.connect(secure=False) for _half in range(3)]
        await until(lambda: sum(place.door.open.values()) == 3)
        assert (await place.ask()).startswith(b"HTTP/1.1 503 ")
        more = [await place.connect(secure=False) for _half in range(16)]
        await until(lambda: sum(place.door.open.values()) == 19)
        assert await place.ask() == b"", "cut off without an answer"
        for _reader, writer in held + more:
            writer.close()
        await until(lambda: not place.door.open)
        assert b"here" in await place.ask()

    run(tmp_path, work, of_one=3)


def test_the_end_of_the_process_ends_half_open_handshakes(tmp_path: Path) -> None:
    async def work(place: Place) -> None:
        reader, writer = await place.connect(secure=False)
        await until(lambda: bool(place.state.connections))
        for one in list(place.state.connections):
            one.shutdown()
        assert await read_all(reader) == b""
        writer.close()

    run(tmp_path, work)
