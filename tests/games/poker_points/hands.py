"""Hands of Poker-Euchre for points: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.scoring.dice import Dice
from tests.scoring.poker_games import points_hand

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {"target": 100_000}
SHORT: Entry = {"target": 60}
CLAUSES: list[Clause] = []


def usual(turns: Sequence[str]) -> Entry:
    return {"tricks": {turns[0]: 5, turns[1]: 3, turns[2]: 2, turns[3]: 2}}


def any_hand(dice: Dice, state: State) -> Entry:
    return points_hand(dice, state)
