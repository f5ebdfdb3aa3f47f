"""Form values for templates: posted text and error of each field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.fields import Field as Declared
from scoring.fields import Flag, Kind, Whole

DIGITS = 9


@dataclass(frozen=True)
class Field:
    """One field: its name, its id on the page, its text, its error."""

    name: str
    id: str
    value: str = ""
    error: Refusal | None = None


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
        """The names of its fields."""
        return tuple(field.name for field in self.of.fields)

    @property
    def template(self) -> str:
        """The template of its fields."""
        return f"{self.folder}/_{self.kind}.html"

    def entry(self, values: Mapping[str, str]) -> dict[str, object]:
        """The entry from the posted fields; empty ones are left out. Raises Refusal."""
        found: dict[str, object] = {"kind": self.kind}
        for field in self.of.fields:
            value = _value(field, values)
            if value is not None:
                found[field.name] = value
        return found


def _value(field: Declared, values: Mapping[str, str]) -> int | bool | str | None:
    """The value of one posted field; None if it is empty. Raises Refusal."""
    if isinstance(field.shape, Flag):
        return bool(values.get(field.name)) or None
    if isinstance(field.shape, Whole):
        return number(values, field.name, field.shape.least)
    return values.get(field.name, "").strip() or None


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
