"""What a table's owner changes about it beside its log: its title, and whether it is there at all."""

from django.db import transaction
from django.utils import timezone

from companion.access import roles
from companion.log.table import Table
from companion.models import Game
from companion.store import people


def rename(table: Table, title: str) -> None:
    """Give the evening another name; "" takes it away. The header as it was stored, and the log, stay."""
    _change(table, title=title)


def delete(table: Table) -> None:
    """Delete the table for everyone: its rows stay in the database, but nothing finds them any more."""
    _change(table, deleted_at=timezone.now())


def _change(table: Table, **columns: object) -> None:
    with transaction.atomic():
        game = people.held(table, roles.SHARE)
        Game.objects.filter(pk=game.pk).update(**columns)
        people.stir(table.id)
