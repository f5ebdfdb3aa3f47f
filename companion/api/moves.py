"""The schema of a move of a hand in progress: one model, since kinds of moves share their fields."""

from collections.abc import Iterator

from companion.api.record_schema import Schema, Shapes, of, one_of
from companion.api.typed import COMPONENTS
from scoring import VARIANTS
from scoring.fields import Field, Listed, Nested

# No bounds: they depend on the game and the hand, which aren't in a move.
OF_A_GAME = ("maximum", "maxItems", "enum", "const", "not", "default")
TYPES: dict[str, Schema] = {
    "flag": {"type": "boolean"},
    "number": {"type": "integer", "minimum": 1},
    "word": {"type": "string"},
    "card": {"type": "string"},
    "anything": {"type": "string"},
}


def move() -> Schema:
    """The schema of a move: its kind, and the fields of every kind of move."""
    kinds_of_moves = _kinds()
    properties: dict[str, Schema] = {
        "move": {**one_of(*kinds_of_moves), "description": "What happened: the kind of move."},
    }
    of_entries = dict(_of_entries())
    for fields in kinds_of_moves.values():
        for name, kind in fields.items():
            schema = of_entries.get(name, TYPES[kind]) if kind == "anything" else TYPES[kind]
            kinds = ", ".join(f"`{move}`" for move, theirs in kinds_of_moves.items() if name in theirs)
            properties[name] = {**schema, "description": f"Of the moves {kinds}."}
    about = "A move of a hand in progress. Which fields it has depends on `move`; offers show complete moves."
    return of(properties, ["move"], about)


def _kinds() -> dict[str, dict[str, str]]:
    """The fields of every kind of move, in any game, by name, with their types."""
    found: dict[str, dict[str, str]] = {}
    for variant in VARIANTS.values():
        for kind, fields in (variant.follow.fields if variant.follow else {}).items():
            found.setdefault(kind, {}).update(fields)
    return found


def _of_entries() -> Iterator[tuple[str, Schema]]:
    """The fields of hands by name, those inside others too, with no bounds of one game."""
    for variant in VARIANTS.values():
        shapes = Shapes(variant, COMPONENTS)
        for field in _fields(variant.fields):
            yield field.name, _loose(shapes.of(field.shape, field))


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
