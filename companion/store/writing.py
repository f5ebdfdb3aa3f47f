"""Write transactions.

SQLite lets one connection write at a time, and threads that wait for its lock sleep and starve each other.
Here they wait for their turn in the order in which they came, before BEGIN. Work that needs no row belongs
before the transaction: everybody else waits for what is inside.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import local

from django.db import OperationalError, connection, transaction

from companion.access.limits import exceeded
from companion.server import metrics
from companion.server.admission import WRITING, Turns, Unavailable

LOCKED = ("locked", "busy")


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
