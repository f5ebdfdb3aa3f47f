"""The phones of a table: their roles, links and seats, and which of them are here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from companion.models import Game, Phone


@dataclass(frozen=True)
class Pulse:
    """How far a table is: seq of its last row, changes beside the log, and the devices that may see it."""

    version: int
    stir: int
    devices: frozenset[str]


def pulse(table_ids: Collection[str]) -> dict[str, Pulse]:
    """How far these tables are, in two queries; a table that is not there is left out."""
    games = Game.objects.filter(public_id__in=table_ids).annotate(version=Max("entries__seq"))
    phones = Phone.objects.filter(game__public_id__in=table_ids, accesses__isnull=False).distinct()
    devices: dict[str, set[str]] = {}
    for table_id, device in phones.values_list("game__public_id", "device"):
        devices.setdefault(table_id, set()).add(device)
    return {
        table_id: Pulse(version or 0, stir, frozenset(devices.get(table_id, ())))
        for table_id, stir, version in games.values_list("public_id", "stir", "version")
    }


def mark_here(tables: Mapping[str, Collection[str]], until: datetime) -> None:
    """Keep that these devices are at these tables until then."""
    for table_id, devices in tables.items():
        Phone.objects.filter(game__public_id=table_id, device__in=devices).update(here_until=until)
