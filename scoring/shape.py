"""Strict readers of an entry's fields: right type, known names, nothing ignored. All raise Refusal."""

from collections.abc import Collection, Mapping, Sequence

from .refusal import Refusal, expected, worded

Entry = Mapping[str, object]

NOTE_LENGTH = 200
REASON_LENGTH = 200
NAME_LENGTH = 40


def only(entry: Mapping[str, object], fields: Collection[str], what: str) -> None:
    """Refuse any field that is not one of *fields*; *what* names the object in the message."""
    for field in entry:
        if field not in fields:
            raise worded(field, "expected no such field in " + what)


def flag(entry: Entry, field: str) -> bool:
    """True or false; false when the field is missing."""
    value = entry.get(field, False)
    if value is True or value is False:
        return value
    raise expected(field, "yes or no", value)


def whole(entry: Entry, field: str, least: int, what: str, most: int | None = None) -> int:
    """A whole number of *what*, from *least* to *most*; None: no upper bound. Raises Refusal."""
    value = entry.get(field)
    if type(value) is not int or value < least or (most is not None and value > most):
        bounds = " or more" if most is None else " to " + str(most)
        raise expected(field, "a whole number of " + what + ", " + str(least) + bounds, value)
    return value


def text(entry: Entry, field: str, longest: int) -> str:
    """Text of 1 to *longest* characters."""
    value = entry.get(field)
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        raise _wrong_length(field, "1 to " + str(longest) + " characters", value)
    return value


def note(entry: Entry) -> None:
    """Refuse a note that is not text or is too long."""
    value = entry.get("note", "")
    if not isinstance(value, str) or len(value) > NOTE_LENGTH:
        raise _wrong_length("note", "at most " + str(NOTE_LENGTH) + " characters", value)


def name(entry: Entry, field: str, names: Sequence[str]) -> str:
    """One of *names*; the field must be there."""
    value = entry.get(field)
    if not isinstance(value, str) or value not in names:
        raise expected(field, one_of(names), value)
    return value


def some_names(entry: Entry, field: str, names: Sequence[str]) -> list[str]:
    """A list of names out of *names*, in the order written; a name may occur twice."""
    value = entry.get(field, [])
    if not isinstance(value, list):
        raise expected(field, "a list of names", value)
    for item in value:
        if not isinstance(item, str) or item not in names:
            raise expected(field, one_of(names), item)
    return value


def each_once(entry: Entry, field: str, names: Sequence[str]) -> list[str]:
    """A list of names out of *names*, each at most once."""
    listed = some_names(entry, field, names)
    for index, item in enumerate(listed):
        if item in listed[:index]:
            raise worded(field, "expected everybody once, got " + item + " twice")
    return listed


def counts(entry: Entry, field: str, names: Sequence[str], what: str) -> dict[str, int]:
    """A whole number for each of *names*, in their order; 0 for those that are missing."""
    value = entry.get(field, {})
    if not isinstance(value, dict):
        raise expected(field, what + " by name", value)
    counted = dict.fromkeys(names, 0)
    for key, number in value.items():
        if key not in counted:
            raise expected(field, what + " of " + one_of(names), key)
        if type(number) is not int or number < 0:
            raise expected(field, "a whole number of " + what + " for " + key, number)
        counted[key] = number
    return counted


def choices(entry: Entry, field: str, names: Sequence[str], words: Sequence[str]) -> dict[str, str]:
    """One of *words* by name, as written: names that are missing stay missing."""
    value = entry.get(field, {})
    if not isinstance(value, dict):
        raise expected(field, one_of(words) + " by name", value)
    for key, word in value.items():
        if key not in names:
            raise expected(field, one_of(names), key)
        if not isinstance(word, str) or word not in words:
            raise expected(field, one_of(words) + " for " + key, word)
    return value


def add_up(field: str, counted: Mapping[str, int], total: int, wanted: str) -> None:
    """Raise Refusal of *field*, worded "expected *wanted*", unless the counts add up to *total*."""
    found = sum(counted.values())
    if found != total:
        raise expected(field, wanted, found)


def seat_name(value: object, field: str) -> str:
    """A name that a player may have; it is not compared with other names."""
    if not isinstance(value, str):
        raise expected(field, "a name", value)
    if not 1 <= len(value) <= NAME_LENGTH or value.strip() != value:
        raise expected(field, "a name of 1 to 40 characters with no space at either end", value)
    if value.casefold() in ("pot", "bank"):
        raise expected(field, "a name that is neither “pot” nor “bank”", value)
    return value


def refuse_same_name(names: tuple[str, ...], field: str) -> None:
    """Raise Refusal of *field* if two names differ in nothing but capital letters."""
    folded: dict[str, str] = {}
    for name in names:
        other = folded.setdefault(name.casefold(), name)
        if other is not name or names.count(name) > 1:
            raise worded(field, "expected everybody under a name of their own, got " + name + " twice")


def one_of(names: Collection[str]) -> str:
    """ "Ann, Bo or Cy" for a message."""
    listed = list(names)
    if not listed:
        return "nobody"
    if len(listed) == 1:
        return listed[0]
    return ", ".join(listed[:-1]) + " or " + listed[-1]


def _wrong_length(field: str, wanted: str, value: object) -> Refusal:
    if isinstance(value, str) and value:
        return worded(field, "expected " + wanted + ", got " + str(len(value)))
    return expected(field, wanted, value)
