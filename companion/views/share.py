"""Share: links and codes by role, phones with their roles, and seats."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices, roles
from companion.access import links as secrets
from companion.forms.fields import whole
from companion.log.table import Table
from companion.log.viewer import View
from companion.server.addresses import for_phones
from companion.store import links as store_links
from companion.store import moving, phone_list
from companion.store import phones as store_phones
from companion.store import recovery as store_recovery
from companion.store import seats as store_seats
from companion.store.links import Invitation
from companion.store.phone_list import PhoneView
from companion.views.saving import SeeOther
from companion.wording import dates
from scoring import Refusal

ROLE_WORDS = {
    roles.SCOREKEEPER: "records and corrects hands",
    roles.BANKER: "makes bank entries and payouts",
    roles.PLAYER: "sees everything, has a seat, and may dispute a hand",
    roles.VIEWER: "sees everything",
}
# Buttons that set the end of a link.
ENDS = ((secrets.EVENING, "In 12 hours"), (secrets.WEEK, "In a week"), (secrets.NEVER, "No end"))
# Buttons that give a role, and take it back.
HANDED_ON = {
    roles.SCOREKEEPER: ("Make scorekeeper", "Take scoring back"),
    roles.BANKER: ("Make banker", "Take the bank back"),
}


@dataclass(frozen=True)
class PhoneLine:
    """A phone for the template: ``name`` is its seat's or its place's, ``keys`` its roles in the code."""

    number: int
    name: str
    seat: str
    roles: tuple[str, ...]
    keys: tuple[str, ...]
    mine: bool
    host: bool
    here: bool
    seen_at: datetime | None
    out: bool
    program: bool


@dataclass(frozen=True)
class QrCode:
    """An SVG path of a QR code, and its size in modules."""

    path: str
    size: int


@dataclass(frozen=True)
class InviteView:
    """A link for the template: its address, its code in two halves, and its QR code."""

    address: str
    code: str
    qr: QrCode


@require_safe
@never_cache
def share(request: HttpRequest, table_id: str) -> HttpResponse:
    return _page(request, store.load(devices.device(request), table_id))


@require_POST
def links(request: HttpRequest, table_id: str) -> HttpResponse:
    """Renew or withdraw the link of a role, by which phones that joined lose that role; or set its end."""
    role = request.POST.get("role", "")
    if ends := request.POST.get("ends"):
        return _done(request, table_id, lambda view: store_links.set_end(view, role, ends))
    change = store_links.withdraw if request.POST.get("withdraw") else store_links.renew
    return _done(request, table_id, lambda view: change(view, role))


@require_POST
def everyone_out(request: HttpRequest, table_id: str) -> HttpResponse:
    """Remove all phones but the hosts', and renew all links."""
    return _done(request, table_id, store_links.renew_all)


@require_POST
def phones(request: HttpRequest, table_id: str) -> HttpResponse:
    """Remove a phone, or let it join again."""
    change = store_phones.let_back if request.POST.get("let_back") else store_phones.put_out
    return _done(request, table_id, lambda view: change(view, _number(request)))


@require_POST
def pens(request: HttpRequest, table_id: str) -> HttpResponse:
    """Give the host's, scorekeeper's or banker's role to a phone, or take it back."""
    role = request.POST.get("role", "")
    change = store_phones.take_back if request.POST.get("take_back") else store_phones.hand_on
    return _done(request, table_id, lambda view: change(view, role, _number(request)))


@require_POST
def seats(request: HttpRequest, table_id: str) -> HttpResponse:
    """Claim a seat; "" gives it up."""
    return _done(request, table_id, lambda view: store_seats.claim(view, request.POST.get("seat", "")))


def _done(request: HttpRequest, table_id: str, change: Callable[[View], object]) -> HttpResponse:
    """Make the change and show Share again, at the same role and page of phones."""
    view = store.load(devices.device(request), table_id)
    try:
        change(view)
    except Refusal as refusal:
        return _page(request, view, refusal)
    return SeeOther(f"{reverse('share', args=[table_id])}?{request.GET.urlencode()}".rstrip("?"))


