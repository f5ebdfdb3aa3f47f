"""Who gets in, who waits and who is refused: a limit on all that is held or done at once, in one table.

How often something may be done is limited elsewhere: ``rates.py`` and ``companion/access/limits.py``.
"""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from threading import Lock

from django.conf import settings
from django.db import OperationalError

from companion.access.limits import exceeded

AGAIN = 60.0  # seconds between two lines in the log about the same limit
PERIOD = 10.0  # seconds in which is counted what somebody has spent
SPARE = 64  # descriptors for files, and for what is refused in words
OF_A_THREAD = 4  # descriptors: an SQLite connection holds three
IN_WORDS = 16  # connections of one address over its limit that get an answer; the others are closed

LONG = 200  # entries of an import; fewer are scored within milliseconds
MIB = 1024 * 1024
OF_ADDRESS = max(16 * MIB, 2 * settings.MAX_BODY_BYTES)  # bytes
READERS = max(1, round(settings.WORKER_THREADS * 0.3))
SAVERS = max(1, settings.WORKER_THREADS - READERS)
LATER = "503, `Retry-After`"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """A limit on what is held or done at once.

    name: as in the log. protects: what there would be too little of. answer: what comes of what is too much.
    holder: who has a share of *of_one*. in_all: for all together. 0: no limit. seconds: how long a turn is
    waited for. waiting: how many may wait; None: as many as like to.
    """

    name: str
    protects: str
    answer: str
    holder: str = ""
    of_one: int = 0
    in_all: int = 0
    seconds: float = -1
    waiting: int | None = None


CONNECTIONS = Limit(
    "connections of one address (ADDRESS_CONNECTIONS)",
    protects="open files",
    answer="503, then closed at once",
    holder="address",
    of_one=settings.ADDRESS_CONNECTIONS,
)
UNREAD = Limit(
    "bytes of answers that wait to be read",
    protects="memory",
    answer="closed",
    holder="address",
    of_one=32_000_000,
    in_all=128_000_000,
)
LARGE_BODIES = Limit(  # the number of connections limits what smaller ones hold
    "bytes of large requests",
    protects="memory",
    answer=LATER,
    holder="address",
    of_one=OF_ADDRESS,
    in_all=4 * OF_ADDRESS,
)
STREAMS_OF_ADDRESS = Limit(
    "streams of one address (ADDRESS_CONNECTIONS)",
    protects="open files",
    answer="429, `Retry-After`; the page then asks every 3 seconds",
    holder="address",
    of_one=settings.ADDRESS_CONNECTIONS,
)
STREAMS_OF_PHONE = Limit(  # a phone has one for each page it shows
    "streams of one phone",
    protects="open files",
    answer="429, `Retry-After`; the page then asks every 3 seconds",
    holder="phone",
    of_one=20,
)
# Threads that compute share the interpreter, so that a save takes as many times longer as there are pages
# being made; and those who ask for many pages leave threads to the saves.
PAGES = Limit(
    "pages",
    protects="the interpreter, for saves",
    answer=LATER,
    holder="table, group or night",
    of_one=1,
    in_all=READERS,
    seconds=4.0,
)
# What is tapped on a hand form is told to the others, and the save has all of it again: the first to go.
TAPS = Limit(
    "taps",
    protects="the interpreter, for saves and pages",
    answer=LATER,
    holder="table, group or night",
    of_one=1,
    in_all=1,
    seconds=0.5,
)
SAVES = Limit(  # those of one table may wait for the database in half of the threads
    "saves",
    protects="threads, for other tables",
    answer="wait; who has taken least time goes first",
    holder="table, group or night",
    of_one=(SAVERS + 1) // 2,
    in_all=SAVERS,
)
WRITING = Limit(
    "transactions that write to SQLite",
    protects="its lock, for which threads starve each other",
    answer=LATER,
    in_all=1,
    seconds=5.0,
)
IMPORTS = Limit(
    f"imports of more than {LONG} entries",
    protects="the interpreter, for saves",
    answer=LATER,
    in_all=1,
    seconds=5.0,
    waiting=2,
)
PICTURES = Limit(
    "pictures drawn",
    protects="processors and threads, for pages",
    answer=LATER,
    in_all=1,
    seconds=3.0,
    waiting=1,
)
LIMITS = (
    *(CONNECTIONS, UNREAD, LARGE_BODIES, STREAMS_OF_ADDRESS, STREAMS_OF_PHONE),
    *(PAGES, TAPS, SAVES, WRITING, IMPORTS, PICTURES),
)


class Unavailable(OperationalError):
    """Raised when something can't be done now. The same request may be sent again."""


class Notice:
    """A warning of the log that is written at most once in AGAIN seconds, with how often it was due.

    *counts*: what is counted, in a word.
    """

    def __init__(self, text: str, counts: str = "refused") -> None:
        self.text = text
        self.counts = counts
        self.times = 0
        self.next = 0.0

    def due(self) -> None:
        """Count one more, and log them unless the last line is too recent."""
        self.times += 1
        if time.monotonic() < self.next:
            return
        log.warning("%s (%s: %s)", self.text, self.counts, self.times)
        self.times, self.next = 0, time.monotonic() + AGAIN


