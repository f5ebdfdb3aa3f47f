"""The hand in progress: its moves, its facts, and the next moves."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api.base import Api, load, matched_number
from companion.api.openapi import AT_TABLE, described, if_match
from companion.api.problems import Failure, GameOver
from companion.api.read import read
from companion.api.shapes import HandInProgress, Moves, Reason
from companion.api.shapes import Offer as OfferShape
from companion.forms.opened import noted
from companion.log.progress import StoredProgress, standing
from companion.log.table import Table
from companion.log.viewer import View
from companion.server import problems
from companion.server.build import build
from companion.store import progress
from scoring.progress import Offer

TAG = "Hand in progress"
CHANGED = (*AT_TABLE, problems.NOT_FOLLOWED, problems.NOT_ALLOWED, problems.PROGRESS_CHANGED)


class TheProgress(Api):
    """The hand in progress of a table."""

    @described(
        "read_progress",
        TAG,
        "Read the hand in progress",
        {200: HandInProgress},
        *AT_TABLE,
        problems.NO_PROGRESS,
        problems.NOT_FOLLOWED,
        problems.REFUSED,
        description="Its moves, and last those that tell what stands in the hand form. Refused when a"
        " correction has made the moves impossible.",
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Return moves, phase and next moves; 422 if a correction has made the moves impossible."""
        view = load_followed(request, table_id)
        kept = progress.followed(view.table)
        if view.table.state.over or not kept.there:
            raise Failure(problems.NO_PROGRESS)
        return answered(view.table, kept)

    @described(
        "replace_progress",
        TAG,
        "Replace the hand in progress",
        {200: HandInProgress},
        *CHANGED,
        problems.REFUSED,
        problems.GAME_OVER,
        takes=Moves,
        parameters=(if_match(required=False),),
        description="All its moves so far, in order. An empty list answers what may be done first.",
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Replace the moves."""
        view = load_followed(request, table_id, roles.HANDS)
        if view.table.state.over:
            raise GameOver("game-over", "moves")
        return answered(view.table, self._changed(request, view, read(request, Moves).moves))

    @described(
        "discard_progress",
        TAG,
        "Discard the hand in progress",
        {204: None},
        *CHANGED,
        problems.NO_PROGRESS,
        parameters=(if_match(required=False),),
        description="Both its moves and what stands in the hand form.",
    )
    def delete(self, request: Request, table_id: str) -> Response:
        """Delete the hand in progress."""
        view = load_followed(request, table_id, roles.HANDS)
        now = progress.of_table(view.table)
        if view.table.state.over or not now.there:
            raise Failure(problems.NO_PROGRESS)
        rev = matched_number(request)
        progress.discard(view, now.rev if rev is None else rev)
        return Response(status=204)

    def _changed(self, request: Request, view: View, moves: list[Any]) -> StoredProgress:
        rev = matched_number(request)
        seen = progress.of_table(view.table).rev if rev is None else rev
        return progress.replace_moves(view, seen, moves)


def load_followed(request: Request, table_id: str, right: str = roles.SEE) -> View:
    """The table. Raises Failure if its game isn't followed card by card."""
    view = load(request, table_id, right)
    if view.table.variant.follow is None:
        raise Failure(problems.NOT_FOLLOWED)
    return view


def answered(table: Table, kept: StoredProgress) -> Response:
    """The response with the hand; its ETag is the number of times it was written."""
    response = Response(in_progress(table, kept))
    response.headers["ETag"] = f'"{kept.rev}.{table.version}-{build()}"'
    return response


def in_progress(table: Table, kept: StoredProgress) -> HandInProgress:
    """The hand after its moves, and the next moves."""
    hand = standing(table, kept)
    return HandInProgress(
        variant=table.variant.name,
        rev=kept.rev,
        moves=[dict(move) for move in kept.moves],
        phase=hand.phase,
        to_act=hand.to_act,
        done=hand.done,
        entry=noted(hand.entry, kept),
        offers=[offered(one) for one in hand.offers],
    )


def offered(offer: Offer) -> OfferShape:
    """A next move."""
    off = offer.off
    return OfferShape(
        move=offer.move,
        words=offer.words,
        rule=offer.rule,
        off=off.message if off else "",
        reason=Reason(code=off.code, rule=off.rule, values=off.values) if off else None,
        least=offer.least,
        most=offer.most,
    )
