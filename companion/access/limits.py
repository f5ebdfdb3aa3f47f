"""Rate limits: DRF's throttles over the cache."""

import logging
import math
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

log = logging.getLogger(__name__)


class Throttle(SimpleRateThrottle):
    """A rate limit that lets every request pass when the cache is unavailable."""

    history: list[float]
    num_requests: int | None
    duration: int | None

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether this request may pass; counts it."""
        self.history = []
        try:
            return bool(super().allow_request(request, view))
        except Exception as error:
            log.warning("The cache does not answer; nothing is counted: %s", type(error).__name__)
            return True


class Failures(Throttle):
    """A rate limit of failed attempts of one *kind* by one client; counts only calls of ``count``.

    *rate* is a number and a period, "10/min".
    """

    def __init__(self, kind: str, client: str, rate: str) -> None:
        self.key = f"failed-{kind}:{client}"
        self.rate = rate
        self.num_requests, self.duration = self.parse_rate(rate)

    def get_cache_key(self, request: Any, view: Any) -> str:
        """Cache key of the times of failures."""
        return str(self.key)

    def throttle_success(self) -> bool:
        """Pass without counting, since failure isn't known yet."""
        return True

    def seconds_left(self, request: HttpRequest) -> int:
        """Seconds until another attempt is allowed; 0: now."""
        if self.allow_request(request, None):
            return 0
        return max(1, math.ceil(self.history[-1] + (self.duration or 0) - self.now))

    def count(self) -> None:
        """Count one failure, after ``seconds_left``."""
        try:
            super().throttle_success()
        except Exception as error:
            log.warning("The cache does not answer; nothing is counted: %s", type(error).__name__)


def address(request: HttpRequest) -> str:
    """The client's network address, as received by the server or its proxy."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.TRUST_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
