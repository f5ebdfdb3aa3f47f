"""Write transactions.

SQLite lets one connection write at a time, and threads that wait for its lock sleep and starve each other.
Here they wait for their turn in the order in which they came, before BEGIN. Work that needs no row belongs
before the transaction: everybody else waits for what is inside.
"""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, local

from django.db import OperationalError, connection, transaction

from companion.server import metrics

PATIENCE = 5.0  # seconds for which a write waits for its turn, and for another process
LOCKED = ("locked", "busy")


class Unavailable(OperationalError):
    """Raised when nothing can be written now. The same request may be sent again."""


class Turns:
    """A lock for threads, given in order of asking."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait for their turn."""
        return len(self._waiting)

    def take(self, seconds: float) -> bool:
        """Wait for the turn; whether it came in time."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=seconds):
            return True
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # it came at the last moment

    def give(self) -> None:
        """Let the next one take its turn."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


class Here(local):
    """Whether this thread is inside a transaction that writes."""

    inside = False


TURNS = Turns()
HERE = Here()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes; inside another one, a part of it.

    Raises Unavailable if the database stays locked for PATIENCE seconds: nothing is written then.
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
    deadline = asked + PATIENCE
    if not TURNS.take(PATIENCE):
        raise Unavailable("database is locked by other threads")
    try:
        with ExitStack() as begun, _inside():
            _begin(begun, deadline)
            metrics.database_waited(time.monotonic() - asked)
            yield
    finally:
        TURNS.give()


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
            if not is_locked(error):
                raise
            if time.monotonic() > deadline:
                raise Unavailable(str(error)) from error
        else:
            return


def is_locked(error: OperationalError) -> bool:
    """Whether the error says that another connection holds the SQLite file."""
    return any(word in str(error) for word in LOCKED)
