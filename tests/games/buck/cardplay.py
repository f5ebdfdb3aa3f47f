"""The card play of Buck Euchre, written from the rulebook and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, played, small_table
from tests.scoring.simulator.rules import LONG, SUITS, Game

RULES = Game(LONG[:6], [*SUITS, "no-trump"], [], False)  # BU-02
RARE = ["2 play", "3 play", "4 play", "no trump"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Five each, at no-trump too; up to two have dropped (BU-03 to BU-09)."""
    yield from played(rng, small_table(rng, "buck", RULES, rng.choice([4, 4, 3, 2])))
