"""The lines of the server's log, as text or JSON, each with the id of the request that it belongs to."""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

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
