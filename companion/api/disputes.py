"""Disputes about the hands of a table: list, open, withdraw, answer."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion.api import keys
from companion.api.auth import caller
from companion.api.base import created, load, read, tagged
from companion.api.operations import TABLE, Operations
from companion.api.problems import Failure, missing
from companion.api.shapes.phones import Dispute, DisputeAnswer, DisputeList, NewDispute
from companion.log import disputes as log_disputes
from companion.log import rights
from companion.log.rights import View
from companion.server import problems
from companion.store import disputes as store_disputes

at_table = Operations("Disputes", TABLE)


@at_table("GET disputes/", DisputeList)
def list_disputes(request: Request, table_id: str) -> Response:
    """List the disputes.

    Return every dispute, closed ones too.
    """
    view = load(request, table_id)
    return tagged(DisputeList(disputes=of_table(view)), view)


@at_table("POST disputes/", Dispute, problems.NO_HAND, takes=NewDispute, location=True)
def open_dispute(request: Request, table_id: str) -> Response:
    """Open a dispute.

    Say that a hand that counts is wrong, and why. Everyone at the table sees it.
    """
    view = load(request, table_id, rights.SIT)
    sent = read(request, NewDispute)
    key = keys.of_log(caller(request).device, "dispute", keys.key(request))

    def open_it() -> dict[str, Any]:
        with missing(problems.NO_HAND):
            store_disputes.dispute(view, key, sent.number, sent.reason)
        mine = [one for one in of_table(view) if one.mine and one.number == sent.number]
        return {"id": mine[-1].id}

    found = one_of(load(request, table_id), keys.once(request, open_it)["id"])
    return created(request, found, found.id)


@at_table("GET disputes/<int:dispute_id>/", Dispute, problems.NO_DISPUTE)
def read_dispute(request: Request, table_id: str, dispute_id: int) -> Response:
    """Read a dispute.

    Return the dispute, and how it ended.
    """
    view = load(request, table_id)
    return tagged(one_of(view, dispute_id), view)


@at_table("DELETE disputes/<int:dispute_id>/", None, problems.DISPUTE_ENDED, problems.NO_DISPUTE)
def withdraw_dispute(request: Request, table_id: str, dispute_id: int) -> None:
    """Withdraw a dispute.

    Only the one who opened it can.
    """
    view = load(request, table_id, rights.SIT)
    with missing(problems.NO_DISPUTE):
        store_disputes.take_back(view, dispute_id)


@at_table(
    "PUT disputes/<int:dispute_id>/answer/",
    Dispute,
    problems.DISPUTE_ENDED,
    problems.NO_DISPUTE,
    takes=DisputeAnswer,
)
def answer_dispute(request: Request, table_id: str, dispute_id: int) -> Dispute:
    """Answer a dispute.

    The dispute is closed, and the hand stays as it is. To change it, correct the entry.
    """
    view = load(request, table_id, rights.HANDS)
    sent = read(request, DisputeAnswer)
    one_of(view, dispute_id)
    store_disputes.answer(view, dispute_id, sent.answer)
    return one_of(load(request, table_id), dispute_id)


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
        role=rights.words(one.by.role),
        seat=view.viewer.seats.get(one.by.device, ""),
        mine=view.viewer.wrote(one.by),
        open=not one.end,
        end=one.end,
        ended_at=one.ended_at,
        answer=one.answer,
    )
