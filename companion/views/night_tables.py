"""The rounds of a euchre night: seats, codes, one table, its points set by hand, the way to its game."""

from collections.abc import Mapping
from uuid import NAMESPACE_OID, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.access import group_roles
from companion.forms.fields import filled, number, whole
from companion.night.evening import RoundNow, TableNow
from companion.pages.night import cards, names_of
from companion.pages.night_seats import fix_lines, pair_names, seats_of
from companion.store import night_points, night_rounds
from companion.views.night_base import NO_ERRORS, Room, context, room, saved
from companion.views.saving import SeeOther, key
from companion.views.share import in_halves, invite
from companion.wording.names import listed
from companion.wording.refusal import AppRefusal
from scoring import Refusal

POINTS = ("points-0", "points-1")


@require_safe
@never_cache
def seats(request: HttpRequest, night_id: str, round_number: int) -> HttpResponse:
    """Who sits where in a round; organizers see the codes of the round that is played."""
    found = room(request, night_id)
    played = _round(found, round_number)
    names = names_of(found.night)
    links = night_rounds.codes(found.view, round_number) if found.viewer.may_organize else {}
    codes = {table_id: in_halves(link.code) for table_id, link in links.items() if link.works}
    shown = {
        "round": played,
        "tables": [seats_of(table, names, codes.get(table.table_id, "")) for table in played.tables],
        "out_names": listed(names[one] for one in played.out) if played.out else "",
        "previous": round_number - 1,
        "next": round_number + 1 if round_number < len(found.night.started) else 0,
    }
    return render(request, "night/round.html", {**context(found), **shown})


@require_safe
@never_cache
def codes(request: HttpRequest, night_id: str, round_number: int) -> HttpResponse:
    """QR code and short code of every table of a round, to print."""
    found = room(request, night_id, group_roles.PLAY)
    played = _round(found, round_number)
    links = night_rounds.codes(found.view, round_number)
    tables = [
        {"number": table.number, "way": invite(request, links.get(table.table_id), "link")}
        for table in played.tables
    ]
    return render(request, "night/codes.html", {**context(found), "round": played, "tables": tables})


@require_safe
@never_cache
def table(request: HttpRequest, night_id: str, round_number: int, number: int) -> HttpResponse:
    return _table_page(request, room(request, night_id), round_number, number)


@require_POST
def fix(request: HttpRequest, night_id: str, round_number: int, number: int) -> HttpResponse:
    """Set the points of one side or both by hand; or count the hands again."""
    found = room(request, night_id, group_roles.PLAY)
    at = _table(_round(found, round_number), number)

    def write() -> str:
        if "unfix" in request.POST:
            night_points.unfix(found.view, key(request), at.table_id, whole(request.POST["unfix"]) or 0)
        else:
            _fix(request, found, at)
        return reverse("night_table", args=[night_id, round_number, number])

    return saved(
        write,
        lambda errors, status: _table_page(
            request, room(request, night_id), round_number, number, errors, status
        ),
    )


@require_POST
def opened(request: HttpRequest, night_id: str, round_number: int, number: int) -> HttpResponse:
    """Let this phone keep score at its own table, or an organizer's at any, and go there."""
    found = room(request, night_id)
    at = _table(_round(found, round_number), number)
    night_rounds.open_table(found.view, at.table_id)
    plays = not at.complete and not found.night.over
    return SeeOther(reverse("hand" if plays else "table", args=[at.table_id]))


@require_safe
@never_cache
def fixes(request: HttpRequest, night_id: str) -> HttpResponse:
    """All tables of the night, the last round first, to choose the one to correct."""
    found = room(request, night_id, group_roles.PLAY)
    rounds = [(played.number, cards(found.night, played)) for played in reversed(found.night.started)]
    return render(request, "night/fixes.html", {**context(found), "rounds": rounds})


def _table_page(
    request: HttpRequest,
    found: Room,
    round_number: int,
    number: int,
    errors: Mapping[str, Refusal] = NO_ERRORS,
    status: int = 200,
) -> HttpResponse:
    played = _round(found, round_number)
    at = _table(played, number)
    names = names_of(found.night)
    sides = pair_names(at, names)
    values = {name: request.POST.get(name, str(at.points[side])) for side, name in enumerate(POINTS)}
    form = filled("fix", (*POINTS, "reason"), {"reason": request.POST.get("reason", ""), **values}, errors)
    links = night_rounds.codes(found.view, round_number) if found.viewer.may_organize else {}
    shown = {
        "round": played,
        "card": next(card for card in cards(found.night, played) if card.number == number),
        "hand": at.hands + 1,
        "fixes": fix_lines(at, names),
        "fields": [(form.fields[name], "Points of " + sides[side]) for side, name in enumerate(POINTS)],
        "reason": form.fields["reason"],
        "error": form.error,
        "way": invite(request, links.get(at.table_id), "link"),
        "may_open": not at.is_deleted and (found.viewer.may_organize or found.viewer.number in at.players),
        "here": reverse("night_table", args=[found.night.id, round_number, number]),
    }
    return render(request, "night/table.html", {**context(found, errors), **shown}, status=status)


def _fix(request: HttpRequest, found: Room, at: TableNow) -> None:
    """Write the typed points of each side, with a key of its own."""
    for side, points in _typed_points(request, at).items():
        own = str(uuid5(NAMESPACE_OID, f"{key(request)} {side}"))
        try:
            night_points.fix(found.view, own, at.table_id, side, points, request.POST.get("reason", ""))
        except Refusal as refusal:
            raise refusal.under(POINTS[side] if refusal.field == "points" else refusal.field) from None


def _typed_points(request: HttpRequest, at: TableNow) -> dict[int, int]:
    """The typed points by side, where they differ from those that count. Raises Refusal at its field."""
    points: dict[int, int] = {}
    for side, name in enumerate(POINTS):
        typed = number({name: request.POST.get(name, "")}, name)
        if typed is None:
            raise AppRefusal("least", name, least=0)
        if typed != at.points[side]:
            points[side] = typed
    return points


def _round(found: Room, number: int) -> RoundNow:
    played = found.round(number)
    if played is None:
        raise Http404("no such round")
    return played


def _table(played: RoundNow, number: int) -> TableNow:
    found = next((table for table in played.tables if table.number == number), None)
    if found is None:
        raise Http404("no such table")
    return found
