"""The card play of King Cut-Throat, written from the rulebook and from nothing else."""

import random
from collections.abc import Iterator

from tests.scoring.simulator.hands import Asked, Table, played
from tests.scoring.simulator.rules import JOKER, LONG, SUITS, Game

RULES = Game(LONG[:8], SUITS, [JOKER], False)  # KC-01: 7 to A and the best bower
RARE = ["2 play", "3 play", "a Joker led"]


def deal(rng: random.Random) -> Iterator[Asked]:
    """Ten each with a phantom hand for two, seven kept; the showdown if it comes to one (KC-02 to KC-19)."""
    pack = rng.sample(RULES.pack, 33)
    trump, playing = rng.choice(SUITS), rng.choice([3, 3, 2])
    hands, kitty = [pack[start : start + 10] for start in range(0, 30, 10)][:playing], pack[30:]
    outside = [hand.pop() for hand in hands for _ in range(3)]
    taken = kitty[:1] if rng.random() < 0.5 else kitty[1:]
    receiver = rng.choice(hands)
    outside += [receiver.pop() for _ in taken] + [card for card in kitty if card not in taken]
    receiver += taken
    takers = yield from played(rng, Table(RULES, "king-cutthroat", trump, hands))
    counts = [takers.count(place) for place in range(playing)]
    if sorted(counts) == [1, 3, 3]:
        assert len(outside) == 12
        rng.shuffle(outside)
        yield from played(rng, Table(RULES, "king-cutthroat", trump, [outside[:5], outside[6:11]]))
