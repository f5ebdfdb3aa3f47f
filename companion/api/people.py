"""Seats of a table, and disputes about its hands."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api import keys
from companion.api.auth import caller
from companion.api.base import Api, load, tagged
from companion.api.openapi import AT_TABLE, KEY, described
from companion.api.problems import Failure, missing
from companion.api.read import read
from companion.api.shapes import Dispute, DisputeAnswer, DisputeList, NewDispute, Seat, SeatClaim, SeatList
from companion.log import disputes as log_disputes
from companion.log.viewer import View
from companion.server import problems
from companion.store import disputes as store_disputes
from companion.store import seats as store_seats

TAG = "People"
SITTING = (*AT_TABLE, problems.NOT_ALLOWED)


class Seats(Api):
    """The seats of a table."""

    @described("list_seats", TAG, "List the seats", {200: SeatList}, *AT_TABLE)
    def get(self, request: Request, table_id: str) -> Response:
        """Return each seat, and whether it is claimed."""
        return seats(load(request, table_id))


class OwnSeat(Api):
    """The seat of a token."""

    @described(
        "claim_seat",
        TAG,
        "Claim a seat",
        {200: SeatList},
        *SITTING,
        problems.REFUSED,
        takes=SeatClaim,
        description="Say which player this token is, or move to another seat. A token has one seat at most.",
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Claim a seat."""
        store_seats.claim(load(request, table_id, roles.SIT), read(request, SeatClaim).player)
        return seats(load(request, table_id))

    @described("leave_seat", TAG, "Leave the seat", {204: None}, *SITTING)
    def delete(self, request: Request, table_id: str) -> Response:
        """Give up the seat."""
        store_seats.claim(load(request, table_id, roles.SIT), "")
        return Response(status=204)


class Disputes(Api):
    """The disputes of a table."""

    @described("list_disputes", TAG, "List the disputes", {200: DisputeList}, *AT_TABLE)
    def get(self, request: Request, table_id: str) -> Response:
        """Return every dispute, closed ones too."""
        view = load(request, table_id)
        return tagged(Response(DisputeList(disputes=of_table(view))), view)

    @described(
        "open_dispute",
        TAG,
        "Open a dispute",
        {201: Dispute},
        *SITTING,
        problems.NO_HAND,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=NewDispute,
        parameters=(KEY,),
        description="Say that a hand that counts is wrong, and why. Everyone at the table sees it.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Raise a dispute."""
        view = load(request, table_id, roles.SIT)
        sent = read(request, NewDispute)
        key = keys.of_log(caller(request).device, "dispute", keys.key(request))

        def open_it() -> dict[str, Any]:
            with missing(problems.NO_HAND):
                store_disputes.dispute(view, key, sent.number, sent.reason)
            mine = [one for one in of_table(view) if one.mine and one.number == sent.number]
            return {"id": mine[-1].id}

        found = one_of(load(request, table_id), keys.once(request, open_it)["id"])
        response = Response(found, status=201)
        response.headers["Location"] = reverse("api_dispute", args=[table_id, found.id])
        return response


class OneDispute(Api):
    """One dispute."""

    @described("read_dispute", TAG, "Read a dispute", {200: Dispute}, *AT_TABLE, problems.NO_DISPUTE)
    def get(self, request: Request, table_id: str, dispute_id: int) -> Response:
        """Return the dispute, and how it ended."""
        view = load(request, table_id)
        return tagged(Response(one_of(view, dispute_id)), view)

    @described(
        "withdraw_dispute",
        TAG,
        "Withdraw a dispute",
        {204: None},
        *SITTING,
        problems.NO_DISPUTE,
        problems.DISPUTE_ENDED,
        description="Only the one who opened it can.",
    )
    def delete(self, request: Request, table_id: str, dispute_id: int) -> Response:
        """Take the dispute back."""
        view = load(request, table_id, roles.SIT)
        with missing(problems.NO_DISPUTE):
            store_disputes.take_back(view, dispute_id)
        return Response(status=204)


class DisputeAnswers(Api):
    """The answer to a dispute."""

    @described(
        "answer_dispute",
        TAG,
        "Answer a dispute",
        {200: Dispute},
        *SITTING,
        problems.NO_DISPUTE,
        problems.DISPUTE_ENDED,
        problems.REFUSED,
        takes=DisputeAnswer,
        description="The dispute is closed, and the hand stays as it is. To change it, correct the entry.",
    )
    def put(self, request: Request, table_id: str, dispute_id: int) -> Response:
        """Answer the dispute."""
        view = load(request, table_id, roles.HANDS)
        sent = read(request, DisputeAnswer)
        one_of(view, dispute_id)
        store_disputes.answer(view, dispute_id, sent.answer)
        return Response(one_of(load(request, table_id), dispute_id))


def seats(view: View) -> Response:
    """The response with the seats, with the ETag of their table."""
    return tagged(Response(seats_of(view)), view)


def seats_of(view: View) -> SeatList:
    """The seats, in seat order, and whether each is claimed."""
    table, viewer = view.table, view.viewer
    claimed = set(viewer.seats.values())
    return SeatList(
        seats=[
            Seat(player=one, claimed=one in claimed, mine=one == viewer.seat) for one in table.state.players
        ]
    )


def of_table(view: View) -> list[Dispute]:
    """All disputes of a table, oldest first."""
    return [shown(view, one) for one in store_disputes.of_table(view.table)]


def one_of(view: View, number: int) -> Dispute:
    """The dispute with this id. Raises Http404."""
    for one in of_table(view):
        if one.id == number:
            return one
    raise Failure(problems.NO_DISPUTE)


def shown(view: View, one: log_disputes.Dispute) -> Dispute:
    """A dispute as seen by this token."""
    item = view.table.entry(one.seq)
    return Dispute(
        id=one.number,
        number=one.seq,
        hand=item.hand.number if item and item.hand else None,
        reason=one.words,
        at=one.at,
        role=one.by.role,
        seat=view.viewer.seats.get(one.by.device, ""),
        mine=view.viewer.wrote(one.by),
        open=not one.end,
        end=one.end,
        ended_at=one.ended_at,
        answer=one.answer,
    )
