"""How often somebody may do something: DRF's throttles over the cache."""

import logging
import math
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

log = logging.getLogger(__name__)


class Throttle(SimpleRateThrottle):
    """A limit whose cache may be gone: then nothing is counted, and every request passes."""

    history: list[float]
    num_requests: int | None
    duration: int | None

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether this request may pass; it is counted then."""
        self.history = []
        try:
            return bool(super().allow_request(request, view))
        except Exception as error:
            log.warning("The cache does not answer; nothing is counted: %s", type(error).__name__)
            return True


class Failures(Throttle):
    """A limit of failed tries of one *kind* by one client: only what ``count`` is called for counts.

    *rate* is a number and a period, "10/min".
    """

    def __init__(self, kind: str, client: str, rate: str) -> None:
        self.key = f"failed-{kind}:{client}"
        self.rate = rate
        self.num_requests, self.duration = self.parse_rate(rate)

    def get_cache_key(self, request: Any, view: Any) -> str:
        """Where the times of the failures are kept."""
        return str(self.key)

    def throttle_success(self) -> bool:
        """Pass without being counted: whether it fails isn't known yet."""
        return True

    def seconds_left(self, request: HttpRequest) -> int:
        """How many seconds are left until another try is allowed; 0: it is now."""
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
    """The network address of a request: the one that the server saw, or its proxy did."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.TRUST_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
