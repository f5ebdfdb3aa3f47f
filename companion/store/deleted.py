"""Deleted tables: kept for KEPT_FOR, in which their hosts can put them back."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from companion.access import roles
from companion.models import Access, Game
from companion.store import games, removing
from companion.store.removing import KEPT_FOR
from companion.store.writing import writing
from scoring import VARIANTS, Variant

LISTED = 20


@dataclass(frozen=True)
class DeletedTable:
    """A deleted table: its name, "" without one, its players in seat order, and until when it is kept."""

    table_id: str
    title: str
    variant: Variant
    players: tuple[str, ...]
    deleted_at: datetime
    until: datetime

    @property
    def name(self) -> str:
        """The title, or the game without one."""
        return self.title or self.variant.short


def of_host(device: str) -> list[DeletedTable]:
    """The deleted tables that this device can put back, last deleted first; at most LISTED."""
    hosted = Access.objects.filter(games.of_device(device, "phone__"), role=roles.OWNER)
    kept = Game.objects.filter(pk__in=hosted.values("phone__game"), deleted_at__gt=timezone.now() - KEPT_FOR)
    return [_deleted(game) for game in kept.order_by("-deleted_at")[:LISTED]]


def put_back(device: str, table_id: str) -> None:
    """Put a deleted table back, with its phones, links and webhooks; one that isn't deleted stays as it is.

    Raises Http404 without a role there and after KEPT_FOR, PermissionDenied for anyone but its hosts.
    """
    at_table = Access.objects.filter(games.of_device(device, "phone__"), phone__game__public_id=table_id)
    with writing():
        held = frozenset(at_table.values_list("role", flat=True))
        if not held:
            raise Http404("no table of this device")
        if not roles.may(held, roles.SHARE):
            raise PermissionDenied(roles.SHARE)
        if Game.objects.filter(public_id=table_id, deleted_at__lt=timezone.now() - KEPT_FOR).exists():
            raise Http404("it was deleted too long ago")
        removing.undelete(table_id)


def _deleted(game: Game) -> DeletedTable:
    said, at = json.loads(game.header), game.deleted_at or timezone.now()
    title = said.get("title", "") if game.title is None else game.title
    variant, players = VARIANTS[said["variant"]], tuple(said["players"])
    return DeletedTable(game.public_id, title, variant, players, at, at + KEPT_FOR)
