"""The card play of Poker-Euchre for points, written from the rulebook and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, poker
from tests.scoring.simulator.rules import LONG, SUITS, Game

RULES = Game(LONG, SUITS, [], True)  # PE-01, PE-02
RARE = ["two Jokers", "nobody’s trick", "a Joker led", *(f"{n} play" for n in range(2, 13))]


def deal(rng: random.Random) -> Iterator[Asked]:
    yield from poker(rng, "poker-points", RULES)
