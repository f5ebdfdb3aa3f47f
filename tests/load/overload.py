"""`make overload`: four times the tables that a process carries with every tap told, for a minute.

Fails where a save waits too long or is refused, an answer is cut off or a save is lost, and where Bower takes
too long to be as fast as before once the tables stop.
"""

import argparse
import asyncio
import gzip
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.load.run import Plan, doors, played, started
from tests.load.tables import Table, Told, seated
from tests.load.watched import PARTS, part

SAVE_P95 = 250.0  # milliseconds
NORMAL = 5.0  # seconds until a page takes no longer than USUAL again
USUAL = 0.15


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load overload", description=__doc__)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, with two processes")
    given = parser.parse_args(arguments)
    plan = Plan(every=30.0, taps=3, nginx=False, **vars(given))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        bowers = started(plan, Path(folder), stack)
        told = Told()
        tables = [
            seated(door, plan.phones, told, plan.taps) for door in doors(plan, Path(folder), bowers, stack)
        ]
        asyncio.run(played(plan, tables, bowers))
        seconds = asyncio.run(until_normal(tables[0]))
        lost = [table.path for table in tables if asyncio.run(hands(table)) != len(table.sent)]
    return reported(plan, told, seconds, len(lost))


async def until_normal(table: Table) -> float:
    """Seconds until a page comes as fast as usual again."""
    begun = time.perf_counter()
    while True:
        asked = time.perf_counter()
        answer = await table.host.ask(table.path)
        if answer.status == 200 and time.perf_counter() - asked < USUAL:
            table.host.hang_up()
            return time.perf_counter() - begun
        await asyncio.sleep(0.1)


async def hands(table: Table) -> int:
    """How many entries the table's record has."""
    answer = await table.host.ask(table.path + "recap.json")
    table.host.hang_up()
    return gzip.decompress(answer.body).count(b'"kind"')


def reported(plan: Plan, told: Told, seconds: float, lost: int) -> int:
    """Print the figures; 1 if one is over its aim."""
    print(
        f"{plan.words}: {plan.tables} tables x {plan.phones} phones, "
        f"3 taps before each save, {plan.minutes:g} min"
    )
    refused = {"save": told.saves_refused, "tap": told.taps_refused, "page": told.pages_refused}
    for name, times in (("save", told.saves), ("tap", told.taps), ("page", told.pages), ("poke", told.pokes)):
        figures = "  ".join(f"{one} {part(times, at):.0f}" for one, at in PARTS)
        print(f"{name:<6}{len(times):>8} made, {refused.get(name, 0):>6} refused  {figures} ms")
    print(f"normal after {seconds:.1f} s, errors {len(told.errors)}, saves lost {lost}")
    for error in sorted(set(told.errors))[:5]:
        print(f"  {told.errors.count(error)} x {error}")
    wrong = {
        f"save p95 {part(told.saves, 0.95):.0f} ms, {SAVE_P95:g} at most": part(told.saves, 0.95) > SAVE_P95,
        f"{told.saves_refused} saves refused": bool(told.saves_refused),
        f"{len(told.errors)} errors": bool(told.errors),
        f"{lost} tables lost a save": bool(lost),
        f"normal only after {seconds:.1f} s": seconds > NORMAL,
    }
    for text in (text for text, is_wrong in wrong.items() if is_wrong):
        print(f"OVER: {text}")
    return int(any(wrong.values()))
