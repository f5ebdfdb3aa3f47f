"""The card play of Call-Ace, written from its rules and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, Table, played
from tests.scoring.simulator.rules import LETTERS, LONG, SUITS, Game

RULES = Game(LONG[:8], SUITS, [], False)  # CA-01: 7 to A
RARE = ["4 play", "5 play", "6 play"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Five each for four to six, the turned card taken up or not (CA-02 to CA-04)."""
    seats = rng.randint(4, 6)
    pack = rng.sample(RULES.pack, 32)
    hands, turned = [pack[start : start + 5] for start in range(0, 5 * seats, 5)], pack[30]
    trump = rng.choice(RULES.trumps)
    if turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(5)] = turned
    yield from played(rng, Table(RULES, "call-ace", trump, hands))
