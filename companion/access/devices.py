"""Devices, by a signed cookie or a Bearer token. Only the SHA-256 of a token is ever stored."""

import hashlib
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from companion.access import links

COOKIE = "bower-device"
SALT = "bower.device"
MAX_AGE = 400 * 24 * 3600
RENEWED_AFTER = 24 * 3600
API = "/api/"

# Every token has at least 128 bits: 22 characters of base64. A link's token is 26 of Crockford's base32.
BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]{22,200}=*) *", re.IGNORECASE)
LINK_TOKEN = re.compile(rf"[{links.CROCKFORD}]{{{links.TOKEN_LENGTH}}}")


class Removed(Http404):
    """Raised when the host of the table removed this device."""


def remember_device(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: set a device cookie if there is none, and renew one older than RENEWED_AFTER with a POST.

    A request that was under way while the phone got a new token must not bring back the old one, so that a
    cookie is not renewed more often than needed. Under /api/ no cookie is read or set.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(API):
            return get_response(request)
        token, is_new = _token(request)
        request.META["bower.token"] = token
        request.META["bower.device"] = _digest(token)
        request.META["bower.new"] = is_new
        response = get_response(request)
        renewed = "bower.renewed" in request.META
        if is_new or renewed or (request.method == "POST" and _is_old(request)):
            response.set_cookie(
                COOKIE,
                signing.dumps(request.META["bower.token"], salt=SALT),
                max_age=MAX_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


def is_new(request: HttpRequest) -> bool:
    """Whether this request came without a valid cookie; the browser may refuse to keep the new one."""
    return bool(request.META["bower.new"])


def device(request: HttpRequest) -> str:
    """The device of this request: the SHA-256 of its token, in hex."""
    return str(request.META["bower.device"])


@dataclass(frozen=True)
class Successor:
    """The token that a phone gets for a role that it gains, and its device from then on."""

    token: str

    @property
    def device(self) -> str:
        """The SHA-256 of the token, in hex."""
        return _digest(self.token)


def successor(request: HttpRequest, secret: str) -> Successor:
    """The next token of this phone, if it gains a role by *secret*: a link's token, its code, a form's key.

    The same request again gives the same token, so that a second tap and a lost response do no harm. Without
    both the secret and the phone's token nobody can ask for it.
    """
    said = json.dumps([request.META["bower.token"], secret])
    digest = salted_hmac("bower.device.successor", said, algorithm="sha256").digest()
    return Successor(urlsafe_b64encode(digest).decode().rstrip("="))


def renew(request: HttpRequest, successor: Successor) -> None:
    """Send the phone its new token with the response; it is this device from now on."""
    request.META["bower.token"] = successor.token
    request.META["bower.device"] = successor.device
    request.META["bower.renewed"] = True


def device_of(cookie: str) -> str | None:
    """The device of a cookie; None if its signature is wrong or too old."""
    token = _signed(cookie)
    return None if token is None else _digest(token)


def new_token() -> str:
    """A random token of 256 bits."""
    return secrets.token_urlsafe(32)


def bearer_token(authorization: str) -> str | None:
    """The token of an ``Authorization`` header; None if it has no Bearer token of the right shape."""
    found = BEARER.fullmatch(authorization)
    return found[1] if found else None


def is_link_token(token: str) -> bool:
    """Whether this has the format of a link's token, in any spelling that ``links.as_meant`` accepts."""
    return bool(LINK_TOKEN.fullmatch(links.as_meant(token)))


def device_of_token(token: str) -> str:
    """The device of a Bearer token; every spelling of a link's token gives the same device."""
    return _digest(links.as_meant(token) if is_link_token(token) else token)


def _token(request: HttpRequest) -> tuple[str, bool]:
    """The token in the cookie, or a new one, and whether it is new."""
    token = _signed(request.COOKIES.get(COOKIE, ""))
    return (new_token(), True) if token is None else (token, False)


def _is_old(request: HttpRequest) -> bool:
    return _signed(request.COOKIES.get(COOKIE, ""), RENEWED_AFTER) is None


def _signed(cookie: str, max_age: int = MAX_AGE) -> str | None:
    try:
        return str(signing.loads(cookie, salt=SALT, max_age=max_age))
    except signing.BadSignature:
        return None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
