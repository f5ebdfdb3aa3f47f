"""Middleware: response headers, the limit of bodies, the reader's language."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.utils.cache import patch_vary_headers

from companion.server.errors import API, too_large
from companion.wording.reader import read_by

GetResponse = Callable[[HttpRequest], HttpResponseBase]

TOO_LARGE = "bower.too_large"
AT_FIELD = "/bring/"  # the end of addresses of pages that say so at their field

UNUSED_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Add the Permissions-Policy header."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware


def body_limit(get_response: GetResponse) -> GetResponse:
    """Respond 413 to a Content-Length over MAX_BODY_BYTES, before the body is read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) <= settings.MAX_BODY_BYTES:
            return get_response(request)
        if not request.path_info.endswith(AT_FIELD) or request.path_info.startswith(API):
            return too_large(request)
        # The page as it is without what was sent: that stays unread.
        request.method = request.META["REQUEST_METHOD"] = "GET"
        request.META[TOO_LARGE] = True
        return get_response(request)

    return middleware


def money_as_read(get_response: GetResponse) -> GetResponse:
    """Format money in the language of Accept-Language."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with read_by(request.headers.get("Accept-Language", "")):
            response = get_response(request)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    return middleware


class Common(CommonMiddleware):
    """Django's CommonMiddleware, without redirects of API writes that lack the final slash.

    A redirect would turn POST into GET and drop the body.
    """

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        """Whether to redirect to the address with a slash."""
        if request.path_info.startswith(API) and request.method not in ("GET", "HEAD"):
            return False
        return super().should_redirect_with_slash(request)
