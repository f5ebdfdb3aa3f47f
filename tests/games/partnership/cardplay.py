"""The card play of Euchre, two against two, written from the rulebook and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, played, small_table
from tests.scoring.simulator.rules import LONG, SUITS, Game

RULES = Game(LONG[:6], SUITS, [], False)  # EU-01: 9 to A
RARE = ["2 play", "3 play", "4 play"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Five each, the turned card taken up or not; some play alone (EU-02 to EU-13)."""
    yield from played(rng, small_table(rng, "partnership", RULES, rng.choice([4, 4, 4, 3, 2])))
