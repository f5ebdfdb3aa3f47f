"""The hand in progress in the database: shared by all phones, and not in the log until it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from companion import models, store
from companion.access import roles
from companion.forms import keeping
from companion.forms.keeping import Decision
from companion.forms.opened import current
from companion.forms.opened import followed as followed_of
from companion.log import progress
from companion.log.progress import Move, SentForm, StoredProgress
from companion.log.table import Author, Table
from companion.log.viewer import View
from companion.store import games, hand_started, statements
from companion.store.writing import writing


def of_table(table: Table) -> StoredProgress:
    """The hand in progress; empty if none has begun, or if it has been entered since."""
    return current(table, stored(table))


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    return _read(statements.progress(table.id))


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


def tell(view: View, seen: int, told: StoredProgress, told_at: datetime | None) -> StoredProgress:
    """Store what a phone without a network has kept since ``rev`` *seen*; the same again changes nothing.

    Raises Refusal, ProgressConflict.
    """
    begun = told.form is not None and keeping.begun(view.table, told.form)
    return _change(view, keeping.telling(seen, told, told_at), begun)[0]


def set_aside(view: View) -> None:
    """Remove this phone's form of a hand that has been entered since."""
    with writing():
        game = games.held(view, roles.HANDS)
        kept = models.HandInProgress.objects.filter(game=game, device=view.viewer.author)
        now = _read(kept.first())
        if progress.left_over(view, now):
            kept.update(form="", moves="[]")


def _change(view: View, decide: Decision, begun: bool = False) -> tuple[StoredProgress, View]:
    with writing():
        game = games.held(view, roles.HANDS)
        view = store.load(view.viewer.device, view.table.id, roles.HANDS)
        stored = _read(models.HandInProgress.objects.filter(game=game).first())
        then = keeping.decided(view, stored, decide, timezone.now())
        if then is None:
            return current(view.table, stored), view
        models.HandInProgress.objects.update_or_create(game=game, defaults=_columns(then))
        started = keeping.starts_hand(view, then, begun)
        if started is not None:
            hand_started.keep(view, started)
        games.touch(view.table.id)
    return then, replace(view, viewer=replace(view.viewer, revision=view.viewer.revision + 1))


def _columns(stored: StoredProgress) -> dict[str, object]:
    by = stored.by or Author("", "")
    return {**keeping.columns(stored), "at": stored.at, "device": by.device, "role": by.role}


def _read(row: models.HandInProgress | statements.Progress | None) -> StoredProgress:
    if row is None:
        return StoredProgress()
    columns = {name: getattr(row, name) for name in keeping.COLUMNS}
    return keeping.of_columns(columns, row.at, Author(row.device, row.role))
