"""Devices, by a signed cookie or a Bearer token. Only the SHA-256 of a token is ever stored.

And what else a phone keeps in cookies: under HTTPS their names have the prefix that lets nobody but this very
host set them.

Tickets, signed and not stored, open events for a client that can't send a header.
"""

import hashlib
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from companion.access import links

PREFIX = "__Host-"
MAX_AGE = 400 * 24 * 3600  # the longest that browsers keep a cookie
GAINED = "bower-gained-"  # before the beginning of a device: a token that the phone got lately
BEFORE = "bower-before"  # the tokens before that, the last one first
COOKIE, CSRF, THEME = RENAMED = ("bower-device", "csrftoken", "look")
# Which storage the phone has, and how much waited in it when it last said so: "<id>.<count>".
KEPT = "bower-kept"
ZONE = "bower-zone"  # set by the phone's own script: the IANA name of its time zone
API = "/api/"

SALT = "bower.device"
# A header: what the phone's storage keeps of its identity, in case the browser loses the cookie.
PROOF = "Proof"
PROOF_SALT = "bower.device.proof"
BEFORE_SALT = "bower.device.before"
RENEWED_AFTER = 24 * 3600
OVERLAP = 24 * 3600  # seconds for which a phone shows the tokens of requests that overlapped
MOST_GAINED = 8  # tokens of requests that overlapped
LOST = 3600  # seconds for which it shows the tokens before, since one of their answers may be lost
MOST_BEFORE = 3
WITHOUT_COOKIE = (API, "/read/")

# Every token has at least 128 bits: 22 characters of base64. A link's token is 26 of Crockford's base32.
BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]{22,200}=*) *", re.IGNORECASE)
SIGNED = re.compile(r"([\w-]{1,200}):[0-9A-Za-z]{1,12}:[\w-]{43}", re.ASCII)
LINK_TOKEN = re.compile(rf"[{links.CROCKFORD}]{{{links.TOKEN_LENGTH}}}")
TICKET_SALT = "bower.ticket"
TICKET_GOOD_FOR = timedelta(minutes=1)


class Deleted(Http404):
    """Raised when the host deleted a table at which this device has a role."""


class Removed(Http404):
    """Raised when the host of the table removed this device."""


class LinkWithdrawn(Http404):
    """Raised when the link by which this device came to a group was renewed or withdrawn since."""


class NotInGroup(Http404):
    """Raised when this device is in no group with the id that was asked for."""


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


def cookie_name(name: str) -> str:
    """The name of a cookie as browsers keep it."""
    return PREFIX + name if settings.HTTPS else name


def read_cookie(cookies: Mapping[str, str], name: str) -> str:
    """The value of a cookie; under HTTPS also by its name without the prefix; "" if there is none."""
    return cookies.get(cookie_name(name)) or cookies.get(name, "")


