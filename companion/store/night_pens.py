"""Take scorekeeper roles at tables of a night back from a phone that has become another player."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import QuerySet

from companion.access import group_roles, roles
from companion.models import Access, Game, GroupPhone
from companion.night.evening import Evening
from companion.store import games
from companion.store.writing import writing


@contextmanager
def taking_back(night: Evening, device: str, number: int) -> Iterator[None]:
    """A transaction in which a phone becomes player *number*, 0: nobody.

    At its end it keeps the score only at tables of that player, unless it is an organizer's: else one phone
    could be one player after the other, and keep the score at all tables. The tables are locked first, as by
    whoever opens one.
    """
    tables = _tables_of_others(night, device, number)
    with writing():
        list(Game.objects.select_for_update().filter(public_id__in=tables).order_by("pk").values_list("pk"))
        yield
        held = _held(device, tables)
        for table_id in sorted(held.values_list("phone__game__public_id", flat=True).distinct()):
            games.touch(table_id)
        held.delete()


def _tables_of_others(night: Evening, device: str, number: int) -> set[str]:
    """Tables without player *number* at which the phone keeps the score, or may be opening just now."""
    if not device or _organizes(night.group, device):
        return set()
    seated = [table for one in night.started for table in one.tables if number not in table.players]
    before = {player.number for player in night.players if player.phone == device}
    opened = _held(device, {table.table_id for table in seated})
    may_open = {table.table_id for table in seated if not before.isdisjoint(table.players)}
    return may_open | set(opened.values_list("phone__game__public_id", flat=True))


def _held(device: str, tables: set[str]) -> QuerySet[Access]:
    """The phone's roles of scorekeeper at these tables that came by a link."""
    mine = Access.objects.filter(games.of_device(device, "phone__"), role=roles.SCOREKEEPER)
    of_tables = mine.filter(phone__game__public_id__in=tables, phone__game__deleted_at=None)
    return of_tables.filter(link__isnull=False)


def _organizes(group_id: str, device: str) -> bool:
    found = GroupPhone.objects.filter(games.of_device(device), group__public_id=group_id, out=False)
    return found.filter(role__in=group_roles.with_right(group_roles.PLAY)).exists()
