"""Devices, by a signed cookie or a Bearer token. Only the SHA-256 of a token is ever stored."""

import hashlib
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass

from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from companion.access import cookies, links

SALT = "bower.device"
MAX_AGE = cookies.MAX_AGE
RENEWED_AFTER = 24 * 3600
COOKIE = cookies.DEVICE
API = cookies.API

# Every token has at least 128 bits: 22 characters of base64. A link's token is 26 of Crockford's base32.
BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]{22,200}=*) *", re.IGNORECASE)
SIGNED = re.compile(r"([\w-]{1,200}):[0-9A-Za-z]{1,12}:[\w-]{43}", re.ASCII)
LINK_TOKEN = re.compile(rf"[{links.CROCKFORD}]{{{links.TOKEN_LENGTH}}}")


class Deleted(Http404):
    """Raised when the host deleted a table at which this device has a role."""


class Removed(Http404):
    """Raised when the host of the table removed this device."""


class LinkWithdrawn(Http404):
    """Raised when the link by which this device came to a group was renewed or withdrawn since."""


class GroupDeleted(Http404):
    """Raised when a host deleted a group in which this device has a role."""


class OtherKey(PermissionDenied):
    """Raised when a phone would get a role while its cookie is signed with another secret key."""


@dataclass(frozen=True)
class Cookie:
    """What the device cookie of a request says.

    ``is_new``: there is none, or nothing to lose in it; ``token`` is random then. ``is_foreign``: it is
    signed, but with none of this Bower's keys. It is never overwritten, since the phone's tables come back
    with the right key. ``is_stale``: it is signed with an earlier key.
    """

    token: str
    is_new: bool = False
    is_foreign: bool = False
    is_stale: bool = False


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
        text = cookies.read(request.COOKIES, cookies.DEVICE)
        found = _read(text)
        request.META["bower.cookie"] = found
        request.META["bower.token"] = found.token
        request.META["bower.device"] = _digest(found.token)
        response = get_response(request)
        is_old = not found.is_foreign and request.method == "POST" and _signed(text, RENEWED_AFTER) is None
        if found.is_new or found.is_stale or is_old or "bower.renewed" in request.META:
            cookies.keep(response, cookies.DEVICE, signing.dumps(request.META["bower.token"], salt=SALT))
        return response

    return middleware


def is_new(request: HttpRequest) -> bool:
    """Whether this request came without a valid cookie; the browser may refuse to keep the new one."""
    return _cookie(request).is_new


def is_foreign(request: HttpRequest) -> bool:
    """Whether the cookie of this request is signed with a key that this Bower doesn't have."""
    return _cookie(request).is_foreign


def start_afresh(request: HttpRequest) -> None:
    """Give a phone with a foreign cookie a new token; its old cookie is lost."""
    if is_foreign(request):
        request.META["bower.renewed"] = True


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


def _cookie(request: HttpRequest) -> Cookie:
    found: Cookie = request.META["bower.cookie"]
    return found


def _read(text: str) -> Cookie:
    token = _signed(text, fallback_keys=[])
    if token is not None:
        return Cookie(token)
    token = _signed(text)
    if token is not None:
        return Cookie(token, is_stale=True)
    return Cookie(new_token(), is_foreign=_is_foreign(text), is_new=not _is_foreign(text))


def _is_foreign(text: str) -> bool:
    """Whether this is a device cookie by its shape, and not one of this Bower's that is merely too old."""
    found = SIGNED.fullmatch(text)
    if found is None or _signed(text, max_age=None) is not None:
        return False
    try:
        return isinstance(json.loads(signing.b64_decode(found[1].encode())), str)
    except ValueError:
        return False


def _signed(
    text: str, max_age: int | None = MAX_AGE, fallback_keys: list[str | bytes] | None = None
) -> str | None:
    """The token in a cookie; None if it is older than *max_age*, or signed with none of the keys."""
    try:
        return str(signing.loads(text, salt=SALT, max_age=max_age, fallback_keys=fallback_keys))
    except signing.BadSignature:
        return None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
