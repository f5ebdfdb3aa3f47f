"""The players of games that are over, read once in order of play for all that follows from the order."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from companion.stats import course
from companion.stats.course import Rated, Row, Wins
from companion.stats.figures import Pair
from companion.store.figures import PARTS, People, Scope, places
from companion.store.statements import run

PLAYERS = f"""
SELECT g.game_id, p.person_id, p.seat, p.side, CASE WHEN p.won THEN 1 ELSE 0 END,
    CAST(g.played_on AS TEXT), {{rating}}
{PARTS} AND g."over" AND p.person_id IS NOT NULL{{whose}}
ORDER BY g.played_on, g.game_id"""
"""Days and results as SQLite has them: its driver would make a date and a bool of every row."""

RATING = "p.mu, p.rated"
NO_RATING = "NULL, 0"
WITH = " AND p.game_id IN (SELECT o.game_id FROM companion_playerfacts o WHERE o.person_id IN ({places}))"


@dataclass(frozen=True)
class Course:
    """The games of a scope; *who*: the group's people."""

    rows: list[Row]
    who: People

    @cached_property
    def pairs(self) -> list[Pair]:
        """Everyone with everyone else."""
        return course.pairs(self.rows, self.who.roots)

    @cached_property
    def wins(self) -> Wins:
        """The wins of those who aren't hidden."""
        return course.wins(self.rows, self.who.shown)

    @cached_property
    def rated(self) -> dict[int, Rated]:
        """The ratings of those who aren't hidden; only in a scope of one game."""
        return course.rated(self.rows, self.who.shown)


def read(scope: Scope, who: People, whose: Collection[int] = ()) -> Course:
    """The games of a scope, in one query; *whose*: only those with one of these spellings."""
    sql = PLAYERS.format(
        rating=RATING if scope.variant else NO_RATING,
        whose=WITH.format(places=places(whose)) if whose else "",
    )
    with run(sql, *scope.values, *whose) as cursor:
        return Course(cursor.fetchall(), who)


def pairs(scope: Scope, who: People, root: int) -> list[Pair]:
    """A person with everyone else."""
    found = read(scope, who, who.spellings(root)).pairs
    return [pair for pair in found if root in (pair.one, pair.other)]
