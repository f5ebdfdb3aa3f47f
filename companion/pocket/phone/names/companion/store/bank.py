"""All bank data of a table on a phone."""

from collections.abc import Collection

from django.http import Http404

from companion.log.bank_state import BankState, case_of, counted_of, started_of
from companion.log.table import Table
from companion.pocket.phone.state import PHONE


def state(table: Table, seqs: Collection[int] = ()) -> BankState:
    """The bank's data, with the ticks of the entries *seqs*."""
    kept = PHONE.kept(table.id)
    if kept is None:
        raise Http404("no table of this device")
    return BankState(
        case=case_of(kept.chips.colors),
        version=kept.chips.version,
        counted=counted_of(kept.chips.counted),
        started=started_of(table, kept.started),
        ticks=frozenset(tick for tick in kept.ticks if tick[0] in seqs),
    )
