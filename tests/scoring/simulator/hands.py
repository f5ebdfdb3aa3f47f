"""Hands dealt and played at random, by players who only make legal moves.

Every play is a question to ``follow``, every trick one to ``trick``; each comes with the simulator's answer.
"""

import random
from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple

from tests.scoring.simulator.rules import GAMES, JOKER, LETTERS, Ranking, legal, ranking, taker

SUITS = list(LETTERS)
RANKINGS = {(variant, trump): ranking(variant, trump) for variant in GAMES for trump in GAMES[variant].trumps}


class Asked(NamedTuple):
    """A question to one of the two commands, and what must be answered."""

    command: str
    question: dict[str, Any]
    answer: list[str] | int | None


class Table(NamedTuple):
    """The hands of those who play, from the leader on; ``thrifty`` players keep their Jokers."""

    variant: str
    trump: str
    hands: list[list[str]]
    thrifty: bool = False


def played(rng: random.Random, table: Table) -> Generator[Asked, None, list[int]]:
    """All tricks of one hand; returns who took them, as places among the hands."""
    rank = RANKINGS[table.variant, table.trump]
    leader, tricks = 0, len(table.hands[0])
    takers: list[int] = []
    for number in range(1, tricks + 1):
        trick: list[str] = []
        order = [(leader + step) % len(table.hands) for step in range(len(table.hands))]
        for seat in order:
            yield _play(rng, table, rank, table.hands[seat], trick, number == tricks)
        won = taker(rank, trick)
        question = {
            "variant": table.variant,
            "trump": table.trump,
            "cards": trick,
            "last_trick": number == tricks,
        }
        yield Asked("trick", question, won)
        if won is not None:
            leader = order[won - 1]
            takers.append(leader)
    return takers


def _play(
    rng: random.Random, table: Table, rank: Ranking, hand: list[str], trick: list[str], last: bool
) -> Asked:
    """One card from *hand* to *trick*; the question is put as it stood before."""
    may = legal(rank, hand, trick, last)
    question = {
        "variant": table.variant,
        "trump": table.trump,
        "hand": list(hand),
        "trick": list(trick),
        "last_trick": last,
    }
    kept = [card for card in may if card != JOKER] if table.thrifty else may
    card = rng.choice(kept or may)
    hand.remove(card)
    trick.append(card)
    return Asked("follow", question, may)


def partnership(rng: random.Random) -> Iterator[Asked]:
    """Five each, the turned card taken up or not; some play alone (EU-02 to EU-13)."""
    yield from played(rng, _small_table(rng, "partnership", rng.choice([4, 4, 4, 3, 2])))


def buck(rng: random.Random) -> Iterator[Asked]:
    """Five each, at no-trump too; up to two have dropped (BU-03 to BU-09)."""
    yield from played(rng, _small_table(rng, "buck", rng.choice([4, 4, 3, 2])))


def _small_table(rng: random.Random, variant: str, playing: int) -> Table:
    pack = rng.sample(GAMES[variant].pack, 24)
    hands, turned = [pack[start : start + 5] for start in range(0, 20, 5)], pack[20]
    trump = rng.choice(GAMES[variant].trumps)
    if trump in LETTERS and turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(5)] = turned
    return Table(variant, trump, hands[4 - playing :])


def three_handed(rng: random.Random) -> Iterator[Asked]:
    """Five each and a spare hand, which somebody may have taken; one may have dropped (TH-02 to TH-12)."""
    pack = rng.sample(GAMES["three-handed"].pack, 21)
    hands, turned = [pack[start : start + 5] for start in range(0, 20, 5)], pack[20]
    spare, trump = hands.pop(), rng.choice(GAMES["three-handed"].trumps)
    if turned == "9C":
        trump = "clubs"
    elif turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(5)] = turned
    if turned != "9C" and rng.random() < 0.3:
        hands[rng.randrange(3)] = spare
    playing = 3 if turned == "9C" else rng.choice([3, 3, 2])
    yield from played(rng, Table("three-handed", trump, hands[3 - playing :]))


def king_cutthroat(rng: random.Random) -> Iterator[Asked]:
    """Ten each with a phantom hand for two, seven kept; the showdown if it comes to one (KC-02 to KC-19)."""
    pack = rng.sample(GAMES["king-cutthroat"].pack, 33)
    trump, playing = rng.choice(SUITS), rng.choice([3, 3, 2])
    hands, kitty = [pack[start : start + 10] for start in range(0, 30, 10)][:playing], pack[30:]
    outside = [hand.pop() for hand in hands for _ in range(3)]
    taken = kitty[:1] if rng.random() < 0.5 else kitty[1:]
    receiver = rng.choice(hands)
    outside += [receiver.pop() for _ in taken] + [card for card in kitty if card not in taken]
    receiver += taken
    takers = yield from played(rng, Table("king-cutthroat", trump, hands))
    counts = [takers.count(place) for place in range(playing)]
    if sorted(counts) == [1, 3, 3]:
        assert len(outside) == 12
        rng.shuffle(outside)
        yield from played(rng, Table("king-cutthroat", trump, [outside[:5], outside[6:11]]))


def poker(rng: random.Random, variant: str) -> Iterator[Asked]:
    """Two to twelve, with Jokers and without; some may have folded (PE-02 to PE-07)."""
    seats, jokers = rng.randint(2, 12), rng.random() < 0.6
    pack = GAMES[variant].pack + [JOKER] * (2 if jokers else 0)
    rng.shuffle(pack)
    each = 17 if jokers and seats == 3 else 50 // seats
    hands = [pack[seat * each : seat * each + each] for seat in range(seats)]
    turned = next(card for card in pack[seats * each :] if card != JOKER) if len(pack) > seats * each else ""
    trump = rng.choice(SUITS)
    if turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(each)] = turned
    playing = rng.randint(2, seats) if rng.random() < 0.4 else seats
    yield from played(rng, Table(variant, trump, hands[:playing], thrifty=rng.random() < 0.5))


HANDS: dict[str, Callable[[random.Random], Iterator[Asked]]] = {
    "partnership": partnership,
    "king-cutthroat": king_cutthroat,
    "three-handed": three_handed,
    "buck": buck,
    "poker-chips": lambda rng: poker(rng, "poker-chips"),
    "poker-points": lambda rng: poker(rng, "poker-points"),
}
