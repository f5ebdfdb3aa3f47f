"""Moves that tell what an entry says beyond the moves so far."""

from collections.abc import Iterator, Mapping, Sequence

from ..betting import ACTIONS
from ..follow import DONE, Follow, Move
from ..refusal import Refusal
from ..table import State
from .fold import progress

Moves = tuple[Move, ...]


def rest(state: State, moves: Sequence[Move], entry: Mapping[str, object]) -> Moves:
    """The moves that add what *entry* says; () if there is nothing to add.

    *state* is the table before the hand. *entry* is the hand's as far as it is known. What no move can say
    after *moves* is left out, and so is the part that would end the hand without it.
    """
    more: Moves = ()
    if state.variant.follow is None or state.over:
        return more
    for part in _parts(state.variant.follow, entry, told=[move for move in moves if move["move"] in ACTIONS]):
        try:
            hand = progress(state, (*moves, *more, *part))
        except Refusal:
            continue
        if hand.phase != DONE or _has_all(hand.entry, entry):
            more = (*more, *part)
    return more


def _has_all(told: Mapping[str, object], entry: Mapping[str, object]) -> bool:
    """Whether all fields of *entry* but its note were told."""
    return all(name in told for name, value in entry.items() if value and name != "note")


def _parts(follow: Follow, entry: Mapping[str, object], told: Sequence[Move]) -> Iterator[Moves]:
    """The moves for each part of an entry, in the order of the phases; *told*: the betting so far."""
    if "dealer" in entry:
        yield ({"move": "dealer", "player": entry["dealer"]},)
    if "result" in entry:
        yield ({"move": "result", "result": entry["result"]},)
    for name in _listed(entry.get("away")):
        yield ({"move": "away", "player": name},)
    actions = [action for action in _listed(entry.get("betting")) if isinstance(action, Mapping)]
    for telling in follow.tellings:
        inside = entry.get(telling.kind)
        known = inside if isinstance(inside, Mapping) and telling.kind not in telling.fields else entry
        fields = {name: known[name] for name in telling.fields if name in known}
        if not fields and telling.kind in telling.fields and "tricks" in entry:
            fields = {telling.kind: {}}
        if fields:
            yield ({"move": telling.kind, **fields},)
        if actions and "bets" in telling.fields:
            yield tuple(_action(one) for one in actions[len(told) :])


def _action(action: Mapping[str, object]) -> Move:
    """The move for one action of the betting."""
    return {"move": action.get("action"), **{name: action[name] for name in action if name != "action"}}


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
