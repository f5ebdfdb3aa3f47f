"""The library's only error."""


class Refusal(ValueError):
    """Raised for input that can't be scored.

    ``entry`` counts from 1; None for the header of a record, or when no record is being read.
    ``field`` is the field's own name; None when the text isn't JSON.
    """

    def __init__(self, field: str | None, message: str, entry: int | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.entry = entry

    def at(self, entry: int) -> "Refusal":
        """The same refusal with the number of its entry, from 1."""
        return Refusal(self.field, self.message, entry)

    def as_json(self) -> dict[str, object]:
        """The error object of ``bower.standing/1``."""
        return {"error": {"entry": self.entry, "field": self.field, "message": self.message}}


def expected(field: str | None, wanted: str, got: object) -> Refusal:
    """A refusal worded "expected …, got …"."""
    return Refusal(field, "expected " + wanted + ", got " + shown(got))


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
