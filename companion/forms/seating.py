"""Taps on the seats of a new game: seat a name, free a seat, add a new name, seat an earlier group."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.forms.fields import whole
from companion.forms.new_game import RANDOM, NewGame, seated
from scoring import Refusal
from scoring.names import checked, refuse_same

SEAT, UNSEAT, ADD, SAME_PLAYERS = "seat", "unseat", "add", "same_players"
TAPS = frozenset((SEAT, UNSEAT, ADD, SAME_PLAYERS))
NEW_NAME = "name"


def is_tap(values: Mapping[str, str]) -> bool:
    """Whether the form was sent by a tap on the seats, not by Start."""
    return not TAPS.isdisjoint(values)


def is_full(form: NewGame) -> bool:
    """Whether the game takes no more players."""
    return len(seated(form.names)) >= form.variant.seats[-1]


def tapped(form: NewGame, earlier: Sequence[str]) -> tuple[NewGame, dict[str, Refusal]]:
    """The form after its tap, and the errors by field. *earlier*: names that SAME_PLAYERS seats, in order."""
    values = form.values
    if SAME_PLAYERS in values:
        return replace(form, names=earlier or form.names), {}
    if UNSEAT in values:
        return _without(form, values[UNSEAT]), {}
    if SEAT in values:
        return with_name(form, values[SEAT])
    return with_typed_name(form)


def with_typed_name(form: NewGame) -> tuple[NewGame, dict[str, Refusal]]:
    """The form with the new name, if one was typed, on the next seat."""
    typed = form.values.get(NEW_NAME, "").strip()
    if not typed:
        return form, {}
    added, errors = with_name(form, typed)
    return (form, errors) if errors else (replace(added, values={**form.values, NEW_NAME: ""}), {})


def with_name(form: NewGame, name: str) -> tuple[NewGame, dict[str, Refusal]]:
    """The form with one more name on the next seat; unchanged, with an error, if the name can't sit there."""
    names = (*seated(form.names), name)
    if is_full(form):
        return form, {}
    try:
        checked(name, NEW_NAME)
        refuse_same(names, NEW_NAME)
    except Refusal as refusal:
        return form, {NEW_NAME: refusal}
    return replace(form, names=names), {}


def _without(form: NewGame, place: str) -> NewGame:
    """The form with a seat freed; the players after it move up, and the first dealer keeps the deal."""
    seat, names = whole(place) or 0, seated(form.names)
    if not 1 <= seat <= len(names):
        return form
    dealer = whole(form.values.get("dealer", "")) or 0
    values = dict(form.values)
    if dealer == seat:
        values["dealer"] = RANDOM
    elif dealer > seat:
        values["dealer"] = str(dealer - 1)
    return replace(form, names=(*names[: seat - 1], *names[seat:]), values=values)
