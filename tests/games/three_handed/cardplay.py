"""The card play of Three-Handed Euchre, written from the rulebook and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, Table, played
from tests.scoring.simulator.rules import LETTERS, LONG, SUITS, Game

RULES = Game(LONG[:5], SUITS, ["9C"], False)  # TH-13: 10 to A and the nine of clubs
RARE = ["2 play", "3 play", "had to follow"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Five each and a spare hand, which somebody may have taken; one may have dropped (TH-02 to TH-12)."""
    pack = rng.sample(RULES.pack, 21)
    hands, turned = [pack[start : start + 5] for start in range(0, 20, 5)], pack[20]
    spare, trump = hands.pop(), rng.choice(RULES.trumps)
    if turned == "9C":
        trump = "clubs"
    elif turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(5)] = turned
    if turned != "9C" and rng.random() < 0.3:
        hands[rng.randrange(3)] = spare
    playing = 3 if turned == "9C" else rng.choice([3, 3, 2])
    yield from played(rng, Table(RULES, "three-handed", trump, hands[3 - playing :]))
