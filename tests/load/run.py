"""`make load`: a hundred tables with eight phones each, a hand every thirty seconds, all streams open.

Every phone fetches the table's page at each change, as a browser does; the host opens the hand form and taps
it. A poke is measured from the moment the save is sent to its arrival on each phone. Fails on an error, a
missed poke, or a figure over its budget.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.load.tables import Pocket, Table, Told, seated
from tests.load.watched import PARTS, cpu, descriptors, memory, part
from tests.load.wire import Door
from tests.proxied import NAME, nginx
from tests.service.databases import postgres
from tests.serving import Bower

SETTINGS = {"SECRET_KEY": "only for measuring" * 4}
BUDGETS = {"save p50": 10.0, "save p95": 50.0, "poke p95": 100.0}
GROWTH = 1.1  # memory at the end over that after the first fifth
TICK = 10.0  # seconds between two looks at the processes


@dataclass(frozen=True)
class Plan:
    """How much, and on what."""

    tables: int
    phones: int
    every: float
    minutes: float
    taps: int
    postgres: bool
    nginx: bool
    pocket: bool = False

    @property
    def processes(self) -> int:
        """On SQLite one process serves."""
        return 2 if self.postgres else 1

    @property
    def words(self) -> str:
        """What is measured, in words."""
        engine = f"PostgreSQL, {self.processes} processes" if self.postgres else "SQLite"
        return engine + (", behind nginx" if self.nginx else "")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load run", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two hands of a table")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--taps", type=int, default=0, help="taps kept before each save, 3 at most")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, with two processes")
    parser.add_argument("--nginx", action="store_true", help="behind nginx with TLS")
    parser.add_argument("--pocket", action="store_true", help="phones that draw the table themselves")
    given = parser.parse_args(arguments)
    plan = Plan(**vars(given))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        bowers = started(plan, Path(folder), stack)
        told = Told()
        tables = [
            seated(door, plan.phones, told, plan.taps, Pocket if plan.pocket else Table)
            for door in doors(plan, Path(folder), bowers, stack)
        ]
        looks = asyncio.run(played(plan, tables, bowers))
        return reported(plan, told, looks)


def started(plan: Plan, folder: Path, stack: ExitStack, **services: str) -> list[Bower]:
    """So many processes over one database, stopped at the end of the stack.

    *services*: settings that name the database and what stands beside it; else a new database.
    """
    url = stack.enter_context(postgres(migrated=True)).url if plan.postgres and not services else ""
    database = {"DATABASE_URL": url, **services}
    behind = {"HTTPS": "on", "TRUST_PROXY": "on", "ALLOWED_HOSTS": f"{NAME},127.0.0.1"} if plan.nginx else {}
    bowers = [Bower(folder, **SETTINGS, **database, **behind) for _ in range(plan.processes)]
    for bower in bowers:
        bower.start()
        stack.callback(bower.stop)
    return bowers


def doors(plan: Plan, folder: Path, bowers: Sequence[Bower], stack: ExitStack) -> Iterator[Door]:
    """Where the phones of each table reach Bower."""
    site = None
    if plan.nginx:
        ports = [bower.port for bower in bowers]
        site = stack.enter_context(nginx(folder, ports))[0]
    for at in range(plan.tables):
        source = f"127.0.{at // 250 + 1}.{at % 250 + 1}"
        if site:
            yield Door(site.port, source, NAME, site.trusted)
        else:
            yield Door(bowers[at % plan.processes].port, source)


@dataclass(frozen=True)
class Look:
    """What the processes held at one moment."""

    megabytes: float
    files: int
    cpu: float


async def played(plan: Plan, tables: Sequence[Table], bowers: Sequence[Bower]) -> list[Look]:
    """Let everybody play; what the processes held every TICK seconds."""
    until = time.perf_counter() + plan.minutes * 60
    listening = [asyncio.create_task(table.follow(phone)) for table in tables for phone in table.phones]
    pause = plan.every / len(tables)
    playing = [
        asyncio.create_task(table.play(at * pause, until, plan.every)) for at, table in enumerate(tables)
    ]
    looks = []
    while time.perf_counter() < until:
        looks.append(Look(memory(bowers), descriptors(bowers), cpu(bowers)))
        await asyncio.sleep(TICK)
    await asyncio.gather(*playing)
    await asyncio.sleep(2)  # the last pokes arrive
    for one in listening:
        one.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for table in tables:
        for phone in table.phones:
            phone.hang_up()
    looks.append(Look(memory(bowers), descriptors(bowers), cpu(bowers)))
    return looks


def reported(plan: Plan, told: Told, looks: Sequence[Look]) -> int:
    """Print the figures; 1 if one is over its budget."""
    print(
        f"{plan.words}: {plan.tables} tables x {plan.phones} phones, "
        f"a hand of {plan.taps} taps every {plan.every:g} s, {plan.minutes:g} min"
        + ", phones that draw it"
        * plan.pocket
    )
    for name, times in (("save", told.saves), ("tap", told.taps), ("page", told.pages), ("poke", told.pokes)):
        print(f"{name:<6}{len(times):>8}  " + "  ".join(f"{one} {part(times, at):.1f}" for one, at in PARTS))
    settled = looks[len(looks) // 5]
    print(f"memory {settled.megabytes:.0f} MB after a fifth, {looks[-1].megabytes:.0f} MB at the end")
    print(f"files  {settled.files} after a fifth, {max(look.files for look in looks)} at most")
    print(f"cpu    {(looks[-1].cpu - looks[0].cpu) / (plan.minutes * 60):.2f} cores")
    print(f"errors {len(told.errors)}  missed {told.missed}")
    for error in sorted(set(told.errors))[:5]:
        print(f"  {told.errors.count(error)} x {error}")
    wrong = over(told, looks, settled)
    for text in wrong:
        print(f"OVER: {text}")
    return 1 if wrong else 0


def over(told: Told, looks: Sequence[Look], settled: Look) -> list[str]:
    figures = {
        "save p50": statistics.median(told.saves),
        "save p95": part(told.saves, 0.95),
        "poke p95": part(told.pokes, 0.95),
    }
    wrong = [
        f"{name} {figures[name]:.1f} ms, {most:g} at most"
        for name, most in BUDGETS.items()
        if figures[name] > most
    ]
    if looks[-1].megabytes > settled.megabytes * GROWTH:
        wrong.append(f"memory grew from {settled.megabytes:.0f} to {looks[-1].megabytes:.0f} MB")
    return wrong + [
        f"{number} {what}"
        for number, what in (
            (len(told.errors), "errors"),
            (told.missed, "missed"),
            (told.saves_refused + told.taps_refused + told.pages_refused, "refused"),
        )
        if number
    ]
