"""Who may open which table: devices by a signed cookie or a Bearer token, roles by table."""

import hashlib
import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from companion.access import links

COOKIE = "bower-device"
SALT = "bower.device"
MAX_AGE = 400 * 24 * 3600
API = "/api/"

# Nobody has fewer than 128 bits: 22 characters of base64. A link's token is 26 of Crockford's base32.
BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]{22,200}=*) *", re.IGNORECASE)
LINK_TOKEN = re.compile(rf"[{links.CROCKFORD}]{{{links.TOKEN_LENGTH}}}")


def remember_device(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a phone without a device cookie is given one, and a POST renews it.

    Programs have no cookies: under /api/ none is read, and none is given.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(API):
            return get_response(request)
        token, is_new = _token(request)
        request.META["bower.device"] = _digest(token)
        request.META["bower.new"] = is_new
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


def is_new(request: HttpRequest) -> bool:
    """Whether this request came without a cookie that holds: nobody knows yet whether it keeps one."""
    return bool(request.META["bower.new"])


def device(request: HttpRequest) -> str:
    """The device this request comes from, as the SHA-256 of its token: all that is ever stored of it."""
    return str(request.META["bower.device"])


def device_of(cookie: str) -> str | None:
    """The device whose cookie this is; None when its signature is broken or too old."""
    token = _signed(cookie)
    return None if token is None else _digest(token)


def new_token() -> str:
    """A token for a device that has none yet: 256 bits."""
    return secrets.token_urlsafe(32)


def bearer_token(authorization: str) -> str | None:
    """The token of an ``Authorization`` header, if it has one that could be ours."""
    found = BEARER.fullmatch(authorization)
    return found[1] if found else None


def is_link_token(token: str) -> bool:
    """Whether this has the shape of a table link's token, whichever way it was written."""
    return bool(LINK_TOKEN.fullmatch(links.as_meant(token)))


def device_of_token(token: str) -> str:
    """The device of a Bearer token: of a link's token the same, whichever way it was written."""
    return _digest(links.as_meant(token) if is_link_token(token) else token)


def _token(request: HttpRequest) -> tuple[str, bool]:
    """The token in the cookie, or a new one where there is none that holds."""
    token = _signed(request.COOKIES.get(COOKIE, ""))
    return (new_token(), True) if token is None else (token, False)


def _signed(cookie: str) -> str | None:
    try:
        return str(signing.loads(cookie, salt=SALT, max_age=MAX_AGE))
    except signing.BadSignature:
        return None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
