"""Records and entries as JSON Schema (draft 2020-12), made from the fields that each game declares.

The components of the API's document are one model for each game and kind of entry, which every generator
understands. The document of ``bower.game/1`` adds what only a validator can use: which fields go together.
Whether a hand adds up, or is possible at all, is checked by `scoring` only.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.api.typed import COMPONENTS, VARIANT, discriminated, of_game, pascal
from companion.forms.imports import LARGEST_NUMBER
from companion.forms.new_game import TITLE_LENGTH
from scoring import VARIANTS, Option, Variant
from scoring.entries import HAND, RULES
from scoring.fields import (
    MOST_PLAYERS,
    ByName,
    Chosen,
    Field,
    Flag,
    Kind,
    Listed,
    Nested,
    Player,
    Shape,
    Side,
    Text,
    Whole,
    Word,
)
from scoring.record import FORMAT
from scoring.shape import NAME_LENGTH
from scoring.table import PLAYED

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFS = "#/$defs/"
CONTROLS = r"\u0000-\u001f\u007f-\u009f"
PLAIN = rf"^[^{CONTROLS}]*$"
NAME = rf"^[^\s{CONTROLS}]([^{CONTROLS}]*[^\s{CONTROLS}])?$"
TEAM_LENGTH = 2 * NAME_LENGTH + 3
TYPES = {bool: "boolean", int: "integer", str: "string"}
PLAYER: Schema = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH, "pattern": NAME}
TEAM: Schema = {**PLAYER, "maxLength": TEAM_LENGTH}
REFERENCE = re.compile(r"#/\$defs/(\w+)")
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


def of(properties: Mapping[str, Schema], required: Iterable[str], description: str) -> Schema:
    """A schema of an object with these fields and no others."""
    return {
        "type": "object",
        "description": description,
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def whole(least: int | None = None, most: int | None = None) -> Schema:
    """A whole number from *least* to *most*; None: the bound of this app."""
    lowest = -LARGEST_NUMBER if least is None else least
    return {"type": "integer", "minimum": lowest, "maximum": LARGEST_NUMBER if most is None else most}


def words(longest: int, least: int = 0) -> Schema:
    """A free text."""
    return {"type": "string", "minLength": least, "maxLength": longest, "pattern": PLAIN}


def one_of(*values: object) -> Schema:
    """One of these values, all of one type."""
    kind = TYPES[type(values[0])]
    return {"type": kind, "const": values[0]} if len(values) == 1 else {"type": kind, "enum": list(values)}


def option(one: Option, exact: bool) -> Schema:
    """The schema of one option, with its rule and its default.

    The default is a keyword only for validators: clients that generators make would send it.
    """
    about = f"{one.label}. {one.effect} ({one.rule})"
    shared: Schema = {"description": f"{about} Without it: {json.dumps(one.default)}."}
    if exact:
        shared = {"description": about, "default": one.default}
    if one.kind == "flag":
        return {"type": "boolean", **shared}
    if one.words:
        return {**one_of(*one.words), **shared}
    return {**whole(one.least, one.most), **shared}


def number(shape: Whole) -> Schema:
    """A whole number within the bounds of its shape; without a lower bound, any but 0."""
    if shape.least is None:
        return {**whole(), "not": {"type": "integer", "const": 0}}
    return whole(shape.least, shape.most)


SIMPLE: dict[type, Callable[[Any], Schema]] = {
    Flag: lambda shape: {"type": "boolean"},
    Whole: number,
    Word: lambda shape: one_of(*shape.words),
    Text: lambda shape: words(shape.longest, shape.least),
    Player: lambda shape: dict(PLAYER),
    Side: lambda shape: dict(TEAM),
}


class Shapes:
    """Schemas of one game's fields. Nested objects become components, collected in ``nested``."""

    def __init__(self, variant: Variant, prefix: str) -> None:
        self.variant = variant
        self.prefix = prefix
        self.nested: dict[str, Schema] = {}

    def fields(self, fields: Iterable[Field]) -> dict[str, Schema]:
        """The schema of each field by name, with a description."""
        return {one.name: {**self.of(one.shape, one), "description": describe(one)} for one in fields}

    def of(self, shape: Shape, field: Field) -> Schema:
        """The schema of the shape of *field*."""
        for kind, simple in SIMPLE.items():
            if isinstance(shape, kind):
                return simple(shape)
        if isinstance(shape, ByName):
            return {
                "type": "object",
                "additionalProperties": self.of(shape.value, field),
                "maxProperties": MOST_PLAYERS,
            }
        if isinstance(shape, Listed):
            return {
                "type": "array",
                "items": self.of(shape.item, field),
                "maxItems": shape.most,
                **({"uniqueItems": True} if shape.once else {}),
            }
        if isinstance(shape, Nested):
            return self._nested(shape, field)
        if isinstance(shape, Chosen):
            return {"$ref": self.prefix + of_game("Options", self.variant)}
        raise TypeError(f"no schema of {shape}")

    def _nested(self, shape: Nested, field: Field) -> Schema:
        name = of_game(pascal(field.name.replace("_", "-")), self.variant)
        needed = [one.name for one in shape.fields if one.needed]
        self.nested[name] = of(
            self.fields(shape.fields), needed, f"{describe(field)} One of {self.variant.title}."
        )
        return {"$ref": self.prefix + name}


