"""Tables and groups deleted, brought back, and removed for good, by who runs Bower.

Nobody has touched a group while no game of it was touched, no round of a night was started, and no phone has
joined.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from companion.models import (
    Answered,
    Dispute,
    Entry,
    Game,
    Group,
    GroupPhone,
    HandInProgress,
    HandStarted,
    Night,
    NightRound,
    Phone,
)
from companion.store import answers, facts, groups, night_changes
from companion.store.answers import Once
from companion.store.changes import writing
from companion.store.circles import KINDS, Row, touch

KEPT_FOR = timedelta(days=30)  # what was deleted
DAY = 24 * 3600.0
REMOVED = "removed"  # in place of a device: answers that stand for what was removed for good


def remove_expired(now: datetime) -> int:
    """Remove for good groups and tables that were deleted longer than KEPT_FOR ago; how many tables."""
    before = now - KEPT_FOR
    for kind in ("group", "table"):
        gone = [remove(kind, one, before) for one in old(kind, before)]
    return sum(gone)


def delete(kind: str, public_id: str) -> bool:
    """Delete a table or group for everyone, as its host may; games of a group stay. Whether it was there."""
    return _set_deleted(kind, public_id, timezone.now())


def undelete(kind: str, public_id: str) -> bool:
    """Bring it back, with its phones and links, and the people of a group. Whether it was deleted."""
    return _set_deleted(kind, public_id, None)


def set_deleted(row: Row, at: datetime | None) -> None:
    """Delete a table or group at this moment; None: bring it back. Call inside a transaction."""
    type(row).objects.filter(pk=row.pk).update(deleted_at=at)
    touch(row)
    if isinstance(row, Group):
        groups.tell_lost(row)
    else:
        (facts.put_back if at is None else facts.remove)(row.pk)
        night_changes.table_came_or_went(row.pk)


def old(kind: str, before: datetime, *, untouched: bool = False) -> list[str]:
    """The ids of tables or groups that were deleted before this moment, oldest first.

    *untouched*: of those instead that nobody has written to, or had open, since.
    """
    return list(_old(kind, before, untouched).values_list("public_id", flat=True))


def remove(kind: str, public_id: str, before: datetime, *, untouched: bool = False) -> bool:
    """Remove a table or group and all that belongs to it, for good, if it still is ``old``. Whether it was.

    A group takes its nights along; its games stay.
    """
    with writing():
        list(KINDS[kind].objects.select_for_update().filter(public_id=public_id).values_list("pk"))
        row = _old(kind, before, untouched).filter(public_id=public_id).first()
        if row is None:
            return False
        if isinstance(row, Group):
            Night.objects.filter(group=row).delete()  # first: its players hold on to the people
        row.delete()
        if kind == "table":
            keep_removed(public_id)
    return True


def keep_removed(name: str) -> None:
    """Keep that this table, or the phone that is this author of one, was removed for good."""
    answers.run_once(Once(REMOVED, name, ""), dict)


def is_removed(name: str) -> bool:
    """Whether that was removed for good, less than KEPT_FOR ago: no phone may put it back."""
    return Answered.objects.filter(device=REMOVED, key=answers.digest(name)).exists()


def _set_deleted(kind: str, public_id: str, at: datetime | None) -> bool:
    there = KINDS[kind].objects.filter(public_id=public_id, deleted_at__isnull=at is not None)
    with writing():
        row = there.select_for_update().first()
        if row:
            set_deleted(row, at)
    return row is not None


def _old(kind: str, before: datetime, untouched: bool) -> QuerySet[Any]:
    if not untouched:
        return KINDS[kind].objects.filter(deleted_at__lt=before).order_by("pk")
    if kind == "group":
        return _untouched_groups(before)
    # Tables of a group that people share stay while anybody touches it: its statistics count them.
    shared = Group.objects.filter(pk=OuterRef("group"), deleted_at=None, personal=False)
    living = Exists(shared.exclude(pk__in=_untouched_groups(before).values("pk")))
    found = Game.objects.filter(~_touched(before), created_at__lt=before, deleted_at=None)
    return found.exclude(living).order_by("pk")


def _untouched_groups(since: datetime) -> QuerySet[Group]:
    mine = {"group": OuterRef("pk")}
    alive = (
        Exists(Game.objects.filter(_touched(since), **mine))
        | Exists(Game.objects.filter(created_at__gte=since, **mine))
        | Exists(GroupPhone.objects.filter(joined_at__gte=since, **mine))
        | Exists(Night.objects.filter(created_at__gte=since, **mine))
        | Exists(NightRound.objects.filter(at__gte=since, night__group=OuterRef("pk")))
    )
    return Group.objects.filter(~alive, created_at__lt=since, deleted_at=None).order_by("pk")


def _touched(since: datetime) -> Q:
    """The condition on games that somebody has written to them, or had them open, since this moment."""
    mine = {"game": OuterRef("pk")}
    return (
        Q(Exists(Entry.objects.filter(**mine, at__gte=since)))
        | Exists(HandInProgress.objects.filter(**mine, at__gte=since))
        | Exists(HandStarted.objects.filter(**mine, at__gte=since))
        | Exists(Dispute.objects.filter(Q(at__gte=since) | Q(ended_at__gte=since), **mine))
        | Exists(Phone.objects.filter(**mine, here_until__gte=since))
    )


class Daily:
    """Cleans up at the first call, and a day after the last time. Not thread-safe."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    def clean(self) -> None:
        """Remove what is expired for good if a day has passed; otherwise nothing."""
        if time.monotonic() >= self._next:
            remove_expired(timezone.now())
            self._next = time.monotonic() + DAY


@dataclass(frozen=True)
class Old:
    """One table or group that may go, by its id; *remove* looks once more, and says whether it went."""

    kind: str
    id: str
    remove: Callable[[], bool]


def what_may_go(now: datetime, days: int | None) -> list[Old]:
    """What may go now, tables before the groups that count them; *days*: the untouched for so many, too."""
    asked = [(now - KEPT_FOR, False)]
    if days is not None:
        asked.append((now - timedelta(days=days), True))
    return [
        Old(kind, each, partial(remove, kind, each, before, untouched=untouched))
        for kind in ("table", "group")
        for before, untouched in asked
        for each in old(kind, before, untouched=untouched)
    ]
