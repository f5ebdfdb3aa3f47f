"""Clients that leave answers unread: who reads slowly gets them, who doesn't is cut off."""

import asyncio

import pytest

from companion.server.admission import UNREAD
from companion.serving import protocol
from tests.companion.listeners import until
from tests.companion.test_protocol import ADDRESS, Connection, connected


def test_who_does_not_read_a_long_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.transport.unread = 1_000_000
        client.transport.read_at_once = protocol.LEAST_READ - 1
        client.protocol.pause_writing()
        await client.closes()
        assert client.transport.looks == 2
        await until(lambda: not client.door.unread.held)

    connected(work)


def test_who_reads_it_slowly_gets_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.02)

    async def work(client: Connection) -> None:
        client.transport.unread = 1_000_000
        client.transport.read_at_once = protocol.LEAST_READ
        client.protocol.pause_writing()
        assert client.door.unread.held == {ADDRESS: 1_000_000 - protocol.LEAST_READ}
        await until(lambda: client.transport.looks == 5)
        client.protocol.resume_writing()
        assert not client.door.unread.held
        await asyncio.sleep(0.1)
        assert client.transport.looks == 5
        assert not client.transport.closed

    connected(work)


def test_an_address_that_leaves_too_much_unread_is_cut_off() -> None:
    async def work(client: Connection) -> None:
        other = Connection(client.door)
        for one in (client, other):
            one.transport.unread = UNREAD.of_one - 1
            one.protocol.pause_writing()
        assert (client.transport.closed, other.transport.closed) == (False, True)
        client.protocol.resume_writing()
        await until(lambda: client.door.open == {ADDRESS: 1})
        assert not client.door.unread.held

    connected(work)
