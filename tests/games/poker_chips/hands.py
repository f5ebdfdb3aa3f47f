"""Hands of Poker-Euchre for chips: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.scoring.dice import Dice
from tests.scoring.poker_games import chips_hand

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {}
SHORT: Entry = {}
CLAUSES: list[Clause] = []


def usual(turns: Sequence[str]) -> Entry:
    return {"bets": dict.fromkeys(turns, 5), "tricks": {turns[0]: 5, turns[1]: 3, turns[2]: 2, turns[3]: 2}}


def any_hand(dice: Dice, state: State) -> Entry:
    return chips_hand(dice, state)
