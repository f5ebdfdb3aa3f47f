"""Hands of Poker-Euchre for points: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.entries import SUITS, shared
from tests.scoring.dice import Dice
from tests.scoring.poker_games import points_hand

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {"target": 100_000}
SHORT: Entry = {"target": 60}
# Entries with every field that the game knows, so far as they go together.
FULL: list[Entry] = [
    {
        "kind": "hand",
        "maker": "Ann",
        "trump": "diamonds",
        "tricks": {"Ann": 6, "Bo": 3, "Cy": 2},
        "reneged": ["Dee"],
        "cards": {"Ann": 20, "Bo": 10, "Cy": 7},
    },
]
CLAUSES: list[Clause] = []


def usual(turns: Sequence[str]) -> Entry:
    return {"tricks": {turns[0]: 5, turns[1]: 3, turns[2]: 2, turns[3]: 2}}


def varied(number: int, order: Sequence[str]) -> Entry:
    hand: Entry = {"maker": order[number % 3], "trump": SUITS[number % 4]}
    if number % 10 == 9:
        cards = shared(order, (16, 9, 8, 4))
        return {**hand, "tricks": shared(order, (4, 2, 2, 1)), "reneged": [order[4]], "cards": cards}
    counts = ((4, 3, 2, 1), (3, 3, 2, 1, 1), (5, 2, 2, 1), (10,), (2, 2, 2, 2, 2))[number % 5]
    return {**hand, "tricks": shared(order, counts)}


def any_hand(dice: Dice, state: State) -> Entry:
    return points_hand(dice, state)
