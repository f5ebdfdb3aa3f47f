"""Periods of figures: a season, a year, from one day to another, all time; and one evening."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from itertools import groupby

from scoring import VARIANTS, Variant

SEASONS = ("winter", "spring", "summer", "fall")  # of three months; winter begins in December
MONTHS = 3
BETWEEN = ".."
YEARS = range(1900, 2100)
ANY_YEAR = range(MINYEAR, MAXYEAR + 1)  # a game that a file brings may be of any day
MOST_SEASONS, MOST_YEARS = 8, 10  # that a choice offers


@dataclass(frozen=True)
class Period:
    """Days from ``first`` to ``last``, both included; None: without that end.

    ``slug`` names it in addresses: "fall-2026", "2026", "2026-01-03..2026-02-14", "all".
    """

    slug: str
    first: date | None = None
    last: date | None = None


ALL = Period("all")


def season(day: date) -> Period:
    """The season that a day is in. The winter of 2026 begins in December 2026."""
    number = day.month % 12 // MONTHS
    return _season(SEASONS[number], day.year - (day.month < MONTHS))


def year(number: int) -> Period:
    """A calendar year."""
    return Period(str(number), date(number, 1, 1), date(number, 12, 31))


def between(first: date | None, last: date | None) -> Period:
    """From one day to another."""
    return Period((str(first or "") + BETWEEN + str(last or "")), first, last) if first or last else ALL


def named(slug: str) -> Period | None:
    """The period with this slug; None for other text."""
    if slug == ALL.slug:
        return ALL
    if BETWEEN in slug:
        return _between(*slug.split(BETWEEN, 1))
    name, dash, number = slug.rpartition("-")
    if not (number.isascii() and number.isdecimal() and len(number) == 4 and int(number) in YEARS):
        return None
    if not dash:
        return year(int(number))
    return _season(name, int(number)) if name in SEASONS else None


def offered(today: date, first: date | None) -> list[Period]:
    """Periods to choose from: this season and those before it back to *first*, years, all time."""
    seasons = list(_back(season(today), first))
    years = [] if first is None else range(today.year, max(first.year, today.year - MOST_YEARS) - 1, -1)
    return [*seasons, *map(year, years), ALL]


def past(today: date) -> list[Period]:
    """The seasons before that of today, the newest first."""
    return [*_back(season(today), date.min)][1:]


def day(text: str, years: Collection[int] = YEARS) -> date | None:
    """The day in ISO 8601, "2026-11-19"; None for other text, and for a day of another year."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.year in years and str(found) == text else None


def _season(name: str, number: int) -> Period:
    month = SEASONS.index(name) * MONTHS or 12
    first = date(number, month, 1) if number >= MINYEAR else date.min
    if name == "winter":
        last = date(number + 1, 3, 1) - timedelta(days=1) if number < MAXYEAR else date.max
    else:
        last = date(number, month + MONTHS, 1) - timedelta(days=1)
    return Period(f"{name}-{number}", first, last)


def _back(period: Period, first: date | None) -> Iterator[Period]:
    for _ in range(MOST_SEASONS):
        yield period
        if first is None or period.first is None or period.first <= first:
            return
        period = season(period.first - timedelta(days=1))


def _between(first: str, last: str) -> Period | None:
    days = day(first, ANY_YEAR), day(last, ANY_YEAR)
    if (first and days[0] is None) or (last and days[1] is None) or not any(days):
        return None
    if days[0] and days[1] and days[0] > days[1]:
        return None
    return between(*days)


# One evening: the games of a day, its players, and who did best.

MOST_BEST = 2  # so many share the line; more of them have none


@dataclass(frozen=True)
class Part:
    """One player's part in a game: the person shown; points (more is better) or the result in chips.

    hidden: a ghost, or somebody who is left out of tables.
    """

    person: int
    name: str
    won: bool
    points: int
    hidden: bool = False


@dataclass(frozen=True)
class Played:
    """A game of an evening; ``title`` is "" unless it was named."""

    table_id: str
    title: str
    variant: Variant
    played_on: date
    over: bool
    hands: int
    parts: tuple[Part, ...]

    @property
    def winners(self) -> list[str]:
        """The names of those who won, once it is over."""
        return [part.name for part in self.parts if part.won and self.over]


@dataclass(frozen=True)
class Evening:
    """The games of one day in order, and the names of its players, most wins first.

    best: those who won most of its games; () if nobody did, or too many at once. won: how many of them each
    has won, of ``over`` games. chips: their result in chips, if nothing but chips were played for; else None.
    wins: everybody with the games won, or with that result.
    """

    day: date
    games: tuple[Played, ...]
    people: tuple[str, ...]
    best: tuple[str, ...]
    won: int
    over: int
    chips: int | None
    wins: tuple[tuple[str, int], ...] = ()

    @property
    def games_played(self) -> tuple[Variant, ...]:
        """The variants that were played, each once."""
        return tuple({game.variant.name: game.variant for game in self.games}.values())


def evenings(games: Iterable[Played]) -> list[Evening]:
    """The days of these games, in their order; the games of one day follow each other."""
    return [evening(day, list(some)) for day, some in groupby(games, key=lambda game: game.played_on)]


def evening(day: date, games: Sequence[Played]) -> Evening:
    """One day."""
    names = {part.person: part.name for game in games for part in game.parts if not part.hidden}
    over = [game for game in games if game.over]
    wins = dict.fromkeys(names, 0)
    chips = dict.fromkeys(names, 0)
    for game in over:
        for part in (part for part in game.parts if not part.hidden):
            wins[part.person] += part.won
            chips[part.person] += part.points
    only_chips = bool(over) and all(game.variant.has_bank for game in over)
    ranked = chips if only_chips else wins
    top = max(ranked.values(), default=0)
    best = [person for person, number in ranked.items() if number == top and top > 0]
    best = best if len(best) <= MOST_BEST else []
    people = sorted(names, key=lambda person: -ranked[person])
    return Evening(
        day=day,
        games=tuple(games),
        people=tuple(names[person] for person in people),
        best=tuple(names[person] for person in best),
        won=wins[best[0]] if best else 0,
        over=len(over),
        chips=top if best and only_chips else None,
        wins=tuple((names[person], ranked[person]) for person in people),
    )


def variant(name: str) -> Variant | None:
    """The variant with this name; None for one that no longer exists."""
    return VARIANTS.get(name)
