"""Who sits where in a round of a euchre night, and points that were set by hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.night.evening import SIDES, TableNow
from companion.pages.night import COMPASS, state_of
from companion.wording.names import shown


@dataclass(frozen=True)
class SideSeat:
    """A seat: "North", and who sits there."""

    side: str
    name: str


@dataclass(frozen=True)
class TableSeats:
    """A table of the sheet of seats; code: of its phone's link, in two halves, or ""."""

    number: int
    state: str
    seats: tuple[SideSeat, ...]
    code: str


@dataclass(frozen=True)
class FixLine:
    """Points of one side that were set by hand, and those of the hands."""

    side: int
    names: str
    points: int
    told: int
    reason: str


def seats_of(table: TableNow, names: Mapping[int, str], code: str) -> TableSeats:
    """The seats of a table, from North clockwise."""
    seats = (
        SideSeat(side, names[number]) for (_place, side), number in zip(COMPASS, table.seats, strict=True)
    )
    return TableSeats(table.number, state_of(table), tuple(seats), code)


def pair_names(table: TableNow, names: Mapping[int, str]) -> tuple[str, ...]:
    """ "Ann & Cy" by side."""
    sides = (table.seats[side::SIDES] for side in range(SIDES))
    return tuple(" & ".join(shown(names[number]) for number in side) for side in sides)


def fix_lines(table: TableNow, names: Mapping[int, str]) -> tuple[FixLine, ...]:
    """The points of this table that were set by hand."""
    sides = pair_names(table, names)
    return tuple(
        FixLine(side, sides[side], fix.points, table.told[side], fix.reason)
        for side, fix in enumerate(table.fixes)
        if fix
    )
