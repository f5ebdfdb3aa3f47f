"""Stop a Bower as a service manager does, and see how long it takes."""

import signal
import time

from tests.serving import PATIENCE, Bower

STOP_WITHIN = 3.0


def stopped(bower: Bower) -> float:
    """Seconds from SIGTERM to the end."""
    assert bower.process
    begun = time.monotonic()
    bower.process.send_signal(signal.SIGTERM)
    assert bower.process.wait(PATIENCE) == 0
    return time.monotonic() - begun
