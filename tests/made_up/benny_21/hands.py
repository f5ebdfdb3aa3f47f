"""Hands of Benny to 21: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.entries import SUITS
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {"up_to": 21}
SHORT: Entry = {"up_to": 5}
FULL: list[Entry] = [
    {
        "kind": "hand",
        "dealer": "Bo",
        "result": "played",
        "note": "",
        "maker": "Ann",
        "trump": "hearts",
        "tricks": {"Ann & Cy": 3, "Bo & Dee": 2},
    },
    {"kind": "adjust", "player": "Ann & Cy", "points": 1, "reason": "r", "note": "n"},
]
CLAUSES: list[Clause] = []


def taken(maker: str, tricks: int) -> Entry:
    """The tricks of both teams of the usual table."""
    first, second = "Ann & Cy", "Bo & Dee"
    makers, others = (first, second) if maker in first else (second, first)
    return {"tricks": {makers: tricks, others: 5 - tricks}}


def usual(turns: Sequence[str]) -> Entry:
    return taken(turns[0], 3)


def varied(number: int, order: Sequence[str]) -> Entry:
    maker = order[number // 2 % 4]
    return {"maker": maker, "trump": SUITS[number % 4], **taken(maker, (3, 4, 2, 3, 5, 1)[number % 6])}


def any_hand(dice: Dice, state: State) -> Entry:
    maker, tricks = dice.one_of(state.players), dice.number(0, 5)
    teams = list(state.scores)
    makers, others = teams if state.players.index(maker) % 2 == 0 else teams[::-1]
    return {"maker": maker, "tricks": {makers: tricks, others: 5 - tricks}}
