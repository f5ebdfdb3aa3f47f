"""The hand in progress in the database: shared by all phones, and not in the log until it is saved."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from companion import models, store
from companion.access import roles
from companion.forms.opened import as_sent, current, opened, unsaid
from companion.forms.opened import followed as followed_of
from companion.log import progress
from companion.log.progress import Move, Moves, SentForm, Step, StoredProgress
from companion.log.table import Author, Table
from companion.log.viewer import View
from companion.store import games, hand_started
from companion.store.writing import writing

Decision = Callable[[View, StoredProgress, datetime], StoredProgress | None]

MOST_TEXT = 8_000  # of the form as JSON; a hand of twelve players has 2,000


def of_table(table: Table) -> StoredProgress:
    """The hand in progress; empty if none has begun, or if it has been entered since."""
    return current(table, stored(table))


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    return _read(models.HandInProgress.objects.filter(game__public_id=table.id).first())


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
    return _move(view, seen, progress.add(more), tuple(more))


def take_back(view: View, seen: int) -> StoredProgress:
    """Remove the last move. Raises ProgressConflict."""
    return _move(view, seen, lambda now: now.moves[:-1])


def replace_moves(view: View, seen: int, moves: Sequence[Move]) -> StoredProgress:
    """Store these moves and no others. Raises Refusal, ProgressConflict."""
    return _move(view, seen, lambda now: tuple(moves))


def discard(view: View, seen: int) -> StoredProgress:
    """Remove the moves and the form. Raises ProgressConflict."""
    return _change(view, lambda view, now, at: progress.discarded(view, now, seen, at))[0]


def keep_form(view: View, sent: SentForm, since: int) -> tuple[StoredProgress, View]:
    """Store the hand form, opened at version *since*; the progress then, and the table with its revision.

    A form without anything in it and one too long to be stored are left alone. Raises ProgressConflict.
    """
    form = as_sent(view.table.state, sent)

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        if not now.there and form.entry == opened(view.table, now).entry:
            return None
        return progress.decide_form(view, now, sent, at, since)

    if len(json.dumps(sent.texts)) > MOST_TEXT:
        return of_table(view.table), view
    return _change(view, decide, form.begun)


def set_aside(view: View) -> None:
    """Remove this phone's form of a hand that has been entered since."""
    with writing():
        game = games.held(view, roles.HANDS)
        kept = models.HandInProgress.objects.filter(game=game, device=view.viewer.author)
        now = _read(kept.first())
        if progress.left_over(view, now):
            kept.update(form="", moves="[]")


def _move(view: View, seen: int, step: Step, again: Moves = ()) -> StoredProgress:
    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        now = followed_of(view.table, now)
        then = progress.decide(view, now, seen, step, at, again)
        return unsaid(view.table, now, then) if then else None

    return _change(view, decide)[0]


def _change(view: View, decide: Decision, begun: bool = False) -> tuple[StoredProgress, View]:
    with writing():
        game = games.held(view, roles.HANDS)
        view = store.load(view.viewer.device, view.table.id, roles.HANDS)
        now = current(view.table, _read(models.HandInProgress.objects.filter(game=game).first()))
        then = decide(view, now, timezone.now())
        if then is None:
            return now, view
        models.HandInProgress.objects.update_or_create(game=game, defaults=_columns(then))
        if view.table.variant.has_bank and not progress.entered(view.table, then.begun):
            hand_started.keep(view, begun or bool(then.moves))
        games.touch(view.table.id)
    return then, replace(view, viewer=replace(view.viewer, revision=view.viewer.revision + 1))


def _columns(stored: StoredProgress) -> dict[str, object]:
    by = stored.by or Author("", "")
    return {
        "rev": stored.rev,
        "begun": stored.begun,
        "players": json.dumps(stored.players),
        "moves": json.dumps(stored.moves),
        "form": json.dumps(vars(stored.form)) if stored.form else "",
        "at": stored.at,
        "device": by.device,
        "role": by.role,
    }


def _read(row: models.HandInProgress | None) -> StoredProgress:
    if row is None:
        return StoredProgress()
    by = Author(row.device, row.role)
    moves, players = tuple(json.loads(row.moves)), tuple(json.loads(row.players))
    form = SentForm(**json.loads(row.form)) if row.form else None
    return StoredProgress(row.rev, moves, row.at, by, row.begun, players, form)
