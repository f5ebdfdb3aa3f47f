"""Share of a table or a group: links and codes by role, phones with their roles, seats, a group's clock."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.access import links as secrets
from companion.forms.fields import whole
from companion.log import rights
from companion.log.rights import View
from companion.server.addresses import for_phones
from companion.store import group_games, groups, phone_list
from companion.store import links as store_links
from companion.store import pairing as store_recovery
from companion.store import phones as store_phones
from companion.store.circles import Circle
from companion.store.groups import TITLE_LENGTH, FoundGroup
from companion.store.links import Invitation
from companion.store.phone_list import PhoneView
from companion.views.saving import SeeOther, unless_kept
from companion.wording import dates, reader, region
from scoring import Refusal

Found = TypeVar("Found", View, FoundGroup)

ROLE_WORDS = {
    rights.SCOREKEEPER: "records and corrects hands",
    rights.BANKER: "makes bank entries and payouts",
    rights.PLAYER: "sees everything, has a seat, and may dispute a hand",
    rights.VIEWER: "sees everything",
}
GROUP_ROLE_WORDS = {
    rights.SCOREKEEPER: "sees everything, starts games, adds people and runs nights",
    rights.VIEWER: "sees people, statistics and games",
    rights.PLAYER: "plays at the group’s euchre nights, and sees only those",
}
# Buttons that set the end of a link.
ENDS = ((secrets.EVENING, "In 12 hours"), (secrets.WEEK, "In a week"), (secrets.NEVER, "No end"))
# Buttons that give a role, and take it back.
HANDED_ON = {
    rights.SCOREKEEPER: ("Make scorekeeper", "Take scoring back"),
    rights.BANKER: ("Make banker", "Take the bank back"),
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
    joined_at: datetime | None
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
    return _page(request, _table(request, table_id))


@require_safe
@never_cache
def group_share(request: HttpRequest, group_id: str) -> HttpResponse:
    return _page(request, _group(request, group_id, rights.SEE))


@require_POST
def links(request: HttpRequest, table_id: str) -> HttpResponse:
    """Renew or withdraw the link of a role, by which phones that joined lose that role; or set its end."""
    return _done(request, _table(request, table_id), _link_change(request))


@require_POST
def group_links(request: HttpRequest, group_id: str) -> HttpResponse:
    """As ``links``."""
    return _done(request, _group(request, group_id), _link_change(request))


@require_POST
def everyone_out(request: HttpRequest, table_id: str) -> HttpResponse:
    """Remove all phones but the hosts', and renew all links."""
    return _done(request, _table(request, table_id), store_links.renew_all)


@require_POST
def phones(request: HttpRequest, table_id: str) -> HttpResponse:
    """Remove a phone, or let it join again."""
    return _done(request, _table(request, table_id), _phone_change(request))


@require_POST
def group_phones(request: HttpRequest, group_id: str) -> HttpResponse:
    """Remove a phone, let it join again, or make it a host."""
    return _done(request, _group(request, group_id), _phone_change(request))


@require_POST
def pens(request: HttpRequest, table_id: str) -> HttpResponse:
    """Give the host's, scorekeeper's or banker's role to a phone, or take it back."""
    role = request.POST.get("role", "")
    change = store_phones.take_back if request.POST.get("take_back") else store_phones.hand_on
    return _done(request, _table(request, table_id), lambda view: change(view, role, _number(request)))


@require_POST
def seats(request: HttpRequest, table_id: str) -> HttpResponse:
    """Claim a seat; "" gives it up."""
    seat = request.POST.get("seat", "")
    return _done(request, _table(request, table_id), lambda view: store_phones.claim(view, seat))


@require_POST
def title(request: HttpRequest, group_id: str) -> HttpResponse:
    """Rename the group."""
    return _done(
        request, _group(request, group_id), lambda group: groups.rename(group, request.POST.get("title", ""))
    )


@require_POST
def clock(request: HttpRequest, group_id: str) -> HttpResponse:
    """Set the time zone of the group, and when its evenings end."""
    found = _group(request, group_id)
    said = unless_kept(request.POST, {"zone": found.zone, "ends": str(found.evening_ends)})
    ends = whole(said["ends"])
    return _done(
        request, found, lambda group: groups.set_clock(group, said["zone"], -1 if ends is None else ends)
    )


@require_POST
def leave(request: HttpRequest, group_id: str) -> HttpResponse:
    """Give up this phone's role at the group."""
    group = _group(request, group_id, rights.NIGHTS)
    try:
        store_phones.leave(group)
    except Refusal as refusal:
        return _page(request, group, refusal)
    return SeeOther(reverse("home"))


def _table(request: HttpRequest, table_id: str) -> View:
    return store.load(devices.device(request), table_id)


def _group(request: HttpRequest, group_id: str, right: str = rights.SHARE) -> FoundGroup:
    return groups.find(devices.device(request), group_id, right)


def _link_change(request: HttpRequest) -> Callable[[Circle], object]:
    role, ends = request.POST.get("role", ""), request.POST.get("ends")
    if ends:
        return lambda of: store_links.set_end(of, role, ends)
    change = store_links.withdraw if request.POST.get("withdraw") else store_links.renew
    return lambda of: change(of, role)


