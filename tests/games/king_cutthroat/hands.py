"""Hands of King Cut-Throat: a usual one, and any that the rules allow."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from scoring import State
from tests.games.clauses import Clause, counted, listed
from tests.games.entries import SUITS, shared
from tests.scoring.dice import Dice

Entry = dict[str, Any]

SEATS = 3
ENDLESS: Entry = {"target": 100_000}
SHORT: Entry = {"target": 5}
# Entries with every field that the game knows, so far as they go together.
FULL: list[Entry] = [
    {
        "kind": "hand",
        "maker": "Ann",
        "trump": "spades",
        "tricks": {"Ann": 3, "Bo": 3, "Cy": 1},
        "kings": ["Cy"],
        "thrown_in": False,
        "showdown": {"winner": "Ann", "tricks": {"Ann": 3, "Bo": 2}, "kings": ["Bo"]},
    },
]
CLAUSES: list[Clause] = [
    (r"Kings (.+)", lambda names: {"kings": listed(names)}),
    (r"thrown in", lambda: {"thrown_in": True}),
    (r"a showdown without a winner", lambda: {"showdown": {}}),
    (r"(\S+) wins the showdown", lambda who: {"showdown": {"winner": who}}),
    (r"showdown tricks (.+)", lambda counts: {"showdown": {"tricks": counted(counts)}}),
    (r"showdown Kings (.+)", lambda names: {"showdown": {"kings": listed(names)}}),
]


def usual(turns: Sequence[str]) -> Entry:
    return {"tricks": {turns[0]: 4, turns[1]: 2, turns[2]: 1}, "kings": [turns[1]]}


def varied(number: int, order: Sequence[str]) -> Entry:
    counts = ((4, 2, 1), (3, 3, 1), (5, 1, 1), (2, 3, 2), (7, 0, 0), (4, 3, 0))[number % 6]
    hand: Entry = {"maker": order[number // 3 % 3], "trump": SUITS[number % 4]}
    hand |= {"tricks": shared(order, counts), "kings": order[: number % 2 + 1]}
    if counts == (3, 3, 1):
        hand["showdown"] = {"winner": order[1], "tricks": {order[0]: 2, order[1]: 3}, "kings": [order[0]]}
    if counts == (7, 0, 0):
        hand["kings"] = [order[0], order[0]]
    return hand


def any_hand(dice: Dice, state: State) -> Entry:
    players = state.players
    entry: Entry = {"maker": dice.one_of(players)}
    tricks = _king_tricks(dice, players)
    entry["tricks"] = {name: taken for name, taken in tricks.items() if taken}
    scores = dict(state.scores)
    kings = _kings(dice, tricks, 4, scores, state)
    if kings:
        entry["kings"] = kings
    if any(score >= int(state.options["target"]) for score in scores.values()):
        if dice.rarely(2):
            entry["tricks"] = {name: kings.count(name) for name in players if kings.count(name)}
    elif sum(tricks.values()) < 7:
        entry["thrown_in"] = True
    elif sorted(tricks.values()) == [1, 3, 3]:
        two = [name for name in players if tricks[name] == 3]
        entry["showdown"] = _showdown(dice, two, 4 - len(kings), scores, state)
    return entry


THROWN_IN = {
    seats: [
        tricks
        for tricks in product(range(7), repeat=seats)
        if sum(tricks) < 7 and 0 < sorted(tricks)[-2] < sorted(tricks)[-1] - 7 + sum(tricks)
    ]
    for seats in (2, 3)
}


def _king_tricks(dice: Dice, players: Sequence[str]) -> dict[str, int]:
    kind = dice.number(0, 4)
    if kind == 0:
        counts: Sequence[int] = dice.one_of(THROWN_IN[len(players)])
    elif kind == 1 and len(players) == 3:
        counts = dice.turned([3, 3, 1])
    else:
        shared = dice.split(7, players)
        counts = [shared.get(name, 0) for name in players]
    return dict(zip(players, counts, strict=True))


def _kings(dice: Dice, tricks: dict[str, int], most: int, scores: dict[str, int], state: State) -> list[str]:
    """Kings in falling order, one a trick at most; *scores* go up with them, and the goal stops them."""
    left, kings = dict(tricks), []
    for _ in range(dice.number(0, most)):
        can = [name for name, taken in left.items() if taken]
        if not can or max(scores.values()) >= int(state.options["target"]):
            break
        name = dice.one_of(can)
        left[name] -= 1
        scores[name] += 1
        kings.append(name)
    return kings


def _showdown(dice: Dice, two: list[str], most: int, scores: dict[str, int], state: State) -> Entry:
    winner, loser = dice.turned(two)
    lost = dice.number(0, 2)
    tricks = {winner: dice.number(3, 5 - lost), loser: lost}
    showdown: Entry = {}
    if state.options["showdown_kings"]:
        showdown["kings"] = _kings(dice, tricks, most, scores, state)
    if max(scores.values()) < int(state.options["target"]):
        showdown["winner"] = winner
    if dice.rarely(2):
        showdown["tricks"] = tricks
    return showdown
