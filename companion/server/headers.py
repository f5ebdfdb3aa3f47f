"""Security headers: on every response of Django, and on the event streams, which Django doesn't see."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from companion.server.bodies import Message, Scope, Send

SAME_ORIGIN = ("Cross-Origin-Resource-Policy", "same-origin")
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


def is_secure(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Whether a request outside Django came by HTTPS; as HttpRequest.is_secure does."""
    if settings.SECURE_PROXY_SSL_HEADER:
        return headers.get("x-forwarded-proto", "").partition(",")[0].strip() == "https"
    return bool(scope.get("scheme") == "https")


def with_headers(send: Send, *, secure: bool) -> Send:
    """A send function that adds the security headers to the start of a response."""
    added = {
        SAME_ORIGIN[0]: SAME_ORIGIN[1],
        "Content-Security-Policy": NOTHING_ELSE,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        **({"Strict-Transport-Security": transport_security()} if secure and hsts() else {}),
    }
    pairs = [(name.lower().encode(), value.encode()) for name, value in added.items()]

    async def start_with_them(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *pairs]}
        await send(message)

    return start_with_them


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
