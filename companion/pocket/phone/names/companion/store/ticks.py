"""Ticks of payouts and payments on a phone."""

from companion.access import roles
from companion.forms.ticks import Ticks
from companion.log.table import Table
from companion.log.viewer import View
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE


def counts(table: Table) -> dict[tuple[int, str], int]:
    """Number of ticks by entry and hash of its list."""
    kept = PHONE.kept(table.id)
    found: dict[tuple[int, str], int] = {}
    for seq, digest, _item in sorted(kept.ticks) if kept else ():
        found[seq, digest] = found.get((seq, digest), 0) + 1
    return found


def save(view: View, ticks: Ticks) -> None:
    """Add and remove ticks; repeating a call changes nothing."""
    view.viewer.require(roles.BANK)
    body = [[*at, sorted(paid), sorted(unpaid)] for at, (paid, unpaid) in sorted(ticks.items())]
    PHONE.record("ticks", view.table.id, key=HERE.uuid(), body={"ticks": body})
