"""Strict readers of an entry's fields: right type, known names, nothing ignored. All raise Refusal."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .refusal import Refusal, Value, quoted

Entry = Mapping[str, object]

NOTE_LENGTH = 200
REASON_LENGTH = 200
NAME_LENGTH = 40

IN_WORDS = {
    "passed-out": "passed out",
    "no-trump": "no trump",
    "switch": "spare hand",
    "last-trick": "last trick",
}
"""Words of a record that read otherwise in a sentence."""


@dataclass(frozen=True)
class Repeated:
    """The value of a field that occurs twice in an object; every reader refuses it."""

    name: str


def only(entry: Mapping[str, object], fields: Collection[str], what: str) -> None:
    """Refuse any field that is not one of *fields*; *what*: the object, to begin a sentence with."""
    for field in entry:
        if field not in fields:
            raise Refusal("unknown-field", field, what=what, name=quoted(field))


def misfit(code: str, field: str | None, value: object, rule: str | None = None, **values: Value) -> Refusal:
    """The refusal of a field with this value; one written twice is refused as such, whatever the code."""
    if isinstance(value, Repeated):
        return Refusal("repeated", field, name=quoted(value.name))
    return Refusal(code, field, rule, entry=None, **values)


def refuse_repeated(entry: Entry) -> None:
    """Refuse a field that is written twice, at any depth, as the entry's own field that it is in."""
    for field, value in entry.items():
        waiting = [value]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Repeated):
                raise misfit("repeated", field, part)
            if isinstance(part, dict):
                waiting.extend(part.values())
            elif isinstance(part, list):
                waiting.extend(part)


def label(field: str) -> str:
    """A field's name as a refusal carries it until the game's own label takes its place."""
    return field.replace("_", " ")


def within(heading: str) -> str:
    """A label as it stands within a sentence."""
    return heading[:1].lower() + heading[1:]


def flag(entry: Entry, field: str) -> bool:
    """True or false; false when the field is missing."""
    value = entry.get(field, False)
    if value is True or value is False:
        return value
    raise misfit("not-flag", field, value, label=label(field))


def whole(entry: Entry, field: str, least: int, most: int | None = None, rule: str | None = None) -> int:
    """A whole number from *least* to *most*; None: no upper bound. Raises Refusal."""
    value = entry.get(field)
    if type(value) is int and value >= least and (most is None or value <= most):
        return value
    if most is None:
        raise misfit("least", field, value, rule, least=least)
    raise misfit("range", field, value, rule, least=least, most=most)


def text(entry: Entry, field: str, longest: int) -> str:
    """Text of 1 to *longest* characters."""
    if entry.get(field, "") == "":
        raise Refusal("empty", field, label=label(field))
    return at_most(entry, field, longest)


def at_most(entry: Entry, field: str, longest: int | None = None) -> str:
    """Text of at most *longest* characters, "" when the field is missing; None: of any length."""
    value = entry.get(field, "")
    if not isinstance(value, str):
        raise misfit("not-text", field, value, label=label(field))
    if longest is not None and len(value) > longest:
        raise Refusal("too-long", field, got=len(value), most=longest)
    return value


def name(entry: Entry, field: str, names: Sequence[str], missing: str = "") -> str:
    """One of *names*; the field must be there. *missing*: a code for when it isn't."""
    if field not in entry:
        raise Refusal(missing, field) if missing else Refusal("choose", field, label=label(field))
    return known(entry[field], field, names)


def needed(entry: Entry, field: str) -> object:
    """The value of a field that must be there."""
    if field not in entry:
        raise Refusal("choose", field, label=label(field))
    return entry[field]


def game(entry: Entry, games: Sequence[str]) -> str:
    """The game of a record or a question, one of *games*."""
    if "variant" not in entry:
        raise Refusal("choose", "variant", label="game")
    value = entry["variant"]
    if not isinstance(value, str):
        raise misfit("not-text", "variant", value, label="game")
    if value not in games:
        raise Refusal("unknown-game", "variant", got=quoted(value))
    return value


def known(value: object, field: str, names: Sequence[str]) -> str:
    """The value itself, one of *names*."""
    if not isinstance(value, str):
        raise misfit("not-text", field, value, label=label(field))
    if value not in names:
        raise Refusal("not-one", field, got=quoted(value), choices=one_of(names))
    return value


def word(value: object, field: str, words: Sequence[str]) -> str:
    """The value itself, one of the *words* that a record may have here."""
    if not isinstance(value, str):
        raise misfit("not-text", field, value, label=label(field))
    if value not in words:
        choices = one_of([in_words(one) for one in words])
        raise Refusal("not-one", field, got=quoted(in_words(value)), choices=choices)
    return value


def in_words(one: str) -> str:
    """A word of a record as a sentence has it."""
    return IN_WORDS.get(one, one)


def some_names(entry: Entry, field: str, names: Sequence[str]) -> list[str]:
    """A list of names out of *names*, in the order written; a name may occur twice."""
    value = entry.get(field, [])
    if not isinstance(value, list):
        raise misfit("not-list", field, value, label=label(field))
    return [known(item, field, names) for item in value]


def each_once(entry: Entry, field: str, names: Sequence[str]) -> list[str]:
    """A list of names out of *names*, each at most once."""
    listed = some_names(entry, field, names)
    for index, item in enumerate(listed):
        if item in listed[:index]:
            raise Refusal("twice", field, player=item)
    return listed


def by_name(entry: Entry, field: str, names: Sequence[str]) -> dict[str, object]:
    """Values by name out of *names*; {} when the field is missing."""
    value = entry.get(field, {})
    if not isinstance(value, dict):
        raise misfit("not-object", field, value, label=label(field))
    for key in value:
        known(key, field, names)
    return value


def listed(value: object) -> list[object]:
    """The value if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


def counts(entry: Entry, field: str, names: Sequence[str]) -> dict[str, int]:
    """A whole number for each of *names*, in their order; 0 for those that are missing."""
    counted = dict.fromkeys(names, 0)
    for key, number in by_name(entry, field, names).items():
        if type(number) is not int or number < 0:
            raise misfit("count", field, number, player=key)
        counted[key] = number
    return counted


def choices(entry: Entry, field: str, names: Sequence[str], words: Sequence[str]) -> dict[str, str]:
    """One of *words* by name, as written: names that are missing stay missing."""
    return {key: word(value, field, words) for key, value in by_name(entry, field, names).items()}


def add_up(field: str, counted: Mapping[str, int], total: int, rule: str) -> None:
    """Raise Refusal of *field* by *rule* unless the tricks add up to *total*."""
    found = sum(counted.values())
    if found != total:
        raise Refusal("tricks-total", field, rule, got=found, total=total)


def one_of(names: Collection[str]) -> str:
    """ "Ann, Bo or Cy" for a message."""
    listed = list(names)
    if not listed:
        return "nobody"
    if len(listed) == 1:
        return listed[0]
    return ", ".join(listed[:-1]) + " or " + listed[-1]
