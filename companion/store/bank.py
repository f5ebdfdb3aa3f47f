"""All stored bank data of a table, read at once."""

from collections.abc import Collection

from django.db.models import F
from django.http import Http404

from companion.log.bank_state import BankState, StoredStart, case_of, counted_of, started_of
from companion.log.table import Table
from companion.models import Game, Tick


def state(table: Table, seqs: Collection[int] = ()) -> BankState:
    """The bank's data, with the ticks of the entries *seqs*; in one query, or two with *seqs*."""
    games = Game.objects.filter(public_id=table.id).annotate(
        chips_version=F("chip_set__version"),
        colors=F("chip_set__colors"),
        counted=F("chip_set__counted"),
        started_version=F("hand_started__version"),
        started_at=F("hand_started__at"),
        started_by=F("hand_started__device"),
    )
    kept = games.values().first()
    if kept is None:
        raise Http404("no table of this device")
    version, at, by = kept["started_version"], kept["started_at"], kept["started_by"]
    started = None if version is None else StoredStart(version, at, by)
    ticks = Tick.objects.filter(game=kept["id"], seq__in=seqs).values_list("seq", "digest", "item")
    return BankState(
        case=case_of(kept["colors"] or ""),
        version=kept["chips_version"] or 0,
        counted=counted_of(kept["counted"] or ""),
        started=started_of(table, started),
        ticks=frozenset(ticks) if seqs else frozenset(),
    )
