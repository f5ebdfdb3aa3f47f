"""How often somebody may try: counted in the cache, by address and over all."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


@dataclass(frozen=True)
class Limit:
    """So many tries in so many seconds, counted by *name* and by who tries."""

    name: str
    tries: int
    seconds: int


def wait(limit: Limit, who: str) -> int:
    """How many seconds are left until another try is allowed; 0 where it is now."""
    if int(cache.get(_slot(limit, who), 0)) < limit.tries:
        return 0
    return limit.seconds - int(time.time()) % limit.seconds


def count(limit: Limit, who: str) -> None:
    """One try more."""
    slot = _slot(limit, who)
    cache.add(slot, 0, timeout=limit.seconds + 1)
    try:
        cache.incr(slot)
    except ValueError:  # it ran out in between
        cache.set(slot, 1, timeout=limit.seconds + 1)


def address(request: HttpRequest) -> str:
    """Whose request it is: the address the server saw, or the one its proxy did."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.TRUST_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def _slot(limit: Limit, who: str) -> str:
    return f"{limit.name}:{who}:{int(time.time()) // limit.seconds}"
