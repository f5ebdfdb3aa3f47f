"""The Redis that processes share (REDIS_URL): asked without waiting for it once it does not answer."""

import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings

PATIENCE = 0.5  # seconds for a connection or an answer
RETRY = 0.5  # seconds between two tries to reach a Redis that was lost
DEFAULT_PORT = 6379

T = TypeVar("T")

log = logging.getLogger(__name__)


class Shared:
    """One Redis. After an error it counts as lost, and a thread pings it until it answers.

    So a request waits for a lost Redis at most once. Thread-safe.
    """

    def __init__(self, url: str) -> None:
        import redis  # only where one is used: it takes memory
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        parts = urlsplit(url)  # of which the log never gets the password
        self.place = f"{parts.hostname}:{parts.port or DEFAULT_PORT}" if parts.hostname else parts.path
        self.error: type[Exception] = redis.RedisError
        # Without a retry of the library's own, which takes seconds.
        self.client: Any = redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
        )
        self.is_lost = False
        self._lock = threading.Lock()

    def ask(self, question: Callable[[Any], T]) -> T | None:
        """The answer to a question to the client; None while Redis is lost."""
        if self.is_lost:
            return None
        try:
            return question(self.client)
        except self.error as error:
            self.lost(error)
            return None

    def lost(self, error: Exception) -> None:
        """Log that Redis does not answer, and ping it until it does; nothing if that was noticed before."""
        with self._lock:
            if self.is_lost:
                return
            self.is_lost = True
        log.warning(
            "Redis at %s does not answer (%s): each process counts by itself, and other processes may hear "
            "of changes late",
            self.place,
            type(error).__name__,
        )
        threading.Thread(target=self._wait, name="bower-redis", daemon=True).start()

    def _wait(self) -> None:
        while not self._answers():
            time.sleep(RETRY)
        self.is_lost = False
        log.warning("Redis at %s answers again", self.place)

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except self.error:
            return False


def shared() -> Shared | None:
    """The shared Redis; None without REDIS_URL."""
    return _at(settings.REDIS_URL) if settings.REDIS_URL else None


@cache
def _at(url: str) -> Shared:
    return Shared(url)
