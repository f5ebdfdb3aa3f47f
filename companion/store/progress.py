"""The hand in progress in the database: shared by all phones, and not in the log until it is saved."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from companion import models, store
from companion.forms.progress import COLUMNS, Decision, columns, current, of_columns, starts_hand
from companion.log import rights
from companion.log.bank_state import start_changes
from companion.log.progress import StoredProgress, left_over
from companion.log.rights import View
from companion.log.table import Author, Table
from companion.models import Game, HandStarted
from companion.store import games
from companion.store.changes import writing

PROGRESS = """
SELECT p.rev, p.moves, p.at, p.device, p.role, p.begun, p.players, p.form
FROM companion_handinprogress p JOIN companion_game g ON g.id = p.game_id WHERE g.public_id = %s"""


class Progress(NamedTuple):
    """The columns of a hand in progress."""

    rev: int
    moves: str
    at: datetime
    device: str
    role: str
    begun: int
    players: str
    form: str


def stored(table: Table) -> StoredProgress:
    """The last hand in progress, even if it has been entered since."""
    with games.run(PROGRESS, table.id) as cursor:
        found = cursor.fetchone()
    return _read(Progress(*found) if found else None)


def of_table(table: Table) -> StoredProgress:
    """The hand in progress; empty if none has begun, or if it has been entered since."""
    return current(table, stored(table))


def set_aside(view: View) -> None:
    """Remove this phone's form of a hand that has been entered since."""
    with writing():
        game = games.held(view, rights.HANDS)
        kept = models.HandInProgress.objects.filter(game=game, device=view.viewer.author)
        now = _read(kept.first())
        if left_over(view, now):
            kept.update(form="", moves="[]")


def change(view: View, decide: Decision) -> tuple[StoredProgress, View]:
    """Store what is decided; the progress then, and the table with its revision.

    Raises Refusal, ProgressConflict.
    """
    with writing():
        game = games.held(view, rights.HANDS)
        view = store.load(view.viewer.device, view.table.id, rights.HANDS)
        now = current(view.table, _read(models.HandInProgress.objects.filter(game=game).first()))
        then = decide(view, now, timezone.now())
        if then is None:
            return now, view
        by = then.by or Author("", "")
        written = {**columns(then), "at": then.at, "device": by.device, "role": by.role}
        models.HandInProgress.objects.update_or_create(game=game, defaults=written)
        started = starts_hand(view, then)
        if started is not None:
            keep_started(view, started)
        taps = max(then.rev - now.rev, 1)  # a phone may send many in one
        games.touch(view.table.id, taps)
    return then, replace(view, viewer=replace(view.viewer, revision=view.viewer.revision + taps))


def _read(row: models.HandInProgress | Progress | None) -> StoredProgress:
    if row is None:
        return StoredProgress()
    found = {name: getattr(row, name) for name in COLUMNS}
    return of_columns(found, games.moment(row.at), Author(row.device, row.role))


def keep_started(view: View, started: bool) -> None:
    """Store that the next hand was started on the viewer's phone, or remove that."""
    kept = HandStarted.objects.filter(game__public_id=view.table.id)
    version = kept.values_list("version", flat=True).first()
    if not start_changes(view.table, version, started):
        return
    if not started:
        kept.delete()
        return
    now = {"version": view.table.version, "at": timezone.now(), "device": view.viewer.author}
    game = Game.objects.get(public_id=view.table.id)
    HandStarted.objects.update_or_create(game=game, defaults=now)
