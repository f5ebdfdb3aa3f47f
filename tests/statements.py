"""Which tests of the app need not run on PostgreSQL too: `python -m tests.statements` writes them down.

It runs all of them there, notes the statements that each sends, and leaves out what it can without losing a
statement. Tests that commit stay, as threads meet in them, and those with what databases take differently.
A test that is new, or that nobody has written down, runs on both.
"""

import functools
import os
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from django.db.backends.utils import CursorWrapper

from tests import available

ALIKE = Path(__file__).with_name("alike.txt")
RUN = ["-q", "-m", "not browser and not service", "tests/companion", "tests/api"]
STAY = re.compile(r"contended|database|hostile|migrations|backup|test_days")
COMMITS = {"transactional_db", "live_server"}
OVERHEAD = 0.02  # seconds of any test


@functools.cache
def alike() -> frozenset[str]:
    """The files and functions that are left out."""
    return frozenset(ALIKE.read_text(encoding="utf-8").split() if ALIKE.is_file() else [])


class Statements:
    """Notes for each function what its tests send, and how long they take."""

    def __init__(self) -> None:
        self.sent: defaultdict[str, set[str]] = defaultdict(set)
        self.took: Counter[str] = Counter()
        self.stay: set[str] = set()
        self.now = ""

    def pytest_sessionstart(self) -> None:
        execute = CursorWrapper.execute

        def noted(cursor: CursorWrapper, sql: object, *given: object) -> object:
            self.sent[self.now].add(shape(str(sql)))
            return execute(cursor, sql, *given)  # type: ignore[arg-type]

        setattr(CursorWrapper, "execute", noted)  # noqa: B010 - mypy takes no method for another

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now, began = item.nodeid.partition("[")[0], time.process_time()
        mark = item.get_closest_marker("django_db")
        if (mark and mark.kwargs.get("transaction")) or not COMMITS.isdisjoint(
            getattr(item, "fixturenames", ())
        ):
            self.stay.add(self.now)
        yield
        self.took[self.now] += time.process_time() - began  # type: ignore[assignment]


def shape(sql: str) -> str:
    """A statement without its values, and without how many there are."""
    sql = re.sub(r"'[^']*'|\b\d+\b|\bs\d+_x\d+", "?", sql)
    return re.sub(r"(\((?:\s*%s\s*,?)+\)(, )?)+", "(%s)", sql)


def left_out(sent: Mapping[str, set[str]], took: Mapping[str, float], stay: set[str]) -> list[str]:
    """The functions whose statements others send; of a whole file its name."""
    stay = stay | {one for one in sent if STAY.search(one)}
    met = set().union(*(sent[one] for one in stay))
    rest = set(sent) - stay
    while rest:
        best = max(sorted(rest), key=lambda one: len(sent[one] - met) / (took[one] + OVERHEAD))
        if sent[best] <= met:
            break
        met |= sent[best]
        rest.remove(best)
    kept = {one.partition("::")[0] for one in sent if one not in rest}
    return sorted({one if one.partition("::")[0] in kept else one.partition("::")[0] for one in rest})


if __name__ == "__main__":
    os.environ["DATABASE_URL"] = available.postgres_url()
    ALIKE.unlink(missing_ok=True)
    noted = Statements()
    if pytest.main(RUN, [noted]) == pytest.ExitCode.OK:
        ALIKE.write_text("".join(f"{one}\n" for one in left_out(noted.sent, noted.took, noted.stay)))
