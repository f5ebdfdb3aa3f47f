"""Fields that every hand has, whatever the game: dealer, result, and the check of its field names."""

from . import entries, shape
from .refusal import expected, worded
from .shape import Entry
from .table import PLAYED, REDEAL, Names, State, first_from, left_of

COMMON = entries.HAND.names


def dealer(state: State, entry: Entry, dealing: Names) -> str:
    """The dealer: as recorded (ALL-02), else the next of *dealing* by rotation (ALL-01)."""
    if "dealer" in entry:
        return shape.name(entry, "dealer", dealing)
    return first_from(state.players, state.turn, dealing)


def is_played(state: State, entry: Entry) -> bool:
    """Whether the hand was played. Raises Refusal for a result or field that this game does not have."""
    variant = state.variant
    if "result" in entry:
        result = entry["result"]
        allowed = (PLAYED, *variant.results(state.options))
        if not isinstance(result, str) or result not in allowed:
            raise expected("result", shape.one_of(allowed), result)
        if result != PLAYED:
            shape.only(entry, COMMON, "a hand that was not played")
            return False
    for field in entry:
        if field not in variant.field_names and field not in COMMON:
            raise worded(field, "expected no such field in a hand of " + variant.title)
    if "trump" in entry:
        shape.name(entry, "trump", variant.trumps)
    return True


def next_turn(state: State, entry: Entry, dealt: str) -> str:
    """The seat that deals next: the same after a redeal, else the one to the left (ALL-01)."""
    return dealt if entry.get("result") == REDEAL else left_of(state.players, dealt)
