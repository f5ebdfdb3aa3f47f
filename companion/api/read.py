"""Parsing of request bodies into shapes by the types of their fields."""

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any, TypeVar, get_args, get_origin

from rest_framework.request import Request

from companion.api.base import body
from companion.api.typed import Doc, docs
from companion.wording.refusal import AppRefusal
from scoring.refusal import quoted
from scoring.shape import one_of

T = TypeVar("T")
LARGEST = 999_999_999


def read(request: Request, shape: type[T]) -> T:
    """The body as an instance of *shape*. Raises Refusal with the wrong, missing or unexpected field."""
    return _object(body(request), shape, "")


def _object(sent: dict[str, object], shape: type[T], within: str) -> T:
    fields = docs(shape)
    names = {doc.name or name for name, _kind, doc in fields}
    for name in sent:
        if name not in names:
            raise AppRefusal("unknown-field", within or name, what=shape.__name__, name=quoted(name))
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
            raise AppRefusal("not-list", field, label=field)
        least, most = doc.schema.get("minItems", 0), doc.schema.get("maxItems", LARGEST)
        if not least <= len(sent) <= most:
            raise AppRefusal("list-length", field, got=len(sent), least=least, most=most)
        return [_value(one, parts[0], doc, field) for one in sent]
    if origin is dict:
        if not isinstance(sent, dict):
            raise AppRefusal("not-object", field, label=field)
        return {name: _value(one, parts[1], doc, field) for name, one in sent.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        if not isinstance(sent, dict):
            raise AppRefusal("not-object", field, label=field)
        return _object(sent, kind, field)
    return SIMPLE.get(kind, _open)(sent, doc, field)


def _text(sent: object, doc: Doc, field: str) -> str:
    allowed = doc.schema.get("enum")
    if not isinstance(sent, str):
        raise AppRefusal("not-text", field, label=field)
    if allowed and sent not in allowed:
        raise AppRefusal("not-one", field, got=quoted(sent), choices=one_of(allowed))
    least, most = doc.schema.get("minLength", 0), doc.schema.get("maxLength", LARGEST)
    if len(sent) < least:
        raise AppRefusal("empty", field, label=field)
    if len(sent) > most:
        raise AppRefusal("too-long", field, got=len(sent), most=most)
    if any(ord(one) < ord(" ") or "\ud800" <= one <= "\udfff" for one in sent):
        raise AppRefusal("unreadable-character", field)
    return sent


def _number(sent: object, doc: Doc, field: str) -> int:
    least, most = doc.schema.get("minimum", 0), doc.schema.get("maximum", LARGEST)
    if not isinstance(sent, int) or isinstance(sent, bool) or not least <= sent <= most:
        raise AppRefusal("range", field, least=least, most=most)
    return sent


def _flag(sent: object, doc: Doc, field: str) -> bool:
    if not isinstance(sent, bool):
        raise AppRefusal("not-flag", field, label=field)
    return sent


def _open(sent: object, doc: Doc, field: str) -> dict[str, object]:
    """An object that is validated later: a move."""
    if not isinstance(sent, dict):
        raise AppRefusal("not-object", field, label=field)
    return sent


SIMPLE: dict[Any, Callable[[object, Doc, str], Any]] = {str: _text, int: _number, bool: _flag}
