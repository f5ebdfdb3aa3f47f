"""Whose turn it is: a few requests are computed at once, few of one table; the cheapest table goes first."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable

PERIOD = 10.0  # seconds


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
    """So many requests at once, and so many of one holder. The holder that has spent least begins first.

    So a page of a table that costs little does not wait for all that others have asked for, and a long game
    that is not in memory is read once for all its phones. Call it in the server's loop.
    """

    def __init__(self, at_once: int, of_one: int = 1) -> None:
        self._free, self._of_one = at_once, of_one
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._spent = Spent()

    async def run(self, holder: str, work: Callable[[], Awaitable[float]]) -> None:
        """Do some work when it is its turn; it returns the seconds that it has spent."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(holder, deque()).append(turn)
        self._begin()
        try:
            await turn
            self._spent.add(holder, await work())
        finally:
            if not turn.cancelled():
                self._running[holder] -= 1
                if not self._running[holder]:
                    del self._running[holder]
                self._free += 1
                self._begin()

    def _begin(self) -> None:
        """Give the turns that are free."""
        while self._free and (ready := [one for one in self._waiting if self._running[one] < self._of_one]):
            holder = min(ready, key=self._spent.of)
            turn = self._waiting[holder].popleft()
            if not self._waiting[holder]:
                del self._waiting[holder]
            if not turn.cancelled():
                self._running[holder] += 1
                self._free -= 1
                turn.set_result(None)
