"""The choice of period and game on a page of statistics, and links to what is behind its figures."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from math import floor

from companion.stats.figure_lines import What
from companion.stats.figures import FEW, Chance, Figures, Rate
from companion.stats.periods import ALL, BETWEEN, SEASONS, Period, offered, season
from companion.wording import dates
from scoring import VARIANTS, signed

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
    if name in SEASONS:
        years = f"{number}–{(int(number) + 1) % CENTURY:02}" if name == "winter" else number
        return name.capitalize() + " " + years
    first, last = (dates.day(str(one)) if one else "" for one in (period.first, period.last))
    if not first or not last:
        return first + " and later" if first else "Until " + last
    return first if first == last else first + " to " + last


def inside(period: Period, today: date) -> str:
    """The period after a comma: "this fall", "fall 2025", "all time", "November 1, 2026 and later"."""
    text = words(period, today)
    dated = period.first and BETWEEN in period.slug
    return text if dated else text[:1].lower() + text[1:]


@dataclass(frozen=True)
class Choice:
    """One option of a select."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class Link:
    """A figure that opens what is behind it. query: of that list. count: how much the list has."""

    text: str
    query: str
    count: int


@dataclass(frozen=True)
class Place:
    """The figures that a page shows: of a period and a game, "" for all; *partner*: with this one, by id."""

    period: Period
    variant: str = ""
    partner: str = ""

    def query(self, **more: str) -> str:
        """The query of another page with the same period and game, or with others.

        Its values are slugs and ids, of which nothing needs to be escaped.
        """
        given = {"period": self.period.slug, "game": self.variant, "with": self.partner, **more}
        return "&".join(name + "=" + value for name, value in given.items() if value)

    def link(self, what: What, text: str, count: int, **more: str) -> Link:
        """A figure that opens a list."""
        return Link(text, self.query(what=what.slug, **more), count)


def periods_offered(period: Period, today: date, first: date | None) -> list[Choice]:
    """The periods to choose from, the chosen one among them."""
    found = offered(today, first)
    if period not in found:
        found = [period, *found]
    return [Choice(one.slug, words(one, today), one == period) for one in found]


def games_offered(variants: Collection[str], chosen: str) -> list[Choice]:
    """All games, and those that were played or are chosen, in the order of the menu."""
    found = [name for name in VARIANTS if name in variants or name == chosen]
    some = [Choice(name, VARIANTS[name].short, name == chosen) for name in found]
    return [Choice("", "All games", not chosen), *some]


def share(rate: Rate) -> str:
    """A share in words: "55%", "few"."""
    return "few" if rate.few else f"{rate.percent}%"


def percent(part: float) -> int:
    """A share in whole percent, halves up."""
    return floor(100 * part + 0.5)


def above_par(chance: Chance) -> str:
    """The share won above par in percent: "+12", "−5"; "" for the few."""
    if chance.games < FEW:
        return ""
    return signed(percent(chance.above)) if percent(chance.above) else "0"


def par(chance: Chance) -> str:
    """The share that chance alone would have won: "par 38%"; "" for the few."""
    return "" if chance.games < FEW else f"par {percent(chance.par)}%"


def likely(rate: Rate) -> str:
    """Its interval: "40–70%"; "" for the few."""
    low, high = rate.likely
    return "" if rate.few else f"{low}–{high}%"


def brought(figures: Figures, variant: str) -> str:
    """Points for good, or chips won and lost."""
    if VARIANTS[variant].has_bank:
        return signed(figures.points) if figures.points else "0"
    return str(figures.points).replace("-", "−")
