"""Hands of Bid Euchre: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.entries import SUITS
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {"target": 100_000}
SHORT: Entry = {"target": 20}
FULL = [
    {
        "kind": "hand",
        "dealer": "Ann",
        "result": "played",
        "note": "",
        "maker": "Ann",
        "trump": "no-trump",
        "bid": 6,
        "alone": True,
        "tricks": {"Ann & Cy": 6, "Bo & Dee": 0},
    },
    {"kind": "adjust", "player": "Ann & Cy", "points": 1, "reason": "r", "note": "n"},
]
CLAUSES: list[Clause] = [
    (r"bids (\d+)( alone)?", lambda bid, alone: {"bid": int(bid), **({"alone": True} if alone else {})}),
]


def usual(turns: Sequence[str]) -> Entry:
    return {"bid": 2, "tricks": {"Ann & Cy": 3, "Bo & Dee": 3}}


def varied(number: int, order: Sequence[str]) -> Entry:
    bid, taken = ((3, 3), (2, 4), (4, 3), (1, 1), (6, 6), (5, 2), (3, 5))[number % 7]
    maker = order[number // 2 % 4]
    first, second = "Ann & Cy", "Bo & Dee"
    makers, others = (first, second) if maker in first else (second, first)
    trump = [*SUITS, "no-trump"][number % 5]
    hand: Entry = {"maker": maker, "trump": trump, "bid": bid, "tricks": {makers: taken, others: 6 - taken}}
    return {**hand, "alone": True} if bid == 6 and number % 2 else hand


def any_hand(dice: Dice, state: State) -> Entry:
    maker = dice.one_of(state.players)
    taken = dice.number(0, 6)
    teams = list(state.scores)
    makers, others = teams if state.players.index(maker) % 2 == 0 else teams[::-1]
    entry: Entry = {"maker": maker, "tricks": {makers: taken, others: 6 - taken}}
    if dice.rarely(4):
        return {**entry, "bid": 6, "alone": True}
    return {**entry, "bid": dice.number(int(state.options["min_bid"]), 6)}
