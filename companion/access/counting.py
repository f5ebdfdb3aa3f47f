"""How often something happened lately, counted in this process and, with REDIS_URL, in all of them.

A period is counted in six parts. The current part and the six before it count in full, so that no period,
wherever it begins, has more than is allowed; and a key needs seven numbers at most, however high its rate.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.core.cache import caches

from companion.access.shared import shared

PREFIX = "bower:"
PARTS = 6


@dataclass(frozen=True)
class Rate:
    """At most *most* times in any *seconds*."""

    most: int
    seconds: int

    @property
    def part(self) -> float:
        """Seconds of one part."""
        return self.seconds / PARTS


@dataclass(frozen=True)
class Use:
    """The use of a rate: counts by part, the current one first, *elapsed* seconds after its start."""

    rate: Rate
    counts: tuple[int, ...]
    elapsed: float

    @property
    def left(self) -> int:
        """How many more are allowed now."""
        return max(0, self.rate.most - sum(self.counts))

    @property
    def reset(self) -> int:
        """Seconds until more are allowed than now, rounded up; the whole period if nothing was counted."""
        oldest = max((part for part, count in enumerate(self.counts) if count), default=0)
        return self._until_over(oldest)

    @property
    def wait(self) -> int:
        """Seconds until one more is allowed, rounded up; 0: now."""
        if self.left:
            return 0
        within = [part for part, used in enumerate(accumulate(self.counts)) if used >= self.rate.most]
        return self._until_over(within[0])

    def _until_over(self, part: int) -> int:
        """Seconds until this part no longer counts."""
        return max(1, math.ceil((PARTS + 1 - part) * self.rate.part - self.elapsed))


class Counter:
    """Counts in one of Django's caches in the memory of this process, and in the shared Redis.

    The higher of both numbers holds, so counting goes on where it was when Redis goes or comes.
    """

    def __init__(self, cache: str) -> None:
        self.cache = cache

    def use(self, key: str, rate: Rate) -> Use:
        """The use of a rate by *key*."""
        part, elapsed = divmod(time.time(), rate.part)
        counts = self._read([f"{key}:{part - back:.0f}" for back in range(PARTS + 1)])
        return Use(rate, tuple(counts), elapsed)

    def add(self, key: str, rate: Rate, times: int = 1) -> None:
        """Count one more, or so many; 0: nothing."""
        if not times:
            return
        name = f"{key}:{time.time() // rate.part:.0f}"
        kept = 2 * rate.seconds
        memory = caches[self.cache]
        memory.add(name, 0, kept)
        memory.incr(name, times)
        bus = shared()
        if bus:
            bus.ask(
                lambda client: (
                    client.pipeline().incr(PREFIX + name, times).expire(PREFIX + name, kept).execute()
                )
            )

    def _read(self, names: Sequence[str]) -> list[int]:
        memory = caches[self.cache]
        own = [int(memory.get(name) or 0) for name in names]
        bus = shared()
        others = bus.ask(lambda client: client.mget([PREFIX + name for name in names])) if bus else None
        return [max(one, int(other or 0)) for one, other in zip(own, others or own, strict=True)]
