"""The chip set of a bank on a phone, by color, and its last count."""

from collections.abc import Mapping

from companion.log.bank_state import StoredChips, case_of, text_of
from companion.log.table import Table
from companion.log.viewer import View
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE
from scoring.tray import USUAL_CASE, Case


def case(table: Table) -> Case:
    """The chip set of this table's bank."""
    return case_of(_stored(table).colors) if table.variant.has_bank else USUAL_CASE


def save(view: View, seen: int, case: Case) -> None:
    """Store the chip set, and reset the count. Raises ChipSetConflict."""
    body = {"colors": text_of(case)}
    PHONE.record("chips", view.table.id, key=HERE.uuid(), seen=seen, body=body)


def copy(source: Table, table: Table) -> None:
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
