"""The hand in progress in the database: shared by all phones, and not in the log until it is saved."""

import json
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from companion import models, store
from companion.access import roles
from companion.log import progress
from companion.log.progress import HandSoFar, Move, Moves, Step, StoredProgress
from companion.log.table import Author, Table
from companion.log.viewer import View
from companion.store import games, hand_started


def of_table(table: Table) -> StoredProgress:
    """The hand in progress; without moves if none has begun, or if it has been entered since."""
    return _read(table, models.HandInProgress.objects.filter(game__public_id=table.id).first())


def known(table: Table) -> HandSoFar | None:
    """What is known of the hand in progress; None if there is none, or it is impossible."""
    return progress.known(table, of_table(table))


def entry_so_far(table: Table) -> Mapping[str, object] | None:
    """The fields of the entry known so far; None if there is no hand in progress, or it is impossible."""
    return progress.entry_so_far(table, of_table(table))


def trump(table: Table) -> str:
    """The trump of the hand in progress; "" if unknown."""
    return str((entry_so_far(table) or {}).get("trump", ""))


def move(view: View, seen: int, more: Sequence[Move]) -> StoredProgress:
    """Add moves; the same step again adds nothing. Raises Refusal, ProgressConflict."""
    return _change(view, seen, progress.add(more), tuple(more))


def take_back(view: View, seen: int) -> StoredProgress:
    """Remove the last move. Raises ProgressConflict."""
    return _change(view, seen, lambda now: now.moves[:-1])


def begin_again(view: View, seen: int) -> StoredProgress:
    """Remove all moves. Raises ProgressConflict."""
    return _change(view, seen, lambda now: ())


def replace_moves(view: View, seen: int, moves: Sequence[Move]) -> StoredProgress:
    """Store these moves and no others. Raises Refusal, ProgressConflict."""
    return _change(view, seen, lambda now: tuple(moves))


def _change(view: View, seen: int, step: Step, again: Moves = ()) -> StoredProgress:
    with transaction.atomic():
        game = games.held(view, roles.HANDS)
        view = store.load(view.viewer.device, view.table.id, roles.HANDS)
        now = _read(view.table, models.HandInProgress.objects.filter(game=game).first())
        then = progress.decide(view, now, seen, step, timezone.now(), again)
        if then is None:
            return now
        models.HandInProgress.objects.update_or_create(game=game, defaults=_columns(then))
        if view.table.variant.has_bank:
            hand_started.keep(view, bool(then.moves))
        games.touch(view.table.id)
    return then


def _columns(stored: StoredProgress) -> dict[str, object]:
    by = stored.by or Author("", "")
    return {
        "rev": stored.rev,
        "begun": stored.begun,
        "players": json.dumps(stored.players),
        "moves": json.dumps(stored.moves),
        "at": stored.at,
        "device": by.device,
        "role": by.role,
    }


def _read(table: Table, row: models.HandInProgress | None) -> StoredProgress:
    if row is None:
        return StoredProgress()
    by = Author(row.device, row.role)
    moves, players = tuple(json.loads(row.moves)), tuple(json.loads(row.players))
    return progress.current(table, StoredProgress(row.rev, moves, row.at, by, row.begun, players))
