"""Phones that are connected to a table."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Case, F, Q, Value, When

from companion.models import GroupPhone, Phone
from companion.store.writing import writing


def mark_here(tables: Mapping[str, Collection[str]], until: datetime) -> None:
    """Store that these devices, by table, are connected until then.

    A phone that is seen with its new token has no more use for the one before, which then ends.
    """
    seen = {device for devices in tables.values() for device in devices}
    stale = GroupPhone.objects.filter(device__in=seen).exclude(former="")
    if stale.exists():
        with writing():
            stale.update(former="")
    for table_id, devices in tables.items():
        mine = Q(device__in=devices) | Q(former__in=devices)
        left = Case(When(device__in=devices, then=Value("")), default=F("former"))
        with writing():
            Phone.objects.filter(mine, game__public_id=table_id).update(here_until=until, former=left)
