"""The players of a euchre night: "this is me", who comes late and who leaves, all standings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.access import roles
from companion.forms.fields import several, whole
from companion.night.evening import Player
from companion.night.plans import GAME
from companion.pages.night import player_page
from companion.pages.night_places import place_lines, ties_text
from companion.rules import rulebook
from companion.store import night_players, people
from companion.views.night import NO_ERRORS, Room, at_top, context, room, saved
from scoring import Refusal

MOST_KNOWN = 200


@dataclass(frozen=True)
class PlayerLine:
    """A player for the organizer: is the phone known, and who comes late or has gone."""

    number: int
    name: str
    state: str
    claimed: bool
    gone: bool


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def me(request: HttpRequest, night_id: str) -> HttpResponse:
    """The page of the player who has this phone; before that, the choice of who it is."""
    found = room(request, night_id)
    if request.method != "POST":
        return _me_page(request, found)

    def write() -> str:
        if "release" in request.POST:
            night_players.release(found.view, found.viewer.number)
        else:
            night_players.claim(found.view, whole(request.POST.get("number", "")) or 0)
        return reverse("night_me", args=[night_id])

    return saved(
        write, lambda errors, status: _me_page(request, room(request, night_id), at_top(errors), status)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def players(request: HttpRequest, night_id: str) -> HttpResponse:
    """All standings; an organizer lets players come and go."""
    if request.method != "POST":
        return _players_page(request, room(request, night_id))
    found = room(request, night_id, roles.PLAY)

    def write() -> str:
        change = next((made for name, made in CHANGES.items() if name in request.POST), None)
        if change:
            name = next(name for name in CHANGES if name in request.POST)
            change(found, whole(request.POST[name]) or 0)
        else:
            night_players.arrive(found.view, several(request.POST.get("name", "")) or [""])
        return reverse("night_players", args=[night_id])

    def again(errors: Mapping[str, Refusal], status: int) -> HttpResponse:
        at_name = {"name" if field == "people" else "": error for field, error in errors.items()}
        return _players_page(request, room(request, night_id), at_name, status)

    return saved(write, again)


CHANGES: Mapping[str, Callable[[Room, int], object]] = {
    "leave": lambda found, number: night_players.leave(found.view, number),
    "back": lambda found, number: night_players.come_back(found.view, number),
    "release": lambda found, number: night_players.release(found.view, number),
}


def _me_page(
    request: HttpRequest, found: Room, errors: Mapping[str, Refusal] = NO_ERRORS, status: int = 200
) -> HttpResponse:
    shown = {**context(found, errors), "here": reverse("night_me", args=[found.night.id])}
    if found.viewer.number:
        page = player_page(found.night, found.viewer.number, found.places)
        shown |= {"page": page, "rules_page": rulebook.page_of_variant(GAME)}
        return render(request, "night/me.html", shown, status=status)
    there = [player for player in found.night.players if not player.left]
    return render(request, "night/claim.html", {**shown, "players": there}, status=status)


def _players_page(
    request: HttpRequest, found: Room, errors: Mapping[str, Refusal] = NO_ERRORS, status: int = 200
) -> HttpResponse:
    lines = place_lines(found.night, found.places)
    organizes = found.viewer.may_organize
    playing = {player.name for player in found.night.players}
    known = people.offered(found.group.pk, MOST_KNOWN) if organizes else []
    shown = {
        "lines": lines,
        "numbers": [played.number for played in found.night.started],
        "any_fixed": any(cell.fixed for line in lines for cell in line.rounds),
        "mine": found.viewer.number,
        "ties_text": ties_text(found.night),
        "here_now": [_line(found, player) for player in found.night.players] if organizes else [],
        "known": [one.name for one in known if one.name not in playing],
        "typed": request.POST.get("name", ""),
        "here": reverse("night_players", args=[found.night.id]),
    }
    return render(request, "night/players.html", {**context(found, errors), **shown}, status=status)


def _line(found: Room, player: Player) -> PlayerLine:
    begun = len(found.night.started)
    gone = player.left and not player.here(begun + 1)
    if gone:
        state = f"left after round {player.last}" if player.last else "left before the first round"
    elif player.first > begun + 1 or (player.first > begun and player.first > 1):
        state = f"plays from round {player.first}"
    elif player.first > 1:
        state = f"came for round {player.first}"
    else:
        state = "plays"
    return PlayerLine(player.number, player.name, state, player.claimed, gone)
