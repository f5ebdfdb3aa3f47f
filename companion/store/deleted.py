"""Deleted tables and groups: kept for KEPT_FOR, in which their hosts can put them back."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from companion.log import rights
from companion.models import Access, Game, Group, GroupPhone
from companion.store import circles, games, groups, removing
from companion.store.changes import writing
from companion.store.circles import KINDS, Circle
from companion.store.removing import KEPT_FOR
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


@dataclass(frozen=True)
class DeletedGroup:
    """A deleted group, and until when it is kept."""

    group_id: str
    name: str
    until: datetime


def groups_of_host(device: str) -> list[DeletedGroup]:
    """The deleted groups that this device can put back, last deleted first; at most LISTED."""
    hosted = GroupPhone.objects.filter(games.of_device(device), role=rights.HOST, out=False)
    kept = Group.objects.filter(pk__in=hosted.values("group"), deleted_at__gt=timezone.now() - KEPT_FOR)
    columns = ("public_id", "title", "deleted_at")
    return [
        DeletedGroup(group_id, groups.name_of(title, personal=False), at + KEPT_FOR)
        for group_id, title, at in kept.order_by("-deleted_at").values_list(*columns)[:LISTED]
    ]


def tables_of_host(device: str) -> list[DeletedTable]:
    """The deleted tables that this device can put back, last deleted first; at most LISTED."""
    hosted = Access.objects.filter(games.of_device(device, "phone__"), role=rights.OWNER)
    kept = Game.objects.filter(pk__in=hosted.values("phone__game"), deleted_at__gt=timezone.now() - KEPT_FOR)
    found: list[DeletedTable] = []
    for game in kept.order_by("-deleted_at")[:LISTED]:
        said, at = json.loads(game.header), game.deleted_at or timezone.now()
        title = said.get("title", "") if game.title is None else game.title
        variant, players = VARIANTS[said["variant"]], tuple(said["players"])
        found.append(DeletedTable(game.public_id, title, variant, players, at, at + KEPT_FOR))
    return found


def delete(of: Circle) -> None:
    """Delete a table or group for everyone; games of a group stay. Raises Refusal for a personal group."""
    with writing():
        row = circles.held(of)
        circles.refuse_personal(row)
        removing.set_deleted(row, timezone.now())


def put_back(device: str, kind: str, public_id: str) -> None:
    """Put a deleted table or group back, with its phones and links; one that isn't deleted stays as it is.

    A table's webhooks come along, a group's people and nights. Raises Http404 without a role there and after
    KEPT_FOR, PermissionDenied for anyone but its hosts.
    """
    with writing():
        row = KINDS[kind].objects.select_for_update().filter(public_id=public_id).first()
        if row is None:
            raise Http404("nothing to put back")
        there: QuerySet[Any]
        if isinstance(row, Game):
            there = Access.objects.filter(games.of_device(device, "phone__"), phone__game=row)
        else:
            there = GroupPhone.objects.filter(games.of_device(device), group=row, out=False).exclude(role="")
        held = frozenset(there.values_list("role", flat=True))
        if not held:
            raise Http404("nothing of this device")
        if not held & rights.HOSTS:
            raise PermissionDenied(rights.SHARE)
        if row.deleted_at and row.deleted_at < timezone.now() - KEPT_FOR:
            raise Http404("it was deleted too long ago")
        if row.deleted_at:
            removing.set_deleted(row, None)
