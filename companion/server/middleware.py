"""What every answer carries and how it is written, and what no request may exceed."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

from companion.server.errors import too_large
from companion.wording.reader import read_by

Answer = Callable[[HttpRequest], HttpResponseBase]

UNUSED_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


def permissions_policy(get_response: Answer) -> Answer:
    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return answer


def body_limit(get_response: Answer) -> Answer:
    """Refuse a body over MAX_BODY_BYTES by its announced length, before any of it is read."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES:
            return too_large(request)
        return get_response(request)

    return answer


def money_as_read(get_response: Answer) -> Answer:
    """Money is written the way the reader's browser asks for."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        with read_by(request.headers.get("Accept-Language", "")):
            response = get_response(request)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    return answer
