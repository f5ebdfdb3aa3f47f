"""The hand in progress on a phone: shared by all phones once it is sent."""

from typing import Any

from companion.access import roles
from companion.forms import keeping
from companion.forms.keeper import Keeper
from companion.forms.keeping import Decision
from companion.forms.opened import current
from companion.log.bank_state import start_changes
from companion.log.progress import ProgressConflict, StoredProgress
from companion.log.queue import PROGRESS
from companion.log.table import Table
from companion.log.viewer import View
from companion.pocket.phone.entries import load
from companion.pocket.phone.kept import Kept
from companion.pocket.phone.meeting import meeting
from companion.pocket.phone.state import PHONE, with_revision
from companion.pocket.phone.surroundings import HERE, iso


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    kept = PHONE.kept(table.id)
    return kept.progress if kept else StoredProgress()


def set_aside(view: View) -> None:
    """Remove this phone's form of a hand that has been entered since."""
    view.viewer.require(roles.HANDS)
    PHONE.record("aside", view.table.id, key=HERE.uuid(), body={})


def _change(view: View, decide: Decision, begun: bool) -> tuple[StoredProgress, View]:
    view = load(view.viewer.device, view.table.id, roles.HANDS)
    kept = PHONE.kept(view.table.id)
    if kept is None:
        return StoredProgress(), view
    if meeting(view.table.id) is not None:
        raise ProgressConflict(kept.progress)
    then = keeping.decided(view, kept.progress, decide, HERE.now)
    if then is None:
        return current(view.table, kept.progress), view
    body = {**keeping.columns(then), **_hand_started(kept, keeping.starts_hand(view, then, begun))}
    seen, former = kept.progress.rev, _former(view.table)
    now = PHONE.record(PROGRESS, view.table.id, key=HERE.uuid(), seen=seen, body=body)
    if former:
        PHONE.merge(former, now)
    return then, with_revision(view, now)


def _former(table: Table) -> dict[str, Any] | None:
    """The item that the next one replaces: what waits last, if that is the hand in progress."""
    last = PHONE.items(table.id)[-1:]
    if not last or last[0]["what"] != PROGRESS or last[0].get("aside") or last[0].get("stopped"):
        return None
    return last[0]


def _hand_started(kept: Kept, started: bool | None) -> dict[str, object]:
    """What the item says of the hand for which bank entries wait; nothing where there is no bank."""
    if not kept.table.variant.has_bank:
        return {}
    before = kept.started
    if started is None or not start_changes(kept.table, before.version if before else None, started):
        return {"hand_started": before and {"version": before.version, "at": iso(before.at)}}
    now = {"version": kept.table.version, "at": iso(HERE.now)}
    return {"hand_started": now if started else None}


_KEEPER = Keeper(stored, _change)
of_table = _KEEPER.of_table
followed = _KEEPER.followed
entry_so_far = _KEEPER.entry_so_far
trump = _KEEPER.trump
move = _KEEPER.move
take_back = _KEEPER.take_back
replace_moves = _KEEPER.replace_moves
discard = _KEEPER.discard
keep_form = _KEEPER.keep_form
