"""Typed values of a posted hand form.

Seats count from 0. Nothing is refused here: text that is neither a number nor a seat goes into the entry
unchanged, and `scoring` refuses it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.forms.fields import whole as whole_number
from scoring import State

Entry = dict[str, object]
Names = tuple[str, ...]
Count = int | str | None  # a whole number; other text as typed; None: empty
Counts = Mapping[str, Count]

YES = "on"
BACK = "back"
PLAYED, THROWN_IN = "played", "thrown-in"


@dataclass(frozen=True)
class Posted:
    """The fields of a posted form as text, and the table before the hand."""

    state: State
    texts: Mapping[str, str]

    def text(self, field: str) -> str:
        """The text of a field; "" if it was not sent."""
        return self.texts.get(field, "")

    def flag(self, field: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.text(field))

    def count(self, field: str) -> Count:
        """The number in a field."""
        return count_of(self.text(field))

    def player(self, field: str) -> str:
        """The player whose seat is in a field; "" for nobody."""
        return player_at(self.state, self.text(field))

    def players(self, field: str) -> Names:
        """The players in a field of seats, in the order tapped."""
        return tuple(player_at(self.state, text) for text in self.text(field).split())

    def ticked(self, field: str) -> Names:
        """The players whose box is ticked, in seat order."""
        return tuple(
            name for seat, name in enumerate(self.state.players) if self.flag(field + "-" + str(seat))
        )

    def counts(self, field: str) -> Counts:
        """The number of each player, in seat order."""
        return {name: self.count(field + "-" + str(seat)) for seat, name in enumerate(self.state.players)}

    def tricks(self) -> Counts:
        """Tapped tricks by player, in seat order, without those that the page filled in."""
        filled = self.counts("filled")
        return {
            name: None if count == filled[name] else count for name, count in self.counts("tricks").items()
        }


@dataclass(frozen=True)
class Common:
    """Fields of every hand form.

    dealer: "" for the one by rotation. result: "" or "played", ``THROWN_IN``, or an unplayed result. note: as
    typed. maker, trump: "" while open. away: players without cards, in seat order. so_far: tricks won so far
    by player, in a hand that isn't over. Names are players, or text that is no seat.
    """

    dealer: str = ""
    result: str = ""
    note: str = ""
    maker: str = ""
    trump: str = ""
    away: Names = ()
    so_far: Mapping[str, int] = field(default_factory=dict)

    @property
    def played(self) -> bool:
        """Whether the hand was played."""
        return self.result in {"", PLAYED, THROWN_IN}

    @property
    def thrown_in(self) -> bool:
        """Whether the hand was thrown in before its last trick."""
        return self.result == THROWN_IN


def common_of_post(posted: Posted) -> Common:
    """The common part of a posted form."""
    return Common(
        posted.player("dealer"),
        posted.text("result"),
        posted.text("note"),
        posted.player("maker"),
        posted.text("trump"),
        posted.ticked("away"),
        {name: count for name, count in posted.counts("so-far").items() if isinstance(count, int)},
    )


def common_of_entry(state: State, entry: Mapping[str, object]) -> Common:
    """The common part of the form of an entry."""
    return Common(
        seated(state, entry.get("dealer")),
        THROWN_IN if entry.get("thrown_in") else str(entry.get("result", "")),
        str(entry.get("note", "")),
        seated(state, entry.get("maker")),
        str(entry.get("trump", "")),
        all_seated(state, entry.get("away")),
    )


def common_entry(common: Common) -> Entry:
    """The entry fields of every hand: dealer, result, note."""
    entry: Entry = {"kind": "hand"}
    if common.dealer:
        entry["dealer"] = common.dealer
    if not common.played:
        entry["result"] = common.result
    if common.note.strip():
        entry["note"] = common.note.strip()
    return entry


def call_entry(common: Common) -> Entry:
    """The entry fields ``maker`` and ``trump``, without those still open."""
    known = {"maker": common.maker, "trump": common.trump}
    return {field: value for field, value in known.items() if value}


def count_of(text: str) -> Count:
    """The whole number in a text, or the text."""
    number = whole_number(text)
    return text or None if number is None else number


def count_in(value: object) -> Count:
    """The number in an entry's value."""
    return value if isinstance(value, int) else count_of(str(value))


def count_text(count: Count) -> str:
    """A number as text for the form; "" for None."""
    return "" if count is None else str(count)


def whole(count: Count) -> int | None:
    """The value if it is a whole number, else None."""
    return count if isinstance(count, int) else None


def known(counts: Counts) -> Entry:
    """The counts that aren't None, by player."""
    return {name: count for name, count in counts.items() if count is not None}


def player_at(state: State, text: str) -> str:
    """The player of a seat, or the text."""
    seat = count_of(text)
    return state.players[seat] if isinstance(seat, int) and seat < len(state.players) else text


def seat_text(state: State, name: str) -> str:
    """The seat of a player as text for the form; text that is no player is unchanged."""
    return str(state.players.index(name)) if name in state.players else name


def seats_text(state: State, names: Sequence[str]) -> str:
    """The seats of players, in this order, as text for the form."""
    return " ".join(seat_text(state, name) for name in names)


def by_seat(state: State, field: str, values: Mapping[str, object]) -> dict[str, str]:
    """Field names and texts for the form, from values by player."""
    return {field + "-" + seat_text(state, name): str(value) for name, value in values.items()}


def seated(state: State, name: object) -> str:
    """The name in an entry if it is a seated player's, else ""."""
    return str(name) if name in state.players else ""


def all_seated(state: State, names: object) -> Names:
    """The players of a list in an entry, in seat order."""
    return tuple(name for name in state.players if name in listed(names))


def counts_seated(state: State, values: Mapping[str, object]) -> Counts:
    """The numbers by player in an entry, for every player, in seat order."""
    return {name: count_in(values[name]) if name in values else None for name in state.players}


def one_more(state: State, names: Names, value: str) -> Names:
    """Names plus the player of a seat; for ``BACK`` without the last name."""
    if value == BACK:
        return names[:-1]
    return (*names, player_at(state, value)) if value else names


def listed(value: object) -> list[object]:
    """The value if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


def mapped(value: object) -> dict[str, object]:
    """The value if it is a map, else an empty map."""
    return value if isinstance(value, dict) else {}


def as_seated(state: State, names: Sequence[str]) -> State:
    """The table with these players in its seats, as when the form was made."""
    turn = state.turn if state.turn in names else names[0]
    scores = {name: state.scores.get(name, 0) for name in names}
    return replace(state, players=tuple(names), scores=scores, turn=turn)
