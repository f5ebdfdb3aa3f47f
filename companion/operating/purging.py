"""Remove for good what nobody needs: deleted a while ago, and on request untouched for long."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from companion.store import removing, removing_groups
from companion.store.removing import KEPT_FOR


@dataclass(frozen=True)
class Old:
    """One table or group that may go, by its id; *remove* looks once more, and says whether it went."""

    thing: str
    id: str
    remove: Callable[[], bool]


def old(now: datetime, days: int | None) -> list[Old]:
    """What may go now, tables before the groups that count them; *days*: the untouched for so many, too."""
    before = now - KEPT_FOR
    found = [_table(removing.remove_deleted, each, before) for each in removing.deleted_before(before)]
    groups = [
        _group(removing_groups.remove_deleted, each, before)
        for each in removing_groups.deleted_before(before)
    ]
    if days is not None:
        since = now - timedelta(days=days)
        found += [_table(removing.remove_untouched, each, since) for each in removing.untouched_since(since)]
        untouched = removing_groups.untouched_since(since)
        groups += [_group(removing_groups.remove_untouched, each, since) for each in untouched]
    return found + groups


def remove(found: list[Old]) -> Iterator[Old]:
    """Remove them for good, each in a transaction of its own; those that went."""
    return (one for one in found if one.remove())


Remove = Callable[[str, datetime], bool]


def _table(remove: Remove, table_id: str, when: datetime) -> Old:
    return Old("table", table_id, partial(remove, table_id, when))


def _group(remove: Remove, group_id: str, when: datetime) -> Old:
    return Old("group", group_id, partial(remove, group_id, when))
