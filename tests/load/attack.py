"""`make attack`: strangers work as hard as they are let, and other tables go on saving.

Three phones import games of 5,000 entries, one after another, and ten read the bank of a table with 4,900
rows, each from an address of its own, so that only the limits of a phone and those of the process hold
them back. Prints how long the saves of other tables take, what became of the strangers' requests, and
whether the aims are met.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from tests import games
from tests.load.tables import Table, Told, seated
from tests.load.watched import PARTS, cpu, memory, part
from tests.load.wire import Client, Door
from tests.service.databases import postgres
from tests.service.phone import PLAYERS, SEE_OTHER, Phone
from tests.service.phone import field as of_form
from tests.serving import Bower

VARIANT = "poker-chips"
LONG = 4_890  # hands of the table whose bank is read
LONGEST = 4_996  # hands of a game that is imported; four entries more are buy-ins
SUITS = ("spades", "hearts", "diamonds", "clubs")
SETTINGS = {"SECRET_KEY": "only for measuring" * 4, "PAGE_TABLES": "200", "PAGE_SECONDS": "2"}
AIMS = {"save p50": 50.0, "save p99": 500.0}  # milliseconds
LATER = (429, 503)
REST = 0.05  # seconds that a stranger waits who was told to wait


@dataclass
class Strangers:
    """What became of their requests, by what they did and by status; and what the next one is made of."""

    path: str
    record: str
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    done: bool = False

    async def imports(self, phone: Phone, door: Door) -> None:
        """Import the longest game again and again, as another game each time."""
        while not self.done:
            form = {"key": str(uuid4()), "text": self.record}
            await self._asked("import", Client(door, phone.cookies), "/games/imports/", form)

    async def reads(self, phone: Phone, door: Door) -> None:
        """Read the bank again and again."""
        while not self.done:
            await self._asked("bank", Client(door, phone.cookies), self.path + "bank/", None)

    async def _asked(self, what: str, phone: Client, path: str, form: dict[str, str] | None) -> None:
        try:
            status = (await phone.ask(path, form)).status
        except (OSError, TimeoutError):
            status = 0
        phone.hang_up()
        self.answers[what, status] += 1
        if status in LATER:
            await asyncio.sleep(REST)


def long_record(hands: int) -> str:
    """The record of a game for chips with so many hands, as JSON."""
    played = games.hands(VARIANT)
    entries = [{"kind": "buy-in", "player": name, "chips": 100_000} for name in PLAYERS]
    for number in range(hands):
        turns = PLAYERS[number % 4 :] + PLAYERS[: number % 4]
        entries.append({"kind": "hand", "maker": turns[0], "trump": SUITS[number % 4], **played.usual(turns)})
    return json.dumps(
        {
            "format": "bower.game/1",
            "variant": VARIANT,
            "players": PLAYERS,
            "options": played.ENDLESS,
            "entries": entries,
        },
        separators=(",", ":"),
    )


def started(phone: Phone, record: str) -> str:
    """The path of a new table with this record."""
    answer = phone.ask("/games/imports/", {"key": of_form(phone.ask("/").page, "key"), "text": record})
    assert answer.status == SEE_OTHER, answer.status
    return answer.location


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=8, help="tables that go on saving")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two hands of one of them")
    parser.add_argument("--importers", type=int, default=3)
    parser.add_argument("--readers", type=int, default=10)
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        own = postgres(migrated=True)
        database = {"DATABASE_URL": stack.enter_context(own).url} if given.postgres else {}
        bower = Bower(Path(folder), **(SETTINGS | database))
        bower.start()
        stack.callback(bower.stop)
        told = Told()
        tables = [seated(Door(bower.port, f"127.0.1.{at + 1}"), 1, told, 0) for at in range(given.tables)]
        strangers, works = invited(bower, given.importers, given.readers)
        before = cpu([bower])
        asyncio.run(attacked(tables, strangers, works, given.seconds, given.every))
        print(f"cpu {(cpu([bower]) - before) / given.seconds:.2f} cores, memory {memory([bower]):.0f} MB")
    return reported(told, strangers)


def invited(bower: Bower, importers: int, readers: int) -> tuple[Strangers, list[tuple[str, Phone, Door]]]:
    """The strangers: what each does, its phone and its door."""
    door = Door(bower.port, "127.0.2.1")
    host = Phone(door)
    path = started(host, long_record(LONG))
    link = host.link(path, "viewer")
    works = []
    for at in range(importers + readers):
        door = Door(bower.port, f"127.0.3.{at + 1}")
        phone = Phone(door)
        phone.ask("/")
        if at >= importers:
            phone.join(link)
        works.append(("reads" if at >= importers else "imports", phone, door))
    return Strangers(path, long_record(LONGEST)), works


async def attacked(
    tables: Sequence[Table],
    strangers: Strangers,
    works: Sequence[tuple[str, Phone, Door]],
    seconds: float,
    every: float,
) -> None:
    """Let the tables save while the strangers do what they can."""
    tasks = [asyncio.create_task(getattr(strangers, what)(phone, door)) for what, phone, door in works]
    await asyncio.sleep(1)  # the first pages and imports are under way
    until = time.perf_counter() + seconds
    pause = every / len(tables)
    await asyncio.gather(*(table.play(at * pause, until, every) for at, table in enumerate(tables)))
    strangers.done = True
    await asyncio.gather(*tasks)


def reported(told: Told, strangers: Strangers) -> int:
    """Print the figures; 1 if an aim is missed."""
    for name, times in (("save", told.saves), ("page", told.pages)):
        print(f"{name:<6}{len(times):>8}  " + "  ".join(f"{one} {part(times, at):.1f}" for one, at in PARTS))
    for (what, status), number in sorted(strangers.answers.items()):
        print(f"{what:<8}{status:>4} {number:>7}")
    for error in sorted(set(told.errors))[:5]:
        print(f"  {told.errors.count(error)} x {error}")
    figures = {"save p50": part(told.saves, 0.5), "save p99": part(told.saves, 0.99)}
    met = {
        f"{name} {figures[name]:.1f} ms, aim {most:g} ms": figures[name] <= most
        for name, most in AIMS.items()
    }
    failed = sum(number for (_what, status), number in strangers.answers.items() if status in (0, 500))
    met[f"errors {len(told.errors) + failed}, aim 0"] = not told.errors and not failed
    for text, is_met in met.items():
        print(f"{'pass' if is_met else 'MISS'}: {text}")
    return 0 if all(met.values()) else 1
