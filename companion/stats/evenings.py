"""One evening: the games of a day, its players, and who did best."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scoring import VARIANTS, Variant

MOST_BEST = 2  # so many share the line; more of them have none


@dataclass(frozen=True)
class Part:
    """One player's part in a game: the person shown; points (more is better) or the result in chips."""

    person: int
    name: str
    won: bool
    points: int


@dataclass(frozen=True)
class Played:
    """A game of an evening; ``title`` is "" unless it was named."""

    table_id: str
    title: str
    variant: Variant
    played_on: date
    over: bool
    hands: int
    parts: tuple[Part, ...]

    @property
    def winners(self) -> list[str]:
        """The names of those who won, once it is over."""
        return [part.name for part in self.parts if part.won and self.over]


@dataclass(frozen=True)
class Evening:
    """The games of one day in order, and the names of its players, most wins first.

    best: those who won most of its games; () if nobody did, or too many at once. won: how many of them each
    has won, of ``over`` games. chips: their result in chips, if nothing but chips were played for; else None.
    """

    day: date
    games: tuple[Played, ...]
    people: tuple[str, ...]
    best: tuple[str, ...]
    won: int
    over: int
    chips: int | None

    @property
    def games_played(self) -> tuple[Variant, ...]:
        """The variants that were played, each once."""
        return tuple({game.variant.name: game.variant for game in self.games}.values())


def evenings(games: Iterable[Played]) -> list[Evening]:
    """The days of these games, in their order; the games of one day follow each other."""
    return [evening(day, list(some)) for day, some in groupby(games, key=lambda game: game.played_on)]


def evening(day: date, games: Sequence[Played]) -> Evening:
    """One day."""
    names = {part.person: part.name for game in games for part in game.parts}
    over = [game for game in games if game.over]
    wins = Counter(dict.fromkeys(names, 0))
    chips = Counter(dict.fromkeys(names, 0))
    for game in over:
        for part in game.parts:
            wins[part.person] += part.won
            chips[part.person] += part.points
    only_chips = bool(over) and all(game.variant.has_bank for game in over)
    ranked = chips if only_chips else wins
    top = max(ranked.values(), default=0)
    best = [person for person, number in ranked.items() if number == top and top > 0]
    best = best if len(best) <= MOST_BEST else []
    people = sorted(names, key=lambda person: -ranked[person])
    return Evening(
        day=day,
        games=tuple(games),
        people=tuple(names[person] for person in people),
        best=tuple(names[person] for person in best),
        won=wins[best[0]] if best else 0,
        over=len(over),
        chips=top if best and only_chips else None,
    )


def variant(name: str) -> Variant | None:
    """The variant with this name; None for one that no longer exists."""
    return VARIANTS.get(name)
