"""Sums of games and hands for one person, a partnership, or a whole group."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import NamedTuple

from companion.stats.rates import Rate
from scoring import VARIANTS


@dataclass(frozen=True)
class Figures:
    """Sums of the facts of games.

    games, won, points: of games that are over; points are chips in games for chips. The rest counts hands,
    those of unfinished games included, under the names of the facts. most_kings, best_hand: the most in one
    hand. comeback: the most points that a winner was behind. fastest: hands of the quickest win, or None.
    """

    games: int = 0
    won: int = 0
    points: int = 0
    hands: int = 0
    makes: int = 0
    made: int = 0
    marches: int = 0
    euchred: int = 0
    alone: int = 0
    alone_made: int = 0
    alone_marches: int = 0
    defends: int = 0
    euchres: int = 0
    defends_alone: int = 0
    drops: int = 0
    drops_paid: int = 0
    kings: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    bids: int = 0
    bids_made: int = 0
    most_kings: int = 0
    best_hand: int = 0
    comeback: int = 0
    fastest: int | None = None

    @property
    def share(self) -> Rate:
        """Games won of those played."""
        return Rate(self.won, self.games)


NAMES = tuple(one.name for one in fields(Figures))
MOST = ("most_kings", "best_hand", "comeback")
LEAST = ("fastest",)
SUMMED = tuple(name for name in NAMES if name not in (*MOST, *LEAST))


def together(some: Iterable[Figures]) -> Figures:
    """The sum of several figures."""
    found = list(some)
    if len(found) == 1:
        return found[0]
    quickest = [one.fastest for one in found if one.fastest is not None]
    return Figures(
        **{name: sum(getattr(one, name) for one in found) for name in SUMMED},
        **{name: max((getattr(one, name) for one in found), default=0) for name in MOST},
        fastest=min(quickest, default=None),
    )


class Pair(NamedTuple):
    """Two people in games that are over, ``one`` and ``other`` by their numbers.

    together, won: games as partners, and those they won. ahead, behind: games against each other that only
    ``one`` won, and that only ``other`` won.
    """

    one: int
    other: int
    together: int = 0
    won: int = 0
    ahead: int = 0
    behind: int = 0

    def turned(self) -> "Pair":
        """The same pair with the two people swapped."""
        return Pair(self.other, self.one, self.together, self.won, self.behind, self.ahead)

    @property
    def share(self) -> Rate:
        """Games won as partners."""
        return Rate(self.won, self.together)


@dataclass(frozen=True)
class Total:
    """One person's figures in each game; ``number`` is the primary key, ``person`` the id in addresses."""

    number: int
    person: str
    name: str
    hidden: bool
    by_variant: Mapping[str, Figures]

    @property
    def games(self) -> int:
        """Games of all kinds."""
        return sum(one.games for one in self.by_variant.values())

    @property
    def share(self) -> Rate:
        """Games won of all that were played."""
        return Rate(sum(one.won for one in self.by_variant.values()), self.games)

    @cached_property
    def figures(self) -> Figures:
        """The figures in all games; points are added up only for games for chips."""
        found = together(self.by_variant.values())
        return replace(found, points=self.chips or 0)

    @cached_property
    def chips(self) -> int | None:
        """Chips won and lost; None without a game for chips."""
        some = [one.points for name, one in self.by_variant.items() if VARIANTS[name].has_bank and one.games]
        return sum(some) if some else None


@dataclass(frozen=True)
class Season:
    """The games of a period: how many, on how many days, and everyone's wins, the best percentage first."""

    games: int
    evenings: int
    rows: tuple[Total, ...]