def describe(field: Field) -> str:
    """The description of a field."""
    parts = [
        (field.label or field.name.replace("_", " ").capitalize())
        + (f" ({field.rule})." if field.rule else ".")
    ]
    if field.option:
        parts.append(f"Only with the table option `{field.option}`.")
    if field.needs:
        parts.append("Only with " + " and ".join(f"`{name}`" for name in field.needs) + ".")
    return " ".join(parts)


def hand(variant: Variant, shapes: Shapes) -> Schema:
    """A hand of this game, played or not, as one model: only ``kind`` is required."""
    results = (PLAYED, *dict.fromkeys(one.result for one in variant.unplayed))
    fields = {**shapes.fields(HAND.fields), **shapes.fields(variant.fields)}
    fields["result"] = {
        **one_of(*results),
        "description": "What became of the deal: played, if it is left out.",
    }
    ways = "; or ".join(" and ".join(f"`{name}`" for name in needed) for needed, _without in ways_of(variant))
    description = f"A hand of {variant.title}. A played hand needs {ways}; any other only `result`."
    return of({"kind": kind_field(HAND), **fields}, ["kind"], description)


def kind_field(kind: Kind) -> Schema:
    """The field that names the kind of an entry."""
    return {**one_of(kind.name), "description": "The kind of entry."}


