"""Posted text and error of each field; the forms of entries of the bank (PC-03, PC-04, PC-21), of adjustments
(ALL-05) and of house rules (ALL-06).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.access.roles import OF_BANK
from companion.rules.options import CHANGED, options
from companion.wording.refusal import AppRefusal
from scoring import Refusal, State
from scoring.entries import ADJUST, BANK_KINDS, RULES
from scoring.fields import Chosen, Flag, Kind, Whole
from scoring.fields import Field as Declared

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
        for field in self.of.fields:
            value = _value(field, values, before)
            if value is not None:
                found[field.name] = value
        return found


def _value(field: Declared, values: Mapping[str, str], before: State) -> object:
    """The value of one posted field; None if it is empty. Raises Refusal."""
    if isinstance(field.shape, Chosen):
        given = {
            name.removeprefix(CHANGED): text for name, text in values.items() if name.startswith(CHANGED)
        }
        read, errors = options(before.variant, given)
        for error in errors.values():
            raise error
        return {name: value for name, value in read.items() if value != before.options[name]}
    if isinstance(field.shape, Flag):
        return bool(values.get(field.name)) or None
    if isinstance(field.shape, Whole):
        found = number(values, field.name, field.shape.least)
        return -abs(found) if found and field.shape.least is None and subtracts(values) else found
    return values.get(field.name, "").strip() or None


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
