"""Sums of the facts of a group's games: of people, games of one kind, any period.

Games count once they are over, hands at once. People are given by primary key; merged spellings are added
up under their root.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db import connection

from companion.models import PastPlayer, Person
from companion.pages.group_figures import RatedPerson
from companion.stats import periods, records
from companion.stats.figures import (
    DIGITS,
    LEAST,
    MOST,
    NAMES,
    Chance,
    Figures,
    Pair,
    Season,
    Title,
    Total,
    first_of,
    together,
)
from companion.stats.periods import ALL, Period
from companion.stats.rating import Rating, number
from companion.stats.records import Rated, Row, Wins
from companion.store import people as of_group
from companion.store import ratings
from companion.store.games import marks, run
from companion.store.people import Somebody
from scoring import VARIANTS

SUMS = {
    "games": 'COUNT(*) FILTER (WHERE g."over")',
    "won": "COUNT(*) FILTER (WHERE p.won)",
    "points": 'SUM(CASE WHEN g."over" THEN p.points ELSE 0 END)',
    "comeback": "MAX(CASE WHEN p.won THEN p.comeback ELSE 0 END)",
    "fastest": "MIN(CASE WHEN p.won THEN g.hands END)",
    "expected": "SUM(c.chance)",
}
OF_GAMES = ("games", "won", "expected", "points")
EVERYTHING = NAMES
OF_RECORDS = (*OF_GAMES, *MOST, *LEAST)

IN_SCOPE = "g.group_id = %s AND g.played_on BETWEEN %s AND %s AND (%s = '' OR g.variant = %s)"
PARTS = f"FROM companion_playerfacts p JOIN companion_gamefacts g ON g.game_id = p.game_id WHERE {IN_SCOPE}"
"""Parts of players in games that are in a scope."""

CHANCES = f"""
SELECT p.game_id, COUNT(DISTINCT CASE WHEN p.won THEN p.side END) * 1.0 / COUNT(DISTINCT p.side) AS chance
{PARTS} AND g."over" GROUP BY p.game_id"""
"""Of each game that is over the sides that won it, out of all."""

WITH_CHANCES = PARTS.replace("WHERE", f"LEFT JOIN ({CHANCES}) c ON c.game_id = g.game_id WHERE", 1)

OF_GROUP = f"""
SELECT g.variant, COUNT(*) FILTER (WHERE g."over"), SUM(g.hands), MIN(g.played_on), MAX(g.played_on)
FROM companion_gamefacts g WHERE {IN_SCOPE} GROUP BY g.variant"""  # noqa: S608 - constants

DAYS = f"""
SELECT COUNT(DISTINCT g.played_on)
FROM companion_gamefacts g WHERE g."over" AND {IN_SCOPE}"""  # noqa: S608 - constants

BY_DAY = f"""
SELECT p.person_id, g.played_on, COUNT(*), COUNT(*) FILTER (WHERE p.won), SUM(c.chance)
{WITH_CHANCES} AND g."over" AND p.person_id IS NOT NULL
GROUP BY p.person_id, g.played_on"""

RESULTS = f"""
SELECT p.person_id, p.won, g.game_id, g.played_on, g.variant, p.points
{PARTS} AND g."over" AND p.person_id IS NOT NULL{{whose}}
ORDER BY g.played_on, g.game_id"""

OTHER = """ AND EXISTS (
    SELECT 1 FROM companion_playerfacts b
    WHERE b.game_id = p.game_id AND b.id <> p.id AND {how} AND b.person_id IN ({places}))"""


@dataclass(frozen=True)
class Scope:
    """The games of a group that count: those of a period, and of one variant unless it is ""."""

    group: int
    period: Period = ALL
    variant: str = ""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of IN_SCOPE."""
        first, last = self.period.first or date.min, self.period.last or date.max
        days = map(connection.ops.adapt_datefield_value, (first, last))
        return self.group, *days, self.variant, self.variant


@dataclass(frozen=True)
class People:
    """All people of a group: ``rows`` has each spelling, by its number."""

    rows: Mapping[int, Somebody]

    @cached_property
    def _into(self) -> dict[int, int]:
        return {number: one.into for number, one in self.rows.items() if one.into is not None}

    @cached_property
    def roots(self) -> dict[int, int]:
        """The number of the person who is shown for each spelling."""
        return {number: of_group.end(self._into, number) for number in self.rows}

    @cached_property
    def shown(self) -> dict[int, int]:
        """The number of the person for each spelling, without those of people who are hidden."""
        return {number: root for number, root in self.roots.items() if not self.rows[root].hidden}

    @property
    def names(self) -> dict[int, str]:
        """The name of each spelling, as shown."""
        return {number: one.name for number, one in self.rows.items()}

    def root(self, number: int) -> Somebody:
        """The person who is shown for a spelling."""
        return self.rows[of_group.end(self._into, number)]

    def spellings(self, root: int) -> list[int]:
        """A person and all other spellings of them, the person first."""
        merged = (number for number in self._into if of_group.end(self._into, number) == root)
        return [root, *sorted(merged)]

    def by_id(self, public_id: str) -> Somebody | None:
        """The person with this id, or of the spelling with it; None without one."""
        found = (number for number, one in self.rows.items() if one.public_id == public_id)
        number = next(found, None)
        return None if number is None else self.root(number)


