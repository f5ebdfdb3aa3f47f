"""Who may open which table: devices by a signed cookie, roles by table."""

import hashlib
import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

COOKIE = "bower-device"
SALT = "bower.device"
MAX_AGE = 400 * 24 * 3600


def remember_device(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a phone without a device cookie is given one, and a POST renews it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        token, is_new = _token(request)
        request.META["bower.device"] = _digest(token)
        response = get_response(request)
        if is_new or request.method == "POST":
            response.set_cookie(
                COOKIE,
                signing.dumps(token, salt=SALT),
                max_age=MAX_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


def device(request: HttpRequest) -> str:
    """The device this request comes from, as the SHA-256 of its token: all that is ever stored of it."""
    return str(request.META["bower.device"])


def device_of(cookie: str) -> str | None:
    """The device whose cookie this is; None when its signature is broken or too old."""
    token = _signed(cookie)
    return None if token is None else _digest(token)


def _token(request: HttpRequest) -> tuple[str, bool]:
    """The token in the cookie, or a new one where there is none that holds."""
    token = _signed(request.COOKIES.get(COOKIE, ""))
    return (secrets.token_urlsafe(32), True) if token is None else (token, False)


def _signed(cookie: str) -> str | None:
    try:
        return str(signing.loads(cookie, salt=SALT, max_age=MAX_AGE))
    except signing.BadSignature:
        return None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
