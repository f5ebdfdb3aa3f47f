"""The way from tables back to their euchre nights."""

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.log.at_night import AtNight, TableOfNight
from companion.models import NightTable
from companion.store import nights

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


def of_tables(table_ids: Collection[str]) -> dict[str, TableOfNight]:
    """Those of these tables that belong to a night, by id, in one query."""
    found = NightTable.objects.filter(game__public_id__in=table_ids).values_list(
        *("game__public_id", "round__night__public_id", "round__number", "number"),
        *("round__night__hands", "ghosts", "round__night__ended_at"),
    )
    return {table_id: TableOfNight(AtNight(*place), ended is not None) for table_id, *place, ended in found}
