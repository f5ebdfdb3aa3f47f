"""Stop a Bower as a service manager does, or as when the power goes."""

import http.client
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from tests.serving import PATIENCE, Bower

STOP_WITHIN = 3.0


def stopped(bower: Bower) -> float:
    """Seconds from SIGTERM to the end."""
    assert bower.process
    begun = time.monotonic()
    bower.process.send_signal(signal.SIGTERM)
    assert bower.process.wait(PATIENCE) == 0
    return time.monotonic() - begun


def cut(bower: Bower, works: list[Callable[[], object]], moment: float) -> None:
    """Begin all work, and kill Bower so many seconds later."""

    def run(work: Callable[[], object]) -> None:
        with suppress(OSError, http.client.HTTPException):  # the power went before there was an answer
            work()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    time.sleep(moment)
    bower.kill()
    for thread in threads:
        thread.join()
