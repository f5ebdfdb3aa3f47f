"""Ratings over time, as a chart draws them."""

from companion.pages.season_chart import RatedPerson
from companion.stats.rating import Rating, number
from companion.store import ratings
from companion.store.course import Course
from companion.store.figures import Scope


def over_time(scope: Scope, played: Course) -> list[RatedPerson]:
    """Ratings after each evening in the game of a scope, of those who aren't hidden; *played*: its games."""
    rated, who = played.rated, played.who
    first = scope.period.first
    earlier = ratings.before(who.roots, set(rated), scope.variant, (first, 0)) if first else {}
    return [
        RatedPerson(
            who.rows[person].name,
            {on: number(mu) for on, mu in one.mu.items()},
            one.games,
            earlier.get(person, Rating()).number,
        )
        for person, one in sorted(rated.items())
    ]
