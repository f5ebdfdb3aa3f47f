"""An amount as chips to draw, in the colors of a table's own set."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.tray import USUAL_CASE, Case, in_case

DRAWN = 8


@dataclass(frozen=True)
class Pile:
    """Chips of one color."""

    color: str
    value: int
    number: int


def piles(counts: Mapping[str, int] | None, case: Case) -> tuple[Pile, ...]:
    """Chips by color, most valuable first."""
    return tuple(
        Pile(one.name, one.value, counts[one.name]) for one in case if counts and counts.get(one.name)
    )


def one_by_one(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """A pile for each chip; () if they don't fit in a row."""
    chips = tuple(pile for pile in piles for _chip in range(min(pile.number, DRAWN + 1)))
    return chips if len(chips) <= DRAWN else ()


def drawn(amount: int, case: Case = USUAL_CASE) -> tuple[Pile, ...]:
    """An amount chip by chip, in few chips of the case; () if they don't fit in a row."""
    return one_by_one(piles(in_case(amount, case), case))
