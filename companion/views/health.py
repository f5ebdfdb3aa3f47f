"""Health checks, whether the server answers and can save; and its metrics."""

import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.server import metrics
from companion.store import changes
from scoring import __version__

KEPT = 1.0  # seconds for which a check holds: the page can't be used to keep the database busy
TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return state("the database does not answer", 503)
    return state("ok", 200)


def state(words: str, status: int) -> JsonResponse:
    return JsonResponse({"status": words, "version": __version__}, status=status)


class Readiness:
    """The last check whether a save would succeed. Thread-safe; one thread at a time makes a new one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._why: str | None = None
        self._until = 0.0

    def why_not(self) -> str:
        """What keeps the database from saving; empty if it saves."""
        if self._why is None or time.monotonic() >= self._until:
            # Who comes while another thread is at it takes the answer of last time, if there is one.
            if not self._lock.acquire(blocking=self._why is None):
                return self._why or ""
            try:
                if time.monotonic() >= self._until:
                    self._why = changes.why_not()
                    self._until = time.monotonic() + KEPT
            finally:
                self._lock.release()
        return self._why or ""


readiness = Readiness()


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    why = readiness.why_not()
    return state(f"the database {why}", 503) if why else state("ok", 200)


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """The metrics, for whoever has METRICS_TOKEN."""
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse("METRICS_TOKEN, please.\n", status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(metrics.as_text(), content_type=TEXT_FORMAT)