def keep_cookie(response: HttpResponseBase, name: str, value: str, seconds: int = MAX_AGE) -> None:
    """Set a cookie that scripts can't read, by default for as long as browsers keep one."""
    response.set_cookie(
        cookie_name(name), value, max_age=seconds, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def renamed_cookies(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: under HTTPS, replace the cookies of a Bower without the prefix by those with it.

    So no phone loses its tables with the change. Under /api/ no cookie is read or set.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not settings.HTTPS or request.path_info.startswith(API):
            return get_response(request)
        old = [
            name for name in RENAMED if name in request.COOKIES and cookie_name(name) not in request.COOKIES
        ]
        request.COOKIES.update({cookie_name(name): request.COOKIES[name] for name in old})
        response = get_response(request)
        for name in old:
            if cookie_name(name) not in response.cookies:
                keep_cookie(response, name, request.COOKIES[name])
            response.set_cookie(name, max_age=0, secure=True, httponly=True, samesite="Lax")
        return response

    return middleware


def remember_device(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: set a device cookie if there is none, and renew one older than RENEWED_AFTER with a POST.

    What is the same for everyone, as a page of rules or the worker, sets none.

    A request that was under way while the phone got a new token must not bring back the old one, so that a
    cookie is not renewed more often than needed. Under /api/ and /read/ no cookie is read or set.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(WITHOUT_COOKIE):
            return get_response(request)
        text = read_cookie(request.COOKIES, COOKIE)
        found = _read(text)
        # The tokens that the phone gained lately, by their cookies, and those that it had before those.
        start = cookie_name(GAINED)
        names = sorted(name for name in request.COOKIES if name.startswith(start))[:MOST_GAINED]
        tokens = {name.removeprefix(PREFIX): _signed(request.COOKIES[name], OVERLAP) for name in names}
        gained = {name: token for name, token in tokens.items() if token}
        try:
            kept = signing.loads(request.COOKIES.get(cookie_name(BEFORE), ""), salt=BEFORE_SALT, max_age=LOST)
        except signing.BadSignature:
            kept = []
        before = [*map(str, kept)]
        request.META["bower.cookie"] = found
        request.META["bower.token"] = found.token
        request.META["bower.device"] = _digest(found.token)
        others = {*gained.values(), *before} - {found.token}
        request.META["bower.gained"] = [] if found.is_foreign else sorted(others)
        response = get_response(request)
        is_old = not found.is_foreign and request.method == "POST" and _signed(text, RENEWED_AFTER) is None
        is_page = request.method in ("GET", "HEAD") and response.status_code in (200, 304)
        is_new = found.is_new and not (is_page and "private" not in response.get("Cache-Control", ""))
        if is_new:
            response.headers["New-Phone"] = "1"
        if is_new or found.is_stale or is_old or "bower.renewed" in request.META:
            signed = signing.dumps(request.META["bower.token"], salt=SALT)
            keep_cookie(response, COOKIE, signed)
            if "bower.renewed" in request.META:
                keep_cookie(response, GAINED + device(request)[:8], signed, OVERLAP)
        if "bower.renewed" in request.META:
            for name, token in gained.items():  # this request has shown them, so the new one stands for them
                if "bower.united" in request.META or token == found.token:
                    keep_cookie(response, name, "", 0)
            was = [] if found.is_new else [found.token]
            was += [*request.META.get("bower.united", ()), *before]
            earlier = list(dict.fromkeys(was))[:MOST_BEFORE]
            if earlier and not found.is_foreign:
                keep_cookie(response, BEFORE, signing.dumps(earlier, salt=BEFORE_SALT), LOST)
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


def gained_elsewhere(request: HttpRequest) -> list[str]:
    """Devices that this phone is too: requests that overlapped gave it a token each, and it shows them all.

    The browser keeps one device cookie, that of the answer that came last; the tokens of the others are in
    cookies of their own for a while. Who knows the token before alone has none of them. The phone shows that
    one too, so that it misses nothing of which an answer is lost.
    """
    return [_digest(token) for token in request.META["bower.gained"]]


@dataclass(frozen=True)
class Successor:
    """The token that a phone gets for a role that it gains, and its device from then on."""

    token: str

    @property
    def device(self) -> str:
        """The SHA-256 of the token, in hex."""
        return _digest(self.token)


def successors(request: HttpRequest, secret: str, key: str | None = None) -> list[Successor]:
    """The next token of this phone, if it gains a role by *secret*: a link's token, its code, a form's key.

    The same request again gives the same token, so that a second tap and a lost response do no harm. After
    the first come those that it had if the request was sent before, with another token that the phone shows;
    one of them may be the token that it has. Without both the secret and a token of the phone nobody can ask
    for one. None for *key*: by the present secret key.
    """
    shown = request.META.get("bower.united", request.META["bower.gained"])
    return [_successor(token, secret, key) for token in (request.META["bower.token"], *shown)]


def _successor(token: str, secret: str, key: str | None = None) -> Successor:
    said = json.dumps([token, secret])
    digest = salted_hmac("bower.device.successor", said, key, algorithm="sha256").digest()
    return Successor(urlsafe_b64encode(digest).decode().rstrip("="))


def renew(request: HttpRequest, successor: Successor) -> None:
    """Send the phone its new token with the response; it is this device from now on."""
    request.META["bower.token"] = successor.token
    request.META["bower.device"] = successor.device
    request.META["bower.renewed"] = True


def proof(request: HttpRequest) -> str:
    """What this phone's storage keeps in case the browser loses its cookie; another after each new token."""
    return signing.Signer(salt=PROOF_SALT).sign(request.META["bower.token"])


def proved(request: HttpRequest) -> str:
    """The device of which this phone shows a proof, if it is none of those in its cookies; "" without."""
    token = "" if is_foreign(request) else _proved(request)
    return _digest(token) if token else ""


def _proved(request: HttpRequest) -> str:
    """The token of which a request shows a proof; "" for one that is in its cookies as well."""
    try:
        token = signing.Signer(salt=PROOF_SALT).unsign(request.headers.get(PROOF, ""))
    except signing.BadSignature:
        return ""
    return "" if token in (request.META["bower.token"], *request.META["bower.gained"]) else token


def unite(request: HttpRequest) -> Successor:
    """The token of a phone that shows several; ``united`` sends it, once its rows are moved.

    It is made of all of them: who knows some, as that of a planted cookie, can't ask for it. The one that it
    has, if this request united it already.
    """
    if "bower.united" in request.META:
        return Successor(request.META["bower.token"])
    shown = [*request.META["bower.gained"], _proved(request)]
    return _successor(request.META["bower.token"], json.dumps(["gained", *shown]))


def united(request: HttpRequest, successor: Successor) -> None:
    """Send the phone its one token; the others are gone, but for requests that are sent again."""
    token, proved = request.META["bower.token"], _proved(request)
    shown = [token, *request.META["bower.gained"], *([proved] if proved else [])]
    request.META.setdefault("bower.united", shown)
    renew(request, successor)
    request.META["bower.gained"] = []


def device_of(cookie: str) -> str | None:
    """The device of a cookie; None if its signature is wrong or too old."""
    token = _signed(cookie)
    return None if token is None else _digest(token)


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
    return Cookie(secrets.token_urlsafe(32), is_foreign=_is_foreign(text), is_new=not _is_foreign(text))


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


def ticket(device: str, topic: str) -> str:
    """A ticket with which the stream of this topic is opened as this device."""
    return signing.dumps([device, topic], salt=TICKET_SALT)


def device_of_ticket(given: str, topic: str) -> str | None:
    """The device of a ticket; None if it is too old, of another topic, or none of this Bower's."""
    try:
        device, of_topic = signing.loads(given, salt=TICKET_SALT, max_age=TICKET_GOOD_FOR)
    except signing.BadSignature:
        return None
    return str(device) if of_topic == topic else None


# What every page is told: the theme of this phone, and whether there is a server.

THEMES = ("day", "night")


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme chosen on this phone; "" for the system's setting."""
    chosen = read_cookie(request.COOKIES, THEME)
    return {"theme": chosen if chosen in THEMES else ""}


def keep_theme(response: HttpResponseBase, chosen: str) -> None:
    """Keep the theme chosen on this phone; "" for the system's setting."""
    if chosen in THEMES:
        keep_cookie(response, THEME, chosen)
    else:
        response.delete_cookie(cookie_name(THEME), samesite="Lax")


def edition(request: HttpRequest) -> dict[str, bool]:
    """Context processor: whether this is Bower without a server, all of it on one phone."""
    return {"no_server": settings.NO_SERVER}
