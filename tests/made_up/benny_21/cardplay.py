"""The card play of Benny to 21, written from its rules and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, Table, played
from tests.scoring.simulator.rules import JOKER, LETTERS, LONG, SUITS, Game

RULES = Game(LONG[:6], SUITS, [JOKER], False)  # BN-01: 9 to A and the Benny
RARE = ["4 play"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Five each, the turned card taken up or not (BN-02 to BN-05)."""
    pack = rng.sample(RULES.pack, 25)
    hands, turned = [pack[start : start + 5] for start in range(0, 20, 5)], pack[20]
    trump = rng.choice(RULES.trumps)
    if turned == JOKER or turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(5)] = turned
    yield from played(rng, Table(RULES, "benny-21", trump, hands))