def ways_of(variant: Variant) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The ways to write a played hand: fields required, and fields left out."""
    if variant.ways:
        return [(way.needed, way.without) for way in variant.ways]
    return [(tuple(one.name for one in variant.fields if one.needed), ())]


def exactly(variant: Variant) -> Schema:
    """The keywords for fields that go together: those of a played hand, and none of them in any other."""
    unplayed = {
        "properties": {"result": {"type": "string", "not": {"const": PLAYED}}},
        "required": ["result"],
    }
    played = [
        {"required": list(needed), "properties": dict.fromkeys(without, False)}
        for needed, without in ways_of(variant)
    ]
    needs = {one.name: list(one.needs) for one in variant.fields if one.needs}
    return {
        "if": unplayed,
        "then": {"properties": dict.fromkeys((one.name for one in variant.fields), False)},
        "else": {"anyOf": played} if len(played) > 1 else played[0],
        **({"dependentRequired": needs} if needs else {}),
    }


OF_GAME = (HAND, RULES)
"""Kinds of entries whose fields differ from game to game."""


def record(variant: Variant, prefix: str) -> Schema:
    """A record of this game."""
    entries = {"type": "array", "items": {"$ref": prefix + of_game("Entry", variant)}}
    players = {"type": "array", "items": PLAYER, "uniqueItems": True}
    fields: dict[str, Schema] = {
        VARIANT: {**one_of(variant.name), "description": "The game."},
        "format": {**one_of(FORMAT), "description": "The format."},
        "players": {
            **players,
            "minItems": variant.seats[0],
            "maxItems": variant.seats[-1],
            "description": "The players, clockwise.",
        },
        "options": {
            "$ref": prefix + of_game("Options", variant),
            "description": "Table options that aren’t standard.",
        },
        "dealer": {**PLAYER, "description": "The first dealer; by default the first player."},
        "title": {**words(TITLE_LENGTH), "description": "The name of the evening."},
        "played_on": {"type": "string", "format": "date", "pattern": DAY, "description": "The day."},
        "entries": {**entries, "description": "What happened, in order."},
    }
    return of(fields, ("variant", "format", "players"), f"A record of {variant.title}: `{FORMAT}`.")


def definitions(prefix: str, exact: bool = False) -> dict[str, Schema]:
    """All games' records, entries, and nested objects, by name.

    *exact*: with the rules for fields that go together, for validators.
    """
    found: dict[str, Schema] = {}
    for variant in VARIANTS.values():
        shapes = Shapes(variant, prefix)
        names = {
            kind.name: of_game(pascal(kind.name), variant) if kind in OF_GAME else pascal(kind.name) + "Entry"
            for kind in variant.kinds
        }
        made = hand(variant, shapes)
        found[of_game("Hand", variant)] = {**made, **exactly(variant)} if exact else made
        for kind in variant.kinds:
            if kind.name != HAND.name:
                fields = {"kind": kind_field(kind), **shapes.fields(kind.fields)}
                needed = ["kind", *(one.name for one in kind.fields if one.needed)]
                found[names[kind.name]] = of(fields, needed, f"An entry that is {kind.noun}.")
        entry = (
            discriminated("kind", names)
            if not exact
            else {"oneOf": [{"$ref": prefix + name} for name in names.values()]}
        )
        found[of_game("Entry", variant)] = {**entry, "description": f"An entry of {variant.title}."}
        options = of(
            {one.name: option(one, exact) for one in variant.options},
            (),
            f"Table options of {variant.title}.",
        )
        found[of_game("Options", variant)] = options
        found[of_game("Record", variant)] = record(variant, prefix)
        found.update(shapes.nested)
    return found


def entry_document(variant: Variant) -> Schema:
    """The schema of an entry of one game as a document of its own."""
    found = definitions(DEFS, exact=True)
    wanted, names = {}, [of_game("Entry", variant)]
    while names:
        name = names.pop()
        wanted[name] = found[name]
        names += [one for one in REFERENCE.findall(str(found[name])) if one not in wanted]
    return {
        "$schema": DIALECT,
        "title": f"An entry of {variant.title}",
        "$ref": DEFS + of_game("Entry", variant),
        "$defs": wanted,
    }


def document() -> Schema:
    """The schema of ``bower.game/1`` as a document of its own."""
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": "One game: who sat where, which rules, and what happened, in order.",
        "oneOf": [{"$ref": DEFS + of_game("Record", variant)} for variant in VARIANTS.values()],
        "$defs": definitions(DEFS, exact=True),
    }


# No bounds: they depend on the game and the hand, which aren't in a move.
OF_A_GAME = ("maximum", "maxItems", "enum", "const", "not", "default")
OF_MOVES: dict[str, Schema] = {
    "flag": {"type": "boolean"},
    "number": {"type": "integer", "minimum": 1},
    "word": {"type": "string"},
    "card": {"type": "string"},
    "anything": {"type": "string"},
}


def move() -> Schema:
    """The schema of a move of a hand in progress: one model, since kinds of moves share their fields."""
    kinds_of_moves: dict[str, dict[str, str]] = {}  # in any game: the types of their fields
    of_entries: dict[str, Schema] = {}  # the fields of hands, with no bounds of one game
    for variant in VARIANTS.values():
        for kind, of_kind in (variant.follow.fields if variant.follow else {}).items():
            kinds_of_moves.setdefault(kind, {}).update(of_kind)
        shapes = Shapes(variant, COMPONENTS)
        for field in _fields(variant.fields):
            of_entries[field.name] = _loose(shapes.of(field.shape, field))
    properties: dict[str, Schema] = {
        "move": {**one_of(*kinds_of_moves), "description": "What happened: the kind of move."}
    }
    for fields in kinds_of_moves.values():
        for name, kind in fields.items():
            schema = of_entries.get(name, OF_MOVES[kind]) if kind == "anything" else OF_MOVES[kind]
            kinds = ", ".join(f"`{move}`" for move, theirs in kinds_of_moves.items() if name in theirs)
            properties[name] = {**schema, "description": f"Of the moves {kinds}."}
    about = "A move of a hand in progress. Which fields it has depends on `move`; offers show complete moves."
    return of(properties, ["move"], about)


def _fields(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        inner = field.shape.item if isinstance(field.shape, Listed) else field.shape
        if isinstance(inner, Nested):
            yield from _fields(inner.fields)
        else:
            yield field


def _loose(schema: Schema) -> Schema:
    loose = {name: value for name, value in schema.items() if name not in OF_A_GAME}
    for name in ("items", "additionalProperties"):
        if isinstance(loose.get(name), dict):
            loose[name] = _loose(loose[name])
    return loose
