"""Security headers: of Django's responses, and of event streams and refusals, which it doesn't see."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from companion.server.bodies import App, Message, Receive, Scope, Send

SAME_ORIGIN = ("Cross-Origin-Resource-Policy", "same-origin")
CSP = b"content-security-policy"
NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def same_origin(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: no page of another origin may load anything from here, static files and errors included."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault(*SAME_ORIGIN)
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
            there = {name.lower() for name, _value in message["headers"]}
            if message["status"] == HTTPStatus.NOT_MODIFIED:
                there.add(CSP)
            lacking = [pair for pair in _of_response(scope) if pair[0] not in there]
            message = {**message, "headers": [*message["headers"], *lacking]}
        await send(message)

    return start_with_them


def _of_response(scope: Scope) -> list[tuple[bytes, bytes]]:
    headers = {
        SAME_ORIGIN[0]: SAME_ORIGIN[1],
        CSP.decode(): NOTHING_ELSE,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        **({"Strict-Transport-Security": transport_security()} if hsts() and is_secure(scope) else {}),
    }
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def hsts() -> int:
    """Seconds for which browsers use HTTPS only; 0: not told."""
    return int(settings.SECURE_HSTS_SECONDS)


def transport_security() -> str:
    """The value of Strict-Transport-Security."""
    parts = {
        f"max-age={hsts()}": True,
        "includeSubDomains": settings.SECURE_HSTS_INCLUDE_SUBDOMAINS,
        "preload": settings.SECURE_HSTS_PRELOAD,
    }
    return "; ".join(part for part, is_on in parts.items() if is_on)
