"""The phones of a game as they are listed: one page, or all; and who would be cut off with a link."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from companion.access import roles
from companion.log.table import Table
from companion.log.viewer import View
from companion.models import Access, Phone

PAGE = 25
FIELDS = ("pk", "place", "device", "seat", "here_until", "out", "program")


@dataclass(frozen=True)
class PhoneView:
    """One phone at a table: its number, its roles, its seat, and whether it is connected.

    ``place``: its place among the phones of the table in order of joining, from 1. ``program``: it uses the
    API.
    """

    number: int
    place: int
    device: str
    roles: tuple[str, ...]
    seat: str
    here: bool
    seen_at: datetime | None
    out: bool
    program: bool


@dataclass(frozen=True)
class PhonePage:
    """One page of a table's phones; *number* of *pages*, from 1, and *count* of phones in all."""

    phones: tuple[PhoneView, ...]
    number: int
    pages: int
    count: int


def of_table(table: Table) -> tuple[PhoneView, ...]:
    """All phones that may see the table or were removed, in order of joining."""
    return _views(_known(table).order_by("pk"))


def part(table: Table, start: int, most: int) -> tuple[tuple[PhoneView, ...], int]:
    """At most *most* of them from *start* (counted from 0), and the number of all."""
    found = _known(table)
    return _views(found.order_by("pk")[start : start + most]), found.count()


def one(table: Table, number: int) -> PhoneView | None:
    """The phone with this number; None if there is none, or it may neither see the table nor was removed."""
    up_to = _views(_known(table).filter(pk__lte=number).order_by("-pk")[:1])
    return next((phone for phone in up_to if phone.number == number), None)


def page(view: View, number: int) -> PhonePage:
    """A page of them: the viewer's own first, then those connected, those removed last."""
    found = _known(view.table)
    count = found.count()
    pages = max(1, -(-count // PAGE))
    at = min(max(number, 1), pages)
    first = Case(
        When(device=view.viewer.device, then=Value(0)),
        When(here_until__gt=timezone.now(), out=False, then=Value(1)),
        When(out=False, then=Value(2)),
        default=Value(3),
    )
    return PhonePage(_views(found.order_by(first, "pk")[(at - 1) * PAGE : at * PAGE]), at, pages, count)


def hosts(table: Table) -> tuple[PhoneView, ...]:
    """The hosts of a table, in order of joining."""
    return tuple(one for one in of_table(table) if roles.OWNER in one.roles)


def taken_seats(table: Table) -> frozenset[str]:
    """The seats that phones with a role have claimed."""
    found = Phone.objects.filter(_at(table), accesses__isnull=False).exclude(seat="")
    return frozenset(found.values_list("seat", flat=True))


def cut_off_by(table: Table, role: str) -> tuple[tuple[str, ...], int]:
    """Who loses the table with the link of *role*: seats, and the number of phones without a seat."""
    others = Access.objects.filter(phone=OuterRef("pk")).exclude(link__role=role, link__isnull=False)
    by_link = Access.objects.filter(phone=OuterRef("pk"), link__role=role)
    return _counted(Phone.objects.filter(_at(table), Exists(by_link), ~Exists(others)))


def guests(table: Table) -> tuple[tuple[str, ...], int]:
    """Everyone but the hosts: seats, and the number of phones without a seat."""
    held = Access.objects.filter(phone=OuterRef("pk"))
    found = Phone.objects.filter(_at(table), Exists(held), ~Exists(held.filter(role=roles.OWNER)))
    return _counted(found)


def _counted(found: QuerySet[Phone]) -> tuple[tuple[str, ...], int]:
    counted = dict(found.order_by("seat").values_list("seat").annotate(Count("pk")))
    return tuple(seat for seat in counted if seat), counted.get("", 0)


def _at(table: Table) -> Q:
    return Q(game__public_id=table.id)


def _known(table: Table) -> QuerySet[Phone]:
    """The phones that may see the table or were removed, with their places."""
    held = Exists(Access.objects.filter(phone=OuterRef("pk")))
    place = Window(RowNumber(), order_by=F("pk").asc())
    return Phone.objects.filter(_at(table), held | Q(out=True)).annotate(place=place)


def _views(found: QuerySet[Phone]) -> tuple[PhoneView, ...]:
    now = timezone.now()
    rows = list(found.values_list(*FIELDS))
    held = _roles(row[0] for row in rows)
    return tuple(
        PhoneView(
            number=number,
            place=place,
            device=device,
            roles=roles.in_order(frozenset(held.get(number, ()))),
            seat=seat,
            here=bool(until and until > now),
            seen_at=until,
            out=out,
            program=program,
        )
        for number, place, device, seat, until, out, program in rows
    )


def _roles(numbers: Iterable[int]) -> dict[int, set[str]]:
    held: dict[int, set[str]] = {}
    for number, role in Access.objects.filter(phone__in=list(numbers)).values_list("phone", "role"):
        held.setdefault(number, set()).add(role)
    return held
