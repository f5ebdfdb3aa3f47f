"""Statistics of a group, the page of one person, and the hands behind a figure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.access import devices
from companion.forms.fields import whole
from companion.pages import group_figures, person_figures
from companion.pages.asked import Place, games_offered, inside, periods_offered, words
from companion.pages.group_figures import SeasonChart, Winner, rating_chart, season_chart
from companion.pages.person_figures import as_maker, otherwise
from companion.pages.picture import Leaderboard
from companion.server.fonts import drawable
from companion.stats import periods
from companion.stats.figure_lines import ALL_HANDS, GAMES, WHATS
from companion.stats.figures import Total, together
from companion.stats.periods import ALL, Period
from companion.stats.periods import season as season_of
from companion.store import bringing, figure_lines, figures, groups, leagues, nights, ratings
from companion.store.bringing import Won
from companion.store.figure_lines import Behind
from companion.store.figures import GamesInOrder, People, Played, Scope
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from companion.store.reading import from_standby
from companion.views.leagues import TITLE as LEAGUE
from companion.views.night import TITLE
from companion.wording import dates
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal

# What every page and picture of statistics needs: the group, what is asked for, and its charts.


@dataclass(frozen=True)
class Asked:
    """Period and game asked for; ``period`` None: none was named. ``first`` and ``last``: days as typed.

    *errors*: refusals by field; with one, nothing counts.
    """

    period: Period | None
    variant: str
    first: str
    last: str
    errors: Mapping[str, Refusal]

    @property
    def error(self) -> Refusal | None:
        """The first refusal."""
        return next(iter(self.errors.values()), None)


def asked(values: Mapping[str, str]) -> Asked:
    """The period and the game of a query; days win over a named period."""
    first, last = (values.get(name, "").strip() for name in ("from", "to"))
    errors: dict[str, Refusal] = {}
    days = [periods.day(text, periods.ANY_YEAR) if text else None for text in (first, last)]
    for name, text, one in zip(("from", "to"), (first, last), days, strict=True):
        if text and one is None:
            errors[name] = AppRefusal("no-such-day", name)
    if days[0] and days[1] and days[0] > days[1]:
        errors["to"] = AppRefusal("days-turned", "to")
    slug = values.get("period", "")
    period = periods.between(days[0], days[1]) if any(days) else periods.named(slug) if slug else None
    if slug and period is None:
        errors["period"], period = AppRefusal("no-such-period", "period"), ALL
    if period is not None and periods.BETWEEN in period.slug and not (first or last):
        first, last = (str(one or "") for one in (period.first, period.last))
    variant = values.get("game", "")
    if variant and variant not in VARIANTS:
        errors["game"] = AppRefusal("no-such-game", "game")
    return Asked(period, variant, first, last, errors)


@dataclass(frozen=True)
class Room:
    """What every page of statistics needs: the group, its people, all that was played, what is asked for."""

    group: FoundGroup
    people: People
    played: Played
    asked: Asked
    scope: Scope
    today: date
    partner: Somebody | None = None

    @property
    def place(self) -> Place:
        """The period and the game that are shown."""
        partner = self.partner.public_id if self.partner else ""
        return Place(self.scope.period, self.scope.variant, partner)

    def somebody(self, person_id: str) -> Somebody:
        """The person with this id. Raises Http404."""
        found = self.people.by_id(person_id)
        if found is None:
            raise Http404("no such person")
        return found

    @property
    def context(self) -> dict[str, Any]:
        """The choice of period and game, for the template."""
        first = self.played.days[0] if self.played.days else None
        return {
            "group": self.group,
            "partner": self.partner,
            "asked": self.asked,
            "error": self.asked.error,
            "place": self.place,
            "when": inside(self.scope.period, self.today),
            "periods": periods_offered(self.scope.period, self.today, first),
            "dated": periods.BETWEEN in self.scope.period.slug or bool(self.asked.errors),
            "games": games_offered(self.played.games, self.scope.variant),
        }


def room_of(request: HttpRequest, group_id: str, otherwise: Period | None = None) -> Room:
    """The room; without a period the season of today, or all time if nothing was played in it."""
    group = groups.find(devices.device(request), group_id)
    today, query = group.clock.evening(timezone.now()), asked(request.GET)
    played = figures.played(Scope(group.pk))
    now = season_of(today)
    is_played = figures.is_played(Scope(group.pk, now), played.days)
    period = query.period or otherwise or (now if is_played else ALL)
    variant = "" if "game" in query.errors else query.variant
    scope = Scope(group.pk, period, variant)
    return Room(group, figures.people(group.pk), played, query, scope, today)


def wins_drawn(played: GamesInOrder) -> SeasonChart | None:
    """Games won, evening by evening; None for too few."""
    rows = played.who.rows
    return season_chart([Winner(rows[number].name, won) for number, won in sorted(played.wins.won.items())])


def ratings_drawn(scope: Scope, played: GamesInOrder) -> SeasonChart | None:
    """Ratings over time in the game that is shown; None for all games, which have no rating in common."""
    return rating_chart(figures.over_time(scope, played)) if scope.variant else None


def leaderboard(room: Room) -> Leaderboard:
    """What the picture of the figures asked for shows, with names that it can draw."""
    rows, nameless = {}, 0
    for number, one in room.people.rows.items():
        name = drawable(one.name)
        nameless += not name
        rows[number] = one._replace(name=name or f"Player {nameless}")
    room = replace(room, people=People(rows))
    names = figures.OF_GAMES
    shown = [one for one in figures.totals(room.scope, room.people, names) if not one.hidden]
    lines = group_figures.player_lines(group_figures.ranked(shown), room.place, {}, "")
    played = figures.read(room.scope, room.people)
    found = ratings_drawn(room.scope, played) or wins_drawn(played)
    when = inside(room.scope.period, room.today)
    game = VARIANTS[room.scope.variant].short if room.scope.variant else "All games"
    return Leaderboard(room.group.name, f"{game}, {when}", lines, found)


WRONG = 422


@dataclass(frozen=True)
class Pair:
    """The spellings of a person, and of the partner with whom they are shown; none for all partners."""

    one: list[int]
    partner: list[int]


@require_safe
@never_cache
@from_standby
def group_stats(request: HttpRequest, group_id: str) -> HttpResponse:
    """The figures of a group."""
    room = room_of(request, group_id)
    if room.asked.error:
        return render(request, "stats/statistics.html", room.context, status=WRONG)
    names = figures.EVERYTHING if room.scope.variant else figures.OF_RECORDS  # hands of one game only add up
    everyone = figures.totals(room.scope, room.people, names)
    shown = [one for one in everyone if not one.hidden]
    played = figures.read(room.scope, room.people)
    rated = room.scope.variant or next(iter(room.played.games), "")
    column = group_figures.points(room.scope.variant)
    whole_list = "all" in request.GET
    most = (None, None) if whole_list else (group_figures.MOST_PLAYERS, group_figures.MOST_PAIRS)
    ranked = group_figures.ranked(shown)[: most[0]]
    spellings = {one.number: room.people.spellings(one.number) for one in ranked}
    rated_now = ratings.of_people(spellings, [rated]) if rated else {}
    of_rated = {number: some[rated] for number, some in rated_now.items() if rated in some}
    players = group_figures.player_lines(ranked, room.place, of_rated, rated)
    partners = group_figures.pair_lines(played.pairs, shown, room.place, most[1])
    columns, versus = group_figures.versus(played.pairs, shown, room.place)
    found = figure_lines.records(room.scope, room.people, shown)
    hands = together(some for one in everyone for some in one.by_variant.values())
    in_all = room.played if room.scope == Scope(room.group.pk) else figures.played(room.scope)
    context = {
        **room.context,
        "players": players,
        "partners": partners,
        "more": len(players) == most[0] or len(partners) == most[1],
        "column": column,
        "rated": VARIANTS[rated].short if rated else "",
        "is_rated": any(line.rating for line in players),
        "few": any(line.few for line in players),
        "names": columns,
        "versus": versus,
        "records": group_figures.record_lines(found, played.wins.streak, shown, room.place),
        "season_chart": wins_drawn(played),
        "rating_chart": ratings_drawn(room.scope, played),
        "made": as_maker(hands, room.place, ""),
        "other": otherwise(hands, room.place),
        "all_games": room.place.link(GAMES, str(in_all.all_games), in_all.all_games),
        "all_hands": room.place.link(ALL_HANDS, str(in_all.hands), in_all.hands),
        "evenings": played.evenings,
        "past": [(room.people.rows[number], one) for number, one in _past(room).items()][: most[0]],
    }
    return render(request, "stats/statistics.html", context)


@require_safe
@never_cache
@from_standby
def person(request: HttpRequest, group_id: str, person_id: str) -> HttpResponse:
    """The figures of one person; another spelling's address leads to the person's."""
    room = room_of(request, group_id)
    somebody = room.somebody(person_id)
    if somebody.public_id != person_id:
        return redirect("person", group_id, somebody.public_id)
    context = {**room.context, "person": somebody}
    if room.asked.error:
        return render(request, "stats/person.html", context, status=WRONG)
    partner = room.somebody(request.GET["with"]) if request.GET.get("with") else None
    pair = Pair(
        room.people.spellings(somebody.number),
        room.people.spellings(partner.number) if partner else [],
    )
    found = figures.totals(room.scope, room.people, whose=pair.one, partner=pair.partner)
    if not found and room.asked.period is None and room.scope.period != ALL:
        room = replace(room, scope=replace(room.scope, period=ALL))
        found = figures.totals(room.scope, room.people, whose=pair.one, partner=pair.partner)
    room = replace(room, partner=partner)
    context |= {
        **room.context,
        "turned": room.place.query(**{"with": somebody.public_id}),
        "alone": replace(room.place, partner="").query(),
    }
    if found:
        context |= _of_person(room, found[0], pair)
    if partner is None:
        context["past"] = _past(room).get(somebody.number)
        # The leagues, seasons and last nights that the person won: address, name, and what it is.
        group, number = room.group, somebody.number
        titles = [
            {"at": reverse("league", args=[group_id, one.id]), "name": one.title or LEAGUE, "is": "league"}
            for one, best in leagues.won(leagues.of_group(group), room.people)
            if number in best
        ]
        for season in figures.titles(group.pk, room.today, room.people):
            if number in season.winners:
                at = f"{reverse('group_stats', args=[group_id])}?period={season.period.slug}"
                titles.append({"at": at, "name": words(season.period, room.today), "is": "games won"})
        ended = {one.id: one for one in nights.of_group(group) if one.ended_at}
        for night, first in nights.winners(group, list(ended)).items() if ended else ():
            if number in {one.number for one in first}:
                on = dates.evening(group.clock.evening(ended[night].began_at).isoformat(), room.today)
                at = reverse("night_results", args=[night])
                titles.append({"at": at, "name": ended[night].title or TITLE, "is": on})
        context["titles"] = titles
    return render(request, "stats/person.html", context)


@require_safe
@never_cache
@from_standby
def group_hands(request: HttpRequest, group_id: str) -> HttpResponse:
    """The hands or games behind a figure, newest first."""
    room = room_of(request, group_id, ALL)
    errors = dict(room.asked.errors)
    numbers = []
    for name in ("person", "with", "against"):
        given_id = request.GET.get(name, "")
        numbers.append(room.somebody(given_id).number if given_id else None)
    what = WHATS.get(request.GET.get("what", ALL_HANDS.slug))
    fits = what is not None and (numbers[0] is not None or not any(numbers[1:]))
    if what is None or not fits or (numbers[0] is None and what.of_games and what is not GAMES):
        errors["what"] = AppRefusal("no-such-list", "what")
    context = {**room.context, "error": next(iter(errors.values()), None)}
    if what is None or errors:
        return render(request, "stats/figure_lines.html", context, status=WRONG)
    wanted = Behind(what, *numbers)
    page = whole(request.GET.get("page", "")) or 1
    lines = figure_lines.lines(room.scope, room.people, wanted, page)
    rows = room.people.rows
    others = ((wanted.partner, "with"), (wanted.rival, "against"))
    given = {
        "what": wanted.what.slug,
        **({"person": rows[wanted.person].public_id} if wanted.person else {}),
        **{name: rows[number].public_id for number, name in others if number},
    }
    context |= {
        "what": wanted.what,
        "person": rows.get(wanted.person or 0),
        "partner": rows.get(wanted.partner or 0),
        "rival": rows.get(wanted.rival or 0),
        "game": VARIANTS[room.scope.variant].short if room.scope.variant else "",
        "pair": room.place.query(**{"with": given.get("with", "")}),
        "lines": lines,
        "listed": [*map(person_figures.game_line, lines.games), *person_figures.hand_lines(lines.hands)],
        "newer": room.place.query(**given, page=str(lines.page - 1)) if lines.page > 1 else "",
        "older": room.place.query(**given, page=str(lines.page + 1)) if lines.page < lines.pages else "",
    }
    return render(request, "stats/figure_lines.html", context)


def _past(room: Room) -> Mapping[int, Won]:
    """What everyone won of the games that lists have; nothing where one game is asked for."""
    if room.scope.variant:
        return {}
    return bringing.won(room.group.pk, room.scope.period, room.people.shown)


def _of_person(room: Room, total: Total, pair: Pair) -> dict[str, Any]:
    place, who = room.place, total.person
    results = figures.results(room.scope, room.people, pair.one, pair.partner)
    won = [one.won for one in results]
    pairs = [] if pair.partner else figures.pairs(room.scope, room.people, total.number)
    own = [one if one.one == total.number else one.turned() for one in pairs]
    shown = {number: one for number, one in room.people.rows.items() if not one.hidden}
    names = {number: (one.public_id, one.name) for number, one in shown.items()}
    everyone = figures.totals(room.scope, room.people, figures.OF_GAMES) if own else []
    whose = {} if pair.partner else {total.number: pair.one}
    rated = ratings.of_people(whose).get(total.number, {})
    hands = person_figures.hands_of(total, place)
    return {
        "total": total,
        "head": person_figures.head(total.figures, won, place, who),
        "streaks": person_figures.streaks(won, place, who),
        "game_lines": person_figures.game_lines(total, place),
        "rating_lines": person_figures.rating_lines(rated, place, who),
        "hands_of": hands,
        "evening_lines": person_figures.evening_lines(
            [(one.played_on, one.won) for one in results], place, who
        ),
        "partners": person_figures.partner_lines(own, everyone, place, who),
        "rivals": person_figures.rival_lines(own, names, place, who),
        "hands_link": place.link(ALL_HANDS, "All hands", total.figures.hands, person=who),
    }
