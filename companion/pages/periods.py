"""Periods of figures in words."""

from datetime import date

from companion.stats.periods import ALL, BETWEEN, Period, season
from companion.wording import dates

CENTURY = 100


def words(period: Period, today: date) -> str:
    """ "This fall", "Fall 2025", "Winter 2025–26", "2025", "All time", "November 1, 2026 and later"."""
    if period == ALL:
        return "All time"
    if period == season(today):
        return "This " + period.slug.partition("-")[0]
    name, _, number = period.slug.partition("-")
    if period.slug.isdecimal():
        return period.slug
    if number.isdecimal() and len(number) == len(str(today.year)):
        return name.capitalize() + " " + (_two_years(int(number)) if name == "winter" else number)
    return _between(period)


def inside(period: Period, today: date) -> str:
    """The same after a comma: "this fall", "fall 2025", "all time", "November 1, 2026 and later"."""
    text = words(period, today)
    dated = period.first and BETWEEN in period.slug
    return text if dated else text[:1].lower() + text[1:]


def _two_years(first: int) -> str:
    return f"{first}–{(first + 1) % CENTURY:02}"


def _between(period: Period) -> str:
    first, last = (dates.day(str(one)) if one else "" for one in (period.first, period.last))
    if first == last:
        return first
    if first and last:
        return first + " to " + last
    return first + " and later" if first else "Until " + last
