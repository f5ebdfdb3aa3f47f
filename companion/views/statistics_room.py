"""What every page and picture of statistics needs: the group, what is asked for, and its charts."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest
from django.utils import timezone

from companion.access import devices
from companion.forms.figures import Asked, asked
from companion.pages import group_figures
from companion.pages.asked import Place, games_offered, is_dated, periods_offered
from companion.pages.group_picture import Leaderboard
from companion.pages.periods import inside
from companion.pages.season_chart import SeasonChart, Winner, rating_chart, season_chart
from companion.server.fonts import drawable
from companion.stats.periods import ALL, Period
from companion.stats.periods import season as season_of
from companion.store import course, figures, groups, season
from companion.store.course import Course
from companion.store.figures import People, Played, Scope
from companion.store.groups import FoundGroup
from companion.store.people import Somebody
from scoring import VARIANTS


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
            "dated": is_dated(self.scope.period) or bool(self.asked.errors),
            "games": games_offered(self.played.games, self.scope.variant),
        }


def room_of(request: HttpRequest, group_id: str, otherwise: Period | None = None) -> Room:
    """The room; without a period the season of today, or all time if nothing was played in it."""
    group = groups.find(devices.device(request), group_id)
    today, query = timezone.localdate(), asked(request.GET)
    played = figures.played(Scope(group.pk))
    now = season_of(today)
    is_played = played.days is not None and now.first is not None and played.days[1] >= now.first
    period = query.period or otherwise or (now if is_played else ALL)
    variant = "" if "game" in query.errors else query.variant
    scope = Scope(group.pk, period, variant)
    return Room(group, figures.people(group.pk), played, query, scope, today)


def wins_drawn(played: Course) -> SeasonChart | None:
    """Games won, evening by evening; None for too few."""
    rows = played.who.rows
    return season_chart([Winner(rows[number].name, won) for number, won in sorted(played.wins.won.items())])


def ratings_drawn(scope: Scope, played: Course) -> SeasonChart | None:
    """Ratings over time in the game that is shown; None for all games, which have no rating in common."""
    return rating_chart(season.over_time(scope, played)) if scope.variant else None


def leaderboard(room: Room) -> Leaderboard:
    """What the picture of the figures asked for shows, with names that it can draw."""
    room = replace(room, people=_drawable(room.people))
    names = figures.OF_GAMES
    shown = [one for one in figures.totals(room.scope, room.people, names) if not one.hidden]
    lines = group_figures.player_lines(group_figures.ranked(shown), room.place, {}, "")
    played = course.read(room.scope, room.people)
    found = ratings_drawn(room.scope, played) or wins_drawn(played)
    when = inside(room.scope.period, room.today)
    game = VARIANTS[room.scope.variant].short if room.scope.variant else "All games"
    return Leaderboard(room.group.name, f"{game}, {when}", lines, found)


def _drawable(people: People) -> People:
    """People under names that a picture can draw; "Player 1" for one of which nothing is left."""
    rows, nameless = {}, 0
    for number, one in people.rows.items():
        name = drawable(one.name)
        nameless += not name
        rows[number] = one._replace(name=name or f"Player {nameless}")
    return People(rows)
