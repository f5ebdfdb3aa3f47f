"""Decisions on the hand in progress as stored: its moves, form and columns; without a database."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from companion.forms.opened import as_sent, current, followed, opened, unsaid
from companion.log import progress
from companion.log.decide import time_of_row
from companion.log.progress import Move, Moves, SentForm, Step, StoredProgress
from companion.log.table import Author, Table
from companion.log.viewer import View

# The progress to store, decided at a time for what is stored now; None if nothing is to be written.
Decision = Callable[[View, StoredProgress, datetime], StoredProgress | None]

COLUMNS = ("rev", "begun", "players", "moves", "form")
MOST_TEXT = 8_000  # of the form as JSON; a hand of twelve players has 2,000


def moving(seen: int, step: Step, again: Moves = ()) -> Decision:
    """The decision on a step based on ``rev`` *seen*; *again*: the moves of a step that may be a repetition.

    Raises Refusal, ProgressConflict.
    """

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        now = followed(view.table, now)
        then = progress.decide(view, now, seen, step, at, again)
        return unsaid(view.table, now, then) if then else None

    return decide


def adding(seen: int, more: Sequence[Move]) -> Decision:
    """The decision to add moves; the same step again adds nothing. Raises Refusal, ProgressConflict."""
    return moving(seen, progress.add(more), tuple(more))


def taking_back(seen: int) -> Decision:
    """The decision to remove the last move. Raises ProgressConflict."""
    return moving(seen, lambda now: now.moves[:-1])


def replacing(seen: int, moves: Sequence[Move]) -> Decision:
    """The decision to store these moves and no others. Raises Refusal, ProgressConflict."""
    return moving(seen, lambda now: tuple(moves))


def discarding(seen: int) -> Decision:
    """The decision to remove the moves and the form. Raises ProgressConflict."""
    return lambda view, now, at: progress.discarded(view, now, seen, at)


def keeping(table: Table, sent: SentForm, since: int) -> Decision:
    """The decision to store a form, opened at version *since*. A form without anything in it is left alone.

    Raises ProgressConflict.
    """
    form = as_sent(table.state, sent)

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        if not now.there and form.entry == opened(view.table, now).entry:
            return None
        return progress.decide_form(view, now, sent, at, since)

    return decide


def telling(seen: int, told: StoredProgress, told_at: datetime | None) -> Decision:
    """The decision to store what a phone without a network has kept since ``rev`` *seen*.

    Raises Refusal, ProgressConflict.
    """

    def decide(view: View, now: StoredProgress, at: datetime) -> StoredProgress | None:
        at = time_of_row(view.table.rows[: told.begun], told_at, at)
        return progress.decide_told(view, now, seen, told, at)

    return decide


def begun(table: Table, sent: SentForm) -> bool:
    """Whether a form says anything of a hand."""
    return as_sent(table.state, sent).begun


def too_long(sent: SentForm) -> bool:
    """Whether a form is too long to be stored."""
    return len(json.dumps(sent.texts)) > MOST_TEXT


def decided(view: View, stored: StoredProgress, decide: Decision, at: datetime) -> StoredProgress | None:
    """The progress to store instead of *stored*; None if nothing is to be written.

    Raises Refusal, ProgressConflict.
    """
    return decide(view, current(view.table, stored), at)


def starts_hand(view: View, then: StoredProgress, begun: bool) -> bool | None:
    """Whether bank entries wait for the hand of this progress; None where nothing changes about that."""
    if not view.table.variant.has_bank or progress.entered(view.table, then.begun):
        return None
    return begun or bool(then.moves)


def columns(stored: StoredProgress) -> dict[str, object]:
    """The columns of a progress without its author and time: its moves and form are JSON text."""
    return {
        "rev": stored.rev,
        "begun": stored.begun,
        "players": json.dumps(stored.players),
        "moves": json.dumps(stored.moves),
        "form": json.dumps(vars(stored.form)) if stored.form else "",
    }


def of_columns(found: Mapping[str, object], at: datetime | None, by: Author) -> StoredProgress:
    """The progress of these columns."""
    moves, players = (tuple(json.loads(str(found[name]))) for name in ("moves", "players"))
    form = SentForm(**json.loads(str(found["form"]))) if found["form"] else None
    return StoredProgress(int(str(found["rev"])), moves, at, by, int(str(found["begun"])), players, form)
