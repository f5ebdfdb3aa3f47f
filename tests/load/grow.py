"""`make grow`: 1, 2, 4 and 8 processes on one PostgreSQL, behind nginx, PgBouncer and Redis, in turn.

At each table a hand is saved as soon as the one before is answered, and every phone follows and fetches the
page. Prints what each number of processes does beside one. The load runs on the same machine: beyond its
cores nothing more can come. Fails on an error or a missed poke.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.load.run import Plan, doors, played, started
from tests.load.tables import Told, seated
from tests.load.watched import part
from tests.service.databases import PgBouncer, Redis, postgres

POOLED = 20  # connections of PgBouncer to PostgreSQL


@dataclass(frozen=True)
class Grown(Plan):
    """A plan for so many processes."""

    number: int = 1

    @property
    def processes(self) -> int:
        return self.number


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load grow", description=__doc__)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--phones", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=0.5)
    given = vars(parser.parse_args(arguments))
    print(f"{os.cpu_count()} cores, {given['tables']} tables x {given['phones']} phones")
    alone, wrong = 0.0, 0
    for number in (1, 2, 4, 8):
        plan = Grown(**given, every=0.0, taps=0, postgres=True, nginx=True, number=number)
        told, cores = grown(plan)
        saves = len(told.saves) / (plan.minutes * 60)
        alone = alone or saves
        print(
            f"{number} processes: {saves:.0f} saves a second ({saves / alone:.2f} of one), save p95 "
            f"{part(told.saves, 0.95):.0f} ms, page p95 {part(told.pages, 0.95):.0f} ms, poke p95 "
            f"{part(told.pokes, 0.95):.0f} ms, missed {told.missed}, errors {len(told.errors)}, "
            f"refused {told.saves_refused + told.pages_refused}, {cores:.2f} cores",
            flush=True,
        )
        for error in sorted(set(told.errors))[:3]:
            print(f"  {told.errors.count(error)} x {error}")
        wrong += told.missed + len(told.errors)
    return int(bool(wrong))


def grown(plan: Grown) -> tuple[Told, float]:
    """What so many processes did, and how many cores they took."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o711)  # PgBouncer reads its file as another user
        database = stack.enter_context(postgres(migrated=True))
        pooler, redis = PgBouncer(folder, database, POOLED), Redis(folder)
        stack.callback(pooler.stop)
        pooler.wait()
        redis.start()
        stack.callback(redis.stop)
        bowers = started(
            plan,
            folder,
            stack,
            DATABASE_URL=pooler.url,
            LISTEN_URL=database.url,
            REDIS_URL=redis.url,
            TRANSACTION_POOLING="on",
        )
        told = Told()
        tables = [seated(door, plan.phones, told, 0) for door in doors(plan, folder, bowers, stack)]
        looks = asyncio.run(played(plan, tables, bowers))
        return told, (looks[-1].cpu - looks[0].cpu) / (plan.minutes * 60)
