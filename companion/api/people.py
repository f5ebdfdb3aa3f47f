"""Seats of a table, disputes about its hands; its phones and programs: list, remove, hand on a role.

And recovery sheets of tables and groups: make one, and become a host with it.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import links as secrets
from companion.access import roles
from companion.api import groups, keys
from companion.api.auth import caller
from companion.api.base import LONGEST_PAGE, PAGING, created, load, paging, read, tagged
from companion.api.links import TAG as LINKS
from companion.api.operations import ANYWHERE, GROUP, TABLE, TABLE_KEY, Operations
from companion.api.problems import Failure, missing
from companion.api.serializers import page
from companion.api.shapes.people import (
    Dispute,
    DisputeAnswer,
    DisputeList,
    NewDispute,
    Phone,
    PhoneChange,
    PhoneList,
    Recovered,
    RecoveryCode,
    RecoverySheet,
    RecoveryState,
    Seat,
    SeatClaim,
    SeatList,
)
from companion.log import disputes as log_disputes
from companion.log.viewer import View
from companion.server import problems, rates
from companion.server.addresses import for_phones
from companion.store import disputes as store_disputes
from companion.store import pairing as store_recovery
from companion.store import phone_list
from companion.store import phones as store_phones
from companion.store import phones as store_seats
from companion.store.pairing import Sheet
from companion.store.phone_list import PhoneView
from companion.wording.refusal import AppRefusal

at_table = Operations("Phones", TABLE)
of_disputes = Operations("Disputes", TABLE)
at_links = Operations(LINKS, TABLE)
at_links_of_group = Operations(LINKS, GROUP)
with_sheet = Operations(LINKS, ANYWHERE)


@at_table("GET seats/", SeatList)
def list_seats(request: Request, table_id: str) -> Response:
    """List the seats.

    Return each seat, and whether it is claimed.
    """
    return seats(load(request, table_id))


@at_table("PUT seat/", SeatList, takes=SeatClaim, etag=True)
def claim_seat(request: Request, table_id: str) -> Response:
    """Claim a seat.

    Say which player this token is, or move to another seat. A token has one seat at most.
    """
    store_seats.claim(load(request, table_id, roles.SIT), read(request, SeatClaim).player)
    return seats(load(request, table_id))


@at_table("DELETE seat/", None)
def leave_seat(request: Request, table_id: str) -> None:
    """Leave the seat.

    Give up the seat.
    """
    store_seats.claim(load(request, table_id, roles.SIT), "")


@of_disputes("GET disputes/", DisputeList)
def list_disputes(request: Request, table_id: str) -> Response:
    """List the disputes.

    Return every dispute, closed ones too.
    """
    view = load(request, table_id)
    return tagged(DisputeList(disputes=of_table(view)), view)


@of_disputes("POST disputes/", Dispute, problems.NO_HAND, takes=NewDispute, location=True)
def open_dispute(request: Request, table_id: str) -> Response:
    """Open a dispute.

    Say that a hand that counts is wrong, and why. Everyone at the table sees it.
    """
    view = load(request, table_id, roles.SIT)
    sent = read(request, NewDispute)
    key = keys.of_log(caller(request).device, "dispute", keys.key(request))

    def open_it() -> dict[str, Any]:
        with missing(problems.NO_HAND):
            store_disputes.dispute(view, key, sent.number, sent.reason)
        mine = [one for one in of_table(view) if one.mine and one.number == sent.number]
        return {"id": mine[-1].id}

    found = one_of(load(request, table_id), keys.once(request, open_it)["id"])
    return created(request, found, found.id)


@of_disputes("GET disputes/<int:dispute_id>/", Dispute, problems.NO_DISPUTE)
def read_dispute(request: Request, table_id: str, dispute_id: int) -> Response:
    """Read a dispute.

    Return the dispute, and how it ended.
    """
    view = load(request, table_id)
    return tagged(one_of(view, dispute_id), view)


@of_disputes("DELETE disputes/<int:dispute_id>/", None, problems.DISPUTE_ENDED, problems.NO_DISPUTE)
def withdraw_dispute(request: Request, table_id: str, dispute_id: int) -> None:
    """Withdraw a dispute.

    Only the one who opened it can.
    """
    view = load(request, table_id, roles.SIT)
    with missing(problems.NO_DISPUTE):
        store_disputes.take_back(view, dispute_id)


@of_disputes(
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
    view = load(request, table_id, roles.HANDS)
    sent = read(request, DisputeAnswer)
    one_of(view, dispute_id)
    store_disputes.answer(view, dispute_id, sent.answer)
    return one_of(load(request, table_id), dispute_id)


def seats(view: View) -> Response:
    """The response with the seats, with the ETag of their table."""
    return tagged(seats_of(view), view)


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
        role=roles.words(one.by.role),
        seat=view.viewer.seats.get(one.by.device, ""),
        mine=view.viewer.wrote(one.by),
        open=not one.end,
        end=one.end,
        ended_at=one.ended_at,
        answer=one.answer,
    )


@at_table("GET phones/", PhoneList, parameters=PAGING)
def list_phones(request: Request, table_id: str) -> Response:
    """List the phones.

    Phones and programs that have joined, oldest first; removed ones too. Without a `limit` as many as a table
    takes.
    """
    start, most = paging(request, LONGEST_PAGE)
    view = load(request, table_id)
    found, count = phone_list.part(view, start, most)
    listed = page(request, start, most, count, [phone_shown(one, view) for one in found])
    return tagged(PhoneList(phones=listed.pop("results"), **listed), view)


@at_table("PUT phones/<int:phone_id>/", Phone, problems.NO_PHONE, takes=PhoneChange)
def update_phone(request: Request, table_id: str, phone_id: int) -> Phone:
    """Remove a phone, or let it back.

    A removed phone loses its roles at once and can't join again until it is let back. A program that is
    removed loses the table: its token is withdrawn. Hosts can remove each other, and none itself.
    """
    view = load(request, table_id, roles.SHARE)
    removed = read(request, PhoneChange).removed
    if phone(view, phone_id).removed != removed:
        (store_phones.put_out if removed else store_phones.let_back)(view, phone_id)
    view = load(request, table_id)
    found = phone_list.one(view, phone_id)
    return phone_shown(found, view) if found else gone(phone_id)


@at_table("PUT phones/<int:phone_id>/roles/<slug:role>/", Phone, problems.NO_PHONE, problems.REFUSED)
def give_role(request: Request, table_id: str, phone_id: int, role: str) -> Phone:
    """Hand a role to a phone.

    The role of the scorekeeper or banker: whoever hands it on loses it, except a host. Or the host's, by
    a host: both have it then.
    """
    given = roles.stored(role)
    view = load(request, table_id, roles.TO_GIVE.get(given, roles.HANDS))
    phone(view, phone_id)
    store_phones.hand_on(view, given, phone_id)
    return phone(load(request, table_id), phone_id)


@at_table("DELETE phones/<int:phone_id>/roles/<slug:role>/", Phone, problems.NO_PHONE, problems.REFUSED)
def take_role(request: Request, table_id: str, phone_id: int, role: str) -> Phone:
    """Take a role back from a phone.

    A phone without another role stays as a player. A host can't take its own role.
    """
    view = load(request, table_id, roles.SHARE)
    phone(view, phone_id)
    store_phones.take_back(view, roles.stored(role), phone_id)
    return phone(load(request, table_id), phone_id)


def phone_shown(one: PhoneView, view: View) -> Phone:
    """A phone as the API shows it to this viewer."""
    return Phone(
        id=one.number,
        roles=[roles.words(role) for role in one.roles if role],
        seat=one.seat,
        connected=one.here,
        removed=one.out,
        mine=one.device == view.viewer.device,
        program=one.program,
    )


def phone(view: View, number: int) -> Phone:
    """The phone with this id. Raises Failure."""
    found = phone_list.one(view, number)
    if found is None:
        raise Failure(problems.NO_PHONE)
    return phone_shown(found, view)


def gone(number: int) -> Phone:
    """A phone that may join again and hasn't yet."""
    return Phone(id=number, roles=[], seat="", connected=False, removed=False, mine=False, program=False)


