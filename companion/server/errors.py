"""Error responses: a plain page for browsers, a problem in JSON for programs."""

import re
import sys

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render
from django.urls import is_valid_path

from companion.access.devices import Deleted, GroupDeleted, LinkWithdrawn, NotInGroup, OtherKey, Removed
from companion.server.database_trouble import refresh, trouble
from companion.server.error_pages import error_page, retry_later
from companion.server.problems import MALFORMED, MEDIA_TYPE, NO_SLASH, of_status, problem

API = "/api/"
HOST = re.compile(r"[a-z0-9.-]{1,200}(:[0-9]{1,5})?|\[[0-9a-f:.]{2,50}\](:[0-9]{1,5})?", re.IGNORECASE)
PORT = re.compile(r":[0-9]+$")
ORIGIN = re.compile(rf"https?://(?:{HOST.pattern})", re.IGNORECASE)
BAD_ORIGIN = REASON_BAD_ORIGIN.partition("%")[0]
GONE: dict[type[Exception], str] = {
    Removed: "removed",
    Deleted: "deleted",
    LinkWithdrawn: "withdrawn",
    GroupDeleted: "group-deleted",
    NotInGroup: "not-in-group",
}


def error_response(request: HttpRequest, status: int, why: str = "") -> HttpResponse:
    """The error page, or the problem for programs; *why* as in ``error_page``."""
    if wants_json(request):
        body = problem(of_status(status))  # or the one that names the right address
        path = request.path_info
        lacks_slash = path.startswith(API) and not path.endswith("/") and is_valid_path(path + "/")
        if status == NO_SLASH.status and lacks_slash:
            body = problem(NO_SLASH, f"This address ends with a slash: {request.method} {request.path}/")
        return JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    return error_page(request, status, why)


def wants_json(request: HttpRequest) -> bool:
    """Whether to respond in JSON: under /api/, or to a client that accepts no HTML."""
    return request.path_info.startswith(API) or not request.accepts("text/html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    name = request.META.get("HTTP_HOST", "")
    if not isinstance(exception, DisallowedHost) or not HOST.fullmatch(name):
        return error_response(request, 400)
    name = PORT.sub("", name)
    if wants_json(request):
        detail = f"Bower isn’t known by the name {name} here. Its operator can add it to ALLOWED_HOSTS."
        return JsonResponse(problem(MALFORMED, detail), status=400, content_type=MEDIA_TYPE)
    return render(request, "400_host.html", {"name": name}, status=400)


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The response to a form without a token of this Bower, or from another address than Bower's own."""
    if wants_json(request):
        return JsonResponse(problem(of_status(403)) | {"code": "csrf"}, status=403, content_type=MEDIA_TYPE)
    origin = request.headers.get("Origin", "")
    if not reason.startswith(BAD_ORIGIN) or not ORIGIN.fullmatch(origin):
        return render(request, "403_csrf.html", status=403)
    scheme, host = request.scheme, request.get_host()
    context = {
        "origin": origin,
        "here": f"{scheme}://{host}",
        "only_scheme": origin == f"https://{host}" and scheme == "http",
    }
    return render(request, "403_origin.html", context, status=403)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, OtherKey) and not wants_json(request):
        return render(request, "403_key.html", status=403)
    return error_response(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response(request, 404, GONE.get(type(exception), ""))


def broken(request: HttpRequest) -> HttpResponse:
    """503 if the database is in trouble; otherwise 500."""
    if not trouble(sys.exc_info()[1]):
        return error_response(request, 500)
    refresh()
    return retry_later(error_response(request, 503))
