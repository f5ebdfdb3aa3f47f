"""The hand in progress: its moves, what comes of them, and what may be done next."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api.base import Api, body, load, matched_number
from companion.api.openapi import NONE_MATCH, described, if_match
from companion.api.problems import Outrun
from companion.api.record_schema import listed, of
from companion.api.shapes import ref
from companion.log.table import Table
from companion.server import etags
from companion.store import progress
from companion.store.progress import MOST_MOVES, Draft, Stale
from scoring import Refusal

MOVES = of({"moves": listed({"type": "object"}, MOST_MOVES)}, "moves")
REFUSED = (401, 403, 404, 412, 422)


class TheDraft(Api):
    """The hand in progress of a table."""

    @described(
        "read_draft",
        "The hand in progress; 404 where none has begun",
        {200: ref("Draft")},
        *(401, 404, 422),
        parameters=(NONE_MATCH,),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Moves, phase, and what may be done next; 422 when a correction has made the moves impossible."""
        table = load(request, table_id)
        draft = progress.draft(table)
        if table.state.over or not draft.moves:
            raise Http404("no hand in progress")
        return told(table, draft)

    @described(
        "tell_draft",
        "Say how the hand in progress has gone; an empty list answers what may be done first",
        {200: ref("Draft")},
        *REFUSED,
        takes=MOVES,
        parameters=(if_match(required=False),),
    )
    def put(self, request: Request, table_id: str) -> Response:
        """These moves and no others."""
        table = load(request, table_id, roles.HANDS)
        if table.state.over:
            raise Refusal("moves", "expected no more hands: the game is over")
        return told(table, self._changed(request, table, moves_of(request)))

    @described(
        "forget_draft",
        "Forget the hand in progress",
        {204: None},
        *(401, 403, 404, 412),
        parameters=(if_match(required=False),),
    )
    def delete(self, request: Request, table_id: str) -> Response:
        """No hand in progress."""
        table = load(request, table_id, roles.HANDS)
        if table.state.over or not progress.draft(table).moves:
            raise Http404("no hand in progress")
        self._changed(request, table, [])
        return Response(status=204)

    def _changed(self, request: Request, table: Table, moves: list[dict[str, object]]) -> Draft:
        said = matched_number(request)
        seen = progress.draft(table).rev if said is None else said
        try:
            return progress.replace_moves(table, seen, moves)
        except Stale:
            raise Outrun from None


def told(table: Table, draft: Draft) -> Response:
    """The hand as it stands; its ETag is how often it has changed."""
    hand = progress.standing(table, draft)
    said = {
        "rev": draft.rev,
        "moves": [dict(move) for move in draft.moves],
        "phase": hand.phase,
        "to_act": hand.to_act,
        "done": hand.done,
        "entry": hand.entry,
        "offers": [
            {"move": one.move, "words": one.words, "rule": one.rule, "off": one.off, **chips(one)}
            for one in hand.offers
        ],
    }
    response = Response(said)
    response.headers["ETag"] = f'"{draft.rev}.{table.version}-{etags.build()}"'
    return response


def chips(offer: Any) -> dict[str, Any]:
    """How many chips may be added to a move."""
    return {"least": offer.least, "most": offer.most}


def moves_of(request: Request) -> list[dict[str, object]]:
    """The moves that were sent."""
    said = body(request)
    for name in said:
        if name != "moves":
            raise Refusal(name[:MOST_MOVES], "expected moves and nothing else")
    moves = said.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, dict) for move in moves):
        raise Refusal("moves", "expected a list of moves, each an object")
    return moves
