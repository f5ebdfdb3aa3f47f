"""Stored results of API requests by ``Idempotency-Key``: the same key returns the same result."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, connection
from django.utils import timezone

from companion.models import Answered
from companion.store.changes import writing
from companion.store.games import run

Result = dict[str, Any]

KEPT_FOR = timedelta(days=30)

ANSWER = "SELECT digest, result FROM companion_answered WHERE device = %s AND key = %s"
KEEP_ANSWER = "INSERT INTO companion_answered (device, key, digest, result, at) VALUES (%s, %s, %s, %s, %s)"


class KeyReused(Exception):
    """Raised when the key was used for another request."""


@dataclass(frozen=True)
class Once:
    """A request to run once: its device, its key, and a hash of the whole request."""

    device: str
    key: str
    digest: str


def digest(*parts: str) -> str:
    """SHA-256 of a list of texts, in hex."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def run_once(asked: Once, work: Callable[[], Result]) -> Result:
    """Run *work* and store its result, or return the stored one; in one transaction.

    Raises KeyReused, and any exception of *work*: nothing is stored then, and the key may be used again.
    """
    try:
        return _run_once(asked, work)
    except IntegrityError:  # the same request, at the same moment, was first
        return _run_once(asked, work)


def _run_once(asked: Once, work: Callable[[], Result]) -> Result:
    key = digest(asked.key)
    with writing():
        with run(ANSWER, asked.device, key) as cursor:
            kept = cursor.fetchone()
        if kept is not None:
            if kept[0] != asked.digest:
                raise KeyReused
            return dict(json.loads(kept[1]))
        result = work()
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        run(KEEP_ANSWER, asked.device, key, asked.digest, json.dumps(result), now).close()
        return result


def forget_old() -> None:
    """Delete results older than KEPT_FOR."""
    Answered.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
