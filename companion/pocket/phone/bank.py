"""All bank data of a table on a phone: its chip set and last count, and ticks of payouts and payments."""

from collections.abc import Collection, Mapping

from django.http import Http404

from companion.forms.bank import Ticks
from companion.log import rights
from companion.log.bank_state import BankState, StoredChips, case_of, counted_of, started_of, text_of
from companion.log.rights import View
from companion.log.table import Table
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE
from scoring.tray import USUAL_CASE, Case


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


# Ticks of payouts and payments on a phone.


def tick_counts(table: Table) -> dict[tuple[int, str], int]:
    """Number of ticks by entry and hash of its list."""
    kept = PHONE.kept(table.id)
    found: dict[tuple[int, str], int] = {}
    for seq, digest, _item in sorted(kept.ticks) if kept else ():
        found[seq, digest] = found.get((seq, digest), 0) + 1
    return found


def save_ticks(view: View, ticks: Ticks) -> None:
    """Add and remove ticks; repeating a call changes nothing."""
    view.viewer.require(rights.BANK)
    body = [[*at, sorted(paid), sorted(unpaid)] for at, (paid, unpaid) in sorted(ticks.items())]
    PHONE.record("ticks", view.table.id, key=HERE.uuid(), body={"ticks": body})


# The chip set of a bank on a phone, by color, and its last count.


def case(table: Table) -> Case:
    """The chip set of this table's bank."""
    return case_of(_stored(table).colors) if table.variant.has_bank else USUAL_CASE


def save_case(view: View, seen: int, case: Case) -> None:
    """Store the chip set, and reset the count. Raises ChipSetConflict."""
    body = {"colors": text_of(case)}
    PHONE.record("chips", view.table.id, key=HERE.uuid(), seen=seen, body=body)


def copy_case(source: Table, table: Table) -> None:
    """Give a new table the chip set of an earlier one, unless it has one of its own."""
    colors = _stored(source).colors
    if colors and not _stored(table).version:
        PHONE.record("chips", table.id, key=HERE.uuid(), seen=0, body={"colors": colors})


def save_count(view: View, seen: int, left: Mapping[str, int]) -> None:
    """Store a count of the chips in the bank, by color. Raises ChipSetConflict."""
    body = {"version": view.table.version, "left": dict(left)}
    PHONE.record("counts", view.table.id, key=HERE.uuid(), seen=seen, body=body)


def _stored(table: Table) -> StoredChips:
    kept = PHONE.kept(table.id)
    return kept.chips if kept else StoredChips()
