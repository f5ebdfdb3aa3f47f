"""The standings of a league: the nights and evenings of a group between two days, counted as it chose."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

# What counts of a night or an evening: points for the place, the points scored (nights only), tables or games
# won.
WAYS = PLACES, SCORES, WINS = ("places", "scores", "wins")
COUNTED = BOTH, NIGHTS, EVENINGS = ("both", "nights", "evenings")
PLACE_POINTS = (10, 7, 5, 3, 2, 1)  # for the first six


@dataclass(frozen=True)
class Rules:
    """How a league counts, from ``first`` to ``last``, both included.

    ``way`` is one of WAYS, ``counted`` one of COUNTED. ``best``: how many nights and evenings of each player
    count, their best ones, 0: all. Who was at fewer than ``least`` has no place.
    """

    first: date
    last: date
    way: str = PLACES
    counted: str = BOTH
    best: int = 0
    least: int = 0


@dataclass(frozen=True)
class Result:
    """How somebody did, by number: place from 1, points, tables or games won, marches alone."""

    person: int
    rank: int
    points: int
    wins: int
    loners: int


@dataclass(frozen=True)
class Event:
    """A night that was ended, by its id, or ``night`` "": the games of an evening; and who was there."""

    day: date
    night: str
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Cell:
    """What somebody has of a night or an evening, and whether it is among those that count."""

    figure: Fraction
    counts: bool


@dataclass(frozen=True)
class Row:
    """A player of a league. ``rank`` 0: too few evenings; ``cells``: None where the player was missing."""

    person: int
    rank: int
    cells: tuple[Cell | None, ...]
    total: Fraction
    attended: int
    loners: int


def standings(rules: Rules, events: Sequence[Event]) -> tuple[Row, ...]:
    """The players, best first; those without a place last. Equal totals share a place.

    Players who share a place of a night share its points: two in second place have (7 + 5) / 2 each.
    """
    figures: list[dict[int, Fraction]] = []  # by person, of each event
    loners: dict[int, int] = {}
    for event in events:
        ranks = [one.rank for one in event.results]
        figures.append({})
        for one in event.results:
            by = ranks.count(one.rank)  # how many share the place, and so its points
            shared = Fraction(sum(PLACE_POINTS[one.rank - 1 : one.rank - 1 + by]), by)
            ways = {PLACES: shared, SCORES: Fraction(one.points), WINS: Fraction(one.wins)}
            figures[-1][one.person] = ways[rules.way]
            loners[one.person] = loners.get(one.person, 0) + one.loners
    rows = []
    for person in sorted(loners):
        there = [at for at, of_event in enumerate(figures) if person in of_event]
        best = sorted(there, key=lambda at: -figures[at][person])[: rules.best or None]
        cells = tuple(
            Cell(of_event[person], at in best) if person in of_event else None
            for at, of_event in enumerate(figures)
        )
        total = sum((figures[at][person] for at in best), Fraction())
        rows.append(Row(person, 0, cells, total, len(there), loners[person]))
    placed = sorted((row for row in rows if row.attended >= rules.least), key=lambda row: -row.total)
    others = sorted((row for row in rows if row.attended < rules.least), key=lambda row: -row.total)
    ranked = [replace(row, rank=1 + sum(one.total > row.total for one in placed)) for row in placed]
    return (*ranked, *others)
