"""An entry of the record as it is said on the forms: fields and their values, in the order of the thumb.

People are said by seat, counted from 0. Written for itself, not with what the forms are written with.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Entry = Mapping[str, Any]
Fields = dict[str, str]
Seats = Sequence[str]

LETTERS = {"check": "k", "bet": "b", "call": "c", "raise": "r", "fold": "f"}
ADDRESSES = {
    "hand": "hands/",
    "adjust": "adjustments/",
    "buy-in": "buy-ins/",
    "cash-out": "cash-outs/",
    "join": "joins/",
    "transfer": "transfers/",
    "end": "ends/",
}


def option_field(value: object) -> str:
    """A house rule as New game sends it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def plain_fields(entry: Entry) -> Fields:
    """An adjustment or a bank entry: a field each."""
    said = {
        name: "on" if value is True else str(value) for name, value in entry.items() if value is not False
    }
    del said["kind"]
    return said


def hand_fields(variant: str, entry: Entry, at: Seats) -> Fields:
    """A hand: first what is rare, then who made what, then what the game counts."""
    said = {"dealer": seat(at, entry["dealer"])} if "dealer" in entry else {}
    said |= {name: entry[name] for name in ("result", "note") if name in entry}
    said |= {"maker": seat(at, entry["maker"])} if "maker" in entry else {}
    said |= {"trump": entry["trump"]} if "trump" in entry else {}
    return {**said, **HANDS[variant](entry, at)}


def seat(at: Seats, name: str) -> str:
    return str(at.index(name))


def by_seat(field: str, at: Seats, values: Mapping[str, Any]) -> Fields:
    return {f"{field}-{seat(at, name)}": str(value) for name, value in values.items()}


def ticks(field: str, at: Seats, names: Sequence[str]) -> Fields:
    return by_seat(field, at, dict.fromkeys(names, "on"))


def in_order(at: Seats, names: Sequence[str]) -> str:
    return " ".join(seat(at, name) for name in names)


def partnership(entry: Entry, at: Seats) -> Fields:
    """The makers' tricks; the others' follow."""
    if "tricks" not in entry:
        return {}
    team = " & ".join(at[at.index(entry["maker"]) % 2 :: 2])
    said = {"alone": "on"} if entry.get("alone") else {}
    said |= ticks("defended", at, [entry["defended_alone"]] if "defended_alone" in entry else [])
    return said | {"tricks": str(entry["tricks"].get(team, 0))}


def king(entry: Entry, at: Seats) -> Fields:
    """The Kings in order, everybody's tricks, the showdown."""
    showdown = entry.get("showdown", {})
    said = {"result": "thrown-in"} if entry.get("thrown_in") else {}
    said |= {"kings": in_order(at, entry["kings"])} if entry.get("kings") else {}
    said |= by_seat("tricks", at, with_zeros(entry, at))
    said |= {"showdown": seat(at, showdown["winner"])} if "winner" in showdown else {}
    said |= by_seat("showtricks", at, showdown.get("tricks", {}))
    return said | ({"showkings": in_order(at, showdown["kings"])} if showdown.get("kings") else {})


def countdown(entry: Entry, at: Seats) -> Fields:
    """A turned club, the spare hand, tricks or a drop for everybody."""
    choices = entry.get("choices", {})
    said = {name: "on" for name in ("nine_of_clubs", "turned_club") if entry.get(name)}
    dropped = {name: "drop" for name, choice in choices.items() if choice == "drop"}
    switched = [name for name, choice in choices.items() if choice == "switch"]
    said |= {"switch": seat(at, switched[0])} if switched else {}
    return said | by_seat("tricks", at, with_zeros(entry, at) | dropped)


def poker_points(entry: Entry, at: Seats) -> Fields:
    return renege(entry, at) | by_seat("tricks", at, entry.get("tricks", {})) | cards(entry, at)


def poker_chips(entry: Entry, at: Seats) -> Fields:
    """Who is away, the betting action by action or in totals, then the tricks."""
    said = ticks("away", at, entry.get("away", []))
    if "betting" in entry:
        said |= {"betting": " ".join(token(at, action) for action in entry["betting"])}
    elif "result" not in entry:
        said |= totals(entry, at)
    return said | renege(entry, at) | by_seat("tricks", at, entry.get("tricks", {})) | cards(entry, at)


def totals(entry: Entry, at: Seats) -> Fields:
    folded, bets = entry.get("folded", []), entry.get("bets", {})
    stayed = {str(chips) for name, chips in bets.items() if name not in folded}
    assert len(stayed) <= 1, "expected the same from all who stayed"
    own = {name: chips for name, chips in bets.items() if name in folded}
    said = {"telling": "totals", "level": "".join(stayed)}
    return said | ticks("folded", at, folded) | by_seat("bets", at, own)


def token(at: Seats, action: Entry) -> str:
    return f"{seat(at, action['player'])}{LETTERS[action['action']]}{action.get('chips', '')}"


def renege(entry: Entry, at: Seats) -> Fields:
    return {"renege": "on"} | ticks("reneged", at, entry["reneged"]) if "reneged" in entry else {}


def cards(entry: Entry, at: Seats) -> Fields:
    return by_seat("cards", at, entry.get("cards", {}))


def with_zeros(entry: Entry, at: Seats) -> dict[str, Any]:
    """Tricks of everybody: a strip has a cell for none."""
    return {**dict.fromkeys(at, 0), **entry["tricks"]} if "tricks" in entry else {}


HANDS: dict[str, Callable[[Entry, Seats], Fields]] = {
    "partnership": partnership,
    "king-cutthroat": king,
    "three-handed": countdown,
    "buck": countdown,
    "poker-points": poker_points,
    "poker-chips": poker_chips,
}
