"""What the log leaves out: links that would let its reader in, and the cutting off of requests at the end."""

import asyncio
import logging
import re

from django.core.exceptions import PermissionDenied

# A share link is its token: whoever reads it in a log could join. Our own addresses are lower-case words and
# small numbers, so a path segment that looks otherwise is left out, and so is the name of every game.
TOKEN = re.compile(
    r"(?<=/)(?=[\w-]*[0-9A-Z])[\w-]{5,}|(?<=/)[\w-]{16,}|(?<=/games/)(?!(?:new|imports)/)[\w-]+"
    r"|(?<=/tables/)[\w-]+"
)


class NoTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = TOKEN.sub("[...]", record.getMessage())
        record.args = ()
        return True


class NotMeant(logging.Filter):
    """A request cut off because Bower stops, or refused to a role, is no mistake and needs no trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        meant = (asyncio.CancelledError, PermissionDenied)
        return not (record.exc_info and isinstance(record.exc_info[1], meant))
