"""Middleware: headers of responses, limits of bodies and reading, the reader's language and time zone.

Event streams and refusals, which Django doesn't see, get their headers here too.
"""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed, HttpResponseRedirect
from django.middleware.common import CommonMiddleware
from django.middleware.http import ConditionalGetMiddleware
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from companion.access.devices import ZONE
from companion.server import addresses, etags, rates, stylesheets
from companion.server.errors import API, error_response
from companion.server.requests import App, Message, Receive, Scope, Send
from companion.wording.dates import zone_of
from companion.wording.reader import known_zone, read_by

GetResponse = Callable[[HttpRequest], HttpResponseBase]

TOO_LARGE = "bower.too_large"
PROBES = frozenset(("/healthz", "/readyz", "/metrics"))
AT_FIELD = ("/bring/", "/past/")  # the ends of addresses of pages that say so at their field

UNUSED_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
SAME_ORIGIN = ("Cross-Origin-Resource-Policy", "same-origin")
MARK = ("Bower", "1")  # on every answer, so that a phone knows one that somebody else gave in Bower's place
FOR_ONE = "private, no-store"
LIMITS = ("RateLimit", "RateLimit-Policy")
CSP = b"content-security-policy"
NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)


def page_headers(get_response: GetResponse) -> GetResponse:
    """Say of a page its tag, the stylesheets inside it, and that it uses no camera or the like.

    The tag is sent as `ETag`, or as `Page-Tag` in the response to a form; stylesheets are allowed by their
    hashes in the CSP. A page that only takes forms says so to whoever opens its address.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            said = error_response(request, response.status_code)
            response.content, response.headers["Content-Type"] = said.content, said.headers["Content-Type"]
        if etags.META in request.META and response.status_code == HTTPStatus.OK:
            name = "ETag" if request.method in etags.UNCHANGED else "Page-Tag"
            response.headers[name] = request.META[etags.META]
        if stylesheets.INLINED in request.META:
            response._csp_update = {"style-src": request.META[stylesheets.INLINED]}  # type: ignore[attr-defined]
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, stylesheets.FETCHED_BY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware


def named_targets(get_response: GetResponse) -> GetResponse:
    """Send a phone's worker the target of a redirect in a header: the browser hides it in a redirect."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if "From-Worker" in request.headers and response.has_header("Location"):
            response.status_code = 200
            response.headers["Go-To"] = response.headers["Location"]
            del response.headers["Location"]
            response.headers["Cache-Control"] = "no-store"
        return response

    return middleware


def body_limit(get_response: GetResponse) -> GetResponse:
    """Respond 413 to a Content-Length over MAX_BODY_BYTES, before the body is read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) <= settings.MAX_BODY_BYTES:
            return get_response(request)
        if not request.path_info.endswith(AT_FIELD) or request.path_info.startswith(API):
            return error_response(request, 413)
        # The page as it is without what was sent: that stays unread.
        request.method = request.META["REQUEST_METHOD"] = "GET"
        request.META[TOO_LARGE] = True
        return get_response(request)

    return middleware


def as_read(get_response: GetResponse) -> GetResponse:
    """Format money in the language of Accept-Language, and times in the time zone that the phone said."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        zone = "" if request.path_info.startswith(API) else known_zone(request.COOKIES.get(ZONE, ""))
        here = timezone.override(zone_of(zone) if zone else None)
        with read_by(request.headers.get("Accept-Language", ""), zone), here:
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


class ConditionalGet(ConditionalGetMiddleware):
    """Django's ConditionalGetMiddleware, whose 304 says what is left of a limit too."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, or 304 where the client has it already."""
        answered = super().process_response(request, response)
        for name in LIMITS:
            if name in response.headers:
                answered.headers[name] = response.headers[name]
        return answered


class Moved(HttpResponseRedirect):
    """A redirect that keeps method and body, and that browsers don't remember."""

    status_code = HTTPStatus.TEMPORARY_REDIRECT


def plain_port(get_response: GetResponse) -> GetResponse:
    """Middleware: over plain HTTP beside HTTPS of its own, serve only the page about HTTPS and what it needs.

    Anything else is redirected: to HTTPS where every phone trusts the certificate, else to that page, which
    leads on. It sets no cookie.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        own: addresses.OwnHttps | None = settings.OWN_HTTPS
        if own is None or request.is_secure() or request.path_info in PROBES:
            return get_response(request)
        page, path = reverse("https"), request.get_full_path()
        if request.path_info.startswith(page):
            response = get_response(request)
            response.cookies.clear()
            return response
        is_page = request.method in ("GET", "HEAD") and not request.path_info.startswith(API)
        if own.authority and is_page:
            return Moved(f"{page}?{urlencode({'to': path})}" if path != "/" else page)
        return Moved(addresses.address(request, own, path))

    return middleware


def limit_reading(get_response: GetResponse) -> GetResponse:
    """Middleware: 429 to a device or address whose pages have cost too much.

    What programs read has a limit by address of its own, beside those of the API by their number.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return get_response(request)
        return rates.limited(request, lambda: get_response(request), lambda _answer: True)

    return middleware


def same_origin(get_response: GetResponse) -> GetResponse:
    """Middleware: no page of another origin may load anything from here, static files and errors included.

    Every response has Bower's mark. One that sets a cookie is kept by no cache, which would give one phone's
    identity to another.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault(*SAME_ORIGIN)
        response.headers.setdefault(*MARK)
        if response.cookies:
            response.headers["Cache-Control"] = FOR_ONE
        return response

    return middleware


def is_secure(scope: Scope) -> bool:
    """Whether a request came by HTTPS, where Django doesn't see it; as HttpRequest.is_secure does."""
    if not settings.SECURE_PROXY_SSL_HEADER:
        return bool(scope.get("scheme") == "https")
    given = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
    return bool(given) and given[-1].decode("latin-1").partition(",")[0].strip() == "https"


def secured(app: App) -> App:
    """Middleware: add the headers to what Django didn't answer, and to static files the CSP."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await app(scope, receive, with_headers(scope, send) if scope["type"] == "http" else send)

    return application


def with_headers(scope: Scope, send: Send) -> Send:
    """A send function that adds the security headers that a response lacks.

    A 304 gets no CSP: the browser would put it in place of the kept page's own.
    """

    async def start_with_them(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = {
                **dict((SAME_ORIGIN, MARK)),
                CSP.decode(): NOTHING_ELSE,
                "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
                "X-Content-Type-Options": "nosniff",
            }
            if hsts() and is_secure(scope):
                parts = {
                    f"max-age={hsts()}": True,
                    "includeSubDomains": settings.SECURE_HSTS_INCLUDE_SUBDOMAINS,
                    "preload": settings.SECURE_HSTS_PRELOAD,
                }
                headers["Strict-Transport-Security"] = "; ".join(
                    part for part, is_on in parts.items() if is_on
                )
            there = {name.lower() for name, _value in message["headers"]}
            if message["status"] == HTTPStatus.NOT_MODIFIED:
                there.add(CSP)
            pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
            lacking = [pair for pair in pairs if pair[0] not in there]
            message = {**message, "headers": [*message["headers"], *lacking]}
        await send(message)

    return start_with_them


def hsts() -> int:
    """Seconds for which browsers use HTTPS only; 0: not told."""
    return int(settings.SECURE_HSTS_SECONDS)
