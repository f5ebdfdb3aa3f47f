"""The endpoint of the streams: who is let in, what is sent, and how it ends. Without a server."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.core import signing

from companion.access import devices
from companion.live import stream
from companion.live.hub import Hub
from companion.server.addresses import OwnHttps
from companion.server.admission import STREAMS_OF_PHONE, Capacity
from companion.server.middleware import NOTHING_ELSE
from tests.companion.factories import device
from tests.companion.listeners import TABLE, Tables, hub_of, in_a_loop, until

NAME = "ann"
Message = dict[str, Any]


def cookie(name: str = NAME, salt: str = devices.SALT) -> str:
    return f"look=day; {devices.COOKIE}={signing.dumps(name, salt=salt)}"


class Listener:
    """One request to the endpoint, and what has come of it."""

    def __init__(self, **changes: Any) -> None:
        headers = {"host": "localhost:8000", "cookie": cookie(), **changes.pop("headers", {})}
        pairs = [(name.encode(), value.encode()) for name, value in headers.items() if value is not None]
        path = changes.pop("path", f"/games/{TABLE}/live")
        self.scope = {"type": "http", "method": "GET", "path": path, "headers": pairs, **changes}
        self.sent: list[Message] = []
        self.gone = asyncio.Event()
        self.takes = asyncio.Event()
        self.takes.set()
        self.task = asyncio.create_task(stream.live(self.scope, self.receive, self.send))

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await self.takes.wait()
        self.sent.append(message)

    async def has(self, count: int) -> None:
        """Wait until so many messages were sent."""
        await until(lambda: len(self.sent) == count)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def text(self) -> str:
        return b"".join(one["body"] for one in self.sent[1:]).decode()


def listening(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Tables, Hub], Coroutine[Any, Any, None]]
) -> None:
    """Run *work* with a hub of its own behind the endpoint."""

    async def whole() -> None:
        tables = Tables(device(NAME), device("bo"))
        hub = hub_of(tables)
        monkeypatch.setattr(stream, "hub", hub)
        await work(tables, hub)
        if not hub.closed:
            hub.close()

    in_a_loop(whole)


def test_a_phone_of_the_table_is_sent_a_stream_that_nothing_may_hold_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        phone = Listener()
        await phone.has(2)
        tables.moves()
        hub.changed(TABLE)
        await phone.has(3)
        assert phone.status == 200
        assert phone.headers == {
            "content-type": "text/event-stream",
            "cache-control": "no-store, no-transform",
            "content-encoding": "identity",
            "x-accel-buffering": "no",
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "bower": "1",
            "content-security-policy": NOTHING_ELSE,
        }
        assert phone.text == (
            f'retry: 1000\nid: 0.0\nevent: poke\ndata: {{"table": "{TABLE}", "version": 0}}\n\n'
            f'id: 1.0\nevent: poke\ndata: {{"table": "{TABLE}", "version": 1}}\n\n'
        )
        assert all(one["more_body"] for one in phone.sent[1:])

    listening(monkeypatch, work)


@pytest.mark.parametrize("whose", ["of_devices", "of_addresses"])
def test_who_has_too_many_streams_open_gets_no_further_one_until_one_ends(
    monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    monkeypatch.setattr(stream, whose, Capacity(replace(STREAMS_OF_PHONE, of_one=2)))

    async def work(_tables: Tables, hub: Hub) -> None:
        phones = [Listener(client=("192.0.2.1", 5)) for _ in range(3)]
        await phones[2].task
        assert phones[2].status == 429
        assert phones[2].headers["retry-after"] == "3"
        await phones[0].has(2)
        phones[0].gone.set()
        await phones[0].task
        another = Listener(client=("192.0.2.1", 6))
        await another.has(2)
        assert another.status == 200

    listening(monkeypatch, work)


REFUSED: dict[str, tuple[int, dict[str, Any]]] = {
    "no cookie": (404, {"headers": {"cookie": None}}),
    "another’s cookie": (404, {"headers": {"cookie": cookie("eve")}}),
    "a cookie signed for something else": (404, {"headers": {"cookie": cookie(salt="x")}}),
    "a forged cookie": (404, {"headers": {"cookie": cookie()[:-1] + "~"}}),
    "no such table": (404, {"path": "/games/nowhere/live"}),
    "a foreign host": (400, {"headers": {"host": "evil.example"}}),
    "no host": (400, {"headers": {"host": None}}),
    "a host that is none": (400, {"headers": {"host": "local host"}}),
    "another method": (405, {"method": "POST"}),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_anybody_else_is_refused_in_one_way(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    status, request = REFUSED[reason]

    async def work(_tables: Tables, hub: Hub) -> None:
        phone = Listener(**request)
        await phone.task
        assert phone.status == status
        assert phone.text == {404: "Not Found", 400: "Bad Request", 405: "Method Not Allowed"}[status]
        assert not phone.sent[-1].get("more_body")
        assert phone.headers.get("allow") == ("GET" if status == 405 else None)
        assert hub.streams == {}

    listening(monkeypatch, work)


def test_beside_https_of_its_own_no_stream_goes_over_plain_http(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, _hub: Hub) -> None:
        assert tables
        for scheme, status in (("http", 404), ("https", 200)):
            phone = Listener(scheme=scheme)
            await phone.has(2)
            assert phone.status == status
            phone.gone.set()
            await phone.task

    monkeypatch.setattr(settings, "OWN_HTTPS", OwnHttps(8443, None))
    listening(monkeypatch, work)


def test_the_hosts_are_those_of_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["bower.example.org"])
    assert stream.allowed("bower.example.org:8000")
    assert not stream.allowed("localhost")


def test_only_the_address_of_a_stream_is_one() -> None:
    paths = {
        f"/games/{TABLE}/live": TABLE,
        "/nights/k3v9x2m4pq/live": "night-k3v9x2m4pq",
        "/groups/k3v9x2m4pq/live": "group-k3v9x2m4pq",
        "/people/k3v9x2m4pq/live": None,
        f"/games/{TABLE}/live/": None,
        "/games/A/live": None,
    }
    assert {path: stream.table_of({"type": "http", "path": path}) for path in paths} == paths
    assert stream.table_of({"type": "lifespan"}) is None


def test_a_withdrawn_phone_s_stream_ends_and_it_is_not_let_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        phone, other = Listener(), Listener(headers={"cookie": cookie("bo")})
        await until(lambda: len(phone.sent) == len(other.sent) == 2)
        tables.withdraws(device(NAME))
        hub.changed(TABLE)
        await phone.task
        assert phone.sent[-1] == {"type": "http.response.body", "body": b""}
        assert not other.task.done()
        again = Listener()
        await again.task
        assert again.status == 404

    listening(monkeypatch, work)


def test_a_phone_that_takes_nothing_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        dead, alive = Listener(), Listener(headers={"cookie": cookie("bo")})
        await until(lambda: len(dead.sent) == len(alive.sent) == 2)
        dead.takes.clear()
        for count in range(3, 40):
            tables.moves()
            hub.changed(TABLE)
            await alive.has(count)
        dead.takes.set()
        await until(lambda: "id: 37.0" in dead.text)
        assert len(dead.sent) <= 4  # the one that was stuck, and the newest

    listening(monkeypatch, work)


def test_a_phone_that_goes_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(_tables: Tables, hub: Hub) -> None:
        phone = Listener()
        await phone.has(2)
        phone.gone.set()
        await phone.task
        assert hub.streams == {}

    listening(monkeypatch, work)


@pytest.mark.parametrize("seen", ["0.0", "1.0", "0.0\n", "<script>", "1" * 99])
def test_a_phone_says_what_it_has_seen(monkeypatch: pytest.MonkeyPatch, seen: str) -> None:
    async def work(_tables: Tables, _hub: Hub) -> None:
        phone = Listener(headers={"last-event-id": seen})
        await phone.has(2)
        assert ("event: poke" in phone.text) == (seen != "0.0")
        assert phone.text.startswith("retry: 1000\n")

    listening(monkeypatch, work)


def test_without_a_database_or_while_stopping_it_is_said_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(tables: Tables, hub: Hub) -> None:
        tables.broken = True
        first = Listener()
        await first.task
        hub.close()
        second = Listener()
        await second.task
        assert [(one.status, one.headers["retry-after"]) for one in (first, second)] == [(503, "3")] * 2

    listening(monkeypatch, work)


def test_when_the_server_stops_every_stream_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(_tables: Tables, hub: Hub) -> None:
        phones = [Listener() for _number in range(20)]
        await until(lambda: all(len(one.sent) == 2 for one in phones))
        hub.close()
        await asyncio.gather(*(one.task for one in phones))
        assert {one.sent[-1]["body"] for one in phones} == {b""}

    listening(monkeypatch, work)
