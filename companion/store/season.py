"""Ratings over time, as a chart draws them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from django.db.models import QuerySet

from companion.models import PlayerFacts
from companion.pages.season_chart import RatingRow
from companion.stats.rating import Rating
from companion.store import ratings
from companion.store.figures import People

Who = tuple[str, str]  # a key, and the name as it is shown


def over_time(
    group: int, everyone: People, variant: str, *, first: date | None = None, last: date | None = None
) -> list[RatingRow]:
    """Ratings in one game after each evening, hidden people left out; *everyone*: the group's people."""
    who = _who(everyone)
    found = _played(group, variant, first, last).filter(mu__isnull=False).order_by("played_on", "game")
    rows = {}
    for on, person, mu, games in found.values_list("played_on", "person", "mu", "rated"):
        shown = who(person or 0)
        if shown is not None:
            rows[on, shown[0]] = RatingRow(on, *shown, Rating(mu or 0).number, games)
    if first is None:
        return list(rows.values())
    wanted = {int(key) for _on, key in rows}
    roots = {number: everyone.root(number).number for number in everyone.rows}
    earlier = ratings.before(roots, wanted, variant, (first, 0))
    return [replace(row, before=earlier.get(int(row.person), Rating()).number) for row in rows.values()]


def _played(group: int, variant: str, first: date | None, last: date | None) -> QuerySet[PlayerFacts]:
    wanted = {
        "game__variant": variant or None,
        "game__played_on__gte": first,
        "game__played_on__lte": last,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    return PlayerFacts.objects.filter(game__group=group, game__over=True, person__isnull=False, **given)


def _who(everyone: People) -> Callable[[int], Who | None]:
    """Who is shown for a spelling; None for somebody hidden."""

    def who(person: int) -> Who | None:
        if person not in everyone.rows:
            return None
        top = everyone.root(person)
        return None if top.hidden else (str(top.number), top.name)

    return who
