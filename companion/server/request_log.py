"""One log line for each request, written when its response has ended, and the request's id."""

import logging
import re
import secrets
import time
from typing import Any
from urllib.parse import quote

from django.conf import settings

from companion.server import metrics
from companion.server.bodies import App, Message, Receive, Scope, Send
from companion.server.logs import REQUEST_ID, SERVER_ERROR
from companion.server.redact import TOKEN

HEADER = b"x-request-id"
WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
PROBES = {"/healthz", "/readyz", "/metrics"}
LONGEST_PATH = 200
PLAIN = "/[]-._~!$&'()*+,;=:@"  # characters of a path that are written as they are
UNAVAILABLE = 503

log = logging.getLogger("companion.requests")


def logged(app: App, *, stream: bool = False) -> App:
    """Middleware: give each request an id, send it back as X-Request-ID, and log the request at its end.

    Without a response the status is 0: the client was gone first. A *stream* ends when its phone leaves; it
    starts tasks that serve all streams, so lines that they write don't get its id.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0
        headers = dict(scope["headers"])
        request_id = id_of(headers)
        if not stream:
            REQUEST_ID.set(request_id)

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER, request_id.encode())]
            await send(message)

        try:
            await app(scope, receive, send_on)
        except Exception:
            status = SERVER_ERROR
            raise
        finally:
            seconds = time.perf_counter() - begun
            write(scope, headers, status, seconds)
            if not stream:
                metrics.request_ended(scope["method"], status, seconds)

    return application


def id_of(headers: dict[bytes, bytes]) -> str:
    """The proxy's id of a request, if there is a proxy and the id is well formed; else a new one."""
    given = headers.get(HEADER, b"") if settings.TRUST_PROXY else b""
    return given.decode() if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)


def write(scope: Scope, headers: dict[bytes, bytes], status: int, seconds: float) -> None:
    """Log a request. Successful probes are for debugging only."""
    level = level_of(scope["path"], status)
    if not log.isEnabledFor(level):
        return
    fields: dict[str, Any] = {
        "method": scope["method"],
        "path": path_of(scope),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "address": address_of(scope, headers),
    }
    log.log(level, "%(method)s %(path)s %(status)d %(ms).1f ms %(address)s", fields, extra={"fields": fields})


def level_of(path: str, status: int) -> int:
    """The level of a request's line: what a client did wrong is no warning."""
    if status >= SERVER_ERROR:
        return logging.WARNING if status == UNAVAILABLE else logging.ERROR
    return logging.DEBUG if path in PROBES and status < 400 else logging.INFO


def path_of(scope: Scope) -> str:
    """The path without tokens, query, spaces and line breaks; a long one is cut."""
    return quote(TOKEN.sub("[...]", scope["path"][:LONGEST_PATH]), safe=PLAIN)


def address_of(scope: Scope, headers: dict[bytes, bytes]) -> str:
    """The client's network address, as received by the server or its proxy."""
    forwarded = headers.get(b"x-forwarded-for", b"") if settings.TRUST_PROXY else b""
    address = forwarded.decode("latin-1").rpartition(",")[2].strip()
    return quote(address, safe=":.") if address else str((scope["client"] or ("-",))[0])
