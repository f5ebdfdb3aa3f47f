"""Errors of the database that are no mistake of the program: it is gone, busy, full, or damaged."""

import logging
from threading import Lock, Thread
from typing import Any

from django.db import DatabaseError, InterfaceError, connection

# SQLite's primary result codes. 1, for wrong SQL, is missing: that is a mistake of the program.
OF_SQLITE = {
    3: "may not be read or written",
    5: "is busy",
    6: "is busy",
    8: "is read-only",
    10: "can’t be read or written",
    11: "is damaged",
    13: "has no space left",
    14: "can’t be opened",
    15: "is busy",
    26: "is damaged",
}
# PostgreSQL's error codes, or their classes.
OF_POSTGRES = {
    "08": "does not answer",
    "25006": "is read-only",
    "42501": "may not be written by this user",
    "40": "is busy",
    "53": "has no room",
    "53100": "has no space left",
    "55P03": "is busy",
    "57": "stops or starts",
    "58": "can’t be read or written",
    "XX001": "is damaged",
    "XX002": "is damaged",
}
# Errors without a code: a connection that failed, a turn that did not come.
WITHOUT_CODE = {
    "OperationalError": "does not answer",
    "InterfaceError": "does not answer",
    "Unavailable": "is busy",
}


def trouble(error: BaseException | None) -> str:
    """What is wrong with the database, as the end of a sentence; empty if it is something else."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return ""
    cause = error.__cause__ or error
    number = getattr(cause, "sqlite_errorcode", None)
    if number is not None:
        return OF_SQLITE.get(number & 0xFF, "")
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return OF_POSTGRES.get(state) or OF_POSTGRES.get(state[:2], "")
    if "locked" in str(error):
        return "is busy"
    return WITHOUT_CODE.get(type(error).__name__, "")


class InOneLine(logging.Filter):
    """Log trouble of the database in one line: no traceback leads to its cause."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the traceback, if it is one of such trouble."""
        error = record.exc_info[1] if record.exc_info else None
        words = trouble(error)
        if words:
            record.msg = f"{record.getMessage()}: the database {words} ({' '.join(str(error).split())})"
            record.args, record.exc_info = (), None
        return True


_checking = Lock()


def refresh() -> None:
    """Replace the idle connections that the server has cut, in a thread of its own.

    Call after an error of the database. Without it every one of them fails another request. Nothing happens
    on SQLite, and while another thread is at it.
    """
    pool: Any = getattr(connection, "pool", None)

    def check() -> None:
        try:
            pool.check()
        finally:
            _checking.release()

    if pool is not None and _checking.acquire(blocking=False):
        Thread(target=check, name="bower-pool", daemon=True).start()
