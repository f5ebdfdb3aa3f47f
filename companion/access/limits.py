"""How often something happened lately, for whom that is counted, and the limits of failed attempts.

It is counted in this process and, with REDIS_URL, in all of them. A period is counted in six parts. The
current part and the six before it count in full, so that no period, wherever it begins, has more than is
allowed; and a key needs seven numbers at most, however high its rate.
"""

import ipaddress
import math
import time
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

from companion.access.shared import shared

PREFIX = "bower:"
PARTS = 6
IPV6_CLIENT = 64  # bits of an IPv6 address that tell one client from another
NETWORK = {4: 24, 6: 48}  # bits of what one owner has, by version
LONGEST = 64

EXCEEDED: ContextVar[list[str] | None] = ContextVar("exceeded", default=None)


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


failed = Counter("failures")


def exceeded(limit: str) -> None:
    """Note that a limit is exceeded: the request's line in the log names it if it is answered 429 or 503."""
    found = EXCEEDED.get()
    if found is not None and limit not in found:
        found.append(limit)


class Failures:
    """A rate limit of failed attempts of one *kind* by one client; counts only calls of ``count``."""

    def __init__(self, kind: str, client: str, rate: Rate) -> None:
        self.kind = kind
        self.key = f"failed-{kind}:{client}"
        self.rate = rate

    def seconds_left(self) -> int:
        """Seconds until another attempt is allowed; 0: now."""
        wait = failed.use(self.key, self.rate).wait
        if wait:
            exceeded(f"{self.kind} {self.rate.most} in {self.rate.seconds} s")
        return wait

    def used(self) -> int:
        """How many were counted in the period."""
        return sum(failed.use(self.key, self.rate).counts)

    def count(self, times: int = 1) -> None:
        """Count one failure, or several."""
        for _time in range(times):
            failed.add(self.key, self.rate)


def address(request: HttpRequest) -> str:
    """The client's network address, as received by the server or its proxy."""
    return _sent_from(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def client(request: HttpRequest) -> str:
    """What limits count by: the IPv4 address, or the first 64 bits of the IPv6 address."""
    return client_of(address(request))


def client_by(forwarded: str, peer: str) -> str:
    """What limits count by outside Django, from X-Forwarded-For and the address of the connection."""
    return client_of(_sent_from(forwarded, peer))


@lru_cache(maxsize=10_000)
def client_of(text: str) -> str:
    """What limits count by for a network address; a text that is no address stands for itself."""
    return _shortened(text, {4: 32, 6: IPV6_CLIENT})


def network(request: HttpRequest) -> str:
    """The network of the client, as large as one owner may have: /24, or /48 for IPv6."""
    return _shortened(address(request), NETWORK)


def _sent_from(forwarded: str, peer: str) -> str:
    """The last address of X-Forwarded-For behind a proxy, which wrote it; else that of the connection."""
    last = forwarded.rpartition(",")[2].strip() if settings.TRUST_PROXY else ""
    return last or peer


def _shortened(text: str, bits: dict[int, int]) -> str:
    # Some proxies append the port, which is another one with each connection.
    found = _parsed(text) or _parsed(text.rpartition(":")[0].strip("[]"))
    if found is None:
        return text[:LONGEST]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network((found, bits[found.version]), strict=False).network_address)


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