@at_links("GET recovery/", RecoveryState, problems.NOT_ALLOWED)
def read_recovery(request: Request, table_id: str) -> Response:
    """Read when the recovery sheet was made.

    Return when it was made and used; never its code.
    """
    view = load(request, table_id, roles.SHARE)
    return tagged(_state(store_recovery.sheet(view)), view)


@at_links("POST recovery/", RecoverySheet, location=True, secret=True)
def make_recovery(request: Request, table_id: str) -> Response:
    """Make a recovery sheet.

    A code by which another phone or program becomes a host, once. It is answered here only, and the sheet
    before no longer works.
    """
    view = load(request, table_id, roles.SHARE)
    return _made(request, table_id, lambda code: store_recovery.renew(view, code))


@at_links_of_group("GET recovery/", RecoveryState)
def read_group_recovery(request: Request, group_id: str) -> Response:
    """Read when a group's recovery sheet was made.

    Return when it was made and used; never its code.
    """
    found = groups.load(request, group_id, roles.SHARE)
    return groups.tagged(_state(store_recovery.sheet(found)), found)


@at_links_of_group("POST recovery/", RecoverySheet, problems.REFUSED, location=True, secret=True)
def make_group_recovery(request: Request, group_id: str) -> Response:
    """Make a recovery sheet of a group.

    A code by which another phone or program becomes a host, once. It is answered here only, and the sheet
    before no longer works.
    """
    found = groups.load(request, group_id, roles.SHARE)
    return _made(request, group_id, lambda code: store_recovery.renew(found, code))


