"""The chip set form: one row for each color, empty if the bank has none of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from companion.forms.fields import number
from scoring import Refusal
from scoring.refusal import expected, worded
from scoring.tray import Case, Colour, case_of

COLOURS = ("white", "red", "blue", "green", "black", "purple", "yellow", "orange", "pink", "grey")


@dataclass(frozen=True)
class ColorRow:
    """One color: value of a chip and number of chips as typed, and the error."""

    colour: str
    value: str = ""
    number: str = ""
    error: str = ""


def rows(case: Case) -> tuple[ColorRow, ...]:
    """The rows of a chip set."""
    has = {colour.name: colour for colour in case}
    return tuple(
        ColorRow(name, str(has[name].value), str(has[name].number)) if name in has else ColorRow(name)
        for name in COLOURS
    )


def rows_as_sent(sent: QueryDict, errors: Mapping[str, str]) -> tuple[ColorRow, ...]:
    """The rows of a posted form, each error at its row."""
    return tuple(
        ColorRow(name, sent.get(f"value-{name}", ""), sent.get(f"number-{name}", ""), errors.get(name, ""))
        for name in COLOURS
    )


def case(sent: QueryDict) -> Case:
    """The chip set of a posted form. Raises Refusal with the color, or ``colours``, as its field."""
    return case_of(
        Colour(name, _whole(sent, "value", name), _whole(sent, "number", name))
        for name in COLOURS
        if _is_filled(sent, name)
    )


def left(sent: QueryDict, case: Case) -> dict[str, int]:
    """Number of chips counted, by color. Raises Refusal with the color as its field."""
    return {colour.name: _counted(sent, colour) for colour in case}


def _counted(sent: QueryDict, colour: Colour) -> int:
    counted = _whole(sent, "left", colour.name)
    if not 0 <= counted <= colour.number:
        raise expected(colour.name, f"0 to {colour.number} {colour.name} chips in the bank", counted)
    return counted


def _is_filled(sent: QueryDict, name: str) -> bool:
    typed = [*sent.getlist(f"value-{name}"), *sent.getlist(f"number-{name}")]
    if len(typed) > 2:
        raise worded(name, f"expected every colour once, got {name} twice")
    return any(text.strip() for text in typed)


def _whole(sent: QueryDict, field: str, name: str) -> int:
    what = {"value": "what one is worth", "number": "how many there are", "left": "how many were counted"}
    try:
        found = number({name: sent.get(f"{field}-{name}", "")}, name).get(name, "")
    except Refusal as refusal:
        raise worded(name, refusal.message) from None
    if not isinstance(found, int):
        raise expected(name, f"a whole number for {what[field]}", found or None)
    return found
