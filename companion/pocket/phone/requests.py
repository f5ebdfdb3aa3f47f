"""The request of a worker as Django's."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, QueryDict

from companion.pocket.phone.given import BASE
from companion.pocket.phone.state import PHONE

FORM = "application/x-www-form-urlencoded"


def request_of(said: Mapping[str, Any]) -> HttpRequest:
    """The request: method, path with query, headers by name, body of a form."""
    path, _question, query = said["path"].partition("?")
    request = HttpRequest()
    request.method = said["method"]
    request.path = path
    request.path_info = path.replace(BASE, "/", 1)
    request.META = {"QUERY_STRING": query, "HTTP_ACCEPT_LANGUAGE": said.get("languages", "")}
    for name, value in said.get("headers", {}).items():
        request.META["HTTP_" + name.upper().replace("-", "_")] = value
    request.GET = QueryDict(query)
    request.POST = QueryDict(said.get("body") or "")
    request.COOKIES = {"look": str(PHONE.settings.get("look", ""))}
    return request
