"""`make crowd`: the hub of the event streams with 100,000 tables, in one process and without a network.

Each table has phones that listen, and is saved to every thirty seconds. The database's part is answered from
memory, so that only the hub is measured: its memory, its processor time, and how long a phone waits from a
change to its event.
"""

import argparse
import asyncio
import os
import random
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import django

from tests.load.watched import PARTS, own_memory, part

os.environ |= {
    "DJANGO_SETTINGS_MODULE": "companion.settings",
    "SECRET_KEY": "only for measuring",
    "DATABASE_URL": "sqlite://:memory:",
}
django.setup()

from companion.live.hub import Hub, Stream  # noqa: E402 - it needs Django to be set up
from companion.store.changes import Callback, Topics  # noqa: E402
from companion.store.games import TableVersion  # noqa: E402

EVERY = 30.0  # seconds between two saves of a table
STEP = 0.05  # seconds between two bursts of saves


class Crowd:
    """Tables and their versions, without a database."""

    def __init__(self, tables: int, phones: int) -> None:
        self.devices = frozenset(f"phone {number}" for number in range(phones))
        self.versions = dict.fromkeys((f"t{number}" for number in range(tables)), 1)
        self.changed: dict[str, float] = {}
        self.waited: list[float] = []

    def read(self, tables: Collection[str]) -> Mapping[str, TableVersion]:
        """In place of the database: the versions of these tables."""
        return {table: TableVersion(self.versions[table], 0, self.devices) for table in tables}

    async def phone(self, stream: Stream) -> None:
        """Listen until the end."""
        while told := await stream.next():
            begun = self.changed.get(stream.place[0])
            if begun and b"event: poke" in told:  # a beat tells nothing of the last change
                self.waited.append((time.perf_counter() - begun) * 1000)

    def save(self, hub: Hub, table: str) -> None:
        self.versions[table] += 1
        self.changed[table] = time.perf_counter()
        hub.on_change(table)


def nobody(here: Mapping[str, Collection[str]], until: datetime) -> None:
    """In place of the rows that say who is connected."""


async def silence(changed: Callback, topics: Topics) -> None:
    """In place of other processes."""
    await asyncio.Event().wait()


async def crowded(tables: int, phones: int, seconds: float) -> None:
    crowd = Crowd(tables, phones)
    before = own_memory()
    hub = Hub(crowd.read, nobody, silence)
    begun = time.perf_counter()
    streams = [Stream(table, device, "") for table in crowd.versions for device in crowd.devices]
    await asyncio.gather(*(hub.open(stream) for stream in streams))
    listening = [asyncio.create_task(crowd.phone(stream)) for stream in streams]
    await asyncio.sleep(0)
    print(f"{len(streams):,} streams of {tables:,} tables opened in {time.perf_counter() - begun:.1f} s")
    held = (own_memory() - before) * 1024 / len(streams)
    names = list(crowd.versions)
    await asyncio.sleep(1)
    crowd.waited.clear()
    cpu, begun = time.process_time(), time.perf_counter()
    saved = 0
    while (passed := time.perf_counter() - begun) < seconds:
        due = int(tables * passed / EVERY)
        for _ in range(due - saved):
            crowd.save(hub, random.choice(names))  # noqa: S311 - no secret
        saved = due
        await asyncio.sleep(STEP)
    used = (time.process_time() - cpu) / (time.perf_counter() - begun)
    print(f"{held:.1f} KB a stream, {saved / seconds:,.0f} saves a second, {used:.2f} cores")
    print("event  " + "  ".join(f"{name} {part(crowd.waited, at):.1f}" for name, at in PARTS) + " ms")
    hub.close()
    await asyncio.gather(*listening)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load crowd", description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args(arguments)
    asyncio.run(crowded(given.tables, given.phones, given.seconds))
    return 0
