"""An entry of the record as it is said on the forms: fields and their values, in the order of the thumb.

People are said by seat, counted from 0. Written for itself, not with what the forms are written with.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tests import games

Entry = Mapping[str, Any]
Fields = dict[str, str]
Seats = Sequence[str]

# Options of a table where nothing but the usual is played.
AS_USUAL: Entry = MappingProxyType({})

LETTERS = {"check": "k", "bet": "b", "call": "c", "raise": "r", "fold": "f"}
ADDRESSES = {
    "hand": "hands/",
    "adjust": "adjustments/",
    "buy-in": "buy-ins/",
    "cash-out": "cash-outs/",
    "join": "joins/",
    "transfer": "transfers/",
    "end": "ends/",
    "rules": "house-rules/",
}


def option_field(value: object) -> str:
    """A house rule as New game sends it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def plain_fields(entry: Entry) -> Fields:
    """An adjustment, a bank entry, or house rules: a field each."""
    said = {"rule-" + name: option_field(value) for name, value in entry.get("options", {}).items()}
    said |= {
        name: "on" if value is True else str(value) for name, value in entry.items() if value is not False
    }
    return {name: value for name, value in said.items() if name not in ("kind", "options")}


def hand_fields(variant: str, entry: Entry, at: Seats, options: Entry = AS_USUAL) -> Fields:
    """A hand: first what is rare, then who made what, then what the game counts."""
    said = {"dealer": seat(at, entry["dealer"])} if "dealer" in entry else {}
    said |= {name: entry[name] for name in ("result", "note") if name in entry}
    said |= {"maker": seat(at, entry["maker"])} if "maker" in entry else {}
    said |= {"trump": entry["trump"]} if "trump" in entry else {}
    return {**said, **games.form(variant).fields(entry, at, options)}


def seat(at: Seats, name: str) -> str:
    return str(at.index(name))


def by_seat(field: str, at: Seats, values: Mapping[str, Any]) -> Fields:
    return {f"{field}-{seat(at, name)}": str(value) for name, value in values.items()}


def ticks(field: str, at: Seats, names: Sequence[str]) -> Fields:
    return by_seat(field, at, dict.fromkeys(names, "on"))


def in_order(at: Seats, names: Sequence[str]) -> str:
    return " ".join(seat(at, name) for name in names)


def renege(entry: Entry, at: Seats) -> Fields:
    return {"renege": "on"} | ticks("reneged", at, entry["reneged"]) if "reneged" in entry else {}


def cards(entry: Entry, at: Seats) -> Fields:
    """The cards of those with tricks: the others have none."""
    return by_seat("cards", at, {name: count for name, count in entry.get("cards", {}).items() if count})


def with_zeros(entry: Entry, at: Seats) -> dict[str, Any]:
    """Tricks of everybody: a strip has a cell for none."""
    return {**dict.fromkeys(at, 0), **entry["tricks"]} if "tricks" in entry else {}
