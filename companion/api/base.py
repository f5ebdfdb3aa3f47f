"""What every address of the API has in common: throttles, tags, queries."""

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
from companion.api.problems import Malformed, Missing
from companion.log.table import Table
from companion.server import etags
from scoring import Refusal

NUMBER = re.compile(r"[0-9]{1,9}")
MATCH = re.compile(r'(?:W/)?"([0-9]{1,9})(?:[.][0-9]{1,9}(?:-[0-9a-f]+)?)?"')
ANY = "*"


class Api(APIView):
    """An address of the API."""

    http_method_names = ["get", "head", "post", "put", "delete"]  # noqa: RUF012 - as Django has it

    throttle_scope = ""

    def perform_authentication(self, request: Request) -> None:
        """Who asks; before that, how often this address has been here, and after it, how often this token."""
        scope = throttles.scope(self.throttle_scope, request.method or "")
        throttles.by_address(request, scope)
        super().perform_authentication(request)
        throttles.by_token(request, scope)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """An answer is for who asked, and looked at again before it is used."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response


def load(request: Request, table_id: str, right: str = roles.SEE) -> Table:
    """The table, if this caller may do that there."""
    return store.load(caller(request).device, table_id, right)


def tagged(response: Response, table: Table) -> Response:
    """The answer with the version of its table as its ETag."""
    response.headers["ETag"] = f'"{table.version}.{table.stir}-{etags.build()}"'
    return response


def matched(request: Request, table: Table) -> int | None:
    """The version for which a change is meant, by ``If-Match``; None where nothing was said."""
    if request.headers.get("If-Match", "").strip() == ANY:
        return table.version
    return matched_number(request)


def matched_number(request: Request) -> int | None:
    """The number in ``If-Match``; None where there is none, or where any will do."""
    said = request.headers.get("If-Match")
    if said is None or said.strip() == ANY:
        return None
    found = MATCH.fullmatch(said.strip())
    if found is None:
        raise Malformed('expected the ETag of a read in If-Match, as "12.3-0a1b2c"')
    return int(found[1])


def must_match(request: Request, table: Table) -> int:
    """The version for which a change is meant; 428 where nothing was said."""
    seen = matched(request, table)
    if seen is None:
        raise Missing
    return seen


def whole(request: Request, name: str, default: int | None, least: int, most: int) -> int | None:
    """A whole number of the query; 400 where it is none."""
    said = request.query_params.getlist(name)
    if not said:
        return default
    if len(said) > 1 or not NUMBER.fullmatch(said[0]) or not least <= int(said[0]) <= most:
        raise Malformed(f"expected {name} to be one whole number from {least} to {most}")
    return int(said[0])


def flag(request: Request, name: str) -> bool:
    """A yes or no of the query; 400 where it is neither."""
    said = request.query_params.getlist(name)
    if said not in ([], ["true"], ["false"]):
        raise Malformed(f"expected {name} to be true or false")
    return said == ["true"]


def body(request: Request) -> dict[str, object]:
    """The one JSON object that was sent."""
    if not isinstance(request.data, dict):
        raise Refusal(None, "expected one JSON object")
    return request.data
