"""Sums of games and hands for one person, a partnership, or a whole group."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from math import sqrt

from companion.stats.periods import Period
from scoring import VARIANTS

FEW = 10
"""Fewer than this is too few for a fair percentage."""

SURE = 1.96  # standard deviations of a 95 % interval

WEIGHT = 20
"""Games that a share is thought to have had already, when it is drawn towards the mean."""

DIGITS = 9  # after which sums of chances are equal


@dataclass(frozen=True)
class Rate:
    """*part* of *whole*."""

    part: int
    whole: int

    @property
    def few(self) -> bool:
        """Whether the total is too small for a fair percentage."""
        return self.whole < FEW

    @property
    def percent(self) -> int:
        """The rate in whole percent, halves up; 0 if the total is 0."""
        return (200 * self.part + self.whole) // (2 * self.whole) if self.whole else 0

    @property
    def likely(self) -> tuple[int, int]:
        """Wilson's 95 % interval in whole percent; (0, 100) if the total is 0."""
        if not self.whole:
            return 0, 100
        n, p = self.whole, self.part / self.whole
        middle = p + SURE**2 / (2 * n)
        away = SURE * sqrt(p * (1 - p) / n + SURE**2 / (4 * n * n))
        low, high = ((middle + sign * away) / (1 + SURE**2 / n) for sign in (-1, 1))
        return round(100 * max(0.0, low)), round(100 * min(1.0, high))


@dataclass(frozen=True)
class Chance:
    """Games won of those played, beside those that chance alone would have won.

    Of each game that is the number of sides that won it, out of all its sides: 1/2 with two teams, 1/5 with
    five players alone, 2/5 if two of the five share the win, and 0 where nobody won. So what all players of a
    game have won is what was to be expected of them together.
    """

    won: int
    games: int
    expected: float

    def with_more(self, won: int, games: int, expected: float) -> "Chance":
        """These games and more."""
        return Chance(self.won + won, self.games + games, round(self.expected + expected, DIGITS))

    @property
    def par(self) -> float:
        """The share of the games that chance alone would have won."""
        return self.expected / self.games if self.games else 0.0

    @property
    def above(self) -> float:
        """The share won above par; below 0 if it is less."""
        return round((self.won - self.expected) / self.games, DIGITS) if self.games else 0.0

    @property
    def steady(self) -> float:
        """The share above par, as if WEIGHT games at par had come before: only many games are far from 0."""
        return (self.won - self.expected) / (self.games + WEIGHT)

    @property
    def order(self) -> tuple[bool, float, int]:
        """Sort key, the farthest above par first, the few after them by their count."""
        few = self.games < FEW
        return few, 0.0 if few else -self.above, -self.games


@dataclass(frozen=True)
class Figures:
    """Sums of the facts of games.

    games, won, expected, points: of games that are over; ``expected`` as in ``Chance``; points are chips in
    games for chips. The rest counts hands, those of unfinished games included, under the names of the facts.
    most_kings, best_hand: the most in one hand. comeback: a winner's odds at worst, 1 in so many. fastest:
    hands of the quickest win, or None.
    """

    games: int = 0
    won: int = 0
    expected: float = 0.0
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

    @property
    def chance(self) -> Chance:
        """Games won of those played, beside what was to be expected."""
        return Chance(self.won, self.games, self.expected)


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


@dataclass(frozen=True)
class Pair:
    """Two people in games that are over, ``one`` and ``other`` by their numbers.

    together, won, expected: games as partners, those they won, and as many as chance alone would have won.
    ahead, behind: games against each other that only ``one`` won, and that only ``other`` won.
    """

    one: int
    other: int
    together: int = 0
    won: int = 0
    ahead: int = 0
    behind: int = 0
    expected: float = 0.0

    def turned(self) -> "Pair":
        """The pair with its two people swapped."""
        return Pair(self.other, self.one, self.together, self.won, self.behind, self.ahead, self.expected)

    def likely(self, mean: float) -> float:
        """The share that they win as partners, as if WEIGHT games had come before.

        mean: how far above par these would have been, as a share.
        """
        before = min(1.0, max(0.0, self.expected / self.together + mean))
        return round((self.won + WEIGHT * before) / (self.together + WEIGHT), DIGITS)

    def order(self, mean: float) -> tuple[bool, float, int]:
        """Sort key, those who are likely to be farthest above par first, the few after them."""
        above = round(self.likely(mean) - self.expected / self.together, DIGITS)
        return self.together < FEW, -above, -self.together


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
        return Rate(self.chance.won, self.games)

    @cached_property
    def chance(self) -> Chance:
        """Games won of all that were played, beside what was to be expected."""
        some = self.by_variant.values()
        return Chance(sum(one.won for one in some), self.games, sum(one.expected for one in some))

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


def first_of(chances: Mapping[int, Chance]) -> list[int]:
    """Who is farthest above par, of those with games enough: several if they are level, none without one."""
    settled = {number: one.above for number, one in chances.items() if one.games >= FEW}
    best = max(settled.values(), default=0.0)
    return [number for number, above in settled.items() if above == best]


@dataclass(frozen=True)
class Title:
    """A season that is over, and who won it: people by number with their games.

    listed: how many of the games are known from lists alone.
    """

    period: Period
    winners: Mapping[int, Chance]
    listed: int = 0


@dataclass(frozen=True)
class Season:
    """The games of a period: how many, on how many days; everyone's wins, the farthest above par first."""

    games: int
    evenings: int
    rows: tuple[Total, ...]
