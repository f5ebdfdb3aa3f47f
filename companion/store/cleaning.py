"""What is cleaned up once a day, so that "kept for 30 days" is true without anybody's doing."""

import time

from django.utils import timezone

from companion.store import removing

DAY = 24 * 3600.0


class Daily:
    """Cleans up at the first call, and a day after the last time. Not thread-safe."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    def clean(self) -> None:
        """Remove expired tables for good if a day has passed; otherwise nothing."""
        if time.monotonic() >= self._next:
            removing.remove_expired(timezone.now())
            self._next = time.monotonic() + DAY
