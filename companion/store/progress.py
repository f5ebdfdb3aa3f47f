"""The hand in progress in the database: shared by all phones, and not in the log until it is saved."""

from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from companion import models, store
from companion.access import roles
from companion.forms import keeping
from companion.forms.keeper import Keeper
from companion.forms.keeping import Decision
from companion.forms.opened import current
from companion.log import progress
from companion.log.progress import StoredProgress
from companion.log.table import Author, Table
from companion.log.viewer import View
from companion.store import games, hand_started, statements
from companion.store.writing import writing


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    return _read(statements.progress(table.id))


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


def _change(view: View, decide: Decision, begun: bool) -> tuple[StoredProgress, View]:
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
