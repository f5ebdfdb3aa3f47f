"""The phones and programs at a table: list, remove, hand on a role."""

from rest_framework.request import Request
from rest_framework.response import Response

from companion.access import roles
from companion.api.base import LONGEST_PAGE, PAGING, Api, load, paging, tagged
from companion.api.openapi import AT_TABLE, described
from companion.api.problems import Failure
from companion.api.read import read
from companion.api.serializers import page
from companion.api.shapes import Phone, PhoneChange, PhoneList
from companion.log.viewer import View
from companion.server import problems
from companion.store import phone_list
from companion.store import phones as store_phones
from companion.store.phone_list import PhoneView

TAG = "People"
CHANGED = (*AT_TABLE, problems.NOT_ALLOWED, problems.NO_PHONE, problems.REFUSED)


class Phones(Api):
    """The phones of a table."""

    @described(
        "list_phones",
        TAG,
        "List the phones",
        {200: PhoneList},
        *AT_TABLE,
        parameters=PAGING,
        description="Phones and programs that have joined, oldest first; removed ones too. Without a `limit` "
        "as many as a table takes.",
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Return one page of the list, each phone with its roles and seat."""
        start, most = paging(request, LONGEST_PAGE)
        view = load(request, table_id)
        found, count = phone_list.part(view.table, start, most)
        listed = page(request, start, most, count, [shown(one, view) for one in found])
        return tagged(Response(PhoneList(phones=listed.pop("results"), **listed)), view)


class OnePhone(Api):
    """One phone of a table."""

    @described(
        "update_phone",
        TAG,
        "Remove a phone, or let it back",
        {200: Phone},
        *CHANGED,
        takes=PhoneChange,
        description="A removed phone loses its roles at once and can't join again until it is let back. A "
        "program that is removed loses the table: its token is withdrawn. Owners can remove each other, and "
        "none itself.",
    )
    def put(self, request: Request, table_id: str, phone_id: int) -> Response:
        """Remove a phone, or let it join again."""
        view = load(request, table_id, roles.SHARE)
        removed = read(request, PhoneChange).removed
        if phone(view, phone_id).removed != removed:
            (store_phones.put_out if removed else store_phones.let_back)(view, phone_id)
        view = load(request, table_id)
        found = phone_list.one(view.table, phone_id)
        return Response(shown(found, view) if found else gone(phone_id))


class PhoneRole(Api):
    """The scorekeeper's or banker's role of a phone."""

    @described(
        "give_role",
        TAG,
        "Hand a role to a phone",
        {200: Phone},
        *CHANGED,
        description="The role of the scorekeeper or banker: whoever hands it on loses it, except the owner. "
        "Or the owner's, by an owner: both have it then.",
    )
    def put(self, request: Request, table_id: str, phone_id: int, role: str) -> Response:
        """Hand on the role to the phone."""
        view = load(request, table_id, roles.TO_GIVE.get(role, roles.HANDS))
        phone(view, phone_id)
        store_phones.hand_on(view, role, phone_id)
        return Response(phone(load(request, table_id), phone_id))

    @described(
        "take_role",
        TAG,
        "Take a role back from a phone",
        {200: Phone},
        *CHANGED,
        description="A phone without another role stays as a player. An owner can't take its own role.",
    )
    def delete(self, request: Request, table_id: str, phone_id: int, role: str) -> Response:
        """Take the role back."""
        view = load(request, table_id, roles.SHARE)
        phone(view, phone_id)
        store_phones.take_back(view, role, phone_id)
        return Response(phone(load(request, table_id), phone_id))


def shown(one: PhoneView, view: View) -> Phone:
    """A phone as the API shows it to this viewer."""
    return Phone(
        id=one.number,
        roles=[role for role in one.roles if role],
        seat=one.seat,
        connected=one.here,
        removed=one.out,
        mine=one.device == view.viewer.device,
        program=one.program,
    )


def phone(view: View, number: int) -> Phone:
    """The phone with this id. Raises Failure."""
    found = phone_list.one(view.table, number)
    if found is None:
        raise Failure(problems.NO_PHONE)
    return shown(found, view)


def gone(number: int) -> Phone:
    """A phone that may join again and hasn't yet."""
    return Phone(id=number, roles=[], seat="", connected=False, removed=False, mine=False, program=False)