@dataclass(frozen=True)
class Played:
    """Totals of a scope: finished games by variant, most first; hands; first and last day.

    ``days`` is None where there was no game.
    """

    games: Mapping[str, int]
    hands: int
    days: tuple[date, date] | None

    @property
    def all_games(self) -> int:
        """Games of all variants."""
        return sum(self.games.values())


@dataclass(frozen=True)
class Result:
    """One person's result of a game that is over."""

    person: int
    won: bool
    game: int
    played_on: date
    variant: str
    points: int


def people(group: int) -> People:
    """The people of a group."""
    rows = Person.objects.filter(group=group).values_list(*of_group.COLUMNS)
    return People({row[0]: of_group.somebody(*row) for row in rows})


def played(scope: Scope) -> Played:
    """What was played."""
    with run(OF_GROUP, *scope.values) as cursor:
        rows = [row for row in cursor.fetchall() if row[0] in VARIANTS]
    games = {row[0]: row[1] for row in sorted(rows, key=lambda row: -row[1])}
    days = (min(day(row[3]) for row in rows), max(day(row[4]) for row in rows)) if rows else None
    return Played(games, sum(row[2] for row in rows), days)


def is_played(season: Scope, days: tuple[date, date] | None) -> bool:
    """Whether something was played in a season; *days*: the first and the last of the group’s games.

    In one query if the last one is after it: somebody told a day to come.
    """
    first, last = season.period.first, season.period.last
    if days is None or first is None or last is None or days[1] < first:
        return False
    return days[1] <= last or played(season).days is not None


def evenings(scope: Scope) -> int:
    """The number of days on which a game was played to its end."""
    with run(DAYS, *scope.values) as cursor:
        found: int = cursor.fetchone()[0]
    return found


def sums(
    scope: Scope,
    who: People,
    names: Sequence[str] = NAMES,
    whose: Collection[int] = (),
    partner: Collection[int] = (),
) -> dict[tuple[int, str], Figures]:
    """The figures with these *names*, by person and variant.

    whose: only of these spellings; partner: only in games with one of these as partner.
    """
    columns = ", ".join(SUMS.get(name) or f"{'MAX' if name in MOST else 'SUM'}(p.{name})" for name in names)
    whose_parts, values = among(whose, partner)
    sql = f"SELECT p.person_id, g.variant, {columns} {WITH_CHANCES} AND p.person_id IS NOT NULL{whose_parts}"
    found: dict[tuple[int, str], list[Figures]] = {}
    with run(sql + " GROUP BY p.person_id, g.variant", *scope.values, *scope.values, *values) as cursor:
        for person, variant, *numbers in cursor.fetchall():
            given: dict[str, Any] = {
                name: round(float(number or 0), DIGITS)
                if name == "expected"
                else (number if name in LEAST else int(number or 0))
                for name, number in zip(names, numbers, strict=True)
            }
            found.setdefault((who.root(person).number, variant), []).append(Figures(**given))
    return {key: together(some) for key, some in found.items()}


def totals(
    scope: Scope,
    who: People,
    names: Sequence[str] = NAMES,
    whose: Collection[int] = (),
    partner: Collection[int] = (),
) -> list[Total]:
    """Sums of these figures as ``sums``, a total for each person."""
    found: dict[int, dict[str, Figures]] = {}
    for (person, variant), one in sums(scope, who, names, whose, partner).items():
        found.setdefault(person, {})[variant] = one
    people_of = ((who.rows[person], by_variant) for person, by_variant in found.items())
    return [Total(one.number, one.public_id, one.name, one.hidden, given) for one, given in people_of]


def results(
    scope: Scope,
    who: People,
    whose: Collection[int] = (),
    partner: Collection[int] = (),
    rival: Collection[int] = (),
) -> list[Result]:
    """Everyone’s results of games that are over, in order of play; the others as in ``among``."""
    whose_parts, values = among(whose, partner, rival)
    with run(RESULTS.format(whose=whose_parts), *scope.values, *values) as cursor:
        rows = cursor.fetchall()
    return [
        Result(who.root(person).number, bool(won), game, day(on), variant, points)
        for person, won, game, on, variant, points in rows
    ]


