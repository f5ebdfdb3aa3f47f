"""What was posted: the text and error of each field, and the typed values of a hand form.

And the forms of entries of the bank (PC-03, PC-04, PC-21), adjustments (ALL-05), house rules (ALL-06).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.log.rights import OF_BANK
from companion.rules.options import CHANGED, options
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State
from scoring.entries import ADJUST, BANK_KINDS, RULES
from scoring.fields import Chosen, Flag, Kind, Whole
from scoring.shape import listed

Values = Mapping[str, str]
DIGITS = 9
SIGN, MINUS = "sign", "-"


@dataclass(frozen=True)
class Field:
    """One field: its name, its id on the page, its text, its error."""

    name: str
    id: str
    value: str = ""
    error: Refusal | None = None


def several(text: str) -> tuple[str, ...]:
    """The names in a list, typed or pasted, each once: between commas or semicolons, or one a line."""
    for mark in ",;\t\r":
        text = text.replace(mark, "\n")
    return tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split("\n")))))


@dataclass(frozen=True)
class Form:
    """A form's fields by name. ``error``: the first error that belongs to no field."""

    name: str
    fields: Mapping[str, Field]
    error: Refusal | None = None


@dataclass(frozen=True)
class EntryForm:
    """The form of one kind of entry.

    of: the kind. address: the name of its URL. folder: the folder of its template.
    """

    of: Kind
    address: str
    folder: str = "bank"

    @property
    def kind(self) -> str:
        """The kind as written in a record."""
        return self.of.name

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its fields, but those for house rules."""
        return tuple(field.name for field in self.of.fields if not isinstance(field.shape, Chosen))

    @property
    def template(self) -> str:
        """The template of its fields."""
        return f"{self.folder}/_{self.kind}.html"

    def entry(self, values: Mapping[str, str], before: State) -> dict[str, object]:
        """The entry from the posted fields; empty ones are left out. *before*: the table before it.

        Raises Refusal.
        """
        found: dict[str, object] = {"kind": self.kind}
        for one in self.of.fields:
            value: object = values.get(one.name, "").strip() or None
            if isinstance(one.shape, Flag):
                value = bool(values.get(one.name)) or None
            elif isinstance(one.shape, Whole):
                least, typed = one.shape.least, number(values, one.name, one.shape.least)
                value = -abs(typed) if typed and least is None and subtracts(values) else typed
            elif isinstance(one.shape, Chosen):
                given = {
                    name.removeprefix(CHANGED): text
                    for name, text in values.items()
                    if name.startswith(CHANGED)
                }
                read, errors = options(before.variant, given)
                for error in errors.values():
                    raise error
                value = {name: given for name, given in read.items() if given != before.options[name]}
            if value is not None:
                found[one.name] = value
        return found


def subtracts(values: Values) -> bool:
    """Whether the switch beside the points of an adjustment stands at Subtract."""
    return values.get(SIGN) == MINUS


def with_switch(values: Values) -> Values:
    """The fields of an adjustment as its form shows them: a minus is said by the switch."""
    points = values.get("points", "").strip().replace("−", MINUS)
    return {**values, "points": points[1:], SIGN: MINUS} if points.startswith(MINUS) else values


def filled(
    name: str, fields: Iterable[str], values: Mapping[str, str], errors: Mapping[str, Refusal] | None = None
) -> Form:
    """The form *name* with these values, and each error at its field."""
    errors = errors or {}
    made = {
        field: Field(field, name + "-" + field, values.get(field, ""), errors.get(field)) for field in fields
    }
    others = (error for field, error in errors.items() if field not in made)
    return Form(name, made, next(others, None))


def whole(text: str, digits: int = DIGITS) -> int | None:
    """The whole number in a text, of at most so many digits; None for other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def number(values: Mapping[str, str], field: str, least: int | None = 0) -> int | None:
    """The whole number typed in *field*, None if it is empty; *least* None: below 0 too, but not 0.

    Raises Refusal for other text, and beyond DIGITS digits.
    """
    typed = values.get(field, "").strip().replace("−", "-").removeprefix("+")
    if not typed:
        return None
    digits = typed.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal()
    if is_number and len(digits) > DIGITS:
        raise AppRefusal("whole-number-up-to", field)
    found = int(typed) if is_number else 0
    if least is None and not found:
        raise AppRefusal("points-zero", field)
    if least is not None and (found < least or not is_number):
        raise AppRefusal("least", field, least=least)
    return found


FORMS = {
    kind.name: EntryForm(kind, kind.name.replace("-", "_") + "s")
    for kind in BANK_KINDS
    if kind.name in OF_BANK
}
"""By kind; the address of a form is the kind's name in the plural."""
ADJUST_FORM = EntryForm(ADJUST, "adjustments", folder="table")
RULES_FORM = EntryForm(RULES, "house_rules", folder="table")


def at_once(values: Values) -> Values:
    """The fields after a one-tap button: its value, "42 Dee", sets chips and player.

    Credit and note are cleared.
    """
    chips, space, player = values.get("at-once", "").partition(" ")
    return {**values, "player": player, "chips": chips, "on_credit": "", "note": ""} if space else values


# Typed values of a posted hand form. Seats count from 0. Nothing is refused here: text that is neither a
# number nor a seat goes into the entry unchanged, and `scoring` refuses it.

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


def call_entry(common: Common) -> Entry:
    """The entry fields ``maker`` and ``trump``, without those still open."""
    known = {"maker": common.maker, "trump": common.trump}
    return {field: value for field, value in known.items() if value}


def count_of(text: str) -> Count:
    """The whole number in a text, or the text."""
    number = whole(text)
    return text or None if number is None else number


def count_in(value: object) -> Count:
    """The number in an entry's value."""
    return value if isinstance(value, int) else count_of(str(value))


def count_text(count: Count) -> str:
    """A number as text for the form; "" for None."""
    return "" if count is None else str(count)


def only_whole(count: Count) -> int | None:
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


def mapped(value: object) -> dict[str, object]:
    """The value if it is a map, else an empty map."""
    return value if isinstance(value, dict) else {}
