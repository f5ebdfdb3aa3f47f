"""The library's only error: a code and values for programs, a sentence for people."""

from collections.abc import Mapping
from typing import ClassVar, Self

from .sentences import NONE, ONE, SENTENCES

Value = str | int
LONGEST_NUMBER, LONGEST_TEXT, LONGEST_QUOTE = 15, 600, 40


class Refusal(ValueError):
    """Raised for input that can't be scored.

    code: stable, a key of ``sentences``. field: the field's own name; None when the text isn't JSON, or for
    no single field. rule: id of the rule that is broken; None without one. values: names, whole numbers and
    short texts that the sentence shows. entry: counts from 1; None for the header of a record, or when no
    record is being read. message: the sentence, made from code and values.

    Raises KeyError for an unknown code or a missing value.
    """

    sentences: ClassVar[Mapping[str, str]] = SENTENCES
    of_number: ClassVar[Mapping[int, Mapping[str, tuple[str, str]]]] = {0: NONE, 1: ONE}

    def __init__(
        self,
        code: str,
        field: str | None = None,
        rule: str | None = None,
        *,
        entry: int | None = None,
        **values: Value,
    ) -> None:
        self.code = code
        self.field = field
        self.rule = rule
        self.values = {name: _bounded(value) for name, value in values.items()}
        self.entry = entry
        self.message = self._sentence()
        super().__init__(self.message)

    def _sentence(self) -> str:
        sentence = self.sentences[self.code]
        for number, others in self.of_number.items():
            if self.code in others and self.values[others[self.code][0]] == number:
                sentence = others[self.code][1]
        return sentence.format(**{name: _printed(value) for name, value in self.values.items()})

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

    def labelled(self, labels: Mapping[str, str]) -> Self:
        """The same refusal with a label from *labels* in place of a field's own name."""
        name = self.values.get("label")
        if not isinstance(name, str) or name not in labels:
            return self
        values = {**self.values, "label": labels[name]}
        return type(self)(self.code, self.field, self.rule, entry=self.entry, **values)

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


def quoted(value: object) -> Value:
    """A value as a refusal carries it: a whole number as it is, anything else as text on one short line."""
    return value if type(value) is int else _short(str(value))


def _bounded(value: Value) -> Value:
    if isinstance(value, int):
        digits = str(value)
        return value if len(digits) <= LONGEST_NUMBER else digits[:LONGEST_NUMBER].replace("-", "−") + "…"
    return value if len(value) <= LONGEST_TEXT else value[:LONGEST_TEXT] + "…"


def _printed(value: Value) -> str:
    return value if isinstance(value, str) else str(value).replace("-", "−")


def _short(text: str) -> str:
    printable = "".join(c if c.isprintable() else "�" for c in text[: LONGEST_QUOTE + 1])
    return printable if len(text) <= LONGEST_QUOTE else printable[:LONGEST_QUOTE] + "…"
