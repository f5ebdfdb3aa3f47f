"""The answers when something is wrong: a plain page for people, JSON for the API."""

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
    page = get_template(f"{status}.html").render({"limit": settings.MAX_BODY_BYTES})
    return HttpResponse(page, status=status)


def problem(status: int) -> HttpResponse:
    """What is wrong, as RFC 9457 has it."""
    title = HTTPStatus(status).phrase
    said = {"type": "about:blank", "title": title, "status": status, "detail": TITLES[status]}
    return JsonResponse(said, status=status, content_type="application/problem+json")


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
