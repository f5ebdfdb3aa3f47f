"""The hand in progress: its moves, its facts, and the next moves."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import load, matched_number, read, with_etag
from companion.api.operations import IF_MATCH, TABLE, Operations
from companion.api.problems import Failure, GameOver
from companion.api.shapes.tables import HandInProgress, Moves, Reason
from companion.api.shapes.tables import Offer as OfferShape
from companion.forms.progress import discarding, form_differs, hand_form, noted, replacing, with_moves
from companion.log import rights
from companion.log.progress import StoredProgress, standing
from companion.log.rights import View
from companion.log.table import Table
from companion.server import problems
from companion.store import progress
from scoring import Step

at_table = Operations("Hand in progress", TABLE)


@at_table("GET draft/", HandInProgress, problems.NO_PROGRESS, problems.NOT_FOLLOWED, problems.REFUSED)
def read_progress(request: Request, table_id: str) -> Response:
    """Read the hand in progress.

    Its moves, and last those that tell what stands in the hand form. Where that says something else, `entry`
    is what it says. Refused when a correction has made the moves impossible.
    """
    view = load_followed(request, table_id)
    kept = with_moves(view.table, progress.of_table(view.table))
    if view.table.state.over or not kept.there:
        raise Failure(problems.NO_PROGRESS)
    return answered(view.table, kept)


@at_table(
    "PUT draft/",
    HandInProgress,
    problems.GAME_OVER,
    problems.PROGRESS_CHANGED,
    problems.NOT_FOLLOWED,
    takes=Moves,
    parameters=(IF_MATCH,),
    etag=True,
)
def replace_progress(request: Request, table_id: str) -> Response:
    """Replace the hand in progress.

    All its moves so far, in order. An empty list answers what may be done first. Refused while the hand form
    says something else than the moves that were there, unless one of them goes.
    """
    view = load_followed(request, table_id, rights.HANDS)
    if view.table.state.over:
        raise GameOver("game-over", "moves")
    moves: list[Any] = read(request, Moves).moves
    rev = matched_number(request)
    seen = progress.of_table(view.table).rev if rev is None else rev
    return answered(view.table, progress.change(view, replacing(seen, moves))[0])


@at_table(
    "DELETE draft/",
    None,
    problems.PROGRESS_CHANGED,
    problems.NO_PROGRESS,
    problems.NOT_FOLLOWED,
    parameters=(IF_MATCH,),
)
def discard_progress(request: Request, table_id: str) -> None:
    """Discard the hand in progress.

    Both its moves and what stands in the hand form.
    """
    view = load_followed(request, table_id, rights.HANDS)
    now = progress.of_table(view.table)
    if view.table.state.over or not now.there:
        raise Failure(problems.NO_PROGRESS)
    rev = matched_number(request)
    progress.change(view, discarding(now.rev if rev is None else rev))


def load_followed(request: Request, table_id: str, right: str = rights.SEE) -> View:
    """The table. Raises Failure if its game isn't followed card by card."""
    view = load(request, table_id, right)
    if view.table.variant.follow is None:
        raise Failure(problems.NOT_FOLLOWED)
    return view


def answered(table: Table, kept: StoredProgress) -> Response:
    """The hand; its ETag is the number of times it was written."""
    return with_etag(in_progress(table, kept), kept.rev, table.version)


def in_progress(table: Table, kept: StoredProgress) -> HandInProgress:
    """The hand after its moves, and the next moves."""
    hand = standing(table, kept)
    entry, done = noted(hand.entry, kept), hand.done
    if form_differs(table, kept):  # it would be lost if the entry of the moves were saved
        form = hand_form(table, kept)
        entry, done = dict(form.entry), isinstance(form.outcome, Step)
        for unsaid in () if done else ("tricks", "showdown"):
            entry.pop(unsaid, None)
    return HandInProgress.of(
        hand,
        variant=table.variant.name,
        rev=kept.rev,
        moves=[dict(move) for move in kept.moves],
        entry=entry,
        done=done,
        offers=[
            OfferShape.of(
                one, off=one.off.message if one.off else "", reason=Reason.of(one.off) if one.off else None
            )
            for one in hand.offers
        ],
    )
