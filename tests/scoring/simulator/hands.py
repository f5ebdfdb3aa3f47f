"""Hands dealt and played at random, by players who only make legal moves.

Every play is a question to ``follow``, every trick one to ``trick``; each comes with the simulator's answer.
"""

import random
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from tests.scoring.simulator.rules import JOKER, LETTERS, Game, Ranking, legal, ranking, taker

SUITS = list(LETTERS)


class Asked(NamedTuple):
    """A question to one of the two commands, and what must be answered."""

    command: str
    question: dict[str, Any]
    answer: list[str] | int | None


class Table(NamedTuple):
    """The hands of those who play, from the leader on; ``thrifty`` players keep their Jokers."""

    game: Game
    variant: str
    trump: str
    hands: list[list[str]]
    thrifty: bool = False


def played(rng: random.Random, table: Table) -> Generator[Asked, None, list[int]]:
    """All tricks of one hand; returns who took them, as places among the hands."""
    rank = ranking(table.game, table.trump)
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


def small_table(rng: random.Random, variant: str, game: Game, playing: int) -> Table:
    """Five each out of 24 cards, the turned card taken up or not; so many of four play."""
    pack = rng.sample(game.pack, 24)
    hands, turned = [pack[start : start + 5] for start in range(0, 20, 5)], pack[20]
    trump = rng.choice(game.trumps)
    if trump in LETTERS and turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(5)] = turned
    return Table(game, variant, trump, hands[4 - playing :])


def poker(rng: random.Random, variant: str, game: Game) -> Iterator[Asked]:
    """Two to twelve, with Jokers and without; some may have folded (PE-02 to PE-07)."""
    seats, jokers = rng.randint(2, 12), rng.random() < 0.6
    pack = game.pack + [JOKER] * (2 if jokers else 0)
    rng.shuffle(pack)
    each = 17 if jokers and seats == 3 else 50 // seats
    hands = [pack[seat * each : seat * each + each] for seat in range(seats)]
    turned = next(card for card in pack[seats * each :] if card != JOKER) if len(pack) > seats * each else ""
    trump = rng.choice(SUITS)
    if turned[-1] == LETTERS[trump]:
        hands[-1][rng.randrange(each)] = turned
    playing = rng.randint(2, seats) if rng.random() < 0.4 else seats
    yield from played(rng, Table(game, variant, trump, hands[:playing], thrifty=rng.random() < 0.5))
