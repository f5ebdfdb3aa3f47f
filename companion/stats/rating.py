"""Ratings of players by the games they have finished, with the Plackett-Luce model of openskill.

A rating is a mean ``mu`` and an uncertainty ``sigma`` in openskill's own units, and the number of games in
it. The same games in the same order give the same floats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
START, POINTS_A_UNIT = 1500, 8
PROVISIONAL = 10
"""With fewer games than this a rating is provisional."""
PROVISIONAL_WIDTH, SETTLED_WIDTH = 2, 1
"""Half the width of the range that is shown, in sigmas: 19 of 20, and two of three."""


def number(mu: float) -> int:
    """A rating's mean as it is shown."""
    return START + round((mu - MODEL.mu) * POINTS_A_UNIT)


@dataclass(frozen=True)
class Rating:
    """A player's rating in one game of a group; *games*: how many are in it."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def number(self) -> int:
        """As it is shown; everyone starts at 1500."""
        return number(self.mu)

    @property
    def is_provisional(self) -> bool:
        """Whether it is based on too few games."""
        return self.games < PROVISIONAL

    @property
    def least(self) -> int:
        """The lower end of the range that is shown, in tens."""
        return self._end(-1)

    @property
    def most(self) -> int:
        """The upper end of the range that is shown, in tens."""
        return self._end(1)

    @property
    def words(self) -> str:
        """How certain it is, in words: "Settled after 28 games: most likely 1540 to 1630"."""
        span = f"{self.least} to {self.most}"
        if self.is_provisional:
            return f"Provisional, {self.games} game{'' if self.games == 1 else 's'}: could be {span}"
        return f"Settled after {self.games} games: most likely {span}"

    def _end(self, sign: int) -> int:
        width = PROVISIONAL_WIDTH if self.is_provisional else SETTLED_WIDTH
        return round((self.number + sign * width * self.sigma * POINTS_A_UNIT) / 10) * 10


@dataclass(frozen=True)
class Played:
    """A person's part in a finished game, as the facts have it; partners have the same *side*.

    *points*: more is better, also in a game that counts down. *hands*: how many the person played.
    """

    person: Any
    side: int
    won: bool
    points: int
    hands: int


def rated(parts: Sequence[Played], before: Mapping[Any, Rating]) -> dict[Any, Rating]:
    """The new ratings of everyone who played a hand of a game; {} for a game that can't be rated.

    *parts*: in order of seat. *before*: ratings before it; people without one start at the default. Winners
    come first, then sides by points. A game with one side, or in which someone has two seats, can't be rated.
    """
    playing = sorted((part for part in parts if part.hands), key=lambda part: part.side)
    sides = [list(side) for _side, side in groupby(playing, key=lambda part: part.side)]
    if len(sides) < 2 or len({part.person for part in playing}) < len(playing):
        return {}
    was = [[before.get(part.person, Rating()) for part in side] for side in sides]
    teams = [[MODEL.create_rating([one.mu, one.sigma]) for one in side] for side in was]
    # Each side's place, from 0; equal ones share it.
    standing = [(not any(part.won for part in side), -max(part.points for part in side)) for side in sides]
    order = sorted(set(standing))
    ranks = [float(order.index(one)) for one in standing]
    after = MODEL.rate(teams, ranks=ranks)
    return {
        part.person: Rating(now.mu, now.sigma, old.games + 1)
        for side, olds, nows in zip(sides, was, after, strict=True)
        for part, old, now in zip(side, olds, nows, strict=True)
    }
