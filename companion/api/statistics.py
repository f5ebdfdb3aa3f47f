"""Statistics of a group, its ratings, and the games and hands behind a figure."""

from typing import Any

from rest_framework.request import Request

from companion.api.base import asked
from companion.api.groups import load, somebody
from companion.api.operations import GROUP, Operations, Parameter
from companion.api.problems import Malformed
from companion.api.shapes.groups import (
    GameFigures,
    LineBehind,
    LinePage,
    PairFigures,
    PersonFigures,
    RatingList,
    RatingOfGame,
    Statistics,
)
from companion.server import problems
from companion.stats import figure_lines, periods
from companion.stats.figure_lines import GameBehind
from companion.stats.periods import Period
from companion.store import figure_lines as store_lines
from companion.store import figures, ratings
from companion.store.figure_lines import Behind
from companion.store.figures import Scope
from companion.store.groups import FoundGroup
from scoring import VARIANTS

FARTHEST = 1_000_000
at_group = Operations("Statistics", GROUP)
PERIOD = Parameter(
    "period",
    {"type": "string", "maxLength": 30},
    "all, a season as fall-2026, a year as 2026, or days as 2026-01-03..2026-02-14; all without it.",
)
GAME = Parameter("game", {"type": "string", "enum": list(VARIANTS)}, "Only this game.")

WHAT = Parameter(
    "what", {"type": "string", "enum": list(figure_lines.WHATS)}, "What to list; `games` without it."
)
PEOPLE = (
    Parameter("person", {"type": "string", "maxLength": 20}, "Of this person; everyone’s without it."),
    Parameter("partner", {"type": "string", "maxLength": 20}, "Only games with this partner of the person."),
    Parameter(
        "rival", {"type": "string", "maxLength": 20}, "Only games that either the person won or this one."
    ),
)
PAGE = Parameter("page", {"type": "integer", "minimum": 1, "maximum": FARTHEST}, "The page, from 1.")


@at_group("GET statistics/", Statistics, parameters=(PERIOD, GAME))
def read_statistics(request: Request, group_id: str) -> Statistics:
    """Read the statistics.

    Merged spellings are one person. `GET …/behind/` lists what is behind a figure.
    """
    found = load(request, group_id)
    scope = scope_of(request, found)
    who, played = figures.people(scope.group), figures.played(scope)
    period: Period = scope.period
    by_person: dict[int, list[GameFigures]] = {}
    for (person, variant), one in sorted(figures.sums(scope, who).items()):
        by_person.setdefault(person, []).append(GameFigures.of(one, variant=variant))
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
        pairs=[
            PairFigures.of(pair, one=who.rows[pair.one].public_id, other=who.rows[pair.other].public_id)
            for pair in figures.read(scope, who).pairs
            if not who.rows[pair.one].hidden and not who.rows[pair.other].hidden
        ],
    )


@at_group("GET ratings/", RatingList)
def list_ratings(request: Request, group_id: str) -> RatingList:
    """List the ratings.

    Return everyone's rating in every game, hidden people left out.
    """
    found = load(request, group_id)
    who = figures.people(found.pk)
    tops = [one for one in who.rows.values() if one.into is None and not one.hidden]
    rated = ratings.of_people({one.number: who.spellings(one.number) for one in tops})
    some = [
        RatingOfGame.of(
            rating,
            person=one.public_id,
            name=one.name,
            variant=variant,
            rating=rating.number,
            provisional=rating.is_provisional,
        )
        for one in tops
        for variant, rating in rated[one.number].items()
    ]
    some.sort(key=lambda one: (list(VARIANTS).index(one.variant), -one.rating, one.name))
    return RatingList(ratings=some)


def scope_of(request: Request, found: FoundGroup) -> Scope:
    """Which games of a group the query asks for. Raises Malformed."""
    period = periods.named(asked(request, PERIOD) or periods.ALL.slug)
    if period is None:
        raise Malformed("period must be all, a season as fall-2026, a year, or days as FIRST..LAST.")
    return Scope(found.pk, period, asked(request, GAME))


@at_group("GET behind/", LinePage, problems.NO_PERSON, parameters=(PERIOD, GAME, WHAT, *PEOPLE, PAGE))
def list_behind(request: Request, group_id: str) -> LinePage:
    """List what is behind a figure.

    Newest first, 50 at a time. `count` is the figure.
    """
    found = load(request, group_id)
    scope, who = scope_of(request, found), figures.people(found.pk)
    what = figure_lines.WHATS[asked(request, WHAT) or figure_lines.GAMES.slug]
    ids = {one.name: asked(request, one) for one in PEOPLE}
    if (ids["partner"] or ids["rival"]) and not ids["person"]:
        raise Malformed("partner and rival need a person.")
    given = {name: somebody(found, one).number for name, one in ids.items() if one}
    lines = store_lines.lines(scope, who, Behind(what, **given), asked(request, PAGE) or 1)
    some = [line(game) for game in lines.games]
    some += [line(one.game, number=one.seq, hand=one.number, gain=one.gain) for one in lines.hands]
    return LinePage(count=lines.total, page=lines.page, pages=lines.pages, results=some)


def line(game: GameBehind, **hand: Any) -> LineBehind:
    """A game, or a hand of it."""
    return LineBehind(
        table=game.table_id,
        variant=game.variant,
        played_on=str(game.played_on),
        players=[player.name for player in game.players],
        **{"number": None, "hand": None, "gain": None, **hand},
    )
