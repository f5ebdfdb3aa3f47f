"""The forms of the bank: the chip set, a row for each color, empty if it has none; and ticks of payouts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from companion.forms.fields import number
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.tray import Case, Color, case_of

Ticks = dict[tuple[int, str], tuple[frozenset[int], frozenset[int]]]
TICK = re.compile(r"([0-9]{1,9})-([0-9a-f]{16})-([0-9]{1,4})", re.ASCII)
COLORS = ("white", "red", "blue", "green", "black", "purple", "yellow", "orange", "pink", "grey")
MISSING = {"value": "no-value", "number": "no-number", "left": "no-count"}


@dataclass(frozen=True)
class ColorRow:
    """One color: value of a chip and number of chips as typed, and the error."""

    color: str
    value: str = ""
    number: str = ""
    error: Refusal | None = None


def rows(case: Case, sent: QueryDict | None, errors: Mapping[str, Refusal]) -> tuple[ColorRow, ...]:
    """The rows of a chip set, or those *sent* by a form, each error at its row."""
    has = {color.name: color for color in case}
    found = []
    for name in COLORS:
        row = ColorRow(name, str(has[name].value), str(has[name].number)) if name in has else ColorRow(name)
        if sent is not None:
            typed = sent.get(f"value-{name}", ""), sent.get(f"number-{name}", "")
            row = ColorRow(name, *typed, errors.get(name))
        found.append(row)
    return tuple(found)


def case(sent: QueryDict) -> Case:
    """The chip set of a posted form. Raises Refusal with the color, or ``colors``, as its field."""
    colors = []
    for name in COLORS:
        typed = [*sent.getlist(f"value-{name}"), *sent.getlist(f"number-{name}")]
        if len(typed) > 2:
            raise AppRefusal("color-twice", name, name=name)
        if any(text.strip() for text in typed):
            colors.append(Color(name, _whole(sent, "value", name), _whole(sent, "number", name)))
    return case_of(colors)


def left(sent: QueryDict, case: Case) -> dict[str, int]:
    """Number of chips counted, by color. Raises Refusal with the color as its field."""
    found = {}
    for color in case:
        found[color.name] = _whole(sent, "left", color.name)
        if not 0 <= found[color.name] <= color.number:
            raise AppRefusal("count-too-high", color.name, most=color.number)
    return found


def _whole(sent: QueryDict, field: str, name: str) -> int:
    least = 0 if field == "left" else 1
    found = number({name: sent.get(f"{field}-{name}", "")}, name, least)
    if found is None:
        raise AppRefusal(MISSING[field], name, color=name)
    return found


def ticks_of(sent: QueryDict) -> Ticks:
    """Items ticked and items unticked, by entry and hash of its list.

    Only changed boxes count, so that two phones can tick the same list.
    """
    now, before = _read(sent.getlist("paid")), _read(sent.getlist("was"))
    found: Ticks = {}
    for entry in sorted({one[:2] for one in now ^ before}):
        paid = frozenset(item for *at, item in now - before if tuple(at) == entry)
        unpaid = frozenset(item for *at, item in before - now if tuple(at) == entry)
        found[entry] = (paid, unpaid)
    return found


def _read(texts: list[str]) -> frozenset[tuple[int, str, int]]:
    found = [TICK.fullmatch(text) for text in texts]
    return frozenset((int(one[1]), one[2], int(one[3])) for one in found if one)