def _phone_change(request: HttpRequest) -> Callable[[Circle], object]:
    change = store_phones.let_back if request.POST.get("let_back") else store_phones.put_out
    if request.POST.get("host"):
        change = store_phones.make_host
    return lambda of: change(of, _number(request))


def _number(request: HttpRequest) -> int:
    return whole(request.POST.get("phone", "")) or 0


def _done(request: HttpRequest, of: Found, change: Callable[[Found], object]) -> HttpResponse:
    """Make the change and show Share again, at the same role and page of phones."""
    try:
        change(of)
    except Refusal as refusal:
        return _page(request, of, refusal)
    name, at = ("share", of.table.id) if isinstance(of, View) else ("group_share", of.group_id)
    return SeeOther(f"{reverse(name, args=[at])}?{request.GET.urlencode()}".rstrip("?"))


def _page(request: HttpRequest, of: Circle, error: Refusal | None = None) -> HttpResponse:
    there = _at_table(of) if isinstance(of, View) else _at_group(request, of)
    shares, words = there["shares"], there["words"]
    invitations = store_links.invitations(of) if shares else {}
    role = request.GET.get("role", "")
    role = role if role in words else there["usual"]
    invitation, reader = invitations.get(role), invitations.get(rights.READER)
    ends_at = invitation.ends_at if invitation else None
    page = phone_list.page(of, whole(request.GET.get("phones", "")) or 1)
    context = {
        **there,
        "role": role,
        "role_words": words[role],
        "invitation": invitation,
        "reading_address": for_phones(request, reverse("reading", args=[reader.token])) if reader else "",
        "way": invite(request, invitation, there["link"]),
        "phones": [phone_line(phone, there["device"]) for phone in page.phones],
        "page": page,
        "here": f"?role={role}&phones={page.number}",
        "cut_off": phone_list.cut_off_by(of, role) if shares else None,
        "ends": ENDS,
        "ends_at": dates.moment(timezone.localtime(ends_at)) if ends_at else "",
        "sheet": store_recovery.sheet(of) if shares else None,
        "error": error,
    }
    return render(request, "share/share.html", context, status=422 if error else 200)


def _at_table(view: View) -> dict[str, Any]:
    table, viewer = view.table, view.viewer
    offered = [name for name in rights.LINKED if name != rights.BANKER or table.variant.has_bank]
    taken = phone_list.taken_seats(table)
    return {
        "what": "table",
        "table": table,
        "viewer": viewer,
        "device": viewer.device,
        "shares": viewer.may_share,
        "may_share": viewer.may_share,
        "words": ROLE_WORDS,
        "roles": [(name, ROLE_WORDS[name]) for name in offered],
        "usual": rights.PLAYER,
        "link": "link",
        "links_to": reverse("links", args=[table.id]),
        "phones_to": reverse("phones", args=[table.id]),
        "recovery": reverse("recovery", args=[table.id]),
        "deletion": reverse("deletion", args=[table.id]),
        "guests": phone_list.guests(view) if viewer.may_share else None,
        "in_group": group_games.of_table(view).group if viewer.may_share else None,
        "seats": [(name, name in taken) for name in table.state.players],
        "handed_on": [(name, *HANDED_ON[name]) for name in rights.HANDED_ON if name in offered],
    }


def _at_group(request: HttpRequest, group: FoundGroup) -> dict[str, Any]:
    shares, at = group.may_share and not group.personal, [group.group_id]
    return {
        "what": "group",
        "group": group,
        "device": group.device,
        "shares": shares,
        "may_share": group.may_share,
        "words": GROUP_ROLE_WORDS,
        "roles": list(GROUP_ROLE_WORDS.items()),
        "usual": rights.SCOREKEEPER,
        "link": "group_link",
        "links_to": reverse("group_links", args=at),
        "phones_to": reverse("group_phones", args=at),
        "recovery": reverse("group_recovery", args=at),
        "deletion": reverse("group_deletion", args=at),
        "title": request.POST.get("title", group.title),
        "title_length": TITLE_LENGTH,
        "zone": group.zone,
        "near": [
            (one, region.place_of_zone(one)) for one in dict.fromkeys((group.zone, reader.zone())) if one
        ],
        "zones": region.offered_zones() if shares else {},
        "ends_of_evening": group.evening_ends,
        "hours": [(hour, f"{hour} am" if hour else "midnight") for hour in groups.HOURS],
    }


def phone_line(phone: PhoneView, device: str) -> PhoneLine:
    """A phone for the template; *device* is the viewer's."""
    mine = phone.device == device
    kind = "App" if phone.program else "Phone"
    return PhoneLine(
        number=phone.number,
        name=phone.seat or ("This phone" if mine else f"{kind} {phone.place}"),
        seat=phone.seat,
        roles=tuple(rights.words(role) for role in phone.roles),
        keys=phone.roles,
        mine=mine,
        host=phone.is_host,
        here=phone.here,
        seen_at=phone.seen_at,
        joined_at=phone.joined_at,
        out=phone.out,
        program=phone.program,
    )


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
    runs: list[str] = []  # of an SVG path: one stroke for each run of dark modules in a row
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = next((end for end in range(x, len(row)) if row[end] != row[x]), len(row)) - x
            if row[x]:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return QrCode("".join(runs), len(rows))
