"""The phones of tables and groups as they are listed: one page, or all; and who is cut off with a link."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from companion.log import rights
from companion.log.rights import View
from companion.log.table import Table
from companion.models import Access, GroupPhone, Phone
from companion.store.circles import Circle

PAGE = 25
COLUMNS = ("place", "device", "out", "program")


@dataclass(frozen=True)
class PhoneView:
    """One phone at a table or group: its number, its roles, its seat, and whether it was removed.

    ``place``: its place in order of joining, from 1. ``seat``: at a group the one that it claimed last at a
    game of it. ``program``: it uses the API. At a table: is it connected, and when was it seen; at a group:
    when it joined.
    """

    number: int
    place: int
    device: str
    out: bool
    program: bool
    roles: tuple[str, ...]
    seat: str
    here: bool = False
    seen_at: datetime | None = None
    joined_at: datetime | None = None

    @property
    def is_host(self) -> bool:
        """Whether it has the host's role."""
        return not rights.HOSTS.isdisjoint(self.roles)


@dataclass(frozen=True)
class PhonePage:
    """One page of phones; *number* of *pages*, from 1, and *count* of phones in all."""

    phones: tuple[PhoneView, ...]
    number: int
    pages: int
    count: int


def every(kind: str, public_id: str) -> tuple[PhoneView, ...]:
    """All phones that have a role at a table or group or were removed, in order of joining."""
    return _views(_known(kind, public_id).order_by("pk"))


def part(view: View, start: int, most: int) -> tuple[tuple[PhoneView, ...], int]:
    """At most *most* phones of a table from *start* (counted from 0), and the number of all."""
    found = _of(view)
    return _views(found.order_by("pk")[start : start + most]), found.count()


def one(view: View, number: int) -> PhoneView | None:
    """The phone with this number; None if there is none, or it may neither see the table nor was removed."""
    up_to = _views(_of(view).filter(pk__lte=number).order_by("-pk")[:1])
    return next((phone for phone in up_to if phone.number == number), None)


def page(of: Circle, number: int) -> PhonePage:
    """A page of them: the viewer's own first, then those connected or a group's hosts, those removed last."""
    found = _of(of)
    count = found.count()
    pages = max(1, -(-count // PAGE))
    at = min(max(number, 1), pages)
    second = Q(here_until__gt=timezone.now()) if isinstance(of, View) else Q(role=rights.HOST)
    mine = of.viewer.device if isinstance(of, View) else of.device
    first = Case(
        When(device=mine, then=Value(0)),
        When(out=True, then=Value(3)),
        When(second, then=Value(1)),
        default=Value(2),
    )
    return PhonePage(_views(found.order_by(first, "pk")[(at - 1) * PAGE : at * PAGE]), at, pages, count)


def hosts(of: Circle) -> list[PhoneView]:
    """The hosts, in order of joining."""
    return [phone for phone in _views(_of(of).order_by("pk")) if phone.is_host]


def taken_seats(table: Table) -> frozenset[str]:
    """The seats that phones with a role have claimed."""
    found = Phone.objects.filter(game__public_id=table.id, accesses__isnull=False).exclude(seat="")
    return frozenset(found.values_list("seat", flat=True))


def cut_off_by(of: Circle, role: str) -> tuple[tuple[str, ...], int]:
    """Who loses the table or group with the link of *role*: seats, and the number of phones without one."""
    if not isinstance(of, View):
        seats = [one.seat for one in _views(_of(of).filter(link__role=role, out=False).order_by("pk"))]
        return tuple(dict.fromkeys(seat for seat in seats if seat)), seats.count("")
    others = Access.objects.filter(phone=OuterRef("pk")).exclude(link__role=role, link__isnull=False)
    by_link = Access.objects.filter(phone=OuterRef("pk"), link__role=role)
    return _counted(_of(of).filter(Exists(by_link), ~Exists(others)))


def guests(view: View) -> tuple[tuple[str, ...], int]:
    """Everyone at a table but the hosts: seats, and the number of phones without a seat."""
    held = Access.objects.filter(phone=OuterRef("pk"))
    return _counted(_of(view).filter(Exists(held), ~Exists(held.filter(role=rights.OWNER))))


def _counted(found: QuerySet[Any]) -> tuple[tuple[str, ...], int]:
    counted = dict(found.order_by("seat").values_list("seat").annotate(Count("pk")))
    return tuple(seat for seat in counted if seat), counted.get("", 0)


def _of(of: Circle) -> QuerySet[Any]:
    return _known("table", of.table.id) if isinstance(of, View) else _known("group", of.group_id)


def _known(kind: str, public_id: str) -> QuerySet[Any]:
    """The phones that have a role or were removed."""
    if kind == "group":
        return GroupPhone.objects.filter(~Q(role="") | Q(out=True), group__public_id=public_id)
    held = Exists(Access.objects.filter(phone=OuterRef("pk")))
    return Phone.objects.filter(held | Q(out=True), game__public_id=public_id)


def _views(known: QuerySet[Any]) -> tuple[PhoneView, ...]:
    found = known.annotate(place=Window(RowNumber(), order_by=F("pk").asc()))
    if found.model is Phone:
        rows = list(found.values(*COLUMNS, "seat", number=F("pk"), seen_at=F("here_until")))
        now, held = timezone.now(), {row["number"]: set[str]() for row in rows}
        accesses = Access.objects.filter(phone__in=list(held))
        for number, role in accesses.values_list("phone", "role"):
            held[number].add(role)
        return tuple(
            PhoneView(
                **row,
                roles=rights.in_order(frozenset(held[row["number"]])),
                here=bool(row["seen_at"] and row["seen_at"] > now),
            )
            for row in rows
        )
    rows = list(found.values(*COLUMNS, "role", "group", "joined_at", number=F("pk")))
    at_games = Phone.objects.filter(game__group__in={row.pop("group") for row in rows})
    seated = at_games.filter(device__in=[row["device"] for row in rows]).exclude(seat="").order_by("pk")
    seats = dict(seated.values_list("device", "seat"))
    return tuple(
        PhoneView(**row, roles=(role,) if role else (), seat=seats.get(row["device"], ""))
        for row in rows
        for role in (row.pop("role"),)
    )
