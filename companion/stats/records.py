"""Records of a group: the most, the longest, the fastest."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from companion.stats.behind import GameBehind
from companion.stats.figures import Figures, Total
from scoring import VARIANTS, Variant

KINDS = KINGS, COMEBACK, CHIPS, FASTEST = "kings", "comeback", "chips", "fastest"
STREAK = "streak"
LEAST_KINGS = LEAST_STREAK = 2


@dataclass(frozen=True)
class Best:
    """The best value of one kind, in one game, and its holders, by primary key."""

    kind: str
    value: int
    variant: str
    holders: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A record, in the first game that set it; ``hand`` is its number there, None for a whole game.

    names: the holder's, or those of the side that won.
    """

    kind: str
    value: int
    names: tuple[str, ...]
    game: GameBehind
    hand: int | None


@dataclass(frozen=True)
class Streak:
    """The most wins in a row, of a person by number, from one day to another."""

    number: int
    length: int
    first: date
    last: date


def bests(totals: Sequence[Total]) -> list[Best]:
    """The best of each kind that exists, in the order of KINDS."""
    found = (
        _best(KINGS, totals, lambda one: one.most_kings, lambda _game: True, LEAST_KINGS),
        _best(COMEBACK, totals, lambda one: one.comeback, lambda game: not game.has_bank),
        _best(CHIPS, totals, lambda one: one.best_hand, lambda game: game.has_bank),
        _best(FASTEST, totals, lambda one: -(one.fastest or 0), lambda game: game.goal is not None, None),
    )
    return [one for one in found if one]


def _best(
    kind: str,
    totals: Iterable[Total],
    value: Callable[[Figures], int],
    fits: Callable[[Variant], bool],
    least: int | None = 1,
) -> Best | None:
    """The greatest value. Fastest wins are stored as negative numbers of hands; 0 means no win."""
    values = [
        (value(one), variant, total.number)
        for total in totals
        for variant, one in total.by_variant.items()
        if fits(VARIANTS[variant])
    ]
    values = [row for row in values if (row[0] < 0 if least is None else row[0] >= least)]
    if not values:
        return None
    most = max(row[0] for row in values)
    variant = next(row[1] for row in values if row[0] == most)
    holders = tuple(row[2] for row in values if row[:2] == (most, variant))
    return Best(kind, abs(most), variant, holders)
