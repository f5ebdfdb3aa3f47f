"""The started hand, for which bank entries wait (PC-04)."""

from django.utils import timezone

from companion.log.bank_state import start_changes
from companion.log.viewer import View
from companion.models import Game, HandStarted


def keep(view: View, started: bool) -> None:
    """Store that the next hand was started on the viewer's phone, or remove that."""
    kept = HandStarted.objects.filter(game__public_id=view.table.id)
    version = kept.values_list("version", flat=True).first()
    if not start_changes(view.table, version, started):
        return
    if not started:
        kept.delete()
        return
    now = {"version": view.table.version, "at": timezone.now(), "device": view.viewer.author}
    game = Game.objects.get(public_id=view.table.id)
    HandStarted.objects.update_or_create(game=game, defaults=now)
