"""A euchre night: tables, standings and the next round; start a round, end the night; the board."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.access import group_roles
from companion.forms.fields import filled, number, whole
from companion.pages.night import board_size, night_page
from companion.server import starting
from companion.server.error_pages import too_many
from companion.store import night_rounds, nights
from companion.views.night_base import NO_ERRORS, Room, at_top, context, room, saved
from companion.views.saving import key
from companion.wording.refusal import AppRefusal
from scoring import Refusal

BY_ANOTHER = "another"
STARTED_BY_ANOTHER = "Another phone started this round first. These are its tables."


@require_safe
@never_cache
def night(request: HttpRequest, night_id: str) -> HttpResponse:
    return _page(request, room(request, night_id))


@require_POST
def rounds(request: HttpRequest, night_id: str) -> HttpResponse:
    """Start the round that the page offered; if another phone did already, show that one."""
    found = room(request, night_id, group_roles.PLAY)
    number, early = whole(request.POST.get("round", "")) or 0, bool(request.POST.get("early"))
    there = reverse("night", args=[night_id])

    wait = starting.seconds_left(request)
    if wait:
        refused = AppRefusal("too-many-games", minutes=-(-wait // 60))
        return too_many(_page(request, found, {"": refused}, 429), wait)

    def write() -> str:
        started = night_rounds.start_round(found.view, key(request), number, early=early)
        if started.by_another:
            return f"{there}?{BY_ANOTHER}"
        starting.count_round(request, len(found.night.here))
        return there

    return _saved(request, night_id, write)


@require_POST
def end(request: HttpRequest, night_id: str) -> HttpResponse:
    """End the night; ties are decided."""
    found = room(request, night_id, group_roles.PLAY)

    def write() -> str:
        nights.end(found.view, early=bool(request.POST.get("early")))
        return reverse("night_results", args=[night_id])

    return _saved(request, night_id, write)


@require_POST
def reopen(request: HttpRequest, night_id: str) -> HttpResponse:
    """Go on with a night that was ended."""
    found = room(request, night_id, group_roles.PLAY)

    def write() -> str:
        nights.reopen(found.view)
        return reverse("night", args=[night_id])

    return _saved(request, night_id, write)


@require_POST
def plan(request: HttpRequest, night_id: str) -> HttpResponse:
    """Change how many rounds there are, and the name of the night."""
    found = room(request, night_id, group_roles.PLAY)

    def write() -> str:
        rounds = number(request.POST, "rounds", 1) or found.night.rounds
        nights.plan(found.view, rounds, request.POST.get("title", ""))
        return reverse("night", args=[night_id])

    return saved(write, lambda errors, status: _page(request, room(request, night_id), errors, status))


def _saved(request: HttpRequest, night_id: str, write: Callable[[], str]) -> HttpResponse:
    """Redirect to what *write* returns, or show the night with the reason."""
    return saved(
        write, lambda errors, status: _page(request, room(request, night_id), at_top(errors), status)
    )


@require_safe
@never_cache
def early(request: HttpRequest, night_id: str) -> HttpResponse:
    """Ask before the next round starts, or the night ends, while tables play."""
    found = room(request, night_id, group_roles.PLAY)
    page = night_page(found.night, found.places)
    return render(request, "night/early.html", {**context(found), "page": page, "step": page.step})


@require_safe
@never_cache
def board(request: HttpRequest, night_id: str) -> HttpResponse:
    """The board for the wall."""
    found = room(request, night_id)
    last = found.night.last_round
    size, most = board_size(len(last.tables) if last else 0)
    page = night_page(found.night, found.places, most)
    return render(request, "night/board.html", {**context(found), "page": page, "size": size})


def _page(
    request: HttpRequest, found: Room, errors: Mapping[str, Refusal] = NO_ERRORS, status: int = 200
) -> HttpResponse:
    notice = STARTED_BY_ANOTHER if BY_ANOTHER in request.GET else ""
    page = night_page(found.night, found.places)
    values = {name: request.POST.get(name, text) for name, text in _planned(found).items()}
    form = filled("plan", tuple(values), values, errors)
    shown = {
        "page": page,
        "notice": notice,
        "here": reverse("night", args=[found.night.id]),
        "plan": form.fields,
        "title_length": nights.TITLE_LENGTH,
        "error": form.error,
    }
    return render(request, "night/night.html", {**context(found, errors), **shown}, status=status)


def _planned(found: Room) -> dict[str, str]:
    """The form of rounds and name as it is before anybody types."""
    return {"rounds": str(found.night.rounds), "title": found.night.title}
