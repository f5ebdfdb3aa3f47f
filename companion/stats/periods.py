"""Periods of figures: a season, a year, from one day to another, all time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta

SEASONS = ("winter", "spring", "summer", "fall")  # of three months; winter begins in December
MONTHS = 3
BETWEEN = ".."
YEARS = range(1900, 2100)
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


def day(text: str) -> date | None:
    """The day in ISO 8601, "2026-11-19"; None for other text."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.year in YEARS and str(found) == text else None


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
    days = day(first), day(last)
    if (first and days[0] is None) or (last and days[1] is None) or not any(days):
        return None
    if days[0] and days[1] and days[0] > days[1]:
        return None
    return between(*days)
