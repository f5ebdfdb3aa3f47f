"""Remove for good what nobody needs: tables deleted a while ago, and on request those untouched for long."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.store import removing
from companion.store.removing import KEPT_FOR


@dataclass(frozen=True)
class Old:
    """Tables that may go, by the time since which nobody needed them: deleted ones, and untouched ones."""

    deleted_before: datetime
    deleted: tuple[str, ...]
    untouched_since: datetime | None
    untouched: tuple[str, ...]


def old(now: datetime, days: int | None) -> Old:
    """What may go now; *days*: those untouched for so many days too."""
    since = None if days is None else now - timedelta(days=days)
    untouched = tuple(removing.untouched_since(since)) if since else ()
    before = now - KEPT_FOR
    return Old(before, tuple(removing.deleted_before(before)), since, untouched)


def remove(found: Old) -> Iterator[str]:
    """Remove them for good, each in a transaction of its own; the ids of those that still might go."""
    for table_id in found.deleted:
        if removing.remove_deleted(table_id, found.deleted_before):
            yield table_id
    for table_id in found.untouched:
        if found.untouched_since and removing.remove_untouched(table_id, found.untouched_since):
            yield table_id
