"""The rulebook: pages of rules by id, search, charts, and a table's options; questions about a trick."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion import store
from companion.access import devices
from companion.forms import asking
from companion.forms.progress import trump_so_far
from companion.log.rights import View
from companion.log.table import Table
from companion.pages import charts as chart
from companion.rules import house_rules, rulebook
from companion.rules.house_rules import Place
from companion.store import progress
from scoring import VARIANTS
from scoring.cards import SUITS

OTHER = {"trick": "follow", "follow": "trick"}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the list of pages, and search results."""
    query = request.GET.get("q", "").strip()[: rulebook.LONGEST]
    within = request.GET.get("in", "")
    found = rulebook.find(query, within if within in rulebook.PAGES else "")
    context = {
        "pages": [rulebook.page(name) for name in rulebook.PAGES],
        "guides": [rulebook.page(name) for name in rulebook.GUIDES],
        "query": query,
        "within": within,
        "found": found[: rulebook.MOST],
        "more": max(0, len(found) - rulebook.MOST),
        "table": _table(request),
    }
    return _shown(request, "rules/index.html", context)


@require_safe
def rule(request: HttpRequest, page: str) -> HttpResponse:
    """Show one page, with a table's options beside their rules."""
    place = _place(request, page)
    options = house_rules.in_force(place.table.state) if place.table and page != rulebook.COMMON else {}
    context = {
        "place": place,
        "page": place.page,
        "guide": page in rulebook.GUIDES,
        "table": place.table,
        "blocks": [(block, options.get(block.rule, [])) for block in house_rules.played(place)],
        "changed": house_rules.changed(options),
        "optional": bool(options),
        "may_change": bool(options) and house_rules.may_change(_view(request)),
        "game": asking.game_of_page(page),
    }
    return _shown(request, "rules/page.html", context)


@require_safe
def ranking(request: HttpRequest, page: str) -> HttpResponse:
    """Show the ranking of cards for the chosen trump."""
    place, game = _place_of_game(request, page)
    chosen = asking.trump_of(request.GET, game)
    trump = chosen or (place.table and trump_so_far(place.table, progress.of_table(place.table))) or SUITS[0]
    orders = chart.orders(game.pack, trump, game.jokers)
    context = {"place": place, "page": place.page, "game": game, "trump": trump, "orders": orders}
    more = {"lender": chart.lent(trump), "rules": chart.rules(game.pack, trump, game.jokers)}
    return _shown(request, "rules/ranking.html", {**context, **more})


@require_safe
def charts(request: HttpRequest, page: str) -> HttpResponse:
    """Show the deal, the chips handed out, and the pay."""
    place, game = _place_of_game(request, page)
    state = place.table.state if place.table else None
    games = [state.variant] if state else rulebook.games_of_page(page)
    banks = [one.bank for one in games if one.bank]
    deals = chart.deals(games[0], state is not None and game.jokers)
    jokers = 0 if state else games[0].pack.wild_jokers
    context = {
        "place": place,
        "page": place.page,
        "deals": deals,
        "jokers": jokers,
        "joker_deals": chart.joker_deals(games[0]) if jokers else [],
        "batches": {row.deal.batches: row.players for row in deals},
        "spare": any(row.deal.spare for row in deals),
        "seated": len(state.players) if state else 0,
        "hand_outs": chart.hand_outs() if banks else [],
        "hand_out_rule": banks[0].hand_out_rule if banks else "",
        "payouts": [(one, chart.players(one, state), chart.payouts(one, state)) for one in games],
    }
    return _shown(request, "rules/charts.html", context)


def _place(request: HttpRequest, page: str) -> Place:
    try:
        found = rulebook.page(page)
    except KeyError:
        raise Http404("no such page of the rulebook") from None
    table = _table(request)
    plays_it = table and page in (rulebook.page_of_variant(table.variant), rulebook.COMMON)
    return Place(found, table if plays_it else None)


def _place_of_game(request: HttpRequest, page: str) -> tuple[Place, asking.Game]:
    place, game = _place(request, page), asking.game_of_page(page)
    if game is None:
        raise Http404("no game is played by this page of the rulebook")
    return place, asking.game_of_table(place.table) if place.table else game


def _table(request: HttpRequest) -> Table | None:
    """The table in the query, if this device has a role there; None otherwise."""
    view = _view(request)
    return view.table if view else None


def _view(request: HttpRequest) -> View | None:
    try:
        return store.load(devices.device(request), request.GET["table"])
    except (KeyError, Http404):
        return None


def _shown(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """The page; private if it shows a table's options, otherwise public."""
    response = render(request, template, context)
    if "table" in request.GET:
        add_never_cache_headers(response)
    return response


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
