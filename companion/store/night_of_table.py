"""The way from tables back to their euchre nights."""

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.log.at_night import AtNight, TableOfNight
from companion.models import NightTable
from companion.pages.listing import Listed, listed
from companion.store import entries, nights

ORGANIZES, PLAYS = "night", "night_me"  # names of addresses


def way(device: str, at: AtNight | None) -> str:
    """The name of the page of a table's night for this phone: organizer's, player's, "" for neither."""
    if at is None:
        return ""
    try:
        _night, group = nights.find(device, at.night)
    except (Http404, PermissionDenied):
        return ""
    return ORGANIZES if group.may_play else PLAYS


def listed_from(device: str, start: int, most: int, asked: str) -> tuple[list[Listed], int]:
    """A page of this phone's games, a line each, by ``tables_from``; and their number in all."""
    found, count = entries.tables_from(device, start, most, asked)
    at_nights = of_tables([table.id for table in found])
    return [listed(table, table.id in at_nights and at_nights[table.id].ended) for table in found], count


def of_tables(table_ids: Collection[str]) -> dict[str, TableOfNight]:
    """Those of these tables that belong to a night, by id, in one query."""
    found = NightTable.objects.filter(game__public_id__in=table_ids).values_list(
        *("game__public_id", "round__night__public_id", "round__number", "number"),
        *("round__night__hands", "ghosts", "round__night__ended_at"),
    )
    return {table_id: TableOfNight(AtNight(*place), ended is not None) for table_id, *place, ended in found}
