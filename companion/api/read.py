"""Parsing of request bodies into shapes by the types of their fields."""

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any, TypeVar, get_args, get_origin

from rest_framework.request import Request

from companion.api.base import body
from companion.api.typed import Doc, docs
from scoring.refusal import expected, worded

T = TypeVar("T")
LARGEST = 999_999_999
LONGEST_FIELD = 40


def read(request: Request, shape: type[T]) -> T:
    """The body as an instance of *shape*. Raises Refusal with the wrong, missing or unexpected field."""
    return _object(body(request), shape, "")


def _object(sent: dict[str, object], shape: type[T], within: str) -> T:
    fields = docs(shape)
    names = {doc.name or name for name, _kind, doc in fields}
    for name in sent:
        if name not in names:
            raise worded(
                within or name[:LONGEST_FIELD],
                "expected " + " and ".join(sorted(names)) + " and nothing else",
            )
    values: dict[str, Any] = {}
    for name, kind, doc in fields:
        wire = doc.name or name
        if wire not in sent and doc.left_out:
            values[name] = kind() if kind is not None else None
        else:
            values[name] = _value(sent.get(wire), kind, doc, within or wire)
    return shape(**values)


def _value(sent: object, kind: Any, doc: Doc, field: str) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is list:
        if not isinstance(sent, list):
            raise expected(field, "a list", sent)
        if len(sent) > doc.schema.get("maxItems", LARGEST) or len(sent) < doc.schema.get("minItems", 0):
            raise expected(
                field, f"{doc.schema.get('minItems', 0)} to {doc.schema['maxItems']} of them", len(sent)
            )
        return [_value(one, parts[0], doc, field) for one in sent]
    if origin is dict:
        if not isinstance(sent, dict):
            raise expected(field, "values by name", sent)
        return {name: _value(one, parts[1], doc, field) for name, one in sent.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        if not isinstance(sent, dict):
            raise expected(field, "one with its fields by name", sent)
        return _object(sent, kind, field)
    return SIMPLE.get(kind, _open)(sent, doc, field)


def _text(sent: object, doc: Doc, field: str) -> str:
    allowed = doc.schema.get("enum")
    if not isinstance(sent, str):
        raise expected(field, "a text", sent)
    if allowed and sent not in allowed:
        raise expected(field, "one of " + ", ".join(allowed), sent)
    least, most = doc.schema.get("minLength", 0), doc.schema.get("maxLength", LARGEST)
    if not least <= len(sent) <= most:
        raise worded(field, f"expected {least} to {most} characters, got {len(sent)}")
    if any(ord(one) < ord(" ") or "\ud800" <= one <= "\udfff" for one in sent):
        raise worded(field, "expected text without control characters")
    return sent


def _number(sent: object, doc: Doc, field: str) -> int:
    least, most = doc.schema.get("minimum", 0), doc.schema.get("maximum", LARGEST)
    if not isinstance(sent, int) or isinstance(sent, bool) or not least <= sent <= most:
        raise expected(field, f"a whole number from {least} to {most}", sent)
    return sent


def _flag(sent: object, doc: Doc, field: str) -> bool:
    if not isinstance(sent, bool):
        raise expected(field, "true or false", sent)
    return sent


def _open(sent: object, doc: Doc, field: str) -> dict[str, object]:
    """An object that is validated later: a move."""
    if not isinstance(sent, dict):
        raise expected(field, "one with its fields by name", sent)
    return sent


SIMPLE: dict[Any, Callable[[object, Doc, str], Any]] = {str: _text, int: _number, bool: _flag}
