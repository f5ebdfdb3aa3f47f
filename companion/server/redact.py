"""Filters of the server's log: tokens in addresses, and records of cancelled and forbidden requests."""

import asyncio
import logging
import re

from django.core.exceptions import PermissionDenied

# The token of a link lets anyone who reads the log join. Bower's own paths are lower-case words and small
# numbers: any other path segment is replaced, and every id of a table, group, night or person.
TOKEN = re.compile(
    r"(?<=/)(?=[\w-]*[0-9A-Z])[\w-]{5,}|(?<=/)[\w-]{16,}|(?<=/games/)(?!(?:new|imports)/)[\w-]+"
    r"|(?<=/tables/)[\w-]+|(?<=/groups/)(?!kept/)[\w-]+|(?<=/nights/)(?!new/)[\w-]+|(?<=/people/)[\w-]+"
    r"|(?<=/[GJPRg]/)[\w-]+"
)


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
