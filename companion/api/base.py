"""Common parts of the API's views: throttles, ETags, queries, bodies."""

import re
from collections.abc import Callable
from typing import Any, TypeVar, get_args, get_origin

from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion import store
from companion.api import auth
from companion.api.auth import caller
from companion.api.operations import Parameter
from companion.api.problems import Failure, Malformed
from companion.api.typed import Doc, Shape, docs
from companion.log import rights
from companion.log.rights import View
from companion.server import problems
from companion.server.build import build
from companion.wording.refusal import AppRefusal
from scoring.refusal import quoted
from scoring.shape import one_of

NUMBER = re.compile(r"[0-9]{1,9}")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MATCH = re.compile(r'(?:W/)?"([0-9]{1,9})(?:[.][0-9]{1,9}(?:-[0-9a-f]+)?)?"')
ANY = "*"
LARGEST = 999_999_999
T = TypeVar("T")
PAGE, LONGEST_PAGE, FARTHEST = 20, 100, 1_000_000
PAGING = (
    Parameter("limit", {"type": "integer", "minimum": 1, "maximum": LONGEST_PAGE}, "How many at once."),
    Parameter("offset", {"type": "integer", "minimum": 0, "maximum": FARTHEST}, "How many to leave out."),
)


class Api(APIView):
    """Base of the API's views."""

    http_method_names = ["get", "head", "post", "put", "delete"]  # noqa: RUF012 - a list in Django too
    throttle_classes = (auth.ByToken,)
    throttle_scope = ""

    def perform_authentication(self, request: Request) -> None:
        """Throttle by network address, then authenticate: wrong tokens count too."""
        by_address = auth.ByAddress()
        if not by_address.allow_request(request, self):
            self.throttled(request, by_address.wait() or 0)
        super().perform_authentication(request)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers of every response: Vary, Cache-Control and rate limits."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        for name, value in auth.headers(request).items():
            response.headers[name] = value
        return response


def load(request: Request, table_id: str, right: str = rights.SEE) -> View:
    """The table. Raises Http404 without a role there, PermissionDenied without the right."""
    return store.load(caller(request).device, table_id, right)


def load_bank(request: Request, table_id: str, right: str = rights.SEE) -> View:
    """The table of a game played for chips. Raises like `load`, and Failure without a bank."""
    view = load(request, table_id, right)
    if not view.table.variant.has_bank:
        raise Failure(problems.NO_BANK)
    return view


def etag(*versions: int) -> str:
    """An ETag: the versions of what is answered, and the build."""
    return f'"{".".join(map(str, versions))}-{build()}"'


def with_etag(answer: object, *versions: int) -> Response:
    """An answer with the ETag of these versions."""
    response = answer if isinstance(answer, Response) else Response(answer)
    response.headers["ETag"] = etag(*versions)
    return response


def tagged(answer: object, view: View) -> Response:
    """An answer with the ETag of its table."""
    return with_etag(answer, view.table.version, view.viewer.revision)


def created(request: Request, answer: object, made: object) -> Response:
    """The answer that something was created below this address, with its own. *made*: its id."""
    return Response(answer, headers={"Location": f"{request.path}{made}/"})


def matched_number(request: Request) -> int | None:
    """The number in ``If-Match``; None without the header or for ``*``. Raises Malformed."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == ANY:
        return None
    found = MATCH.fullmatch(header.strip())
    if found is None:
        raise Malformed('If-Match must be the ETag of a read, like "12.3-0a1b2c".')
    return int(found[1])


def must_match(request: Request) -> int | None:
    """The table's version in ``If-Match``, None for ``*``. Raises Malformed, and Failure (428) without it."""
    if "If-Match" not in request.headers:
        raise Failure(problems.NO_CONDITION)
    return matched_number(request)


def asked(request: Request, one: Parameter) -> Any:
    """What the query says of a parameter: a number or None, a flag, or a text. Raises Malformed."""
    values, schema = request.query_params.getlist(one.name), one.schema
    known = ["true", "false"] if schema["type"] == "boolean" else schema.get("enum")
    if schema["type"] == "integer":
        least, most = schema["minimum"], schema["maximum"]
        fit = [each for each in values if NUMBER.fullmatch(each) and least <= int(each) <= most]
        wanted = f"one whole number from {least} to {most}"
    elif known:
        fit = [each for each in values if each in known]
        wanted = "true or false" if schema["type"] == "boolean" else f"one of {', '.join(known)}"
    else:
        fit = [each for each in values if len(each) <= schema["maxLength"] and not CONTROL.search(each)]
        wanted = f"one text of at most {schema['maxLength']} characters, in one line"
    if fit != values or len(values) > 1:
        raise Malformed(f"{one.name} must be {wanted}.")
    value = values[0] if values else ""
    if schema["type"] == "integer":
        return int(value) if value else None
    return value == "true" if schema["type"] == "boolean" else value


def paging(request: Request, usual: int = PAGE) -> tuple[int, int]:
    """Offset and limit of a list, from the query; *usual*: the limit without one."""
    limit, offset = PAGING
    return asked(request, offset) or 0, asked(request, limit) or usual


def body(request: Request) -> dict[str, object]:
    """The JSON object of the body. Raises Refusal."""
    if not isinstance(request.data, dict):
        raise AppRefusal("not-object", label="body")
    return request.data


def read(request: Request, shape: type[T]) -> T:
    """The body as an instance of *shape*. Raises Refusal with the wrong, missing or unexpected field."""
    return _object(body(request), shape, "")


def _object(sent: dict[str, object], shape: type[T], within: str) -> T:
    fields = docs(shape)
    names = {doc.name or name for name, _kind, doc in fields}
    for name in sent:
        if name not in names:
            raise AppRefusal("unknown-field", within or name, what="This request", name=quoted(name))
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
    if kind in SIMPLE:
        return SIMPLE[kind](sent, doc, field)
    if not isinstance(sent, dict):
        raise AppRefusal("not-object", field, label=field)
    if origin is dict:
        return {name: _value(one, parts[1], doc, field) for name, one in sent.items()}
    # An object of no shape is validated later: a move
    return _object(sent, kind, field) if isinstance(kind, type) and issubclass(kind, Shape) else sent


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


SIMPLE: dict[Any, Callable[[object, Doc, str], Any]] = {str: _text, int: _number, bool: _flag}
