"""The hand in progress on a phone: shared by all phones once it is sent."""

from dataclasses import replace

from companion.forms.progress import Decision, columns, current, starts_hand
from companion.log import rights
from companion.log.bank_state import start_changes
from companion.log.progress import ProgressConflict, StoredProgress
from companion.log.queue import PROGRESS
from companion.log.rights import View
from companion.log.table import Table
from companion.pocket.phone.entries import load
from companion.pocket.phone.kept import Kept
from companion.pocket.phone.relaying import meeting
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE, iso


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    kept = PHONE.kept(table.id)
    return kept.progress if kept else StoredProgress()


def of_table(table: Table) -> StoredProgress:
    """The hand in progress; empty if none has begun, or if it has been entered since."""
    return current(table, stored(table))


def set_aside(view: View) -> None:
    """Remove this phone's form of a hand that has been entered since."""
    view.viewer.require(rights.HANDS)
    PHONE.record("aside", view.table.id, key=HERE.uuid(), body={})


def change(view: View, decide: Decision) -> tuple[StoredProgress, View]:
    """Let what is decided wait to be sent; the progress then, and the table with its revision.

    Raises Refusal, ProgressConflict.
    """
    view = load(view.viewer.device, view.table.id, rights.HANDS)
    kept = PHONE.kept(view.table.id)
    if kept is None:
        return StoredProgress(), view
    if meeting(view.table.id) is not None:
        raise ProgressConflict(kept.progress)
    before = current(view.table, kept.progress)
    then = decide(view, before, HERE.now)
    if then is None:
        return before, view
    body = {**columns(then), **_hand_started(kept, starts_hand(view, then))}
    waiting = PHONE.items(view.table.id)
    now = PHONE.record(PROGRESS, view.table.id, key=HERE.uuid(), seen=kept.progress.rev, body=body)
    # It stands for what waited last too, if that is the hand in progress
    last = waiting[-1] if waiting else None
    if last and last["what"] == PROGRESS and not last.get("aside") and not last.get("stopped"):
        PHONE.merge(last, now)
    return then, replace(view, viewer=replace(view.viewer, revision=now.viewer.revision))


def _hand_started(kept: Kept, started: bool | None) -> dict[str, object]:
    """What the item says of the hand for which bank entries wait; nothing where there is no bank."""
    if not kept.table.variant.has_bank:
        return {}
    before = kept.started
    if started is None or not start_changes(kept.table, before.version if before else None, started):
        return {"hand_started": before and {"version": before.version, "at": iso(before.at)}}
    now = {"version": kept.table.version, "at": iso(HERE.now)}
    return {"hand_started": now if started else None}
