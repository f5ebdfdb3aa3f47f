"""Bank data beside the log: chips by color, ticks, and a started hand; without a database.

None of it is part of the record.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.log import rights
from companion.log.table import Author, Table
from scoring.entries import BANK_KINDS
from scoring.tray import USUAL_CASE, Case, Color

Paid = tuple[int, str, int]
# Kinds of bank entries that are made between hands only.
BETWEEN_HANDS = frozenset(kind.name for kind in BANK_KINDS if kind.between_hands)
# Kinds of entries that end a started hand.
ENDS_HAND = ("hand", *sorted(BETWEEN_HANDS))


@dataclass(frozen=True)
class Counted:
    """Chips counted in the bank, by color, and the version of the table at that time."""

    version: int
    left: Mapping[str, int]


@dataclass(frozen=True)
class HandStarted:
    """A hand that is being entered: time of its start, and the author."""

    at: datetime
    by: Author


@dataclass(frozen=True)
class StoredStart:
    """The columns of a started hand: the version of the table when it was started, time and author."""

    version: int
    at: datetime
    device: str


@dataclass(frozen=True)
class BankState:
    """Stored bank data: chip set, last count, hand being entered, ticks. version 0: no chip set saved.

    ``ticks`` are (seq, digest, item) of the requested entries.
    """

    case: Case = USUAL_CASE
    version: int = 0
    counted: Counted | None = None
    started: HandStarted | None = None
    ticks: frozenset[Paid] = field(default_factory=frozenset)

    def paid(self, seq: int, digest: str) -> frozenset[int]:
        """Numbers of the ticked items of this entry, for its list of payouts with this hash."""
        return frozenset(item for at, then, item in self.ticks if (at, then) == (seq, digest))


class ChipSetConflict(Exception):
    """Raised when another phone saved the chips first."""


@dataclass(frozen=True)
class StoredChips:
    """The columns of a chip set: ``colors`` and ``counted`` are JSON text; version 0: none saved."""

    version: int = 0
    colors: str = ""
    counted: str = ""


def decide_chips(now: StoredChips, seen: int, counted: str, colors: str | None = None) -> StoredChips | None:
    """The row to store for a change based on version *seen*; None if it is stored already.

    Raises ChipSetConflict.
    """
    then = replace(now, counted=counted, colors=now.colors if colors is None else colors)
    if now.version and then == now:
        return None
    if seen != now.version:
        raise ChipSetConflict
    return replace(then, version=now.version + 1)


def is_over(table: Table, version: int) -> bool:
    """Whether a hand started at this version of the table has ended since."""
    return bool(table.since(version, *ENDS_HAND))


def case_of(text: str) -> Case:
    """The chips stored as JSON: a list of name, value and number; the usual ones if there is no text."""
    if not text:
        return USUAL_CASE
    return tuple(Color(name, value, number) for name, value, number in json.loads(text))


def text_of(case: Case) -> str:
    """The chips as they are stored."""
    return json.dumps([[one.name, one.value, one.number] for one in case])


def counted_of(text: str) -> Counted | None:
    """A count as it is stored; None if there is no text."""
    if not text:
        return None
    version, left = json.loads(text)
    return Counted(version, left)


def started_of(table: Table, started: StoredStart | None) -> HandStarted | None:
    """The hand that is being entered; None if it has ended since."""
    if started is None or is_over(table, started.version):
        return None
    return HandStarted(started.at, Author(started.device, rights.SCOREKEEPER))


def start_changes(table: Table, version: int | None, started: bool) -> bool:
    """Whether the stored start, of this version of the table, has to change so that a hand is *started*."""
    return started != (version is not None and not is_over(table, version))
