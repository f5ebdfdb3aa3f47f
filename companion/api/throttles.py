"""How often a client may ask: DRF's throttles over the cache, by token and by network address."""

import math
import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request

from companion.access import limits
from companion.api.auth import asked_by

READS, WRITES, TABLES = "reads", "writes", "tables"
SECONDS = {READS: 60, WRITES: 60, TABLES: 3600}
PERIODS = {60: "min", 3600: "hour"}
TOKENS_OF_AN_ADDRESS = 10
KEPT = "_bower_throttles"


def scope(named: str, method: str) -> str:
    """The scope of a request: its address's own for POST, or whether it reads or writes."""
    if method in ("GET", "HEAD"):
        return READS
    return named or WRITES


class Throttle(limits.Throttle):
    """A limit of requests of one scope; the settings name the rates, 0 for none."""

    whose = ""
    times = 1

    def __init__(self) -> None:
        """The rate depends on the request, and is found when there is one."""

    def ident(self, request: Request) -> str | None:
        """Who asks; None where this throttle doesn't count."""
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Where the times of the requests of this client are kept."""
        ident = self.ident(request)
        return None if ident is None else f"api-{self.scope}-{self.whose}:{ident}"

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this one may pass; it is counted then."""
        self.scope = scope(view.throttle_scope, request.method or "")
        each = {READS: settings.API_READS, WRITES: settings.API_WRITES, TABLES: settings.API_TABLES}[
            self.scope
        ]
        seconds = SECONDS[self.scope]
        times = 1 if self.scope == TABLES else self.times
        self.rate = f"{each * times}/{PERIODS[seconds]}" if each else None
        self.num_requests, self.duration = self.parse_rate(self.rate)
        allowed = super().allow_request(request, view)
        if self.rate and getattr(self, "key", None) and hasattr(self, "now"):
            # Of the request as Django has it, which answers are made for in the end.
            setattr(request._request, KEPT, [*getattr(request._request, KEPT, []), self])
        return allowed

    @property
    def left(self) -> int:
        """How many more requests pass before the oldest one is forgotten."""
        return max(0, (self.num_requests or 0) - len(self.history))

    @property
    def reset(self) -> int:
        """After how many seconds the oldest request is forgotten, rounded up."""
        oldest = self.history[-1] if self.history else time.time()
        return max(1, math.ceil(oldest + (self.duration or 0) - time.time()))


class ByAddress(Throttle):
    """By network address, before it is known whose token it is: guessing tokens counts too."""

    whose = "address"
    times = TOKENS_OF_AN_ADDRESS

    def ident(self, request: Request) -> str | None:
        """The address."""
        return limits.address(request._request)


class ByToken(Throttle):
    """By token; starting tables counts by address alone, since new tokens come of it."""

    whose = "token"

    def ident(self, request: Request) -> str | None:
        """The token's device."""
        asks = asked_by(request)
        return asks.device if asks and self.scope != TABLES else None


def headers(request: Request) -> dict[str, str]:
    """``RateLimit`` and ``RateLimit-Policy`` of the limit with the least left; none if nothing counts."""
    kept: list[Throttle] = getattr(request._request, KEPT, [])
    if not kept:
        return {}
    one = min(kept, key=lambda throttle: throttle.left)
    return {
        "RateLimit": f'"{one.scope}";r={one.left};t={one.reset}',
        "RateLimit-Policy": f'"{one.scope}";q={one.num_requests};w={one.duration}',
    }
