"""Hubs without a database, and phones that listen at them without a server."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from datetime import datetime
from threading import Event, get_ident
from typing import Any

from companion.live.hub import Hub
from companion.store import changes
from companion.store.games import TableVersion

TABLE = "abc123defg"
PATIENCE = 20


class Tables:
    """What stands in for the database: how far tables are, what was asked, and who was marked as here."""

    def __init__(self, *devices: str, table_id: str = TABLE) -> None:
        self.now = {table_id: TableVersion(0, 0, frozenset(devices))}
        self.asked: list[frozenset[str]] = []
        self.marks: list[tuple[dict[str, set[str]], datetime]] = []
        self.threads: set[int] = set()
        self.free = Event()
        self.free.set()
        self.broken = False

    def moves(self, table_id: str = TABLE) -> None:
        old = self.now[table_id]
        self.now[table_id] = TableVersion(old.version + 1, old.revision, old.devices)

    def withdraws(self, device: str, table_id: str = TABLE) -> None:
        old = self.now[table_id]
        self.now[table_id] = TableVersion(old.version, old.revision + 1, old.devices - {device})

    def versions(self, tables: Collection[str]) -> dict[str, TableVersion]:
        self.threads.add(get_ident())
        self.asked.append(frozenset(tables))
        if self.broken:
            raise OSError("the database is gone")
        found = {one: self.now[one] for one in tables if one in self.now}
        assert self.free.wait(PATIENCE)
        return found

    def mark_here(self, tables: Mapping[str, Collection[str]], until: datetime) -> None:
        self.threads.add(get_ident())
        self.marks.append(({one: set(devices) for one, devices in tables.items()}, until))


class Bus:
    """What stands in for the bus between processes."""

    def __init__(self) -> None:
        self.heard: changes.Callback | None = None
        self.topics = changes.Topics()

    async def listen(self, heard: changes.Callback, topics: changes.Topics) -> None:
        self.heard, self.topics = heard, topics
        await asyncio.get_running_loop().create_future()


def hub_of(tables: Tables, bus: Bus | None = None) -> Hub:
    return Hub(tables.versions, tables.mark_here, (bus or Bus()).listen)


def in_a_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run to the end, and not forever."""
    asyncio.run(asyncio.wait_for(work(), PATIENCE))


async def until(come: Callable[[], object]) -> None:
    """Wait for what is bound to come."""
    while not come():
        await asyncio.sleep(0.005)


async def settled(hub: Hub) -> None:
    """Wait until the hub has nothing under way."""
    await until(lambda: not (hub._reading or hub._marking))
