"""Hands of Poker-Euchre for chips: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.games.clauses import Clause
from tests.games.entries import SUITS
from tests.scoring.dice import Dice
from tests.scoring.poker_games import chips_hand

Entry = dict[str, Any]

SEATS = 4
ENDLESS: Entry = {}
SHORT: Entry = {}
# Entries with every field that the game knows, so far as they go together.
FULL: list[Entry] = [
    {
        "kind": "hand",
        "maker": "Ann",
        "trump": "diamonds",
        "away": [],
        "bets": {"Ann": 5, "Bo": 5, "Cy": 5, "Dee": 2},
        "folded": ["Dee"],
        "tricks": {"Ann": 6, "Bo": 4},
        "reneged": ["Cy"],
        "cards": {"Ann": 16, "Bo": 10},
    },
    {
        "kind": "hand",
        "maker": "Ann",
        "betting": [
            {"player": "Bo", "action": "bet", "chips": 5},
            {"player": "Cy", "action": "call"},
            {"player": "Dee", "action": "fold"},
            {"player": "Ann", "action": "call"},
        ],
        "tricks": {"Ann": 6, "Bo": 6},
    },
    {"kind": "buy-in", "player": "Ann", "chips": 1, "on_credit": False, "note": "n"},
    {"kind": "cash-out", "player": "Ann", "note": "n"},
    {"kind": "join", "player": "Eve", "left_of": "Ann", "note": "n"},
    {"kind": "transfer", "from": "Ann", "to": "pot", "chips": 1, "reason": "r", "note": "n"},
    {"kind": "end", "note": "n"},
]
CLAUSES: list[Clause] = []


def usual(turns: Sequence[str]) -> Entry:
    return {"bets": dict.fromkeys(turns, 5), "tricks": {turns[0]: 5, turns[1]: 3, turns[2]: 2, turns[3]: 2}}


def varied(number: int, order: Sequence[str]) -> Entry:
    """A third of the hands with the betting action by action, the others as totals."""
    if number % 12 == 6:
        return {"bets": {order[0]: 5}, "folded": order[1:]}
    active = order if number % 3 == 1 else order[:-1]
    each = 50 // len(order)
    taken = [each // len(active)] * len(active)
    taken[number % 4 % len(active)] += each - sum(taken)
    betting = (_raised_to_ten, _everybody_for_five, _action_by_action)[number % 3](order)
    tricks = dict(zip(active, taken, strict=True))
    return {"maker": order[number % 2], "trump": SUITS[number % 4], **betting, "tricks": tricks}


def _raised_to_ten(order: Sequence[str]) -> Entry:
    return {"bets": dict.fromkeys(order[:-1], 10), "folded": order[-1:]}


def _everybody_for_five(order: Sequence[str]) -> Entry:
    return {"bets": dict.fromkeys(order, 5)}


def _action_by_action(order: Sequence[str]) -> Entry:
    """A bet, calls, a raise by the last but one, a fold by the last, and the raise answered."""
    first, *callers, raiser, last = order
    return {
        "betting": [
            {"player": first, "action": "bet", "chips": 5},
            *({"player": name, "action": "call"} for name in callers),
            {"player": raiser, "action": "raise", "chips": 5},
            {"player": last, "action": "fold"},
            *({"player": name, "action": "call"} for name in (first, *callers)),
        ]
    }


def any_hand(dice: Dice, state: State) -> Entry:
    return chips_hand(dice, state)
