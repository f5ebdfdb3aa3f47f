"""Tables deleted, brought back, and removed for good, by who runs Bower."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from companion.models import Game, Group
from companion.store import facts, games, night_marks, removing_groups
from companion.store.touched import touched
from companion.store.writing import writing

KEPT_FOR = timedelta(days=30)  # a deleted table


def remove_expired(now: datetime) -> int:
    """Remove for good tables and groups that were deleted longer than KEPT_FOR ago; how many tables."""
    before = now - KEPT_FOR
    for group_id in removing_groups.deleted_before(before):
        removing_groups.remove_deleted(group_id, before)
    return sum(remove_deleted(table_id, before) for table_id in deleted_before(before))


def delete(table_id: str) -> bool:
    """Delete a table for everyone, as its host may. Whether it was there."""
    return _set_deleted(Game.objects.filter(public_id=table_id, deleted_at=None), table_id, timezone.now())


def undelete(table_id: str) -> bool:
    """Bring a deleted table back, with its phones and links. Whether it was deleted."""
    found = Game.objects.filter(public_id=table_id, deleted_at__isnull=False)
    return _set_deleted(found, table_id, None)


def deleted_before(when: datetime) -> list[str]:
    """The ids of tables that were deleted before this moment, oldest first."""
    return list(_deleted_before(when).values_list("public_id", flat=True))


def untouched_since(when: datetime) -> list[str]:
    """The ids of tables that nobody has written to, or had open, since this moment; oldest first.

    Those of a group that people share stay while anybody touches the group.
    """
    return list(_untouched_since(when).values_list("public_id", flat=True))


def remove_deleted(table_id: str, before: datetime) -> bool:
    """Remove a table and all that belongs to it, for good, if it is still deleted. Whether it was."""
    return _remove(_deleted_before(before), table_id)


def remove_untouched(table_id: str, since: datetime) -> bool:
    """Remove a table and all that belongs to it, for good, if it is still untouched. Whether it was."""
    return _remove(_untouched_since(since), table_id)


def _set_deleted(found: QuerySet[Game], table_id: str, at: datetime | None) -> bool:
    with writing():
        if not found.update(deleted_at=at):
            return False
        game = Game.objects.only("pk").get(public_id=table_id).pk
        (facts.put_back if at is None else facts.remove)(game)
        night_marks.table_came_or_went(game)
        games.touch(table_id)
    return True


def _remove(found: QuerySet[Game], table_id: str) -> bool:
    with writing():
        list(Game.objects.select_for_update().filter(public_id=table_id).values_list("pk"))
        return bool(found.filter(public_id=table_id).delete()[0])


def _deleted_before(when: datetime) -> QuerySet[Game]:
    return Game.objects.filter(deleted_at__lt=when).order_by("pk")


def _untouched_since(when: datetime) -> QuerySet[Game]:
    """Tables of a group that people share stay while anybody touches it: its statistics count them."""
    shared = Group.objects.filter(pk=OuterRef("group"), deleted_at=None, personal=False)
    living = Exists(shared.exclude(pk__in=removing_groups.untouched(when).values("pk")))
    old = Game.objects.filter(~touched(when), created_at__lt=when, deleted_at=None)
    return old.exclude(living).order_by("pk")
