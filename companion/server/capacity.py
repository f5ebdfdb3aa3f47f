"""Limits on what is held at once, and one line in the log when they refuse something."""

import logging
import time
from collections import Counter

AGAIN = 60.0  # seconds between two lines about the same limit

log = logging.getLogger(__name__)


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
    """How much each holder may have at once, and all of them together. Call it in the server's loop.

    *what* begins the line in the log. of_one=0: no limit. in_all=None: only each one's share is limited.
    """

    def __init__(self, what: str, of_one: int, in_all: int | None = None) -> None:
        self.of_one, self.in_all = of_one, in_all
        self.held: Counter[str] = Counter()
        self.total = 0
        self.notice = Notice(what)

    def take(self, holder: str, amount: int = 1) -> bool:
        """Take this much more, if there is room."""
        if self.is_over(holder, amount):
            self.notice.due()
            return False
        self.held[holder] += amount
        self.total += amount
        return True

    def is_over(self, holder: str, amount: int) -> bool:
        """Whether this much more is too much, of this holder or of all."""
        if self.in_all is not None and self.total + amount > self.in_all:
            return True
        return bool(self.of_one) and self.held[holder] + amount > self.of_one

    def give(self, holder: str, amount: int = 1) -> None:
        """Give back what was taken."""
        self.held[holder] -= amount
        self.total -= amount
        if self.held[holder] <= 0:
            del self.held[holder]