def _number(request: HttpRequest) -> int:
    return whole(request.POST.get("phone", "")) or 0


def _page(request: HttpRequest, view: View, error: Refusal | None = None) -> HttpResponse:
    table, viewer = view.table, view.viewer
    invitations = store_links.invitations(view) if viewer.may_share else {}
    role = request.GET.get("role", "")
    role = role if role in roles.LINKED else roles.PLAYER
    page = phone_list.page(view, whole(request.GET.get("phones", "")) or 1)
    taken = phone_list.taken_seats(table)
    context = {
        "table": table,
        "viewer": viewer,
        "roles": [(name, ROLE_WORDS[name]) for name in _offered(table)],
        "role": role,
        "role_words": ROLE_WORDS[role],
        "invitation": invitations.get(role),
        "way": invite(request, invitations.get(role), "link"),
        "links_to": reverse("links", args=[table.id]),
        "phones": [phone_line(phone, viewer.device) for phone in page.phones],
        "page": page,
        "here": f"?role={role}&phones={page.number}",
        "cut_off": phone_list.cut_off_by(table, role) if viewer.may_share else None,
        "guests": phone_list.guests(table) if viewer.may_share else None,
        "group": moving.of_table(view).group if viewer.may_share else None,
        "ends": ENDS,
        "sheet": store_recovery.sheet(view) if viewer.may_share else None,
        "ends_at": moment(invitations.get(role)),
        "seats": [(name, name in taken) for name in table.state.players],
        "handed_on": [(name, *HANDED_ON[name]) for name in roles.HANDED_ON if name in _offered(table)],
        "error": error,
    }
    return render(request, "share/share.html", context, status=422 if error else 200)


def phone_line(phone: PhoneView, device: str) -> PhoneLine:
    """A phone for the template; *device* is the viewer's."""
    mine = phone.device == device
    kind = "App" if phone.program else "Phone"
    return PhoneLine(
        number=phone.number,
        name=phone.seat or ("This phone" if mine else f"{kind} {phone.place}"),
        seat=phone.seat,
        roles=tuple(roles.words(role) for role in phone.roles),
        keys=phone.roles,
        mine=mine,
        host=roles.OWNER in phone.roles,
        here=phone.here,
        seen_at=phone.seen_at,
        out=phone.out,
        program=phone.program,
    )


def moment(invitation: Invitation | None) -> str:
    """The end of a link in words; "" without one."""
    ends_at = invitation.ends_at if invitation else None
    return dates.moment(timezone.localtime(ends_at)) if ends_at else ""


def _offered(table: Table) -> tuple[str, ...]:
    """The roles of a table: a game for points has no banker."""
    return tuple(role for role in roles.LINKED if role != roles.BANKER or table.variant.has_bank)


def invite(request: HttpRequest, invitation: Invitation | None, name: str) -> InviteView | None:
    """The link for the template, by the *name* of its address; None if it doesn't work."""
    if invitation is None or not invitation.works:
        return None
    address = for_phones(request, reverse(name, args=[invitation.token]))
    return InviteView(address=address, code=in_halves(invitation.code), qr=qr_code(address))


def in_halves(code: str) -> str:
    """ "ABCD-1234"."""
    half = len(code) // 2
    return code[:half] + "-" + code[half:]


def qr_code(address: str) -> QrCode:
    """The QR code of an address, in upper case, which makes it small."""
    rows = [list(row) for row in segno.make(address.upper(), error="m", micro=False).matrix]
    return QrCode(qr_path(rows), len(rows))


def qr_path(rows: list[list[int]]) -> str:
    """The dark modules of a QR code as an SVG path: one stroke for each run in a row."""
    runs: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = next((end for end in range(x, len(row)) if row[end] != row[x]), len(row)) - x
            if row[x]:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(runs)
