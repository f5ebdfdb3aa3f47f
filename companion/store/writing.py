"""Write transactions.

SQLite lets one connection write at a time, and threads that wait for its lock sleep and starve each other.
Here they wait for their turn in the order in which they came, before BEGIN. Work that needs no row belongs
before the transaction: everybody else waits for what is inside.

Whether a save would succeed now is found out by a write of its own.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import local

from django.db import Error, OperationalError, connection, transaction
from django.utils import timezone

from companion.access.limits import exceeded
from companion.models import WriteCheck
from companion.server import metrics
from companion.server.admission import WRITING, Turns, Unavailable
from companion.server.database_trouble import trouble

LOCKED = ("locked", "busy")
FILLING = "." * 5000  # more than a page of either database: on a full disk it does not fit
LEAST_FREE = 32 * 1024 * 1024  # bytes


class Here(local):
    """Whether this thread is inside a transaction that writes."""

    inside = False


TURNS = Turns(WRITING)
HERE = Here()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes; inside another one, a part of it.

    Raises Unavailable if the database stays locked for as long as WRITING says: nothing is written then.
    """
    if HERE.inside:
        yield
        return
    asked = time.monotonic()
    if connection.vendor != "sqlite":
        with _inside(), transaction.atomic():
            metrics.database_waited(time.monotonic() - asked)
            yield
        return
    with TURNS.turn(), ExitStack() as begun, _inside():
        _begin(begun, asked + TURNS.limit.seconds)
        metrics.database_waited(time.monotonic() - asked)
        yield


@contextmanager
def _inside() -> Iterator[None]:
    HERE.inside = True
    try:
        yield
    finally:
        HERE.inside = False


def _begin(stack: ExitStack, deadline: float) -> None:
    """BEGIN, and again until *deadline* while another process holds the file."""
    while True:
        try:
            stack.enter_context(transaction.atomic())
        except OperationalError as error:
            if not any(word in str(error) for word in LOCKED):
                raise
            if time.monotonic() > deadline:
                exceeded(str(error))
                raise Unavailable(str(error)) from error
        else:
            return


def why_not() -> str:
    """What keeps the database from saving, as the end of a sentence; empty if it saves.

    A disk that is nearly full counts: SQLite could save a little longer, but not for long.
    """
    try:
        _write()
    except Error as error:
        return trouble(error) or "can’t be written"
    return "has hardly any space left" if _free() < LEAST_FREE else ""


def _write() -> None:
    """A row in a page of its own is committed, and the one of last time removed."""
    with writing():
        made = WriteCheck.objects.create(at=timezone.now(), filling=FILLING)
        WriteCheck.objects.exclude(pk=made.pk).delete()


def _free() -> int:
    """Bytes that are free beside an SQLite file; elsewhere the server of the database knows."""
    if connection.vendor != "sqlite":
        return LEAST_FREE
    return shutil.disk_usage(Path(str(connection.settings_dict["NAME"])).parent).free
