"""The hand in progress on a phone: shared by all phones once it is sent."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.access import roles
from companion.forms import keeping
from companion.forms.keeping import Decision
from companion.forms.opened import current
from companion.forms.opened import followed as followed_of
from companion.log import progress
from companion.log.bank_state import start_changes
from companion.log.progress import Move, SentForm, StoredProgress
from companion.log.table import Table
from companion.log.viewer import View
from companion.pocket.phone.entries import load
from companion.pocket.phone.kept import Kept
from companion.pocket.phone.state import PHONE, with_revision
from companion.pocket.phone.surroundings import HERE, iso


def of_table(table: Table) -> StoredProgress:
    """The hand in progress; empty if none has begun, or if it has been entered since."""
    return current(table, stored(table))


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    kept = PHONE.kept(table.id)
    return kept.progress if kept else StoredProgress()


def followed(table: Table) -> StoredProgress:
    """The hand in progress, with moves for what its form says if that was written last."""
    return followed_of(table, of_table(table))


def entry_so_far(table: Table) -> Mapping[str, object] | None:
    """The fields of the entry known so far; None if there is no hand in progress, or it is impossible."""
    return progress.entry_so_far(table, followed(table))


def trump(table: Table) -> str:
    """The trump of the hand in progress; "" if unknown."""
    return str((entry_so_far(table) or {}).get("trump", ""))


def move(view: View, seen: int, more: Sequence[Move]) -> StoredProgress:
    """Add moves; the same step again adds nothing. Raises Refusal, ProgressConflict."""
    return _change(view, keeping.adding(seen, more))[0]


def take_back(view: View, seen: int) -> StoredProgress:
    """Remove the last move. Raises ProgressConflict."""
    return _change(view, keeping.taking_back(seen))[0]


def replace_moves(view: View, seen: int, moves: Sequence[Move]) -> StoredProgress:
    """Store these moves and no others. Raises Refusal, ProgressConflict."""
    return _change(view, keeping.replacing(seen, moves))[0]


def discard(view: View, seen: int) -> StoredProgress:
    """Remove the moves and the form. Raises ProgressConflict."""
    return _change(view, keeping.discarding(seen))[0]


def keep_form(view: View, sent: SentForm, since: int) -> tuple[StoredProgress, View]:
    """Store the hand form, opened at version *since*; the progress then, and the table with its revision.

    A form without anything in it and one too long to be stored are left alone. Raises ProgressConflict.
    """
    if keeping.too_long(sent):
        return of_table(view.table), view
    return _change(view, keeping.keeping(view.table, sent, since), keeping.begun(view.table, sent))


def set_aside(view: View) -> None:
    """Remove this phone's form of a hand that has been entered since."""
    view.viewer.require(roles.HANDS)
    PHONE.record("aside", view.table.id, key=HERE.uuid(), body={})


def _change(view: View, decide: Decision, begun: bool = False) -> tuple[StoredProgress, View]:
    view = load(view.viewer.device, view.table.id, roles.HANDS)
    kept = PHONE.kept(view.table.id)
    if kept is None:
        return StoredProgress(), view
    then = keeping.decided(view, kept.progress, decide, HERE.now)
    if then is None:
        return current(view.table, kept.progress), view
    body = {**keeping.columns(then), **_hand_started(kept, keeping.starts_hand(view, then, begun))}
    seen, former = kept.progress.rev, _former(view.table)
    now = PHONE.record("progress", view.table.id, key=HERE.uuid(), seen=seen, body=body)
    if former:
        PHONE.merge(former, now)
    return then, with_revision(view, now)


def _former(table: Table) -> dict[str, Any] | None:
    """The item that the next one replaces: what waits last, if that is the hand in progress."""
    last = PHONE.items(table.id)[-1:]
    return last[0] if last and last[0]["what"] == "progress" else None


def _hand_started(kept: Kept, started: bool | None) -> dict[str, object]:
    """What the item says of the hand for which bank entries wait; nothing where there is no bank."""
    if not kept.table.variant.has_bank:
        return {}
    before = kept.started
    if started is None or not start_changes(kept.table, before.version if before else None, started):
        return {"hand_started": before and {"version": before.version, "at": iso(before.at)}}
    now = {"version": kept.table.version, "at": iso(HERE.now)}
    return {"hand_started": now if started else None}
