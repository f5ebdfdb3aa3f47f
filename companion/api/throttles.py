"""Rate limits: DRF's throttles over the cache, by token and by network address."""

import math
import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request

from companion.access import limits
from companion.api.auth import caller_or_none

READS, WRITES, TABLES = "reads", "writes", "tables"
SECONDS = {READS: 60, WRITES: 60, TABLES: 3600}
PERIODS = {60: "min", 3600: "hour"}
TOKENS_OF_AN_ADDRESS = 10
KEPT = "_bower_throttles"


def scope(named: str, method: str) -> str:
    """The scope of a request: reads for GET; else the view's own, or writes."""
    if method in ("GET", "HEAD"):
        return READS
    return named or WRITES


class Throttle(limits.Throttle):
    """A rate limit of one scope. The rates are settings; 0: no limit."""

    client_kind = ""
    times = 1

    def __init__(self) -> None:
        """Skip DRF's lookup of the rate, which depends on the request here."""

    def ident(self, request: Request) -> str | None:
        """The client's id; None if this throttle doesn't apply."""
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """The cache key of this client's request times; None if this throttle doesn't apply."""
        ident = self.ident(request)
        return None if ident is None else f"api-{self.scope}-{self.client_kind}:{ident}"

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the request is allowed; if so, it is counted."""
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
            # On Django's own request: DRF's is gone when the response is finalized.
            setattr(request._request, KEPT, [*getattr(request._request, KEPT, []), self])
        return allowed

    @property
    def left(self) -> int:
        """The number of requests left until the oldest one expires."""
        return max(0, (self.num_requests or 0) - len(self.history))

    @property
    def reset(self) -> int:
        """Seconds until the oldest request expires, rounded up."""
        oldest = self.history[-1] if self.history else time.time()
        return max(1, math.ceil(oldest + (self.duration or 0) - time.time()))


class ByAddress(Throttle):
    """Throttle by network address, before authentication: guessed tokens count too."""

    client_kind = "address"
    times = TOKENS_OF_AN_ADDRESS

    def ident(self, request: Request) -> str | None:
        """The address."""
        return limits.address(request._request)


class ByToken(Throttle):
    """Throttle by token. Creating tables is counted by address only, since it makes new tokens."""

    client_kind = "token"

    def ident(self, request: Request) -> str | None:
        """The token's device."""
        client = caller_or_none(request)
        return client.device if client and self.scope != TABLES else None


def headers(request: Request) -> dict[str, str]:
    """``RateLimit`` and ``RateLimit-Policy`` of the limit with the least left; empty if none applies."""
    kept: list[Throttle] = getattr(request._request, KEPT, [])
    if not kept:
        return {}
    one = min(kept, key=lambda throttle: throttle.left)
    return {
        "RateLimit": f'"{one.scope}";r={one.left};t={one.reset}',
        "RateLimit-Policy": f'"{one.scope}";q={one.num_requests};w={one.duration}',
    }
