"""Statistics of a group, its ratings, and the games and hands behind a figure."""

from dataclasses import asdict

from rest_framework.request import Request
from rest_framework.response import Response

from companion.api.base import Api, choice, text
from companion.api.groups import load, tagged
from companion.api.openapi import AT_GROUP, Query, described
from companion.api.problems import Malformed
from companion.api.shapes import (
    GameFigures,
    PairFigures,
    PersonFigures,
    RatingList,
    RatingOfGame,
    Statistics,
)
from companion.api.typed import docs
from companion.stats import periods
from companion.stats.figures import Figures
from companion.stats.periods import Period
from companion.store import course, figures, ratings
from companion.store.figures import People, Scope
from companion.store.groups import FoundGroup
from scoring import VARIANTS

TAG = "Statistics"
PERIOD = Query(
    "period",
    {"type": "string", "maxLength": 30},
    "all, a season as fall-2026, a year as 2026, or days as 2026-01-03..2026-02-14; all without it.",
)
GAME = Query("game", {"type": "string", "enum": list(VARIANTS)}, "Only this game.")
NAMES = tuple(name for name, _kind, _doc in docs(GameFigures) if name != "variant")


class TheStatistics(Api):
    """The statistics of a group."""

    @described(
        "read_statistics",
        TAG,
        "Read the statistics",
        {200: Statistics},
        *AT_GROUP,
        parameters=(PERIOD, GAME),
        description="Merged spellings are one person. `GET …/behind/` lists what is behind a figure.",
    )
    def get(self, request: Request, group_id: str) -> Response:
        """Return the figures of everyone, and of everyone with everyone."""
        found = load(request, group_id)
        scope = scope_of(request, found)
        return tagged(Response(statistics(scope)), found)


class Ratings(Api):
    """The ratings of a group."""

    @described("list_ratings", TAG, "List the ratings", {200: RatingList}, *AT_GROUP)
    def get(self, request: Request, group_id: str) -> Response:
        """Return everyone's rating in every game, hidden people left out."""
        found = load(request, group_id)
        who = figures.people(found.pk)
        tops = [one for one in who.rows.values() if one.into is None and not one.hidden]
        rated = ratings.of_people({one.number: who.spellings(one.number) for one in tops})
        some = [
            RatingOfGame(
                person=one.public_id,
                name=one.name,
                variant=variant,
                rating=rating.number,
                least=rating.least,
                most=rating.most,
                games=rating.games,
                provisional=rating.is_provisional,
            )
            for one in tops
            for variant, rating in rated[one.number].items()
        ]
        some.sort(key=lambda one: (list(VARIANTS).index(one.variant), -one.rating, one.name))
        return tagged(Response(RatingList(ratings=some)), found)


def scope_of(request: Request, found: FoundGroup) -> Scope:
    """Which games of a group the query asks for. Raises Malformed."""
    period = periods.named(text(request, PERIOD) or periods.ALL.slug)
    if period is None:
        raise Malformed("period must be all, a season as fall-2026, a year, or days as FIRST..LAST.")
    return Scope(found.pk, period, choice(request, GAME))


def statistics(scope: Scope) -> Statistics:
    """Everyone's figures."""
    who, played = figures.people(scope.group), figures.played(scope)
    period: Period = scope.period
    by_person: dict[int, list[GameFigures]] = {}
    for (person, variant), one in sorted(figures.sums(scope, who).items()):
        by_person.setdefault(person, []).append(of_game(variant, one))
    shown = {number: some for number, some in by_person.items() if not who.rows[number].hidden}
    return Statistics(
        period=period.slug,
        first_day=None if period.first is None else str(period.first),
        last_day=None if period.last is None else str(period.last),
        games=sum(played.games.values()),
        evenings=figures.evenings(scope),
        hands=played.hands,
        people=[
            PersonFigures(person=who.rows[number].public_id, name=who.rows[number].name, games=some)
            for number, some in shown.items()
        ],
        pairs=_pairs(scope, who),
    )


def of_game(variant: str, one: Figures) -> GameFigures:
    """The figures of one game."""
    values = asdict(one)
    return GameFigures(variant=variant, **{name: values[name] for name in NAMES})


def _pairs(scope: Scope, who: People) -> list[PairFigures]:
    return [
        PairFigures(
            one=who.rows[pair.one].public_id,
            other=who.rows[pair.other].public_id,
            together=pair.together,
            won=pair.won,
            ahead=pair.ahead,
            behind=pair.behind,
        )
        for pair in course.read(scope, who).pairs
        if not who.rows[pair.one].hidden and not who.rows[pair.other].hidden
    ]
