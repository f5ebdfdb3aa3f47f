"""Form values for templates: posted text and error of each field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.fields import Flag, Kind, Whole
from scoring.refusal import worded

DIGITS = 9


@dataclass(frozen=True)
class Field:
    """One field: its name, its id on the page, its text, its error."""

    name: str
    id: str
    value: str = ""
    error: str = ""


@dataclass(frozen=True)
class Form:
    """A form's fields by name. ``error``: an error that belongs to no field."""

    name: str
    fields: Mapping[str, Field]
    error: str = ""


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
        """The entry from the posted fields: numbers, then boxes, then text. Raises Refusal."""
        found: dict[str, object] = {"kind": self.kind}
        for name in self._named(Whole):
            found |= number(values, name)
        for name in self._named(Flag):
            found |= ticked(values, name)
        return found | words(values, *(name for name in self.fields if name not in self._named(Whole, Flag)))

    def _named(self, *shapes: type) -> tuple[str, ...]:
        return tuple(field.name for field in self.of.fields if isinstance(field.shape, shapes))


def filled(
    name: str, fields: Iterable[str], values: Mapping[str, str], errors: Mapping[str, str] | None = None
) -> Form:
    """The form *name* with these values, and each error at its field."""
    errors = errors or {}
    made = {
        field: Field(field, name + "-" + field, values.get(field, ""), errors.get(field, ""))
        for field in fields
    }
    others = [message for field, message in errors.items() if field not in made]
    return Form(name, made, " ".join(others))


def whole(text: str, digits: int = DIGITS) -> int | None:
    """The whole number in a text, of at most so many digits; None for other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def number(values: Mapping[str, str], field: str) -> dict[str, object]:
    """The entry's *field* as a whole number; other text unchanged; left out if empty."""
    typed = values.get(field, "").strip().replace("−", "-").removeprefix("+")
    if not typed:
        return {}
    digits = typed.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        return {field: typed}
    if len(digits) > DIGITS:
        raise worded(field, f"expected a number of at most {DIGITS} digits, got {len(digits)}")
    return {field: int(typed)}


def words(values: Mapping[str, str], *fields: str) -> dict[str, object]:
    """The entry's *fields* as text, stripped; left out if empty."""
    typed = {field: values.get(field, "").strip() for field in fields}
    return {field: text for field, text in typed.items() if text}


def ticked(values: Mapping[str, str], field: str) -> dict[str, object]:
    """The entry's *field* as True; left out if the box isn't ticked."""
    return {field: True} if values.get(field) else {}
