"""What was said on the form so far: its fields as texts, and how they become parts of an entry.

People are named by seat, counted from 0. Nothing is refused here: what is no number and no seat goes into the
entry as it was typed, so that `scoring` refuses it in its own words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring import State

Said = Mapping[str, str]
Entry = dict[str, object]

DIGITS = 9
YES = "on"
NOT_PLAYED = ("passed-out", "misdeal", "redeal")
THROWN_IN = "thrown-in"
OF_THE_HAND = ("maker", "trump", "betting", "order", "level", "folded-", "bets-", "tricks-")


def player(state: State, text: str) -> str:
    """Who sits there; the text itself where nobody does."""
    seat = number(text)
    return state.players[seat] if isinstance(seat, int) and seat < len(state.players) else text


def seat(state: State, name: object) -> str:
    """The seat of *name*, or nothing."""
    return str(state.players.index(name)) if name in state.players else ""


def number(text: str) -> int | str:
    """A whole number, or the text itself where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else text


def by_seat(state: State, said: Said, field: str, names: Sequence[str] | None = None) -> dict[str, str]:
    """What was said in *field* for each of *names* (everybody), in seat order."""
    everybody = {name: said.get(f"{field}-{place}", "") for place, name in enumerate(state.players)}
    return {name: everybody[name] for name in (state.players if names is None else names)}


def to_seats(state: State, field: str, values: Mapping[str, object]) -> dict[str, str]:
    """The opposite of `by_seat`, for those who are seated."""
    return {f"{field}-{seat(state, name)}": str(value) for name, value in values.items() if seat(state, name)}


def ticked(state: State, said: Said, field: str) -> list[str]:
    """Who was ticked in *field*, in seat order."""
    return [name for name, text in by_seat(state, said, field).items() if text]


def ticks(state: State, field: str, names: object) -> dict[str, str]:
    """The opposite of `ticked`."""
    return to_seats(state, field, {str(name): YES for name in listed(names)})


def in_order(state: State, said: Said, field: str) -> list[str]:
    """Names in the order in which they were tapped."""
    return [player(state, text) for text in said.get(field, "").split()]


def tapped(state: State, names: object) -> str:
    """The opposite of `in_order`."""
    return " ".join(seat(state, name) for name in listed(names))


def one_more(said: Said, field: str, what: str) -> dict[str, str]:
    """*field*, a list of what was tapped, with one more at its end, or with the last one taken back."""
    taps = said.get(field, "").split()
    return {**said, field: " ".join(taps[:-1] if what == "back" else [*taps, what])}


def numbers(texts: Mapping[str, str]) -> dict[str, object]:
    """Counts by name, of those for whom one was said."""
    return {name: number(text) for name, text in texts.items() if text}


def listed(value: object) -> list[object]:
    """A list as it stands in an entry; empty for anything else."""
    return value if isinstance(value, list) else []


def mapped(value: object) -> dict[str, object]:
    """A map as it stands in an entry; empty for anything else."""
    return value if isinstance(value, dict) else {}


def common(state: State, said: Said) -> Entry:
    """What every hand may say: dealer, result, note."""
    entry: Entry = {"kind": "hand"}
    if said.get("dealer"):
        entry["dealer"] = player(state, said["dealer"])
    if not is_played(said):
        entry["result"] = said["result"]
    if said.get("note", "").strip():
        entry["note"] = said["note"].strip()
    return entry


def is_played(said: Said) -> bool:
    """Whether the hand was played."""
    return said.get("result", "") in {"", "played", THROWN_IN}


def call(state: State, said: Said) -> Entry:
    """Who made what trump, as far as it was said."""
    entry: Entry = {}
    if said.get("maker"):
        entry["maker"] = player(state, said["maker"])
    if said.get("trump"):
        entry["trump"] = said["trump"]
    return entry


def tell_common(state: State, entry: Mapping[str, object]) -> dict[str, str]:
    """The fields of `common` and `call`, from an entry."""
    said = {
        "dealer": seat(state, entry.get("dealer")),
        "maker": seat(state, entry.get("maker")),
        "trump": str(entry.get("trump", "")),
        "note": str(entry.get("note", "")),
        "result": str(entry.get("result", "")),
    }
    return {field: text for field, text in said.items() if text}


def as_seated(state: State, names: Sequence[str]) -> State:
    """The table with other people in its seats: those whom the form was made for."""
    turn = state.turn if state.turn in names else names[0]
    scores = {name: state.scores.get(name, 0) for name in names}
    return replace(state, players=tuple(names), scores=scores, turn=turn)
