"""What a program was answered under an ``Idempotency-Key``: the same key again comes to the same result."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from companion.models import Answered

Result = dict[str, Any]

KEPT_FOR = timedelta(days=30)


class KeyReused(Exception):
    """The key has been used for another request."""


@dataclass(frozen=True)
class Once:
    """A request that is to be done once: whose it is, its key, and a digest of everything it says."""

    device: str
    key: str
    digest: str


def digest(*parts: str) -> str:
    """A digest of parts that cannot run into each other."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def run_once(asked: Once, work: Callable[[], Result]) -> Result:
    """Do it and keep what it came to, or say what it came to before; in one transaction with the work.

    Raises KeyReused, and whatever *work* raises: a request that was refused is not kept and may be tried
    again.
    """
    try:
        return _run_once(asked, work)
    except IntegrityError:  # the same request, at the same moment, was first
        return _run_once(asked, work)


def _run_once(asked: Once, work: Callable[[], Result]) -> Result:
    with transaction.atomic():
        kept = Answered.objects.filter(device=asked.device, key=digest(asked.key)).first()
        if kept is not None:
            if kept.digest != asked.digest:
                raise KeyReused
            return dict(json.loads(kept.result))
        result = work()
        Answered.objects.create(
            device=asked.device, key=digest(asked.key), digest=asked.digest, result=json.dumps(result)
        )
        return result


def forget_old() -> None:
    """Keys are kept for a month."""
    Answered.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
