"""Ticks of payouts and payments."""

from django.db.models import Count

from companion.access import roles
from companion.forms.ticks import Ticks
from companion.log.table import Table
from companion.log.viewer import View
from companion.models import Tick
from companion.store import games


def counts(table: Table) -> dict[tuple[int, str], int]:
    """Number of ticks by entry and hash of its list."""
    found = Tick.objects.filter(game__public_id=table.id).values_list("seq", "digest")
    return {(seq, digest): number for seq, digest, number in found.annotate(number=Count("item"))}


def save(view: View, ticks: Ticks) -> None:
    """Add and remove ticks; repeating a call changes nothing."""
    with games.changing(view, roles.BANK) as game:
        for (seq, digest), (paid, unpaid) in ticks.items():
            new = [Tick(game=game, seq=seq, digest=digest, item=item) for item in paid]
            Tick.objects.bulk_create(new, ignore_conflicts=True)
            Tick.objects.filter(game=game, seq=seq, digest=digest, item__in=unpaid).delete()
