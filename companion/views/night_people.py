"""The players of a euchre night: "this is me", the poster, who comes and who leaves, all standings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.forms.fields import several, whole
from companion.log import rights
from companion.night.plans import GAME
from companion.pages.night import arrivals, player_page
from companion.pages.night_places import place_lines, plan_title, ties_text
from companion.rules import rulebook
from companion.server import rates
from companion.server.addresses import for_phones
from companion.server.error_pages import too_many
from companion.store import links, night_players, nights, people
from companion.views.night import NO_ERRORS, Room, at_top, context, room, saved
from companion.views.share import invite
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.shape import NAME_LENGTH

MOST_KNOWN = 200
MOST_OFFERED = 60  # to tap; others type their name
NAMES = ("name", "people")
SIGN_UP = {"name", "known"}


@dataclass(frozen=True)
class PlayerLine:
    """A player for the organizer: is the phone known, who is here, comes late or has gone.

    instead: a name that was typed for a substitute and refused.
    """

    number: int
    name: str
    state: str
    claimed: bool
    gone: bool
    came: bool
    instead: str
    error: Refusal | None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def me(request: HttpRequest, night_id: str) -> HttpResponse:
    """The page of the player who has this phone; before that, the choice of who it is."""
    found = room(request, night_id)
    if request.method != "POST":
        return _me_page(request, found)

    wait = rates.sign_ups(request).seconds_left() if SIGN_UP & request.POST.keys() else 0
    if wait:
        refused = {"": AppRefusal("too-many-tries", seconds=wait)}
        return too_many(_me_page(request, found, refused, 429), wait)

    def write() -> str:
        mine = found.night.player(found.viewer.number)
        if "release" in request.POST and mine and not mine.came:
            night_players.take_off(found.view)
        elif "release" in request.POST:
            night_players.release(found.view, found.viewer.number)
        elif "here" in request.POST:
            night_players.check_in(found.view, found.viewer.number)
        elif SIGN_UP & request.POST.keys():
            known = request.POST.get("known", "")
            night_players.sign_up(found.view, known or request.POST.get("name", ""), sure=bool(known))
            rates.sign_ups(request).count()
        else:
            night_players.claim(found.view, whole(request.POST.get("number", "")) or 0)
        return reverse("night_me", args=[night_id])

    def again(errors: Mapping[str, Refusal], status: int) -> HttpResponse:
        now = room(request, night_id)
        at_field = errors.keys() <= SIGN_UP and not now.viewer.number
        return _me_page(request, now, errors if at_field else at_top(errors), status)

    return saved(write, again)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def poster(request: HttpRequest, night_id: str) -> HttpResponse:
    """A page for the wall by which players sign up; an organizer opens and closes that."""
    found = room(request, night_id, rights.PLAY)
    if request.method != "POST":
        return _poster_page(request, found)

    def write() -> str:
        is_open = "open" in request.POST
        if is_open and links.of_group(found.group.pk, rights.PLAYER) is None:
            links.renew(found.group, rights.PLAYER)
        nights.set_sign_up(found.view, is_open=is_open)
        return reverse("night_poster", args=[night_id])

    return saved(
        write, lambda errors, status: _poster_page(request, room(request, night_id), at_top(errors), status)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def players(request: HttpRequest, night_id: str) -> HttpResponse:
    """All standings; an organizer lets players come and go."""
    if request.method != "POST":
        return _players_page(request, room(request, night_id))
    found = room(request, night_id, rights.PLAY)

    def write() -> str:
        change = next((made for name, made in CHANGES.items() if name in request.POST), None)
        if "substitute" in request.POST:
            number = whole(request.POST["substitute"]) or 0
            night_players.substitute(found.view, number, request.POST.get("instead", ""))
        elif change:
            name = next(name for name in CHANGES if name in request.POST)
            change(found, whole(request.POST[name]) or 0)
        else:
            night_players.arrive(found.view, several(request.POST.get("name", "")) or [""])
        return reverse("night_players", args=[night_id])

    def again(errors: Mapping[str, Refusal], status: int) -> HttpResponse:
        typed = "instead" if "substitute" in request.POST else "name"
        at_name = {typed if field in NAMES else "": error for field, error in errors.items()}
        return _players_page(request, room(request, night_id), at_name, status)

    return saved(write, again)


CHANGES: Mapping[str, Callable[[Room, int], object]] = {
    "here": lambda found, number: night_players.check_in(found.view, number),
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
    if "known" in errors:
        shown |= {"asked": errors["known"], "player": errors["known"].values["player"]}
        return render(request, "night/is_it_you.html", shown, status=status)
    night = found.night
    listed = {player.name for player in night.players}
    known = people.offered(found.group.pk, MOST_OFFERED + len(listed)) if night.signs_up else []
    shown |= {
        "players": [player for player in night.players if not player.left],
        "known": [one.name for one in known if one.name not in listed][:MOST_OFFERED],
        "typed": request.POST.get("name", ""),
        "longest": NAME_LENGTH,
    }
    return render(request, "night/claim.html", shown, status=status)


def _poster_page(
    request: HttpRequest, found: Room, errors: Mapping[str, Refusal] = NO_ERRORS, status: int = 200
) -> HttpResponse:
    night = found.night
    link = links.of_group(found.group.pk, rights.PLAYER)
    shown = {
        "link": link,
        "way": invite(request, link, "group_link"),
        "join": for_phones(request, reverse("join")),
        "day": dates.weekday(night.day.isoformat()),
        "plan": plan_title(night.plan),
        "arrivals": arrivals(night),
        "here": reverse("night_poster", args=[night.id]),
    }
    return render(request, "night/poster.html", {**context(found, errors), **shown}, status=status)


def _players_page(
    request: HttpRequest, found: Room, errors: Mapping[str, Refusal] = NO_ERRORS, status: int = 200
) -> HttpResponse:
    lines = place_lines(found.night, found.places)
    organizes = found.viewer.may_organize
    playing = {player.name for player in found.night.players}
    known = people.offered(found.group.pk, MOST_KNOWN) if organizes else []
    begun, here_now = len(found.night.started), list[PlayerLine]()
    for player in found.night.players if organizes else ():
        gone = player.left and not player.here(begun + 1)
        if not player.came:
            state = "signed up, not here yet"
        elif gone:
            state = f"left after round {player.last}" if player.last else "left before the first round"
        elif player.first > begun + 1 or (player.first > begun and player.first > 1):
            state = f"plays from round {player.first}"
        else:
            state = f"came for round {player.first}" if player.first > 1 else "plays"
        asked = request.POST.get("substitute") == str(player.number)
        typed, error = (request.POST.get("instead", ""), errors.get("instead")) if asked else ("", None)
        there = player.claimed, gone, player.came
        here_now.append(PlayerLine(player.number, player.name, state, *there, typed, error))
    shown = {
        "lines": lines,
        "numbers": [played.number for played in found.night.started],
        "any_fixed": any(cell.fixed for line in lines for cell in line.rounds),
        "mine": found.viewer.number,
        "ties_text": ties_text(found.night),
        "here_now": here_now,
        "arrivals": arrivals(found.night),
        "known": [one.name for one in known if one.name not in playing],
        "typed": request.POST.get("name", ""),
        "longest": NAME_LENGTH,
        "here": reverse("night_players", args=[found.night.id]),
    }
    return render(request, "night/players.html", {**context(found, errors), **shown}, status=status)
