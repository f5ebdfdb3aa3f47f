"""Reading and writing ``bower.game/1``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from . import names, options, shape
from .refusal import Refusal
from .shape import Repeated
from .table import Names
from .variant import Variant
from .variants import VARIANTS

FORMAT = "bower.game/1"
FIELDS = frozenset(("format", "variant", "options", "players", "dealer", "title", "played_on", "entries"))
MOST_DIGITS = 4200
MOST_NESTED = 64  # brackets within brackets; a record has six
DAY_LENGTH = len("2026-11-19")


@dataclass(frozen=True)
class Record:
    """One game as recorded; the header is checked, the entries are not.

    ``given``: the record as it was read. ``options``: the values of all options of the variant, defaults
    included. ``stored``: names are read as those of a stored game (``from_json``).
    """

    variant: Variant
    players: Names
    options: Mapping[str, int | bool | str]
    dealer: str
    entries: tuple[object, ...]
    title: str
    played_on: str
    given: Mapping[str, object] = field(repr=False)
    stored: bool = False

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
    """A JSON value. Raises Refusal also for NaN and deep nesting; a field written twice gets Repeated."""
    try:
        return flat_enough(
            json.loads(
                text, object_pairs_hook=_object, parse_constant=refuse_constant, parse_int=whole_number
            )
        )
    except (ValueError, RecursionError) as error:
        raise no_json(error) from None


def flat_enough(value: object) -> object:
    """The value itself. Raises Refusal if it is nested deeper than MOST_NESTED.

    What Python can just read it can't always write or compare: those need more of its stack.
    """
    level: list[dict[str, object] | list[object]] = [value] if isinstance(value, (dict, list)) else []
    for _depth in range(MOST_NESTED):
        if not level:
            return value
        parts = (parent.values() if isinstance(parent, dict) else parent for parent in level)
        level = [part for few in parts for part in few if isinstance(part, (dict, list))]
    raise Refusal("nested-too-deep")


def no_json(error: Exception) -> Refusal:
    """The refusal of text that ``json`` could not read."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RecursionError):
        return Refusal("nested-too-deep")
    if isinstance(error, UnicodeDecodeError):
        return Refusal("not-utf8")
    if isinstance(error, json.JSONDecodeError):
        return Refusal("not-json", line=error.lineno)
    return Refusal("number-too-long", most=MOST_DIGITS)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) < len(pairs):
        seen = set()
        for name, _value in pairs:
            if name in seen:
                read[name] = Repeated(name)
            seen.add(name)
    return read


def whole_number(digits: str) -> int:
    """A number in JSON. Raises ValueError for one that is too long."""
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def refuse_constant(name: str) -> object:
    """Raise Refusal for NaN or an infinity."""
    raise Refusal("not-a-number", got=name)


def from_json(given: object, *, stored: bool = False) -> Record:
    """A record from parsed JSON, with only the header checked. Raises Refusal.

    stored: the game may have names that were allowed before names were compared as now (``scoring.names``).
    """
    if not isinstance(given, dict):
        raise Refusal("not-a-game", "format")
    shape.only(given, FIELDS, "The header of a game")
    if given.get("format") != FORMAT or not isinstance(given["format"], str):
        raise shape.misfit("not-a-game", "format", given.get("format"))
    variant = VARIANTS[shape.game(given, tuple(VARIANTS))]
    listed = given.get("players")
    if not isinstance(listed, list):
        raise shape.misfit("not-list", "players", listed, label="players")
    if len(listed) not in variant.seats:
        least, most = variant.seats[0], variant.seats[-1]
        if least == most:
            raise Refusal("players-count", "players", game=variant.title, least=least)
        raise Refusal("players-range", "players", game=variant.title, least=least, most=most)
    players = tuple(names.checked(name, "players", stored=stored) for name in listed)
    names.refuse_same(players, "players", stored=stored)
    teams = variant.sides(players)
    if len({team if stored else names.compared(team) for team in teams}) < len(teams):
        raise Refusal("same-team", "players", team=teams[0])
    entries = given.get("entries", [])
    if not isinstance(entries, list):
        raise shape.misfit("not-list", "entries", entries, label="entries")
    day = shape.at_most(given, "played_on")
    if "played_on" in given and not _exists(day):
        raise Refusal("no-date", "played_on")
    return Record(
        variant=variant,
        players=players,
        options=options.every_value(variant.options, given.get("options", {})),
        dealer=shape.name(given, "dealer", players) if "dealer" in given else players[0],
        entries=tuple(entries),
        title=shape.at_most(given, "title"),
        played_on=day,
        given=given,
        stored=stored,
    )


def _exists(day: str) -> bool:
    """Whether this is a day written YYYY-MM-DD; ``fromisoformat`` also takes other forms."""
    if len(day) != DAY_LENGTH or not day.isascii() or day[4] != "-" or day[7] != "-":
        return False
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True
