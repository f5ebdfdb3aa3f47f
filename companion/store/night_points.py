"""Points that the organizer sets by hand in place of those of a table's game."""

from django.http import Http404
from django.utils import timezone

from companion.models import NightFix, NightTable
from companion.night.evening import SIDES, NightView
from companion.store import nights
from companion.wording.refusal import AppRefusal

MOST = 999
LONGEST_REASON = 200


def fix(view: NightView, key: str, table_id: str, side: int, points: int, reason: str = "") -> None:
    """Set the points of one side (0 or 1) of a table; its game stays as it is.

    The same key again does nothing.
    Raises Refusal of "points", "side" or "reason"; Http404 for a table of another night; PermissionDenied.
    """
    if not 0 <= points <= MOST:
        raise AppRefusal("night-between", "points", least=0, most=MOST)
    _write(view, key, table_id, side, points, reason.strip())


def unfix(view: NightView, key: str, table_id: str, side: int) -> None:
    """Let the points of the game count again. Otherwise as ``fix``."""
    _write(view, key, table_id, side, None, "")


def _write(view: NightView, key: str, table_id: str, side: int, points: int | None, reason: str) -> None:
    if side not in range(SIDES):
        raise AppRefusal("no-choice", "side")
    if len(reason) > LONGEST_REASON:
        raise AppRefusal("too-long", "reason", got=len(reason), most=LONGEST_REASON)
    if "\0" in reason or not reason.isprintable():
        raise AppRefusal("unreadable-character", "reason")
    with nights.changing(view) as night:
        table = NightTable.objects.filter(round__night=night, game__public_id=table_id).first()
        if table is None:
            raise Http404("no such table")
        values = {
            **{"table": table, "side": side, "points": points, "reason": reason},
            **{"at": timezone.now(), "device": view.viewer.device},
        }
        NightFix.objects.get_or_create(key=nights.uuid_of(key), defaults=values)