class Capacity:
    """What is held of a limit, by each holder and by all. Call it in the server's loop."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.held: Counter[str] = Counter()
        self.notice = Notice(f"Too many {limit.name}")

    def take(self, holder: str, amount: int = 1) -> bool:
        """Take this much more, if there is room."""
        of_one, in_all = self.limit.of_one, self.limit.in_all
        if (of_one and self.held[holder] + amount > of_one) or (
            in_all and self.held.total() + amount > in_all
        ):
            self.notice.due()
            exceeded(self.limit.name)
            return False
        self.held[holder] += amount
        return True

    def give(self, holder: str, amount: int = 1) -> None:
        """Give back what was taken."""
        self.held[holder] -= amount
        if self.held[holder] <= 0:
            del self.held[holder]


class Verdict(Enum):
    """What becomes of a new connection."""

    IN = "let in"
    REFUSED = "answered 503"
    CUT = "closed without an answer"


class Door:
    """The open connections by address.

    of_one: so many at most; 0: no limit, as behind a proxy, whose connections are everybody's. With a limit,
    no address gets more than half of the descriptors. ``unread``: bytes of answers that wait for clients.
    """

    def __init__(self, of_one: int, descriptors: int, threads: int) -> None:
        self.highest = max(descriptors // 2, descriptors - SPARE - OF_A_THREAD * threads)
        self.last = (self.highest + descriptors) // 2
        self.of_one = min(of_one, self.highest // 2) if of_one else 0
        self.open: Counter[str] = Counter()
        self.unread = Capacity(UNREAD if of_one else replace(UNREAD, of_one=0))
        self.too_long = Notice("Too long addresses or headers")
        self.full = Notice("Too many open files; new connections are refused")
        self.too_many = Notice(f"Too many {CONNECTIONS.name}")

    def enter(self, address: str, descriptor: int) -> Verdict:
        """Count a new connection, which ``leave`` gives back whatever became of it.

        The system numbers descriptors from the lowest free one, so that a number says how many are in use.
        """
        self.open[address] += 1
        over = self.open[address] - self.of_one if self.of_one else 0
        if descriptor >= self.highest:
            self.full.due()
        elif over > 0:
            self.too_many.due()
        else:
            return Verdict.IN
        return Verdict.CUT if descriptor >= self.last or over > IN_WORDS else Verdict.REFUSED

    def leave(self, address: str) -> None:
        """Forget a connection."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


class Spent:
    """Seconds of computing by holder, in the last PERIOD at least, and at most in the last two."""

    def __init__(self) -> None:
        self._now: dict[str, float] = {}
        self._before: dict[str, float] = {}
        self._until = 0.0

    def add(self, holder: str, seconds: float) -> None:
        """Count more for a holder."""
        now = time.monotonic()
        if now >= self._until:
            self._before = self._now if now < self._until + PERIOD else {}
            self._now, self._until = {}, now + PERIOD
        self._now[holder] = self._now.get(holder, 0.0) + seconds

    def of(self, holder: str) -> float:
        """What a holder has spent."""
        return self._now.get(holder, 0.0) + self._before.get(holder, 0.0)


class Turns:
    """The line of those who wait for their turn under a limit: threads, or requests in the server's loop.

    The holder that has spent least comes first, and of one holder who asked first. So a page of a table that
    costs little does not wait for all that others have asked for, and a long game that is not in memory is
    read once for all its phones.
    """

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._guard = Lock()
        self._free = limit.in_all
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[Callable[[], object]]] = {}
        self._spent = Spent()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(map(len, self._waiting.values()))

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait in this thread for a turn, which ends with the context. Raises Unavailable."""
        mine = Lock()
        mine.acquire()
        came = self._ask("", mine.release) and mine.acquire(timeout=self.limit.seconds)
        if not came and self._leave("", mine.release):  # else it came at the last moment
            exceeded(self.limit.name)
            raise Unavailable(f"too many {self.limit.name}")
        try:
            yield
        finally:
            self._give("")

    async def run(self, holder: str, work: Callable[[], Awaitable[float]]) -> None:
        """Do some work when it is its turn; it returns the seconds that it has spent. Raises Unavailable."""
        turn = asyncio.get_running_loop().create_future()

        def begin() -> None:
            if not turn.cancelled():
                turn.set_result(None)

        self._ask(holder, begin)
        try:
            async with asyncio.timeout(self.limit.seconds if self.limit.seconds > 0 else None):
                await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            if not self._leave(holder, begin):  # it came at the last moment
                self._give(holder)
            if isinstance(error, TimeoutError):
                exceeded(self.limit.name)
                raise Unavailable(f"too many {self.limit.name}") from None
            raise
        try:
            self._spent.add(holder, await work())
        finally:
            self._give(holder)

    def _ask(self, holder: str, begin: Callable[[], object]) -> bool:
        """Wait in the line until *begin* is called, maybe at once; whether not too many wait by now."""
        with self._guard:
            self._waiting.setdefault(holder, deque()).append(begin)
            self._begin()
            return self.limit.waiting is None or self.waiting <= self.limit.waiting

    def _leave(self, holder: str, begin: Callable[[], object]) -> bool:
        """Leave the line; False if the turn came before."""
        with self._guard:
            line = self._waiting.get(holder)
            if line is None or begin not in line:
                return False
            line.remove(begin)
            if not line:
                del self._waiting[holder]
            return True

    def _give(self, holder: str) -> None:
        """End a turn."""
        with self._guard:
            self._running[holder] -= 1
            if not self._running[holder]:
                del self._running[holder]
            self._free += 1
            self._begin()

    def _begin(self) -> None:
        """Give the turns that are free."""
        of_one = self.limit.of_one or self.limit.in_all
        while self._free and (ready := [one for one in self._waiting if self._running[one] < of_one]):
            holder = min(ready, key=self._spent.of)
            begin = self._waiting[holder].popleft()
            if not self._waiting[holder]:
                del self._waiting[holder]
            self._running[holder] += 1
            self._free -= 1
            begin()
