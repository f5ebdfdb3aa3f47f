"""Share of a group: links and codes by role, the phones that have it, its name, its end."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access import devices
from companion.access import group_roles as roles
from companion.forms.fields import whole
from companion.store import group_links, group_phones, group_recovery, groups
from companion.store.group_phones import GroupPhoneView
from companion.store.groups import TITLE_LENGTH, FoundGroup
from companion.views.saving import SeeOther
from companion.views.share import ENDS, invite, moment
from scoring import Refusal

ROLE_WORDS = {
    roles.SCOREKEEPER: "sees everything, starts games, adds people and runs nights",
    roles.VIEWER: "sees people, statistics and games",
    roles.PLAYER: "plays at the group’s euchre nights, and sees only those",
}


@dataclass(frozen=True)
class PhoneLine:
    """A phone for the template: ``name`` is its seat's, or its place's."""

    number: int
    name: str
    role: str
    joined_at: datetime
    mine: bool
    host: bool
    out: bool
    program: bool


@require_safe
@never_cache
def share(request: HttpRequest, group_id: str) -> HttpResponse:
    return _page(request, _group(request, group_id))


@require_POST
def links(request: HttpRequest, group_id: str) -> HttpResponse:
    """Renew or withdraw the link of a role, by which phones that joined lose it; or set its end."""
    role = request.POST.get("role", "")
    if ends := request.POST.get("ends"):
        return _done(request, group_id, lambda group: group_links.set_end(group, role, ends))
    change = group_links.withdraw if request.POST.get("withdraw") else group_links.renew
    return _done(request, group_id, lambda group: change(group, role))


@require_POST
def phones(request: HttpRequest, group_id: str) -> HttpResponse:
    """Remove a phone, let it join again, or make it a host."""
    number = whole(request.POST.get("phone", "")) or 0
    change = group_phones.put_out
    if request.POST.get("let_back"):
        change = group_phones.let_back
    elif request.POST.get("host"):
        change = group_phones.make_host
    return _done(request, group_id, lambda group: change(group, number))


@require_POST
def title(request: HttpRequest, group_id: str) -> HttpResponse:
    """Rename the group."""
    return _done(request, group_id, lambda group: groups.rename(group, request.POST.get("title", "")))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deletion(request: HttpRequest, group_id: str) -> HttpResponse:
    """Ask, ask again, then delete the group for everyone."""
    group, error = _group(request, group_id, roles.MANAGE), None
    if request.POST.get("sure") == "yes":
        try:
            groups.delete(group)
        except Refusal as refusal:
            error = refusal
        else:
            return SeeOther(reverse("home"))
    context = {
        "group": group,
        "again": request.method == "POST",
        "phones": group_phones.page(group, 1).count - 1,
        "error": error,
    }
    return render(request, "groups/deletion.html", context, status=422 if error else 200)


@require_POST
def leave(request: HttpRequest, group_id: str) -> HttpResponse:
    """Give up this phone's role at the group."""
    group = _group(request, group_id, roles.NIGHTS)
    try:
        group_phones.leave(group)
    except Refusal as refusal:
        return _page(request, group, refusal)
    return SeeOther(reverse("home"))


def _group(request: HttpRequest, group_id: str, right: str = roles.SEE) -> FoundGroup:
    return groups.find(devices.device(request), group_id, right)


def _done(request: HttpRequest, group_id: str, change: Callable[[FoundGroup], object]) -> HttpResponse:
    """Make the change and show Share again, at the same role and page of phones."""
    group = _group(request, group_id, roles.MANAGE)
    try:
        change(group)
    except Refusal as refusal:
        return _page(request, group, refusal)
    return SeeOther(f"{reverse('group_share', args=[group_id])}?{request.GET.urlencode()}".rstrip("?"))


def _page(request: HttpRequest, group: FoundGroup, error: Refusal | None = None) -> HttpResponse:
    shares = group.may_manage and not group.personal
    invitations = group_links.invitations(group) if shares else {}
    role = request.GET.get("role", "")
    role = role if role in roles.LINKED else roles.SCOREKEEPER
    page = group_phones.page(group, whole(request.GET.get("phones", "")) or 1)
    context = {
        "group": group,
        "shares": shares,
        "roles": list(ROLE_WORDS.items()),
        "role": role,
        "role_words": ROLE_WORDS[role],
        "invitation": invitations.get(role),
        "way": invite(request, invitations.get(role), "group_link"),
        "links_to": reverse("group_links", args=[group.group_id]),
        "phones": [line(phone, group) for phone in page.phones],
        "page": page,
        "here": f"?role={role}&phones={page.number}",
        "cut_off": group_phones.cut_off_by(group, role) if shares else None,
        "ends": ENDS,
        "ends_at": moment(invitations.get(role)),
        "sheet": group_recovery.sheet(group) if shares else None,
        "title": request.POST.get("title", group.title),
        "title_length": TITLE_LENGTH,
        "error": error,
    }
    return render(request, "groups/share.html", context, status=422 if error else 200)


def line(phone: GroupPhoneView, group: FoundGroup) -> PhoneLine:
    """A phone for the template."""
    mine = phone.number == group.phone
    kind = "App" if phone.program else "Phone"
    return PhoneLine(
        number=phone.number,
        name=phone.seat or ("This phone" if mine else f"{kind} {phone.place}"),
        role=phone.role,
        joined_at=phone.joined_at,
        mine=mine,
        host=phone.role == roles.HOST,
        out=phone.out,
        program=phone.program,
    )
