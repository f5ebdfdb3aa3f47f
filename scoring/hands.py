"""Fields that every hand has, whatever the game: dealer, result, and the check of its field names."""

from . import entries, shape
from .packs import Options
from .refusal import Refusal
from .shape import Entry
from .table import PLAYED, REDEAL, Names, State, first_from, left_of
from .variant import Variant

COMMON = entries.HAND.names


def dealer(state: State, entry: Entry, dealing: Names) -> str:
    """The dealer: as recorded (ALL-02), else the next of *dealing* by rotation (ALL-01)."""
    if "dealer" in entry:
        refuse_absent(entry["dealer"], "dealer", state, dealing, "ALL-02")
        return shape.name(entry, "dealer", dealing)
    return first_from(state.players, state.turn, dealing)


def refuse_absent(value: object, field: str, state: State, playing: Names, rule: str) -> None:
    """Refuse the name of a player who is seated but doesn't play this hand."""
    if isinstance(value, str) and value in state.players and value not in playing:
        raise Refusal("not-in-hand", field, rule, player=value)


def is_played(state: State, entry: Entry) -> bool:
    """Whether the hand was played. Raises Refusal for a result or field that this game does not have."""
    variant = state.variant
    if "result" in entry:
        result = entry["result"]
        _refuse_ruled_out(variant, state.options, result)
        if shape.word(result, "result", (PLAYED, *variant.results(state.options))) != PLAYED:
            shape.only(entry, COMMON, "A hand that wasn't played")
            return False
    shape.only(entry, variant.field_names | COMMON, "A hand of " + variant.title)
    if "trump" in entry:
        shape.word(entry["trump"], "trump", variant.trumps)
    return True


def _refuse_ruled_out(variant: Variant, options: Options, result: object) -> None:
    for one in variant.unplayed:
        if one.result == result and one.unless and options[one.unless]:
            [option] = [option for option in variant.options if option.name == one.unless]
            words = shape.in_words(one.result)
            raise Refusal("option-rules-out", "result", one.rule, option=option.label, result=words)


def next_turn(state: State, entry: Entry, dealt: str) -> str:
    """The seat that deals next: the same after a redeal, else the one to the left (ALL-01)."""
    return dealt if entry.get("result") == REDEAL else left_of(state.players, dealt)
