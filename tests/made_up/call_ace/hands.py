"""Hands of Call-Ace: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.entries import SUITS, shared
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 5
ENDLESS: Entry = {"begin": 50}
SHORT: Entry = {"begin": 5}
FULL: list[Entry] = [
    {
        "kind": "hand",
        "dealer": "Bo",
        "result": "played",
        "note": "",
        "maker": "Ann",
        "trump": "hearts",
        "called": "spades",
        "partner": "Cy",
        "tricks": {"Ann": 3, "Bo": 2},
    },
    {"kind": "adjust", "player": "Ann", "points": 1, "reason": "r", "note": "n"},
]
CLAUSES: list[Clause] = [
    (r"called (\S+)", lambda suit: {"called": suit}),
    (r"(\S+) held the Ace", lambda who: {"partner": who}),
]


def usual(turns: Sequence[str]) -> Entry:
    return {"partner": turns[2], "tricks": {turns[0]: 2, turns[1]: 2, turns[2]: 1}}


def varied(number: int, order: Sequence[str]) -> Entry:
    counts = ((3, 2), (2, 2, 1), (1, 4), (5,), (3, 0, 2))[number % 5]
    partner = order[2] if number % 2 else order[0]
    trump, called = SUITS[number % 4], SUITS[(number + 1) % 4]
    return {
        "maker": order[0],
        "trump": trump,
        "called": called,
        "partner": partner,
        "tricks": shared(order, counts),
    }


def any_hand(dice: Dice, state: State) -> Entry:
    maker = dice.one_of(state.players)
    entry: Entry = {"maker": maker, "partner": dice.one_of(state.players)}
    if dice.rarely(2):
        entry["called"] = dice.one_of(SUITS)
    return {**entry, "tricks": dice.split(5, state.players)}
