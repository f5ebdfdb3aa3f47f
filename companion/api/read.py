"""What is sent, read into a shape by the types of its fields; a Refusal names the field that is wrong."""

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any, TypeVar, get_args, get_origin

from rest_framework.request import Request

from companion.api.base import body
from companion.api.typed import Doc, docs
from scoring import Refusal
from scoring.refusal import expected

T = TypeVar("T")
LARGEST = 999_999_999
LONGEST_FIELD = 40


def read(request: Request, shape: type[T]) -> T:
    """The body as an instance of *shape*, with no other fields."""
    return _object(body(request), shape, "")


def _object(said: dict[str, object], shape: type[T], within: str) -> T:
    fields = docs(shape)
    names = {doc.name or name for name, _kind, doc in fields}
    for name in said:
        if name not in names:
            raise Refusal(
                within or name[:LONGEST_FIELD],
                "expected " + " and ".join(sorted(names)) + " and nothing else",
            )
    values: dict[str, Any] = {}
    for name, kind, doc in fields:
        wire = doc.name or name
        if wire not in said and doc.left_out:
            values[name] = kind() if kind is not None else None
        else:
            values[name] = _value(said.get(wire), kind, doc, within or wire)
    return shape(**values)


def _value(said: object, kind: Any, doc: Doc, field: str) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is list:
        if not isinstance(said, list):
            raise expected(field, "a list", said)
        if len(said) > doc.schema.get("maxItems", LARGEST) or len(said) < doc.schema.get("minItems", 0):
            raise expected(
                field, f"{doc.schema.get('minItems', 0)} to {doc.schema['maxItems']} of them", len(said)
            )
        return [_value(one, parts[0], doc, field) for one in said]
    if origin is dict:
        if not isinstance(said, dict):
            raise expected(field, "values by name", said)
        return {name: _value(one, parts[1], doc, field) for name, one in said.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        if not isinstance(said, dict):
            raise expected(field, "one with its fields by name", said)
        return _object(said, kind, field)
    return SIMPLE.get(kind, _open)(said, doc, field)


def _text(said: object, doc: Doc, field: str) -> str:
    allowed = doc.schema.get("enum")
    if not isinstance(said, str):
        raise expected(field, "a text", said)
    if allowed and said not in allowed:
        raise expected(field, "one of " + ", ".join(allowed), said)
    least, most = doc.schema.get("minLength", 0), doc.schema.get("maxLength", LARGEST)
    if not least <= len(said) <= most:
        raise Refusal(field, f"expected {least} to {most} characters, got {len(said)}")
    if any(ord(one) < ord(" ") or "\ud800" <= one <= "\udfff" for one in said):
        raise Refusal(field, "expected text without control characters")
    return said


def _number(said: object, doc: Doc, field: str) -> int:
    least, most = doc.schema.get("minimum", 0), doc.schema.get("maximum", LARGEST)
    if not isinstance(said, int) or isinstance(said, bool) or not least <= said <= most:
        raise expected(field, f"a whole number from {least} to {most}", said)
    return said


def _flag(said: object, doc: Doc, field: str) -> bool:
    if not isinstance(said, bool):
        raise expected(field, "true or false", said)
    return said


def _open(said: object, doc: Doc, field: str) -> dict[str, object]:
    """An object whose fields are checked where it is used: a move."""
    if not isinstance(said, dict):
        raise expected(field, "one with its fields by name", said)
    return said


SIMPLE: dict[Any, Callable[[object, Doc, str], Any]] = {str: _text, int: _number, bool: _flag}
