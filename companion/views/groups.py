"""Groups: start one; its page with the next game, season and last evenings; the group of a table."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import store
from companion.access import devices, passkeys
from companion.forms.fields import whole
from companion.forms.new_game import NewGame, read
from companion.log import rights
from companion.pages import asked as period_words
from companion.pages import tonight
from companion.pages.group_figures import season_table, title_lines
from companion.pages.listing import listed, running
from companion.pages.night_places import first_named
from companion.pages.tonight import Last, Plan, evening_line, evening_recap
from companion.rules.options import typed
from companion.server import rates
from companion.server.doors import saved
from companion.server.error_pages import too_many
from companion.server.rates import asks
from companion.stats.periods import ALL, season
from companion.store import figures, group_games, group_starts, groups, leagues, moments, new_games, nights
from companion.store.figures import People, Scope
from companion.store.group_games import Known
from companion.store.groups import TITLE_LENGTH, FoundGroup
from companion.store.reading import from_standby
from companion.views.leagues import TITLE as LEAGUE
from companion.views.night import TITLE
from companion.views.saving import SeeOther, gaining, key
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal, Variant

LATEST = 3  # evenings on the group's page
ASKED_AFTER = 2  # evenings: then a group is worth keeping
MOST_TITLES = 4  # seasons, and nights
LONGEST_SEARCH = 40


@dataclass(frozen=True)
class Tonight:
    """What the page of a group offers: the last game, the people to pick, who is here, the next game.

    ``plan`` is None while nobody is here. ``asked``: what was looked for among the people. ``wish``: the game
    that was tapped, "" if none; ``variant`` is another one while that doesn't fit.
    """

    last: Last | None
    known: Known
    here: tuple[str, ...]
    variant: Variant
    plan: Plan | None
    rules: dict[str, group_games.Rules]
    asked: str
    wish: str
    today: date

    @property
    def names(self) -> dict[str, str]:
        """Shown names by public id."""
        return {one.public_id: one.name for one in self.known.people}

    @property
    def after(self) -> str:
        """The id of the last game's table; "" without one."""
        return self.last.table_id if self.last else ""

    @property
    def seen(self) -> str:
        """What Start would start now."""
        return self.plan.seen(self.last) if self.plan else ""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def all_groups(request: HttpRequest) -> HttpResponse:
    """Ask for the name of a new group, and start it."""
    if request.method != "POST":
        return _new(request)
    title, started = request.POST.get("title", ""), key(request)
    wait = rates.wait_to_start(request)
    if wait:
        return too_many(_new(request, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait)
    device = devices.device(request)
    try:
        group_id = gaining(
            request, started, lambda device, then: group_starts.create(device, started, title, successor=then)
        )
    except Refusal as refusal:
        return _new(request, refusal)
    rates.count_start(request, device, 0)
    return SeeOther(reverse("group", args=[group_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@asks
def group(request: HttpRequest, group_id: str) -> HttpResponse:
    """The page of a group; after a tap with who is here now, which writes nothing. A player's: its nights."""
    found = groups.find(devices.device(request), group_id, rights.NIGHTS)
    if not found.may_see:
        return SeeOther(reverse("nights", args=[group_id]))
    return group_page(request, found)


@require_POST
def start(request: HttpRequest, group_id: str) -> HttpResponse:
    """Start the game that the button named and redirect to its table; else show what would be started now."""
    found, started = groups.find(devices.device(request), group_id, rights.PLAY), key(request)
    made = group_games.started(started)
    if made:  # again, maybe since the answer with the phone's new token was lost
        gaining(request, started, lambda _device, _then: made)
        return SeeOther(reverse("table", args=[made]))
    next_game = _tonight(request, found, figures.people(found.pk))
    wait = rates.wait_to_start(request)
    if wait:
        return too_many(
            group_page(request, found, AppRefusal("too-many-games", minutes=-(-wait // 60))), wait
        )
    if not found.personal and "second" not in request.POST and new_games.running(found.device, group_id):
        return group_page(request, found, asked_first=True)
    plan, device = next_game.plan, devices.device(request)
    try:
        if plan is None:
            raise AppRefusal("nobody-here", "here")
        if request.POST.get("seen") != next_game.seen:
            raise AppRefusal("check-seats", "here")
        values = {  # as the group plays, with usual buy-ins where chips are played for
            "played_on": next_game.today.isoformat(),
            "buy_in": "on",
            **{name: typed(value) for name, value in next_game.rules.get(plan.variant.name, {}).items()},
            "dealer": str(plan.dealer) if plan.dealer else "random",
        }
        form = read(NewGame(plan.variant, [next_game.names[one] for one in plan.people], values))
        record = form.record
        if record is None:
            raise next(iter(form.errors.values()))
        table_id = gaining(
            request,
            started,
            lambda device, then: group_games.start(
                found, device, started, record, after=next_game.after, successor=then
            ),
        )
    except Refusal as refusal:
        return group_page(request, found, refusal)
    rates.count_start(request, device, len(record.entries))
    return SeeOther(reverse("table", args=[table_id]) + ("" if plan.dealer else "?drawn"))


@require_POST
def seats(request: HttpRequest, group_id: str) -> HttpResponse:
    """Open New game with the people who are here, in the order in which they would sit."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    next_game = _tonight(request, found, figures.people(found.pk))
    chosen = next_game.variant
    names = [next_game.names[one] for one in next_game.plan.people] if next_game.plan else []
    query = [("group", group_id), *(("player", name) for name in names[: chosen.seats[-1]])]
    if next_game.plan and 0 < next_game.plan.dealer <= chosen.seats[-1]:
        query.append(("dealer", str(next_game.plan.dealer)))
    return SeeOther(f"{reverse('new', args=[chosen.name])}?{urlencode(query)}")


@require_POST
def not_now(request: HttpRequest, group_id: str) -> HttpResponse:
    """The only host doesn't want to be asked again for a second one."""
    groups.ask_no_more(groups.find(devices.device(request), group_id, rights.SHARE))
    return SeeOther(reverse("group", args=[group_id]))


@require_safe
@never_cache
@from_standby
def evenings(request: HttpRequest, group_id: str) -> HttpResponse:
    """All evenings of a group, or the games of one."""
    found = groups.find(devices.device(request), group_id)
    today = found.clock.evening(timezone.now())
    if on := request.GET.get("day"):
        one = group_games.on(found.pk, _day(on))
        if one is None:
            raise Http404("no such evening")
        shown = evening_recap(one, found.name, today)
        context = {"group": found, "recap": shown, "moments": moments.of_evening(found.pk, _day(on))}
        return render(request, "groups/evening.html", context)
    page = group_games.page(found.pk, whole(request.GET.get("page", "")) or 1)
    lines_of_all = [evening_line(one, today) for one in page.evenings]
    return render(request, "groups/evenings.html", {"group": found, "page": page, "evenings": lines_of_all})


@require_safe
@never_cache
def kept(request: HttpRequest) -> HttpResponse:
    """The groups of this phone with their people, for a new game without a network."""
    device = devices.device(request)
    own = new_games.group_of(device, "")
    return JsonResponse(saved(groups=new_games.kept(device), currency=own.currency))


def _day(typed_day: str) -> date:
    try:
        return date.fromisoformat(typed_day)
    except ValueError:
        raise Http404("no such day") from None


def _new(request: HttpRequest, error: Refusal | None = None) -> HttpResponse:
    context = {
        "title": request.POST.get("title", ""),
        "title_length": TITLE_LENGTH,
        "key": store.new_key(),
        "error": error,
    }
    return render(request, "groups/new.html", context, status=422 if error else 200)


def _tonight(request: HttpRequest, found: FoundGroup, who: People) -> Tonight:
    """Who is here and what is played, as the form says it, or as last time. *who*: the group's people."""
    table = group_games.last(found.pk)
    last = tonight.last_of(table, group_games.people_of(table, who, hidden=False)) if table else None
    said, asked = request.method == "POST", request.POST.get("search", "").strip()[:LONGEST_SEARCH]
    wanted = tuple(dict.fromkeys(request.POST.getlist("here"))) if said else last.people if last else ()
    known = group_games.known(found.pk, who, wanted, asked)
    ids = {one.public_id for one in known.people}
    here = tuple(one for one in wanted if one in ids)
    rules = group_games.rules(found.pk)
    # The game that was tapped last is the wish, also while it fits too few or too many.
    game, shown = request.POST.get("game", ""), request.POST.get("shown", "")
    wish = game if game and game != shown else request.POST.get("wish", "")
    wish = wish if wish in VARIANTS else ""
    fits = bool(wish) and (not here or len(here) in VARIANTS[wish].seats)
    variant = VARIANTS[wish if fits else tonight.fitting(last, list(rules), len(here))]
    plan = tonight.plan(last, variant, here) if here else None
    today = found.clock.evening(timezone.now())
    return Tonight(last, known, here, variant, plan, rules, asked, wish, today)


def group_page(
    request: HttpRequest, found: FoundGroup, error: Refusal | None = None, *, asked_first: bool = False
) -> HttpResponse:
    """The page of a group. *asked_first*: a game is running, and Start asks which of the two is meant."""
    today = found.clock.evening(timezone.now())
    who = figures.people(found.pk)
    views = new_games.running(found.device, found.group_id)
    playing = [running(view) for view in views if group_games.shows(view.table, who)]
    latest = group_games.latest(found.pk, LATEST, who)
    period = season(today)
    days = (latest[-1].day, latest[0].day) if latest else None
    if not figures.is_played(Scope(found.pk, period), days):
        period = ALL
    figures_now = figures.season(found.pk, period, who)
    closed = [one for one in leagues.of_group(found) if one.closed_at]
    context = {
        "group": found,
        "playing": playing,
        "going": playing[0] if playing else None,
        "asked_first": asked_first,
        "left": [listed(one) for one in group_games.left(found)]
        if found.may_play and not found.personal
        else (),
        "season": season_table(figures_now, found.group_id, period) if figures_now.games else None,
        "season_words": period_words.words(period, today),
        "figures": figures_now,
        "titles": title_lines(figures.titles(found.pk, today, who)[:MOST_TITLES], who.names, today),
        "nights": _nights_won(found),
        "leagues": [
            {
                "id": one.id,
                "title": one.title or LEAGUE,
                "names": first_named([who.rows[n].name for n in best]),
            }
            for one, best in leagues.won(closed[:MOST_TITLES], who)
            if best
        ],
        "evenings": [evening_line(one, today) for one in latest],
        "alone": len(latest) >= ASKED_AFTER and groups.asks_for_host(found),
        "passkeys": passkeys.possible(request),
        "moments": moments.of_evening(found.pk, latest[0].day, who=who) if latest else [],
        "error": error,
        "key": store.new_key(),
        **(_next(_tonight(request, found, who)) if found.may_play else {}),
    }
    status = 409 if asked_first else 422 if error else 200
    return render(request, "groups/group.html", context, status=status)


def _nights_won(found: FoundGroup) -> list[dict[str, str]]:
    """The last nights that were ended, with their winners."""
    ended = [one for one in nights.of_group(found, MOST_TITLES) if one.ended_at]
    best = nights.winners(found, [one.id for one in ended]) if ended else {}
    today = found.clock.evening(timezone.now())
    return [
        {
            "id": one.id,
            "names": first_named([person.name for person in best[one.id]]),
            "title": one.title or TITLE,
            "day": dates.evening(found.clock.evening(one.began_at).isoformat(), today),
        }
        for one in ended
        if best[one.id]
    ]


def _next(next_game: Tonight) -> dict[str, object]:
    """The part of the page by which a game is started."""
    plan, last = next_game.plan, next_game.last
    chosen = next_game.variant.name
    shown, more = tonight.games(last, list(next_game.rules), len(next_game.here), chosen)
    return {
        "people": next_game.known.people,
        "others": next_game.known.others or next_game.asked,
        "asked": next_game.asked,
        "here": next_game.here,
        "as_last": bool(last and set(last.people) == set(next_game.here)),
        "games": shown,
        "more_games": more,
        "chosen": next_game.variant,
        "wish": next_game.wish,
        "plan": plan,
        "plan_off": tonight.off(plan.variant, len(next_game.here)) if plan else "",
        "plan_words": tonight.in_words(plan, next_game.names) if plan else "",
        "seen": next_game.seen,
    }


# The group of a table: say which, and move it to another one; move games back that left a group.


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def group_of_table(request: HttpRequest, table_id: str) -> HttpResponse:
    """Ask to which group the table belongs, and move it there."""
    view, error = store.load(devices.device(request), table_id, rights.SHARE), None
    if request.method == "POST":
        try:
            group_games.move(view, request.POST.get("group", ""))
        except Refusal as refusal:
            error = refusal
        else:
            return SeeOther(reverse("share", args=[table_id]))
    found = group_games.of_table(view)
    now = found.group.group_id if found.group else ""
    context = {
        "table": view.table,
        "choices": found.choices,
        "chosen": request.POST.get("group", now),
        "error": error,
    }
    return render(request, "groups/move.html", context, status=422 if error else 200)


@require_POST
def left(request: HttpRequest, group_id: str) -> HttpResponse:
    """Move the games back that the form names, or leave them where they are."""
    found = groups.find(devices.device(request), group_id, rights.PLAY)
    wanted, error = (request.POST.get("move") or request.POST.get("tables", "")).split(), None
    if "leave" in request.POST:
        group_games.leave(found, wanted)
        return SeeOther(reverse("group", args=[group_id]))
    for table in group_games.left(found):
        if table.id in wanted:
            try:
                group_games.move(store.load(found.device, table.id, rights.SHARE), group_id)
            except Refusal as refusal:
                error = refusal
    return group_page(request, found, error) if error else SeeOther(reverse("group", args=[group_id]))
