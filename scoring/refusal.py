"""The library's only error: a code and values for programs, a sentence for people."""

from collections.abc import Mapping
from typing import ClassVar, Self

from .sentences import SENTENCES


class Refusal(ValueError):
    """Raised for input that can't be scored.

    code: stable, a key of ``sentences``. field: the field's own name; None when the text isn't JSON, or for
    no single field. rule: id of the rule that is broken; None without one. values: names, whole numbers and
    short texts that the sentence shows. entry: counts from 1; None for the header of a record, or when no
    record is being read. message: the sentence, made from code and values.

    Raises KeyError for an unknown code or a missing value.
    """

    sentences: ClassVar[Mapping[str, str]] = SENTENCES

    def __init__(
        self,
        code: str,
        field: str | None = None,
        rule: str | None = None,
        *,
        entry: int | None = None,
        **values: object,
    ) -> None:
        self.message = self.sentences[code].format(**values)
        super().__init__(self.message)
        self.code = code
        self.field = field
        self.rule = rule
        self.values = values
        self.entry = entry

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.code, self.field, self.entry))

    def at(self, entry: int) -> Self:
        """The same refusal with the number of its entry, from 1."""
        return type(self)(self.code, self.field, self.rule, entry=entry, **self.values)

    def under(self, field: str | None) -> Self:
        """The same refusal of another field."""
        return type(self)(self.code, field, self.rule, entry=self.entry, **self.values)

    def as_json(self) -> dict[str, object]:
        """The error object of ``bower.standing/1``."""
        return {
            "error": {
                "entry": self.entry,
                "field": self.field,
                "code": self.code,
                "rule": self.rule,
                "values": self.values,
                "message": self.message,
            }
        }


def worded(field: str | None, message: str, entry: int | None = None) -> Refusal:
    """A refusal whose sentence is written where it is raised."""
    return Refusal("worded", field, entry=entry, sentence=message)


def expected(field: str | None, wanted: str, got: object) -> Refusal:
    """A refusal worded "expected …, got …"."""
    return worded(field, "expected " + wanted + ", got " + shown(got))


def shown(value: object) -> str:
    """A JSON value as a message quotes it: on one line, at most 41 characters."""
    if value is None:
        return "nothing"
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, str):
        return "“" + _short(value) + "”"
    if isinstance(value, dict):
        return "things by name" if value else "an empty {}"
    if isinstance(value, (list, tuple)):
        return "a list of " + str(len(value))
    return _short(str(value))


def _short(text: str) -> str:
    printable = "".join(c if c.isprintable() else "�" for c in text[:41])
    return printable if len(text) <= 40 else printable[:40] + "…"