@with_sheet(
    "POST recover/",
    Recovered,
    problems.UNKNOWN_TOKEN,
    status=200,
    takes=RecoveryCode,
    key=TABLE_KEY,
    secret=True,
)
def recover(request: Request) -> Recovered:
    """Become a host with a recovery sheet.

    The code of the sheet of a table or group, in any spelling; it works once. Without a host's token the
    caller becomes a new host, whose token is answered. Wrong codes are limited as on the Join page.
    """
    code = read(request, RecoveryCode).code
    host = keys.newcomer(request)
    if wait := rates.wait_to_try(request._request):
        raise Throttled(wait)
    try:
        done = keys.once_for(request, host, lambda: _recovered(host.device, code))
    except Http404:
        rates.count_wrong_code(request._request)
        raise AppRefusal("unknown-code", "code") from None
    return Recovered(**done, token=host.token)


def _state(sheet: Sheet | None) -> RecoveryState:
    if sheet is None:
        return RecoveryState(made_at=None, used_at=None)
    return RecoveryState.of(sheet)


def _made(request: Request, of: str, renew: Callable[[str], None]) -> Response:
    """Make the sheet of this table or group once, and return its code."""
    # Derived from the key, so that the same request has the same answer and the code isn't stored.
    code = secrets.sheet_code(UUID(keys.of_log(caller(request).device, "recovery", keys.key(request), of)))
    keys.once(request, lambda: renew(code))
    address = for_phones(request, reverse("sheet", args=[code]))
    return Response(RecoverySheet(code=code, address=address), headers={"Location": request.path})


def _recovered(device: str, code: str) -> dict[str, Any]:
    """Use the sheet of a table or group. Raises Http404, Refusal."""
    found = store_recovery.use_sheet(device, code, program=True)
    return {"table": found.table_id or None, "group": found.group_id or None, "deleted": found.deleted}
