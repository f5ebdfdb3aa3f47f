"""Reading and writing ``bower.game/1``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from . import options, shape
from .options import Option
from .refusal import expected, worded
from .table import Names
from .variant import Variant
from .variants import VARIANTS

FORMAT = "bower.game/1"
FIELDS = frozenset(("format", "variant", "options", "players", "dealer", "title", "played_on", "entries"))
MOST_DIGITS = 4200
DAY_LENGTH = len("2026-11-19")


@dataclass(frozen=True)
class Repeated:
    """The value of a field that occurs twice in an object; every reader refuses it."""

    name: str

    def __str__(self) -> str:
        return "it twice"


@dataclass(frozen=True)
class Record:
    """One game as recorded; the header is checked, the entries are not.

    ``given``: the record as it was read. ``options``: the values of all options of the variant, defaults
    included.
    """

    variant: Variant
    players: Names
    options: Mapping[str, int | bool | str]
    dealer: str
    entries: tuple[object, ...]
    title: str
    played_on: str
    given: Mapping[str, object] = field(repr=False)

    def as_json(self) -> dict[str, object]:
        """The record as it was read."""
        return dict(self.given)


def read(text: str | bytes) -> Record:
    """A record from JSON text. Raises Refusal; its field is None if the text isn't JSON."""
    return from_json(parse(text))


def write(record: Record) -> str:
    """The record as JSON text; reading it back gives an equal record."""
    return json.dumps(record.as_json(), ensure_ascii=False)


def parse(text: str | bytes) -> object:
    """A JSON value. Raises Refusal also for NaN; a field written twice gets the value Repeated."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise worded(None, "expected JSON, got something else: " + _reason(error)) from None


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "brackets nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "text that is not UTF-8"
    if isinstance(error, json.JSONDecodeError):
        return error.msg + " in line " + str(error.lineno)
    return "a number too long to be one"


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) < len(pairs):
        seen = set()
        for name, _value in pairs:
            if name in seen:
                read[name] = Repeated(name)
            seen.add(name)
    return read


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def _refuse_constant(name: str) -> object:
    raise json.JSONDecodeError(name + " is no number", name, 0)


def from_json(given: object) -> Record:
    """A record from parsed JSON, with only the header checked. Raises Refusal."""
    if not isinstance(given, dict):
        raise expected("format", "a game record, one JSON object", given)
    shape.only(given, FIELDS, "the header of a record")
    if given.get("format") != FORMAT or not isinstance(given["format"], str):
        raise expected("format", "“" + FORMAT + "”", given.get("format"))
    variant = _variant(given)
    players = _players(given, variant)
    entries = given.get("entries", [])
    if not isinstance(entries, list):
        raise expected("entries", "a list of entries", entries)
    return Record(
        variant=variant,
        players=players,
        options=every_option(variant, given.get("options", {})),
        dealer=shape.name(given, "dealer", players) if "dealer" in given else players[0],
        entries=tuple(entries),
        title=_text(given, "title"),
        played_on=_day(given),
        given=given,
    )


def _variant(given: Mapping[str, object]) -> Variant:
    return VARIANTS[shape.name(given, "variant", tuple(VARIANTS))]


def _players(given: Mapping[str, object], variant: Variant) -> Names:
    value = given.get("players")
    if not isinstance(value, list):
        raise expected("players", "a list of names, clockwise", value)
    if len(value) not in variant.seats:
        raise expected("players", seats_text(variant) + " at " + variant.title, len(value))
    players = tuple(shape.seat_name(name, "players") for name in value)
    shape.refuse_same_name(players, "players")
    sides = variant.sides(players)
    if len(set(sides)) < len(sides):
        raise worded("players", "expected two teams with different names")
    return players


def seats_text(variant: Variant) -> str:
    """ "4 players", "2 to 12 players"."""
    least, most = variant.seats[0], variant.seats[-1]
    return (str(least) if least == most else str(least) + " to " + str(most)) + " players"


def every_option(variant: Variant, given: object) -> dict[str, int | bool | str]:
    """The value of every option of the game by name; missing ones take their default. Raises Refusal."""
    return options.every_value(variant.options, given)


def one_option(option: Option, value: object) -> int | bool | str:
    """The value itself. Raises Refusal of ``options`` if the option may not have it."""
    return option.checked(value)


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise expected(name, "text", value)
    return value


def _day(given: Mapping[str, object]) -> str:
    day = _text(given, "played_on")
    if "played_on" in given and not _exists(day):
        raise expected("played_on", "a day that exists, YYYY-MM-DD", day)
    return day


def _exists(day: str) -> bool:
    """Whether this is a day written YYYY-MM-DD; ``fromisoformat`` also takes other forms."""
    if len(day) != DAY_LENGTH or not day.isascii() or day[4] != "-" or day[7] != "-":
        return False
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True
