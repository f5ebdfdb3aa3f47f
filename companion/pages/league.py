"""A league as its page and its picture show it: the titles, a line for each player, what counts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from companion.pages.night_places import first_named
from companion.stats.league import (
    BOTH,
    EVENINGS,
    NIGHTS,
    PLACE_POINTS,
    PLACES,
    SCORES,
    WINS,
    Event,
    Row,
    Rules,
)
from companion.wording import dates
from companion.wording.names import in_figures

MOST_COLUMNS = 26  # the last nights and evenings; all of them count
WAY_WORDS = {
    PLACES: (
        "Points for the place",
        "10, 7, 5, 3, 2, 1 for the first six; players who share a place split them",
    ),
    SCORES: ("Points scored", "euchre nights only"),
    WINS: ("Tables and games won", "of a night the tables, of an evening the games"),
}
COUNTED_WORDS = {
    BOTH: ("Both", "euchre nights and evenings of games"),
    NIGHTS: ("Euchre nights", "players of nights see the league too"),
    EVENINGS: ("Evenings", "of games, however many were played"),
}


@dataclass(frozen=True)
class Column:
    """A night or an evening at the head of its column: "Nov 19"; ``night``: its id, "" for an evening."""

    day: date
    night: str
    text: str


@dataclass(frozen=True)
class CellText:
    """What a player has of a night or an evening: a dash for one who was missing; whether it counts."""

    text: str
    counts: bool


@dataclass(frozen=True)
class Line:
    """A player's line. ``rank`` 0: too few evenings for a place; ``person`` is the public id."""

    rank: int
    person: str
    name: str
    cells: tuple[CellText, ...]
    total: str
    loners: int


@dataclass(frozen=True)
class LeaguePage:
    """The standings. ``titles``: caption and names; ``hidden``: columns left out, which count."""

    titles: tuple[tuple[str, str], ...]
    columns: tuple[Column, ...]
    hidden: int
    lines: tuple[Line, ...]
    any_loners: bool


def league_page(
    events: Sequence[Event], rows: Sequence[Row], people: Mapping[int, tuple[str, str]], *, is_closed: bool
) -> LeaguePage:
    """The page; *people*: public id and name as shown, by number."""
    shown = events[-MOST_COLUMNS:]
    is_one_year = len({event.day.year for event in shown}) < 2
    text = dates.short_day if is_one_year else dates.short_day_of_year
    lines = []
    for row in rows:
        cells = [
            CellText("–", counts=True) if cell is None else CellText(figure(cell.figure), cell.counts)
            for cell in row.cells[-MOST_COLUMNS:]
        ]
        lines.append(Line(row.rank, *people[row.person], tuple(cells), figure(row.total), row.loners))

    def named(some: Iterable[Row]) -> list[str]:
        # once each: two who were merged after a league was closed have two rows in it
        return [people[person][1] for person in dict.fromkeys(row.person for row in some)]

    most = max((row.loners for row in rows), default=0)
    first = named(row for row in rows if row.rank == 1)
    titles = (
        ("won the league" if is_closed else "leads" if len(first) == 1 else "lead", first),
        (f"most loners: {most}", named(row for row in rows if most and row.loners == most)),
        ("never missed", named(row for row in rows if row.attended == len(events))),
    )
    return LeaguePage(
        tuple((caption, first_named(names)) for caption, names in titles if names),
        tuple(Column(event.day, event.night, text(event.day)) for event in shown),
        len(events) - len(shown),
        tuple(lines),
        any(row.loners for row in rows),
    )


def figure(number: Fraction) -> str:
    """ "6", "8.5", "3.33"."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".").replace("-", "−")


def sentences(rules: Rules) -> str:
    """How a league counts, in sentences."""
    counts = {
        PLACES: ", ".join(map(str, PLACE_POINTS))
        + " points for the first six; players who share a place split them.",
        SCORES: "The points scored count.",
        WINS: "Tables and games won count.",
    }[rules.way]
    what = {BOTH: "evenings", NIGHTS: "nights", EVENINGS: "evenings"}[rules.counted]
    best = f" The best {rules.best} {what} of each player count." if rules.best else ""
    best = f" The best {what.removesuffix('s')} of each player counts." if rules.best == 1 else best
    least = f" A place takes {in_figures(rules.least, what.removesuffix('s'))}." if rules.least else ""
    return counts + best + least


def changed(rows: Sequence[Row], now: Sequence[Row], names: Mapping[int, str]) -> list[str]:
    """What came after a league was closed: "Ann 33 instead of 32"."""
    before = {row.person: row for row in rows}
    lines = []
    for row in now:
        was = before.get(row.person)
        if was is None:
            lines.append(f"{names[row.person]} {figure(row.total)}, wasn’t listed")
        elif was.total != row.total:
            lines.append(f"{names[row.person]} {figure(row.total)} instead of {figure(was.total)}")
    gone = before.keys() - {row.person for row in now}
    return [*lines, *(f"{names[person]} isn’t listed any more" for person in sorted(gone))]
