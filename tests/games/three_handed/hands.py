"""Hands of Three-Handed Euchre: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.countdown import counted_down
from tests.games.entries import SUITS, shared
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 3
ENDLESS: Entry = {"start": 100_000}
SHORT: Entry = {"start": 9}
# Entries with every field that the game knows, so far as they go together.
FULL: list[Entry] = [
    {
        "kind": "hand",
        "maker": "Ann",
        "trump": "clubs",
        "choices": {"Ann": "stay", "Bo": "switch", "Cy": "drop"},
        "tricks": {"Ann": 3, "Bo": 2},
        "nine_of_clubs": False,
    },
]
CLAUSES: list[Clause] = [
    (r"the nine of clubs is turned", lambda: {"nine_of_clubs": True}),
]


def usual(turns: Sequence[str]) -> Entry:
    return {"tricks": {turns[0]: 3, turns[1]: 1, turns[2]: 1}}


def varied(number: int, order: Sequence[str]) -> Entry:
    if number % 12 == 11:
        return {"nine_of_clubs": True, "tricks": shared(order, (2, 2, 1))}
    counts, choices = (
        ((3, 1, 1), {}),
        ((3, 2), {order[2]: "drop"}),
        ((1, 4), {order[1]: "switch", order[2]: "drop"}),
        ((4, 1, 0), {}),
        ((5,), {order[1]: "drop", order[2]: "drop"}),
    )[number % 5]
    return {
        "maker": order[0],
        "trump": SUITS[number % 4],
        "tricks": shared(order, counts),
        "choices": choices,
    }


def any_hand(dice: Dice, state: State) -> Entry:
    if dice.rarely(8):
        return {"nine_of_clubs": True, "tricks": dice.split(5, state.players)}
    limit = int(state.options["no_drop_at"])
    may_drop = [name for name in state.players if not limit or state.scores[name] > limit]
    choices = dict.fromkeys(dice.some(may_drop, 0), "drop")
    stay = [name for name in state.players if name not in choices]
    if stay and dice.rarely(3):
        choices[dice.one_of(stay)] = "switch"
    return counted_down(dice, state, choices, state.players, stay)
