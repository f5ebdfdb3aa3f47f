"""Error pages for browsers, and what a response says about another try."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template

RETRY_AFTER = 2  # seconds


def error_page(request: HttpRequest, status: int, why: str = "") -> HttpResponse:
    """The page of an error.

    *why* a page isn't found: "removed", "deleted", "withdrawn", "group-deleted", "not-in-group".
    """
    context = {
        "limit": megabytes(settings.MAX_BODY_BYTES),
        "table": table_of(request),
        "why": why,
        "group": request.path_info.startswith("/groups/"),
        "no_server": settings.NO_SERVER,
    }
    page = get_template(f"{status}.html").render(context)
    return HttpResponse(page, status=status)


def megabytes(size: int) -> str:
    """A number of bytes: "2 MB", "0.5 MB"."""
    whole, rest = divmod(size, 1_000_000)
    return f"{whole}.{rest:06}".rstrip("0").rstrip(".") + " MB"


def table_of(request: HttpRequest) -> str:
    """The id of the table in the path; empty if there is none."""
    found = re.match(r"/games/([0-9a-z]+)/", request.path_info)
    return found[1] if found and found[1] not in ("new", "imports") else ""


def too_many(response: HttpResponse, seconds: int) -> HttpResponse:
    """The response as 429, with the seconds to wait before the request is sent again."""
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    return response


def retry_later(response: HttpResponse) -> HttpResponse:
    """The response with the seconds to wait before the request is sent again."""
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response
