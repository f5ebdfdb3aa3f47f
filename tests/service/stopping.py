"""Stop a Bower as a service manager does, or as when the power goes."""

import http.client
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from tests.serving import PATIENCE, Bower

# Seconds. It takes 2 where nothing else goes on; what would hold it up goes on until the test ends.
STOP_WITHIN = 20.0


def stopped(bower: Bower) -> float:
    """Seconds from SIGTERM to the end."""
    assert bower.process
    begun = time.monotonic()
    bower.process.send_signal(signal.SIGTERM)
    assert bower.process.wait(PATIENCE) == 0
    return time.monotonic() - begun


def cut(bower: Bower, works: list[Callable[[], object]], moment: float | threading.Event) -> None:
    """Begin all work, and kill Bower so many seconds later, or once something has happened."""

    def run(work: Callable[[], object]) -> None:
        with suppress(OSError, http.client.HTTPException):  # the power went before there was an answer
            work()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    if isinstance(moment, threading.Event):
        assert moment.wait(PATIENCE), "expected it to happen before the power goes"
    else:
        time.sleep(moment)
    bower.kill()
    for thread in threads:
        thread.join()
