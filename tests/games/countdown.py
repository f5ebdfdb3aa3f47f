"""What Three-Handed and Buck share: a hand in which players drop, and its form."""

from collections.abc import Sequence
from typing import Any

from scoring import State
from tests.entering import Fields, Seats, by_seat, seat, with_zeros
from tests.scoring.dice import Dice

Entry = dict[str, Any]


def counted_down(
    dice: Dice, state: State, choices: dict[str, str], makers: Sequence[str], stay: Sequence[str]
) -> Entry:
    entry: Entry = {"maker": dice.one_of(makers)}
    if choices or dice.rarely(4):
        entry["choices"] = choices
    if stay:
        entry["tricks"] = dice.split(5, stay)
    return entry


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """A turned club, the spare hand, tricks or a drop for everybody."""
    choices = entry.get("choices", {})
    said = {name: "on" for name in ("nine_of_clubs", "turned_club") if entry.get(name)}
    dropped = {name: "drop" for name, choice in choices.items() if choice == "drop"}
    switched = [name for name, choice in choices.items() if choice == "switch"]
    said |= {"switch": seat(at, switched[0])} if switched else {}
    return said | by_seat("tricks", at, with_zeros(entry, at) | dropped)
