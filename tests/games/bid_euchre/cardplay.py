"""The card play of Bid Euchre, written from the rulebook and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, Table, played
from tests.scoring.simulator.rules import LONG, SUITS, Game

RULES = Game(LONG[:6], [*SUITS, "no-trump"], [], False)  # BE-01: 9 to A
RARE = ["3 play", "4 play", "no trump"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Six each, all 24 cards, the maker first; the partner of a lone maker sits out (BE-02 to BE-06)."""
    cards = rng.sample(RULES.pack, 24)
    hands = [cards[start : start + 6] for start in range(0, 24, 6)]
    if rng.random() < 0.2:
        del hands[2]
    yield from played(rng, Table(RULES, "bid-euchre", rng.choice(RULES.trumps), hands))
