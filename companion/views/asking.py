"""Pages of the two questions about a trick, at a table or for a game of the rulebook."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.forms import asking
from companion.forms.progress import trump_so_far
from companion.rules import rulebook
from companion.store import progress
from scoring import VARIANTS

OTHER = {"trick": "follow", "follow": "trick"}


@require_safe
@never_cache
def trick(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show which card wins the trick, at a table."""
    return _at_table(request, table_id, "trick")


@require_safe
@never_cache
def follow(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show which cards may be played, at a table."""
    return _at_table(request, table_id, "follow")


@require_safe
def rules_trick(request: HttpRequest, page: str) -> HttpResponse:
    """Show which card wins the trick, for the game of a rulebook page."""
    return _of_page(request, page, "trick")


@require_safe
def rules_follow(request: HttpRequest, page: str) -> HttpResponse:
    """Show which cards may be played, for the game of a rulebook page."""
    return _of_page(request, page, "follow")


def _at_table(request: HttpRequest, table_id: str, room: str) -> HttpResponse:
    view = store.load(devices.device(request), table_id)
    table = view.table
    page = rulebook.page_of_variant(table.variant)
    addresses = {one: reverse(one, args=[table.id]) for one in OTHER}
    back = reverse("rule", args=[page]) + "?table=" + table.id
    trump = "" if "trump" in request.GET else trump_so_far(table, progress.of_table(table))
    place = {"addresses": addresses, "back": back, "table": table, "viewer": view.viewer}
    return _room(request, asking.game_of_table(table), room, place, trump)


def _of_page(request: HttpRequest, page: str, room: str) -> HttpResponse:
    game = asking.game_of_page(page)
    if game is None:
        raise Http404("no cards are played by this page of the rulebook")
    addresses = {one: reverse("rules_" + one, args=[page]) for one in OTHER}
    back = reverse("rule", args=[page])
    return _room(request, game, room, {"addresses": addresses, "back": back, "table": None})


def not_followed(request: HttpRequest, variant: str, back: str) -> HttpResponse:
    """A 404 page for a game that isn't followed card by card. *back*: the address of its link back."""
    context = {"variant": VARIANTS[variant], "back": back}
    return render(request, "rules/not_followed.html", context, status=404)


def _room(
    request: HttpRequest, game: asking.Game, room: str, place: dict[str, object], trump: str = ""
) -> HttpResponse:
    if not game.followed:
        return not_followed(request, game.variant, str(place["back"]))
    answer = asking.trick_answer if room == "trick" else asking.follow_answer
    asked = asking.read(request.GET, game, asking.TRICK if room == "trick" else asking.FOLLOW, trump)
    context = {
        **place,
        "here": request.path,
        "game": game,
        "asked": asked,
        "decks": asking.decks(game, asked),
        "answer": answer(game, asked),
        "full": asking.full(game, asked),
        "most": asking.most(game, asked.to, asked.piles),
    }
    return render(request, f"rules/{room}.html", context, status=422 if asked.error else 200)
