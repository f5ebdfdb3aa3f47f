"""Common parts of the API's views: throttles, ETags, queries, bodies."""

import re
from typing import Any

from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion import store
from companion.access import roles
from companion.api import throttles
from companion.api.auth import caller
from companion.api.openapi import Query
from companion.api.problems import Failure, Malformed
from companion.log.table import Table
from companion.log.viewer import View
from companion.server import problems
from companion.server.build import build
from companion.wording.refusal import AppRefusal

NUMBER = re.compile(r"[0-9]{1,9}")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MATCH = re.compile(r'(?:W/)?"([0-9]{1,9})(?:[.][0-9]{1,9}(?:-[0-9a-f]+)?)?"')
ANY = "*"
PAGE, LONGEST_PAGE, FARTHEST = 20, 100, 1_000_000
PAGING = (
    Query("limit", {"type": "integer", "minimum": 1, "maximum": LONGEST_PAGE}, "How many at once."),
    Query("offset", {"type": "integer", "minimum": 0, "maximum": FARTHEST}, "How many to leave out."),
)


class Api(APIView):
    """Base of the API's views."""

    http_method_names = ["get", "head", "post", "put", "delete"]  # noqa: RUF012 - a list in Django too
    throttle_classes = (throttles.ByToken,)
    throttle_scope = ""

    def perform_authentication(self, request: Request) -> None:
        """Throttle by network address, then authenticate: wrong tokens count too."""
        by_address = throttles.ByAddress()
        if not by_address.allow_request(request, self):
            self.throttled(request, by_address.wait() or 0)
        super().perform_authentication(request)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers of every response: Vary, Cache-Control and rate limits."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        for name, value in throttles.headers(request).items():
            response.headers[name] = value
        return response


def load(request: Request, table_id: str, right: str = roles.SEE) -> View:
    """The table. Raises Http404 without a role there, PermissionDenied without the right."""
    return store.load(caller(request).device, table_id, right)


def load_bank(request: Request, table_id: str, right: str = roles.SEE) -> View:
    """The table of a game played for chips. Raises like `load`, and Failure without a bank."""
    view = load(request, table_id, right)
    if not view.table.variant.has_bank:
        raise Failure(problems.NO_BANK)
    return view


def tagged(response: Response, view: View) -> Response:
    """Add the ETag to a response: version, revision and build."""
    response.headers["ETag"] = f'"{view.table.version}.{view.viewer.revision}-{build()}"'
    return response


def matched(request: Request, table: Table) -> int | None:
    """The table's version in ``If-Match``, the current one for ``*``; None without the header."""
    if request.headers.get("If-Match", "").strip() == ANY:
        return table.version
    return matched_number(request)


def matched_number(request: Request) -> int | None:
    """The number in ``If-Match``; None without the header or for ``*``. Raises Malformed."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == ANY:
        return None
    found = MATCH.fullmatch(header.strip())
    if found is None:
        raise Malformed('If-Match must be the ETag of a read, like "12.3-0a1b2c".')
    return int(found[1])


def must_match(request: Request, table: Table) -> int:
    """The table's version in ``If-Match``. Raises Failure (428) without the header."""
    seen = matched(request, table)
    if seen is None:
        raise Failure(problems.NO_CONDITION)
    return seen


def whole(request: Request, name: str, default: int | None, least: int, most: int) -> int | None:
    """A whole number in the query; *default* without one. Raises Malformed."""
    values = request.query_params.getlist(name)
    if not values:
        return default
    if len(values) > 1 or not NUMBER.fullmatch(values[0]) or not least <= int(values[0]) <= most:
        raise Malformed(f"{name} must be one whole number from {least} to {most}.")
    return int(values[0])


def paging(request: Request, usual: int = PAGE) -> tuple[int, int]:
    """Offset and limit of a list, from the query; *usual*: the limit without one."""
    most = whole(request, "limit", usual, 1, LONGEST_PAGE) or usual
    return whole(request, "offset", 0, 0, FARTHEST) or 0, most


def flag(request: Request, name: str) -> bool:
    """A flag in the query; False without one. Raises Malformed."""
    values = request.query_params.getlist(name)
    if values not in ([], ["true"], ["false"]):
        raise Malformed(f"{name} must be true or false.")
    return values == ["true"]


def text(request: Request, query: Query) -> str:
    """A text in the query; "" without one. Raises Malformed."""
    values, most = request.query_params.getlist(query.name), query.schema["maxLength"]
    if len(values) > 1 or any(len(one) > most or CONTROL.search(one) for one in values):
        raise Malformed(f"{query.name} must be one text of at most {most} characters, in one line.")
    return values[0] if values else ""


def choice(request: Request, query: Query) -> str:
    """One of the values that the query may have; "" without one. Raises Malformed."""
    values, known = request.query_params.getlist(query.name), query.schema["enum"]
    if len(values) > 1 or not set(values) <= set(known):
        raise Malformed(f"{query.name} must be one of {', '.join(known)}.")
    return values[0] if values else ""


def single(request: Request, name: str) -> str:
    """What the query says under this name; "" if it says nothing or several things."""
    values = request.query_params.getlist(name)
    return values[0] if len(values) == 1 else ""


def body(request: Request) -> dict[str, object]:
    """The JSON object of the body. Raises Refusal."""
    if not isinstance(request.data, dict):
        raise AppRefusal("not-object", label="body")
    return request.data