def season(group: int, period: Period, who: People | None = None) -> Season:
    """The games of a period for the page of a group; hidden people are left out.

    In four queries, one less if *who*, its people, are known.
    """
    scope, who = Scope(group, period), who or people(group)
    found = [one for one in totals(scope, who, OF_GAMES) if one.games and not one.hidden]
    found.sort(key=lambda one: one.chance.order)
    return Season(played(scope).all_games, evenings(scope), tuple(found))


def titles(group: int, today: date, who: People) -> list[Title]:
    """Who won each of the seasons before that of today, the newest first; hidden people win none.

    Of a season from which there are lists of results, who won most games. In two queries.
    """
    now, listed = periods.season(today), dict[Period, Counter[int]]()
    of_lists = PastPlayer.objects.filter(past__group=group, side=0).values_list("person", "past__played_on")
    for person, on in of_lists.order_by("pk"):
        if person in who.shown:
            listed.setdefault(periods.season(on), Counter())[who.shown[person]] += 1
    past = sorted({*periods.past(today), *listed}, key=lambda period: period.first or today, reverse=True)
    past = [period for period in past if period.first and now.first and period.first < now.first]
    scope = Scope(group, periods.between(past[-1].first, past[0].last))
    with run(BY_DAY, *scope.values, *scope.values) as cursor:
        rows = cursor.fetchall()
    found: dict[Period, dict[int, Chance]] = {}
    for person, on, games, won, expected in rows:
        root = who.shown.get(person)
        if root is not None:
            of_season = found.setdefault(periods.season(day(on)), {})
            so_far = of_season.get(root, Chance(0, 0, 0.0))
            of_season[root] = so_far.with_more(won, games, float(expected))
    made: list[Title] = []
    for period in past:
        games, wins = found.get(period, {}), listed.get(period, Counter())
        if not wins:
            made.append(Title(period, {one: games[one] for one in first_of(games)}))
            continue
        for one, more in wins.items():
            games[one] = games.get(one, Chance(0, 0, 0.0)).with_more(more, more, 0.0)
        most = max(chance.won for chance in games.values())
        winners = {person: chance for person, chance in sorted(games.items()) if chance.won == most}
        made.append(Title(period, winners, sum(wins.values())))
    return [title for title in made if title.winners]


def among(
    whose: Collection[int], partner: Collection[int] = (), rival: Collection[int] = ()
) -> tuple[str, tuple[int, ...]]:
    """SQL condition, with its values: the part is of one of these spellings, with one of these as partner.

    rival: against one of these, in a game that exactly one of the two won.
    """
    text = f" AND p.person_id IN ({marks(whose)})" if whose else ""
    if partner:
        text += _with_other("b.side = p.side", partner)
    if rival:
        text += _with_other("b.side <> p.side AND b.won <> p.won", rival)
    return text, (*whose, *partner, *rival)


def _with_other(how: str, others: Collection[int]) -> str:
    """SQL condition: one of these spellings plays in the same game; *how*: SQL comparing it with the part."""
    return OTHER.format(how=how, places=marks(others))


def day(stored: object) -> date:
    """The date of a stored day, which SQLite returns as text."""
    return stored if isinstance(stored, date) else date.fromisoformat(str(stored))


# The players of games that are over, read once in order of play for all that follows from the order.

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
class GamesInOrder:
    """The games of a scope; *who*: the group's people."""

    rows: list[Row]
    who: People

    @property
    def evenings(self) -> int:
        """On how many days they were played, as ``evenings`` counts."""
        return len({on for _game, _person, _seat, _side, _won, on, *_rating in self.rows})

    @cached_property
    def pairs(self) -> list[Pair]:
        """Everyone with everyone else."""
        return records.pairs(self.rows, self.who.roots)

    @cached_property
    def wins(self) -> Wins:
        """The wins of those who aren't hidden."""
        return records.wins(self.rows, self.who.shown)

    @cached_property
    def rated(self) -> dict[int, Rated]:
        """The ratings of those who aren't hidden; only in a scope of one game."""
        return records.rated(self.rows, self.who.shown)


def read(scope: Scope, who: People, whose: Collection[int] = ()) -> GamesInOrder:
    """The games of a scope, in one query; *whose*: only those with one of these spellings."""
    sql = PLAYERS.format(
        rating=RATING if scope.variant else NO_RATING,
        whose=WITH.format(places=marks(whose)) if whose else "",
    )
    with run(sql, *scope.values, *whose) as cursor:
        return GamesInOrder(cursor.fetchall(), who)


def pairs(scope: Scope, who: People, root: int) -> list[Pair]:
    """A person with everyone else."""
    found = read(scope, who, who.spellings(root)).pairs
    return [pair for pair in found if root in (pair.one, pair.other)]


def over_time(scope: Scope, played: GamesInOrder) -> list[RatedPerson]:
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
