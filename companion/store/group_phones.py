"""The phones of a group: list, remove, let back, make host, leave."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from companion.access import group_roles as roles
from companion.models import Group, GroupPhone, GroupRecovery, Phone
from companion.store import groups
from companion.store.groups import FoundGroup
from companion.wording.refusal import AppRefusal

PAGE = 25
COLUMNS = ("pk", "place", "device", "role", "joined_at", "out", "program")


@dataclass(frozen=True)
class GroupPhoneView:
    """One phone of a group.

    ``place``: its place in order of joining, from 1. ``seat``: the name whose seat it claimed last at a game
    of the group; "" without one. ``out``: removed. ``program``: it uses the API.
    """

    number: int
    place: int
    device: str
    role: str
    joined_at: datetime
    out: bool
    program: bool
    seat: str


@dataclass(frozen=True)
class GroupPhones:
    """One page of a group's phones; *number* of *pages*, from 1, and *count* of phones in all."""

    phones: tuple[GroupPhoneView, ...]
    number: int
    pages: int
    count: int


def page(found: FoundGroup, number: int) -> GroupPhones:
    """A page of them: the viewer's own first, then hosts, those removed last."""
    known = _known(found)
    count = known.count()
    pages = max(1, -(-count // PAGE))
    at = min(max(number, 1), pages)
    first = Case(
        When(pk=found.phone, then=Value(0)),
        When(out=True, then=Value(3)),
        When(role=roles.HOST, then=Value(1)),
        default=Value(2),
    )
    rows = known.order_by(first, "pk")[(at - 1) * PAGE : at * PAGE]
    return GroupPhones(_views(found, rows), at, pages, count)


def cut_off_by(found: FoundGroup, role: str) -> tuple[tuple[str, ...], int]:
    """Phones that lose the group with the link of *role*: names of those with seats, number of the others."""
    rows = _known(found).filter(link__role=role, out=False).order_by("pk")
    seats = [one.seat for one in _views(found, rows)]
    return tuple(dict.fromkeys(seat for seat in seats if seat)), seats.count("")


def put_out(found: FoundGroup, number: int) -> None:
    """Remove a phone and bar it from joining again. Raises Refusal for the viewer's own.

    With a host the recovery sheet goes, since whoever has that phone may have made it.
    """
    with groups.changing(found) as group:
        phone = _phone(group, number)
        if phone.pk == found.phone:
            raise AppRefusal("own-phone", "phone")
        if phone.role == roles.HOST:
            GroupRecovery.objects.filter(group=group).delete()
        GroupPhone.objects.filter(pk=phone.pk).update(out=True, role="", link=None)
        groups.tell_lost(group)


def put_out_other_hosts(found: FoundGroup) -> None:
    """Remove all hosts but the viewer, and bar them from joining again; the recovery sheet goes as well."""
    with groups.changing(found) as group:
        _other_hosts(found).update(out=True, role="", link=None)
        GroupRecovery.objects.filter(group=group).delete()
        groups.tell_lost(group)


def hosts(found: FoundGroup) -> list[GroupPhoneView]:
    """The phones of all hosts, in the order in which they joined."""
    there = _views(found, _known(found).order_by("pk"))  # all of them: each is counted for its place
    return [one for one in there if one.role == roles.HOST]


def let_back(found: FoundGroup, number: int) -> None:
    """Allow a removed phone to join again by a link that works."""
    with groups.changing(found) as group:
        GroupPhone.objects.filter(group=group, pk=number).update(out=False)


def make_host(found: FoundGroup, number: int) -> None:
    """Make another phone a host too. Raises Refusal for a program that joined by a link, as at a table."""
    with groups.changing(found) as group:
        phone = _phone(group, number)
        if phone.role == roles.HOST:
            raise AppRefusal("role-held", "phone")
        if phone.program:
            raise AppRefusal("program-host", "phone")
        GroupPhone.objects.filter(pk=phone.pk).update(role=roles.HOST, link=None)


def leave(found: FoundGroup) -> None:
    """Give up the viewer's role. Raises Refusal for the only host: a group always has one."""
    with groups.changing(found, roles.NIGHTS) as group:
        if found.role == roles.HOST and not _other_hosts(found).exists():
            raise AppRefusal("last-host", "phone")
        GroupPhone.objects.filter(group=group, pk=found.phone).delete()
        groups.tell_lost(group)


def _other_hosts(found: FoundGroup) -> QuerySet[GroupPhone]:
    return GroupPhone.objects.filter(group=found.pk, role=roles.HOST, out=False).exclude(pk=found.phone)


def _phone(group: Group, number: int) -> GroupPhone:
    phone = GroupPhone.objects.filter(group=group, pk=number, out=False).exclude(role="").first()
    if phone is None:
        raise AppRefusal("no-such-group-phone", "phone")
    return phone


def _known(found: FoundGroup) -> QuerySet[GroupPhone]:
    """The phones that have a role or were removed, with their places."""
    place = Window(RowNumber(), order_by=F("pk").asc())
    return GroupPhone.objects.filter(~Q(role="") | Q(out=True), group=found.pk).annotate(place=place)


def _views(found: FoundGroup, rows: QuerySet[GroupPhone]) -> tuple[GroupPhoneView, ...]:
    values = list(rows.values_list(*COLUMNS))
    sitting = Phone.objects.filter(game__group=found.pk, device__in=[row[2] for row in values])
    seats = dict(sitting.exclude(seat="").order_by("pk").values_list("device", "seat"))
    return tuple(
        GroupPhoneView(number, place, device, role, joined_at, out, program, seats.get(device, ""))
        for number, place, device, role, joined_at, out, program in values
    )
