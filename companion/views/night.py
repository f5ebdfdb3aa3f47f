"""A euchre night: tables, standings, start a round, end the night; the board, each table, the results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import NAMESPACE_OID, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import store
from companion.access import devices
from companion.forms.fields import filled, whole
from companion.forms.fields import number as number_of
from companion.log import rights
from companion.log.at_night import BELL_WORDS
from companion.night.evening import Evening, NightView, NightViewer, RoundNow, TableNow
from companion.night.standings import Standing, standings
from companion.pages.night import (
    board_size,
    cards,
    fix_lines,
    names_of,
    night_page,
    pair_names,
    round_clock,
    seats_of,
)
from companion.pages.night_places import corrected, moved, place_lines, plan_title, prizes, ties_text, winner
from companion.recap.night_results import night_csv, night_facts, night_results
from companion.server import rates
from companion.server.error_pages import retry_later, too_many
from companion.store import night_rounds, nights
from companion.store.groups import FoundGroup
from companion.views.files import named
from companion.views.saving import SeeOther, is_changed, key
from companion.views.share import in_halves, invite
from companion.wording.names import listed
from companion.wording.refusal import AppRefusal
from scoring import Refusal

# What all pages of a euchre night share: the night for this phone, its title, and saving of forms.

TITLE = "Euchre night"
NO_ERRORS: Mapping[str, Refusal] = {}


@dataclass(frozen=True)
class Room:
    """A night for one phone, its group, and its standings, best first."""

    view: NightView
    group: FoundGroup
    places: tuple[Standing, ...]

    @property
    def night(self) -> Evening:
        """The night."""
        return self.view.night

    @property
    def viewer(self) -> NightViewer:
        """Who looks."""
        return self.view.viewer

    @property
    def title(self) -> str:
        """The title of the night."""
        return self.night.title or TITLE

    def round(self, number: int) -> RoundNow | None:
        """The round with this number, if it was started."""
        return self.night.started[number - 1] if 1 <= number <= len(self.night.started) else None


def room(request: HttpRequest, night_id: str, right: str = rights.NIGHTS) -> Room:
    """The night for this phone. Raises Http404 without a role, PermissionDenied without the right."""
    return room_of(devices.device(request), night_id, right)


def room_of(device: str, night_id: str, right: str = rights.NIGHTS) -> Room:
    """The night for this device. Raises as `room`."""
    night, group = nights.find(device, night_id, right)
    view = nights.seen(night, group)
    return Room(view, group, standings(view.night))


def context(found: Room, errors: Mapping[str, Refusal] = NO_ERRORS) -> dict[str, object]:
    """What every template of a night gets. The first refusal is ``error``; ``errors`` has all by field."""
    return {
        "night": found.night,
        "viewer": found.viewer,
        "group": found.group,
        "title": found.title,
        "clock": round_clock(found.night),
        "key": store.new_key(),
        "errors": errors,
        "error": errors.get(""),
    }


def saved(
    write: Callable[[], str], again: Callable[[Mapping[str, Refusal], int], HttpResponse]
) -> HttpResponse:
    """Redirect to what *write* returns; or show the page *again* with refusals by field, and its status."""
    try:
        return SeeOther(write())
    except store.Unavailable:
        return retry_later(again({"": AppRefusal("busy")}, 503))
    except Refusal as refusal:
        return again({refusal.field or "": refusal}, 422)


def at_top(errors: Mapping[str, Refusal]) -> Mapping[str, Refusal]:
    """The first refusal, for a page that shows none of the fields."""
    return {"": next(iter(errors.values()))} if errors else errors


BY_ANOTHER = "another"
STARTED_BY_ANOTHER = "Another phone started this round first. These are its tables."


@require_safe
@never_cache
def night(request: HttpRequest, night_id: str) -> HttpResponse:
    return _page(request, room(request, night_id))


@require_POST
def rounds(request: HttpRequest, night_id: str) -> HttpResponse:
    """Start the round that the page offered; if another phone did already, show that one."""
    found = room(request, night_id, rights.PLAY)
    number, early = whole(request.POST.get("round", "")) or 0, bool(request.POST.get("early"))
    there = reverse("night", args=[night_id])

    wait = rates.wait_to_start(request)
    if wait:
        refused = AppRefusal("too-many-games", minutes=-(-wait // 60))
        return too_many(_page(request, found, {"": refused}, 429), wait)

    def write() -> str:
        started = night_rounds.start_round(found.view, key(request), number, early=early)
        if started.by_another:
            return f"{there}?{BY_ANOTHER}"
        rates.count_round(request, len(found.night.here))
        return there

    return _saved(request, night_id, write)


@require_POST
def end(request: HttpRequest, night_id: str) -> HttpResponse:
    """End the night; ties are decided."""
    found = room(request, night_id, rights.PLAY)

    def write() -> str:
        nights.end(found.view, early=bool(request.POST.get("early")))
        return reverse("night_results", args=[night_id])

    return _saved(request, night_id, write)


@require_POST
def reopen(request: HttpRequest, night_id: str) -> HttpResponse:
    """Go on with a night that was ended."""
    found = room(request, night_id, rights.PLAY)

    def write() -> str:
        nights.reopen(found.view)
        return reverse("night", args=[night_id])

    return _saved(request, night_id, write)


@require_POST
def plan(request: HttpRequest, night_id: str) -> HttpResponse:
    """Change how many rounds there are, and the name of the night."""
    found = room(request, night_id, rights.PLAY)

    def write() -> str:
        rounds = number_of(request.POST, "rounds", 1) if is_changed(request.POST, "rounds") else None
        title = request.POST.get("title", "") if is_changed(request.POST, "title") else None
        nights.plan(found.view, rounds, title)
        return reverse("night", args=[night_id])

    return _saved(request, night_id, write, dict)


@require_POST
def announcement(request: HttpRequest, night_id: str) -> HttpResponse:
    """Say a sentence on all phones and the wall, or take it away."""
    found = room(request, night_id, rights.PLAY)

    def write() -> str:
        nights.announce(found.view, "" if "clear" in request.POST else request.POST.get("announcement", ""))
        return reverse("night", args=[night_id])

    return _saved(request, night_id, write, dict)


@require_POST
def clock(request: HttpRequest, night_id: str) -> HttpResponse:
    """Start, pause or stop the clock of the round; or set how long a round takes."""
    found = room(request, night_id, rights.PLAY)

    def write() -> str:
        if turn := request.POST.get("turn"):
            nights.turn_clock(found.view, turn)
            nights.tell_tables(found.view)
        else:
            minutes = number_of(request.POST, "minutes") or 0 if is_changed(request.POST, "minutes") else None
            at_bell = request.POST.get("at_bell", "") if is_changed(request.POST, "at_bell") else None
            nights.set_clock(found.view, minutes, at_bell)
        return reverse("night", args=[night_id])

    return _saved(request, night_id, write, dict)


Errors = Mapping[str, Refusal]


def _saved(
    request: HttpRequest,
    night_id: str,
    write: Callable[[], str],
    placed: Callable[[Errors], Errors] = at_top,
) -> HttpResponse:
    """Redirect to what *write* returns, or show the night with the reasons as *placed*."""
    return saved(
        write, lambda errors, status: _page(request, room(request, night_id), placed(errors), status)
    )


@require_safe
@never_cache
def early(request: HttpRequest, night_id: str) -> HttpResponse:
    """Ask before the next round starts, or the night ends, while tables play."""
    found = room(request, night_id, rights.PLAY)
    page = night_page(found.night, found.places)
    return render(request, "night/early.html", {**context(found), "page": page, "step": page.step})


@require_safe
@never_cache
def board(request: HttpRequest, night_id: str) -> HttpResponse:
    """The board for the wall; of many players so many at a time as fit."""
    found = room(request, night_id)
    last = found.night.last_round
    size, most = board_size(len(last.tables) if last else 0)
    page = night_page(found.night, found.places, len(found.places))
    turns = [page.top[first : first + most] for first in range(0, len(page.top), most)] or [()]
    return render(request, "night/board.html", {**context(found), "page": page, "size": size, "turns": turns})


def _page(
    request: HttpRequest, found: Room, errors: Mapping[str, Refusal] = NO_ERRORS, status: int = 200
) -> HttpResponse:
    notice = STARTED_BY_ANOTHER if BY_ANOTHER in request.GET else ""
    page = night_page(found.night, found.places)
    times = {"rounds": str(found.night.rounds), "minutes": str(found.night.minutes or "")}
    untyped = {**times, "title": found.night.title, "announcement": ""}
    values = {name: request.POST.get(name, text) for name, text in untyped.items()}
    form = filled("plan", tuple(values), values, errors)
    was = {"at_bell": found.night.at_bell, **untyped}
    at_bell = request.POST.get("at_bell", found.night.at_bell)
    shown = {
        "page": page,
        "notice": notice,
        "here": reverse("night", args=[found.night.id]),
        "plan": form.fields,
        "was": {name: request.POST.get(f"was-{name}", text) for name, text in was.items()},
        "title_length": nights.TITLE_LENGTH,
        "longest": nights.ANNOUNCEMENT_LENGTH,
        "at_bell": [(one, words, one == at_bell) for one, words in BELL_WORDS.items()],
        "error": form.error,
    }
    return render(request, "night/night.html", {**context(found, errors), **shown}, status=status)


# The results of a euchre night: page, text, CSV.

private = cache_control(private=True, no_cache=True)


@require_safe
@private
def results(request: HttpRequest, night_id: str) -> HttpResponse:
    found = room(request, night_id)
    night, places = found.night, found.places
    lines = place_lines(night, places)
    shown = {
        "facts": night_facts(night, plan_title(night.plan)),
        "winner": winner(night, places),
        "prizes": prizes(night, places),
        "lines": lines,
        "numbers": [played.number for played in night.started],
        "any_fixed": False,
        "mine": found.viewer.number,
        "ties_text": ties_text(night),
        "fixes": corrected(night),
        "rounds": [(played.number, cards(night, played)) for played in night.started],
        "text": _text(found),
    }
    return render(request, "night/results.html", {**context(found), **shown})


@require_safe
@private
def results_text(request: HttpRequest, night_id: str) -> HttpResponse:
    found = room(request, night_id)
    return named(_stem(found), _text(found).encode(), "text/plain; charset=utf-8", "txt", "inline")


@require_safe
@private
def results_csv(request: HttpRequest, night_id: str) -> HttpResponse:
    return night_file(room(request, night_id))


def night_file(found: Room) -> HttpResponse:
    """The results of a night as CSV."""
    content = night_csv(found.night, found.places).encode()
    return named(_stem(found), content, "text/csv; charset=utf-8; header=present", "csv")


def _text(found: Room) -> str:
    return night_results(found.night, found.places, found.title, plan_title(found.night.plan))


def _stem(found: Room) -> str:
    """Title and day, for names of files."""
    return f"{found.title} {found.night.day}"


# The rounds of a euchre night: seats, codes, one table, its points set by hand, the way to its game.

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
    found = room(request, night_id, rights.PLAY)
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
    found = room(request, night_id, rights.PLAY)
    at = _table(_round(found, round_number), number)

    def write() -> str:
        if "unfix" in request.POST:
            night_rounds.unfix_points(
                found.view, key(request), at.table_id, whole(request.POST["unfix"]) or 0
            )
        else:
            points: dict[int, int] = {}  # by side; one that nobody changed is left to its hands
            for side, name in enumerate(POINTS):
                if not is_changed(request.POST, name):
                    continue
                typed = number_of({name: request.POST.get(name, "")}, name)
                if typed is None:
                    raise AppRefusal("least", name, least=0)
                if typed != at.points[side]:
                    nights.refuse_beyond(name, typed, 0, night_rounds.MOST_POINTS)
                    points[side] = typed
            for side, typed in points.items():
                own = str(uuid5(NAMESPACE_OID, f"{key(request)} {side}"))
                reason = request.POST.get("reason", "")
                night_rounds.fix_points(found.view, own, at.table_id, side, typed, reason)
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
    found = room(request, night_id, rights.PLAY)
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
        "moved": moved(found.night, round_number, at),
        "fields": [(form.fields[name], "Points of " + sides[side]) for side, name in enumerate(POINTS)],
        "were": [
            (f"was-{name}", request.POST.get(f"was-{name}", str(at.points[side])))
            for side, name in enumerate(POINTS)
        ],
        "reason": form.fields["reason"],
        "error": form.error,
        "way": invite(request, links.get(at.table_id), "link"),
        "may_open": not at.is_deleted and (found.viewer.may_organize or found.viewer.number in at.players),
        "here": reverse("night_table", args=[found.night.id, round_number, number]),
    }
    return render(request, "night/table.html", {**context(found, errors), **shown}, status=status)


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
