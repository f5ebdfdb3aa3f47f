"""Bank data beside the log: chips by color, ticks, and a started hand; without a database.

None of it is part of the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.log.table import Author, Table
from scoring.entries import BANK_KINDS
from scoring.tray import USUAL_CASE, Case

Paid = tuple[int, str, int]
# Kinds of bank entries that are made between hands only.
BETWEEN_HANDS = frozenset(kind.name for kind in BANK_KINDS if kind.between_hands)
# Kinds of entries that end a started hand.
ENDS_HAND = ("hand", *BETWEEN_HANDS)


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
