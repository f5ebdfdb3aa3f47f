"""The way from a table back to its euchre night."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion.log.at_night import AtNight
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
