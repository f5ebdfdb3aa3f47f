"""Ratings over time, as a chart draws them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from companion.pages.season_chart import RatingRow
from companion.stats.periods import ALL, Period
from companion.stats.rating import Rating
from companion.store import ratings
from companion.store.figures import PARTS, People, Scope
from companion.store.statements import run

Who = tuple[str, str]  # a key, and the name as it is shown

RATED = f"""
SELECT CAST(g.played_on AS TEXT), p.person_id, p.mu, p.rated
{PARTS} AND g."over" AND p.person_id IS NOT NULL AND p.mu IS NOT NULL
ORDER BY g.played_on, g.game_id"""
"""Days as SQLite has them: its driver would make a date of every row."""


def over_time(group: int, everyone: People, variant: str, period: Period = ALL) -> list[RatingRow]:
    """Ratings in one game after each evening, hidden people left out; *everyone*: the group's people."""
    who = _who(everyone)
    shown = {number: who(number) for number in everyone.rows}
    last: dict[tuple[str, Who], tuple[float, int]] = {}
    with run(RATED, *Scope(group, period, variant).values) as cursor:
        for on, person, mu, games in cursor.fetchall():
            if one := shown.get(person):
                last[on, one] = mu, games
    rows = [
        RatingRow(date.fromisoformat(on), *one, Rating(mu).number, games)
        for (on, one), (mu, games) in last.items()
    ]
    if period.first is None:
        return rows
    wanted = {int(row.person) for row in rows}
    roots = {number: everyone.root(number).number for number in everyone.rows}
    earlier = ratings.before(roots, wanted, variant, (period.first, 0))
    return [replace(row, before=earlier.get(int(row.person), Rating()).number) for row in rows]


def _who(everyone: People) -> Callable[[int], Who | None]:
    """Who is shown for a spelling; None for somebody hidden."""

    def who(person: int) -> Who | None:
        if person not in everyone.rows:
            return None
        top = everyone.root(person)
        return None if top.hidden else (str(top.number), top.name)

    return who
