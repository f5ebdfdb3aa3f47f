"""Hands of Buck Euchre: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.countdown import counted_down
from tests.games.entries import SUITS, shared
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {"start": 100_000}
SHORT: Entry = {"start": 9}
# Entries with every field that the game knows, so far as they go together.
FULL: list[Entry] = [
    {
        "kind": "hand",
        "maker": "Ann",
        "trump": "no-trump",
        "choices": {"Ann": "stay", "Cy": "drop"},
        "tricks": {"Ann": 3, "Bo": 1, "Dee": 1},
        "turned_club": False,
    },
]
CLAUSES: list[Clause] = [
    (r"a club is turned", lambda: {"turned_club": True}),
]


def usual(turns: Sequence[str]) -> Entry:
    return {"tricks": {turns[0]: 3, turns[1]: 1, turns[2]: 1}}


def varied(number: int, order: Sequence[str]) -> Entry:
    if number % 6 == 5:
        return {"turned_club": True, "tricks": shared(order, (2, 1, 1, 1))}
    counts, choices = (
        ((3, 1, 1), {order[3]: "drop"}),
        ((4, 1), {order[2]: "drop", order[3]: "drop"}),
        ((2, 3), {order[3]: "drop"}),
        ((3, 1, 1, 0), {}),
        ((5,), dict.fromkeys(order[1:], "drop")),
    )[number % 5]
    return {
        "maker": order[0],
        "trump": SUITS[number % 4],
        "tricks": shared(order, counts),
        "choices": choices,
    }


def any_hand(dice: Dice, state: State) -> Entry:
    if dice.rarely(8):
        return {"turned_club": True, "tricks": dice.split(5, state.players)}
    maker = dice.one_of(state.players)
    choices = dict.fromkeys(dice.some([name for name in state.players if name != maker], 0), "drop")
    stay = [name for name in state.players if name not in choices]
    return counted_down(dice, state, choices, [maker], stay)
