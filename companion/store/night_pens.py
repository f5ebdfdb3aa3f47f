"""Scorekeepers' roles at tables of a night, taken back from a phone that is another player from now on."""

from companion.access import group_roles, roles
from companion.models import Access, GroupPhone
from companion.night.evening import Evening
from companion.store import games
from companion.store.writing import writing


def take_back(night: Evening, device: str, number: int) -> None:
    """Leave a phone the scorekeeper's role only at tables of player *number*, 0: at none. Not an organizer's.

    Else one phone could be one player after the other, and keep the score at all tables. Call it after the
    transaction that changes who the phone is: whoever opens a table meanwhile holds that table's lock.
    """
    if not device or _organizes(night.group, device):
        return
    tables = [table for one in night.started for table in one.tables if number not in table.players]
    held = Access.objects.filter(
        games.of_device(device, "phone__"), role=roles.SCOREKEEPER, link__isnull=False
    ).filter(phone__game__public_id__in=[table.table_id for table in tables], phone__game__deleted_at=None)
    for table_id in sorted(held.values_list("phone__game__public_id", flat=True).distinct()):
        with writing():
            games.lock(table_id)
            held.filter(phone__game__public_id=table_id).delete()
            games.touch(table_id)


def _organizes(group_id: str, device: str) -> bool:
    found = GroupPhone.objects.filter(games.of_device(device), group__public_id=group_id, out=False)
    return found.filter(role__in=group_roles.with_right(group_roles.PLAY)).exists()
