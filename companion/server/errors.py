"""The answers when something is wrong: a plain page for people, JSON for the API."""

import re
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template

TITLES = {
    400: "That request cannot be understood",
    403: "Not in your role",
    404: "There is no such page",
    413: "That is too much at once",
    500: "Something went wrong here",
}


def answer(request: HttpRequest, status: int) -> HttpResponse:
    if wants_json(request):
        return problem(status)
    context = {"limit": settings.MAX_BODY_BYTES, "table": table_of(request)}
    page = get_template(f"{status}.html").render(context)
    return HttpResponse(page, status=status)


def problem(status: int) -> HttpResponse:
    """What is wrong, as RFC 9457 has it."""
    title = HTTPStatus(status).phrase
    said = {"type": "about:blank", "title": title, "status": status, "detail": TITLES[status]}
    return JsonResponse(said, status=status, content_type="application/problem+json")


def table_of(request: HttpRequest) -> str:
    """The id of the table whose page was asked for, empty where it was another page."""
    found = re.match(r"/games/([0-9a-z]+)/", request.path_info)
    return found[1] if found and found[1] not in ("new", "imports") else ""


def wants_json(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/") or not request.accepts("text/html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 404)


def too_large(request: HttpRequest) -> HttpResponse:
    return answer(request, 413)


def broken(request: HttpRequest) -> HttpResponse:
    return answer(request, 500)
