"""Sending of webhooks as they are due, each in a thread: a slow address delays itself only.

Addresses are told apart by how they took the last delivery: prompt, slow, or new. Each pace has a number of
deliveries at a time that the others can't take.
"""

import logging
import threading
import time
from collections import Counter
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from django.db import close_old_connections
from django.utils import timezone

from companion.api import delivery
from companion.forgetting.people import Unfinished
from companion.server import metrics
from companion.store import webhooks
from companion.store.removing import Daily
from companion.store.webhooks import NEW, PROMPT, SLOW, Due

AT_ONCE = {PROMPT: 16, NEW: 16, SLOW: 8}
FORGETTING = 0.5  # seconds of a round in which people are forgotten
POLL = 1.0  # seconds between queries for due rows
PAUSE_AFTER_ERROR = 5.0  # seconds between an error of the database and the next query

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Result:
    """What became of a delivery: why it failed, "" for success, and how many seconds it took."""

    due: Due
    pace: str
    why: str
    seconds: float


class Sender:
    """Deliveries in progress. Only the thread that calls it uses the database."""

    def __init__(self) -> None:
        self.busy: Counter[str] = Counter()
        self._results: SimpleQueue[Result] = SimpleQueue()

    def send(self) -> int:
        """Start the deliveries that are due, as many as there is room for; their number."""
        started = 0
        webhooks.follow_groups()
        for pace, most in AT_ONCE.items():
            for due in webhooks.take_due(timezone.now(), most - self.busy[pace], pace):
                self.busy[pace] += 1
                started += 1
                threading.Thread(target=self._deliver, args=[due, pace], name="webhook", daemon=True).start()
        return started

    def settle(self, seconds: float) -> None:
        """Wait up to so many seconds for a result; store it, and all others that are there."""
        try:
            self._store(self._results.get(timeout=seconds))
            while True:
                self._store(self._results.get_nowait())
        except Empty:
            pass

    def _deliver(self, due: Due, pace: str) -> None:
        began, why = time.monotonic(), "internal error"
        try:
            why = attempt(due)
        finally:
            self._results.put(Result(due, pace, why, time.monotonic() - began))

    def _store(self, result: Result) -> None:
        self.busy[result.pace] -= 1
        if result.why:
            webhooks.failed(result.due, result.why, result.seconds)
        else:
            webhooks.taken(result.due, result.seconds)


def attempt(due: Due) -> str:
    """Deliver a row; return the reason for a failure, "" for success."""
    try:
        delivery.deliver(due)
    except delivery.Unreachable as error:
        metrics.webhook_sent(failed=True)
        return str(error)
    metrics.webhook_sent(failed=False)
    return ""


def send_due() -> int:
    """Deliver due rows and wait for all of them; return the number of attempts."""
    sender = Sender()
    started = sender.send()
    while sender.busy.total():
        sender.settle(POLL)
    return started


def keep_sending(stopped: threading.Event) -> None:
    """Deliver due rows until stopped, go on forgetting people, and clean up once a day.

    Errors of the database are logged, and delivery goes on.
    """
    sender, daily, unfinished = Sender(), Daily(), Unfinished()
    while not stopped.is_set():
        try:
            daily.clean()
            unfinished.go_on(FORGETTING)
            sender.send()
            sender.settle(POLL)
        except Exception as error:
            log.warning("webhooks: this round came to nothing: %s", type(error).__name__)
            stopped.wait(PAUSE_AFTER_ERROR)
        finally:
            close_old_connections()


def start() -> threading.Event:
    """Deliver in a thread of this process; return the event that stops it."""
    stopped = threading.Event()
    threading.Thread(target=keep_sending, args=[stopped], name="webhooks", daemon=True).start()
    return stopped
