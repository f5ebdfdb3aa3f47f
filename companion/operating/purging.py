"""Remove for good what nobody needs: deleted a while ago, and on request untouched for long."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from companion.store import removing
from companion.store.removing import KEPT_FOR


@dataclass(frozen=True)
class Old:
    """One table or group that may go, by its id; *remove* looks once more, and says whether it went."""

    kind: str
    id: str
    remove: Callable[[], bool]


def old(now: datetime, days: int | None) -> list[Old]:
    """What may go now, tables before the groups that count them; *days*: the untouched for so many, too."""
    asked = [(now - KEPT_FOR, False)]
    if days is not None:
        asked.append((now - timedelta(days=days), True))
    return [
        Old(kind, each, partial(removing.remove, kind, each, before, untouched=untouched))
        for kind in ("table", "group")
        for before, untouched in asked
        for each in removing.old(kind, before, untouched=untouched)
    ]


def remove(found: list[Old]) -> Iterator[Old]:
    """Remove them for good, each in a transaction of its own; those that went."""
    return (one for one in found if one.remove())
