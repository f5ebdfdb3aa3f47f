"""The log of the server: a line for each request, written when its response has ended, and how lines look."""

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import PermissionDenied

from companion.access.limits import EXCEEDED
from companion.server import metrics
from companion.server.requests import App, Message, Receive, Scope, Send

HEADER = b"x-request-id"
WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
PROBES = {"/healthz", "/readyz", "/metrics"}
LONGEST_PATH = 200
PLAIN = "/[]-._~!$&'()*+,;=:@"  # characters of a path that are written as they are
TOO_MANY, UNAVAILABLE = 429, 503

log = logging.getLogger("companion.requests")

# The token of a link lets anyone who reads the log join. Bower's own paths are lower-case words and small
# numbers: any other path segment is replaced, and every id of a table, group, night or person.
TOKEN = re.compile(
    r"(?<=/)(?=[\w-]*[0-9A-Z])[\w-]{5,}|(?<=/)[\w-]{16,}|(?<=/games/)(?!(?:new|imports)/)[\w-]+"
    r"|(?<=/tables/)[\w-]+|(?<=/groups/)(?!kept/)[\w-]+|(?<=/nights/)(?!new/)[\w-]+|(?<=/people/)[\w-]+"
    r"|(?<=/[GJPRg]/)[\w %-]+|(?<=/read/)[\w %-]+"
)
NO_REQUEST = "-"
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default=NO_REQUEST)

SERVER_ERROR = 500


class ClientErrors(logging.Filter):
    """Lower what Django records of 4xx responses to information; drop what the request's own line says."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", SERVER_ERROR) >= SERVER_ERROR:
            return True
        if record.name == "django.request":
            return False
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = None
        return True


class Text(logging.Formatter):
    """``time level request-id logger: message``, then the traceback if there is one. Times are UTC."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {request_id} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = REQUEST_ID.get()
        return super().format(record)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return when(record)


class Json(logging.Formatter):
    """One JSON object a line; a request's line also has its method, path, status, ms, and address."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": when(record),
            "level": record.levelname.lower(),
            "request": REQUEST_ID.get(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def when(record: logging.LogRecord) -> str:
    """The time of a record in ISO 8601, UTC, with milliseconds."""
    at = datetime.fromtimestamp(record.created, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"


class NoTokens(logging.Filter):
    """Replace tokens and ids in paths by [...]."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = TOKEN.sub("[...]", record.getMessage())
        record.args = ()
        return True


class NotMeant(logging.Filter):
    """Drop log records of cancelled requests and PermissionDenied."""

    def filter(self, record: logging.LogRecord) -> bool:
        meant = (asyncio.CancelledError, PermissionDenied)
        return not (record.exc_info and isinstance(record.exc_info[1], meant))


def logged(app: App, *, stream: bool = False) -> App:
    """Middleware: give each request an id, send it back as X-Request-ID, and log the request at its end.

    Without a response the status is 0: the client was gone first. A *stream* ends when its phone leaves; it
    starts tasks that serve all streams, so lines that they write don't get its id.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0
        limits: list[str] = []
        headers = dict(scope["headers"])
        given = headers.get(HEADER, b"") if settings.TRUST_PROXY else b""  # the proxy's id
        request_id = given.decode() if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)
        EXCEEDED.set(limits)
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
            write(scope, headers, status, seconds, limits)
            if not stream:
                metrics.request_ended(scope["method"], status, seconds)

    return application


def write(
    scope: Scope, headers: dict[bytes, bytes], status: int, seconds: float, limits: Sequence[str]
) -> None:
    """Log a request, with the *limits* it exceeded if it was refused. Successful probes are for debugging."""
    # What a client did wrong is no warning.
    level = logging.DEBUG if scope["path"] in PROBES and status < 400 else logging.INFO
    if status >= SERVER_ERROR:
        level = logging.WARNING if status == UNAVAILABLE else logging.ERROR
    if not log.isEnabledFor(level):
        return
    forwarded = headers.get(b"x-forwarded-for", b"") if settings.TRUST_PROXY else b""
    address = forwarded.decode("latin-1").rpartition(",")[2].strip()
    fields: dict[str, Any] = {
        "method": scope["method"],
        "path": quote(TOKEN.sub("[...]", scope["path"][:LONGEST_PATH]), safe=PLAIN),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "address": quote(address, safe=":.") if address else str((scope["client"] or ("-",))[0]),
    }
    text = "%(method)s %(path)s %(status)d %(ms).1f ms %(address)s"
    if status in (TOO_MANY, UNAVAILABLE) and limits:
        fields["limit"] = ", ".join(limits)
        text += " limit: %(limit)s"
    log.log(level, text, fields, extra={"fields": fields})
