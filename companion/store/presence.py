"""Phones that are connected to a table."""

from collections.abc import Collection, Mapping
from datetime import datetime

from companion.models import Phone


def mark_here(tables: Mapping[str, Collection[str]], until: datetime) -> None:
    """Store that these devices, by table, are connected until then."""
    for table_id, devices in tables.items():
        Phone.objects.filter(game__public_id=table_id, device__in=devices).update(here_until=until)
