"""The phones and programs at a table: list, remove, hand on a role; the seats that they claim."""

from collections.abc import Collection

from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import LONGEST_PAGE, PAGING, load, paging, read, tagged
from companion.api.operations import TABLE, Operations
from companion.api.problems import Failure
from companion.api.serializers import page
from companion.api.shapes.phones import Phone, PhoneChange, PhoneList, Seat, SeatClaim, SeatList
from companion.log import rights
from companion.log.rights import View
from companion.server import problems
from companion.store import phone_list
from companion.store import phones as store_phones
from companion.store.phone_list import PhoneView

at_table = Operations("Phones", TABLE)


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
    store_phones.claim(load(request, table_id, rights.SIT), read(request, SeatClaim).player)
    return seats(load(request, table_id))


@at_table("DELETE seat/", None)
def leave_seat(request: Request, table_id: str) -> None:
    """Leave the seat.

    Give up the seat.
    """
    store_phones.claim(load(request, table_id, rights.SIT), "")


def seats(view: View) -> Response:
    """The response with the seats, with the ETag of their table."""
    return tagged(seats_of(view, phone_list.taken_seats(view.table)), view)


def seats_of(view: View, claimed: Collection[str]) -> SeatList:
    """The seats, in seat order, and whether each is claimed."""
    table, viewer = view.table, view.viewer
    return SeatList(
        seats=[
            Seat(player=one, claimed=one in claimed, mine=one == viewer.seat) for one in table.state.players
        ]
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
    view = load(request, table_id, rights.SHARE)
    removed = read(request, PhoneChange).removed
    if phone(view, phone_id).removed != removed:
        (store_phones.put_out if removed else store_phones.let_back)(view, phone_id)
    view = load(request, table_id)
    found = phone_list.one(view, phone_id)
    if found:
        return phone_shown(found, view)
    # It may join again and hasn't yet.
    return Phone(id=phone_id, roles=[], seat="", connected=False, removed=False, mine=False, program=False)


@at_table("PUT phones/<int:phone_id>/roles/<slug:role>/", Phone, problems.NO_PHONE, problems.REFUSED)
def give_role(request: Request, table_id: str, phone_id: int, role: str) -> Phone:
    """Hand a role to a phone.

    The role of the scorekeeper or banker: whoever hands it on loses it, except a host. Or the host's, by
    a host: both have it then.
    """
    given = rights.stored(role)
    view = load(request, table_id, rights.TO_GIVE.get(given, rights.HANDS))
    phone(view, phone_id)
    store_phones.hand_on(view, given, phone_id)
    return phone(load(request, table_id), phone_id)


@at_table("DELETE phones/<int:phone_id>/roles/<slug:role>/", Phone, problems.NO_PHONE, problems.REFUSED)
def take_role(request: Request, table_id: str, phone_id: int, role: str) -> Phone:
    """Take a role back from a phone.

    A phone without another role stays as a player. A host can't take its own role.
    """
    view = load(request, table_id, rights.SHARE)
    phone(view, phone_id)
    store_phones.take_back(view, rights.stored(role), phone_id)
    return phone(load(request, table_id), phone_id)


def phone_shown(one: PhoneView, view: View) -> Phone:
    """A phone as the API shows it to this viewer."""
    return Phone(
        id=one.number,
        roles=[rights.words(role) for role in one.roles if role],
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
