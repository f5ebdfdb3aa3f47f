"""Hands of Euchre, two against two: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.entries import SUITS
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {"target": 100_000}
SHORT: Entry = {"target": 5}
# Entries with every field that the game knows, so far as they go together.
FULL: list[Entry] = [
    {
        "kind": "hand",
        "dealer": "Bo",
        "result": "played",
        "note": "",
        "maker": "Ann",
        "trump": "hearts",
        "alone": True,
        "defended_alone": "Bo",
        "tricks": {"Ann & Cy": 3, "Bo & Dee": 2},
    },
    {"kind": "adjust", "player": "Ann & Cy", "points": 1, "reason": "r", "note": "n"},
]
CLAUSES: list[Clause] = [
    (r"(\S+) defends alone", lambda who: {"defended_alone": who}),
]


def usual(turns: Sequence[str]) -> Entry:
    return {"tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}


def varied(number: int, order: Sequence[str]) -> Entry:
    taken, alone = ((3, 0), (4, 0), (2, 0), (3, 0), (5, 0), (1, 0), (3, 1), (5, 1), (2, 1))[number % 9]
    maker = order[number // 2 % 4]
    first, second = "Ann & Cy", "Bo & Dee"
    makers, others = (first, second) if maker in first else (second, first)
    hand: Entry = {"maker": maker, "trump": SUITS[number % 4], "tricks": {makers: taken, others: 5 - taken}}
    return {**hand, "alone": True} if alone else hand


def any_hand(dice: Dice, state: State) -> Entry:
    maker = dice.one_of(state.players)
    taken = dice.number(0, 5)
    teams = list(state.scores)
    seat = state.players.index(maker)
    makers, others = teams if seat % 2 == 0 else teams[::-1]
    entry: Entry = {"maker": maker, "tricks": {makers: taken, others: 5 - taken}}
    if dice.rarely(2):
        entry["alone"] = True
        if state.options["defend_alone"] and dice.rarely(2):
            entry["defended_alone"] = state.players[(seat + dice.one_of((1, 3))) % 4]
    return entry
