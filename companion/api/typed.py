"""Shapes of the API, which are frozen dataclasses: their annotations give the OpenAPI schema and the JSON.

A field is ``Annotated[type, Doc("What it is.")]``. A shape with a field ``Doc(of_game=…)`` depends on the
game: it becomes one component for each game, told apart by ``variant``, and a union of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import NoneType, UnionType
from typing import Annotated, Any, Self, Union, dataclass_transform, get_args, get_origin, get_type_hints

from scoring import VARIANTS, Variant

Schema = dict[str, Any]

COMPONENTS = "#/components/schemas/"
VARIANT = "variant"
PRIMITIVES: Mapping[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    datetime: {"type": "string", "format": "date-time"},
}


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Shape:
    """Base of the shapes."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def of(cls, source: object, /, **more: Any) -> Self:
        """The shape with the attributes that *source* has under the same names, but for those in *more*."""
        names = [name for name, _kind, _doc in docs(cls) if name not in more]
        return cls(**{name: getattr(source, name) for name in names}, **more)


READ: dict[type, tuple[tuple[str, Any, "Doc"], ...]] = {}  # cache of shapes' fields


@dataclass(frozen=True)
class Doc:
    """Description of a field of a shape.

    description: a sentence. schema: further keywords of JSON Schema. of_game: use the game's own component,
    "Hand" or "Record". ref: a component made elsewhere. left_out: None isn't sent at all. name: in JSON,
    where Python reserves the word.
    """

    description: str
    schema: Mapping[str, Any] = field(default_factory=dict)
    of_game: str = ""
    ref: str = ""
    left_out: bool = False
    name: str = ""


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": COMPONENTS + name}


def pascal(name: str) -> str:
    """The name of a component, from one with dashes: "cash-out" is CashOut."""
    return "".join(part.capitalize() for part in name.split("-"))


def of_game(what: str, variant: Variant) -> str:
    """The name of the component of one game: "HandKingCutthroat"."""
    return what + pascal(variant.name)


def discriminated(name: str, by: Mapping[str, str]) -> Schema:
    """A union of components by value, discriminated by the field *name*."""
    mapping = {value: COMPONENTS + component for value, component in by.items()}
    alternatives = [{"$ref": at} for at in dict.fromkeys(mapping.values())]
    return {"oneOf": alternatives, "discriminator": {"propertyName": name, "mapping": mapping}}


def each_game(what: str) -> Schema:
    """The union of all games' components, discriminated by ``variant``."""
    return discriminated(VARIANT, {name: of_game(what, variant) for name, variant in VARIANTS.items()})


def docs(shape: type) -> tuple[tuple[str, Any, Doc], ...]:
    """The fields of a shape: Python name, type, and Doc."""
    if shape in READ:
        return READ[shape]
    found = []
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{shape}.{name} needs Annotated[…, Doc(…)]")
        kind, *notes = get_args(hint)
        found.append((name, kind, next(note for note in notes if isinstance(note, Doc))))
    return READ.setdefault(shape, tuple(found))


def depends_on_game(shape: type) -> bool:
    """Whether the shape becomes one component for each game."""
    return any(doc.of_game for _name, _kind, doc in docs(shape))


def components(shape: type) -> dict[str, Schema]:
    """The components of a shape by name: itself, or one for each game if it depends on the game."""
    name = shape.__name__
    if not depends_on_game(shape):
        return {name: object_of(shape)}
    union = {**each_game(name), "description": _description(shape)}
    return {
        name: union,
        **{of_game(name, variant): object_of(shape, variant) for variant in VARIANTS.values()},
    }


def object_of(shape: type, variant: Variant | None = None) -> Schema:
    """The schema of a shape; with *variant* that of one game."""
    properties, required = {}, []
    for name, kind, doc in docs(shape):
        if variant and name == VARIANT:
            properties[VARIANT] = {**_value(str, doc, None), "const": variant.name}
        else:
            properties[doc.name or name] = _value(kind, doc, variant)
        if not doc.left_out:
            required.append(doc.name or name)
    return {
        "type": "object",
        "description": _description(shape),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def used_by(shape: type) -> set[type]:
    """The shapes inside a shape, at any depth, and itself."""
    found: set[type] = {shape}
    for _name, kind, _doc in docs(shape):
        for one in _parts(kind):
            if isinstance(one, type) and issubclass(one, Shape) and one not in found:
                found |= used_by(one)
    return found


def as_json(shape: Any) -> dict[str, Any]:
    """An instance as a JSON object, one level deep."""
    members = {}
    for name, _kind, doc in docs(type(shape)):
        value = getattr(shape, name)
        if value is not None or not doc.left_out:
            members[doc.name or name] = value
    return members


def _description(shape: type) -> str:
    return " ".join((shape.__doc__ or "").split())


def _value(kind: Any, doc: Doc, variant: Variant | None) -> Schema:
    def part(kind: Any) -> Schema:
        if get_origin(kind) in (Union, UnionType):
            [one] = [one for one in get_args(kind) if one is not NoneType]
            schema = part(one)
            is_plain = isinstance(schema.get("type"), str) and not {"enum", "const"} & set(schema)
            return (
                {**schema, "type": [schema["type"], "null"]}
                if is_plain
                else {"anyOf": [schema, {"type": "null"}]}
            )
        if get_origin(kind) in (list, tuple):
            return {"type": "array", "items": part(get_args(kind)[0])}
        if get_origin(kind) is dict:
            return {"type": "object", "additionalProperties": part(get_args(kind)[1])}
        if isinstance(kind, type) and issubclass(kind, Shape):
            own = variant is not None and depends_on_game(kind)
            return ref(of_game(kind.__name__, variant) if own and variant else kind.__name__)
        if kind is Any or kind is object:
            named = doc.of_game or doc.ref  # in a place of its own
            return ref(of_game(named, variant) if doc.of_game and variant else named) if named else {}
        return dict(PRIMITIVES[kind])

    return {**_with(part(kind), doc.schema), "description": doc.description}


def _with(schema: Schema, more: Mapping[str, Any]) -> Schema:
    """The schema with further keywords; those for items are added to a list's items."""
    if schema.get("type") == "array" and set(more) & {"enum", "type", "pattern"}:
        return {**schema, "items": {**schema["items"], **more}}
    if "anyOf" in schema and more:
        return {"anyOf": [{**schema["anyOf"][0], **more}, *schema["anyOf"][1:]]}
    if "enum" in more and isinstance(schema.get("type"), list):
        return {"anyOf": [{**schema, "type": schema["type"][0], **more}, {"type": "null"}]}
    return {**schema, **more}


def _parts(kind: Any) -> list[Any]:
    return [kind, *(one for part in get_args(kind) for one in _parts(part))]
