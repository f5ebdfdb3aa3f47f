"""Groups deleted, brought back, and removed for good with their nights, by who runs Bower.

Nobody has touched a group while no game of it was touched (see ``removing``), no round of a night was
started, and no phone has joined.
"""

from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from companion.models import Game, Group, GroupPhone, Night, NightRound
from companion.store.touched import touched
from companion.store.writing import writing


def delete(group_id: str) -> bool:
    """Delete a group for everyone, as its host may; its games stay. Whether it was there."""
    return _set_deleted(Group.objects.filter(public_id=group_id, deleted_at=None), timezone.now())


def undelete(group_id: str) -> bool:
    """Bring a deleted group back, with its people, phones and links. Whether it was deleted."""
    return _set_deleted(Group.objects.filter(public_id=group_id, deleted_at__isnull=False), None)


def deleted_before(when: datetime) -> list[str]:
    """The ids of groups that were deleted before this moment, oldest first."""
    return list(_deleted_before(when).values_list("public_id", flat=True))


def untouched_since(when: datetime) -> list[str]:
    """The ids of groups that nobody has touched since this moment, oldest first."""
    return list(untouched(when).values_list("public_id", flat=True))


def remove_deleted(group_id: str, before: datetime) -> bool:
    """Remove a group and its nights for good, if it is still deleted; its games stay. Whether it was."""
    return _remove(_deleted_before(before), group_id)


def remove_untouched(group_id: str, since: datetime) -> bool:
    """Remove a group and its nights for good, if it is still untouched. Whether it was."""
    return _remove(untouched(since), group_id)


def untouched(since: datetime) -> QuerySet[Group]:
    """The groups that nobody has touched since this moment."""
    mine = {"group": OuterRef("pk")}
    alive = (
        Exists(Game.objects.filter(touched(since), **mine))
        | Exists(Game.objects.filter(created_at__gte=since, **mine))
        | Exists(GroupPhone.objects.filter(joined_at__gte=since, **mine))
        | Exists(Night.objects.filter(created_at__gte=since, **mine))
        | Exists(NightRound.objects.filter(at__gte=since, night__group=OuterRef("pk")))
    )
    return Group.objects.filter(~alive, created_at__lt=since, deleted_at=None).order_by("pk")


def _set_deleted(found: QuerySet[Group], at: datetime | None) -> bool:
    with writing():
        return bool(found.update(deleted_at=at, revision=F("revision") + 1))


def _deleted_before(when: datetime) -> QuerySet[Group]:
    return Group.objects.filter(deleted_at__lt=when).order_by("pk")


def _remove(found: QuerySet[Group], group_id: str) -> bool:
    with writing():
        list(Group.objects.select_for_update().filter(public_id=group_id).values_list("pk"))
        group = found.filter(public_id=group_id).first()
        if group is None:
            return False
        Night.objects.filter(group=group).delete()  # first: its players hold on to the people
        group.delete()
    return True
