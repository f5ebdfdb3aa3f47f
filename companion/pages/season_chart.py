"""Charts of a season: games won, and ratings, evening by evening, each with its figures as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from companion.pages.line_chart import Chart, Series, lines
from companion.stats.rating import PROVISIONAL, START
from companion.wording.dates import day, short_day, short_month
from companion.wording.names import listed, shown
from scoring import signed

MOST_EVENINGS = 52
"""How many are drawn and listed; of more, so many that lie evenly between the first and the last."""
MOST_LABELS = 4
ONE_YEAR = timedelta(days=340)


@dataclass(frozen=True)
class Winner:
    """A person by the name that is shown, with the games won on each evening there, 0 among them."""

    name: str
    won: Mapping[date, int]


@dataclass(frozen=True)
class RatedPerson:
    """A person by the name that is shown, with the rating after each evening, as the number that is shown.

    *games*: how many are in the last one. *before*: the number at the beginning of the charted time.
    """

    name: str
    numbers: Mapping[date, int]
    games: int
    before: int = START


@dataclass(frozen=True)
class SeasonChart:
    """A chart ready to draw: words as ``recap/_chart.html`` wants them; the table in order of time.

    names: columns of the table, best first. rows: date, and a figure for each name. note: who was left out.
    """

    chart: Chart
    words: Mapping[str, str]
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str


def season_chart(people: Sequence[Winner], most: int = 5) -> SeasonChart | None:
    """Games won so far by the *most* who won most; None for fewer than two evenings, or without a win."""
    evenings = sorted({on for one in people for on in one.won})
    totals = [sum(one.won.values()) for one in people]
    best = sorted(range(len(people)), key=lambda place: (-totals[place], people[place].name))[:most]
    if len(evenings) < 2 or not totals[best[0]]:
        return None
    some = [people[place] for place in best]
    drawn = [(one.name, _summed([one.won.get(on, 0) for on in evenings])) for one in some]
    title = f"Games won so far by {listed([one.name for one in some])} over {len(evenings)} evenings"
    note = _note(len(drawn), len(people), "those with the most wins")
    return _chart("season", "Games won, evening by evening", title, drawn, evenings, note)


def rating_chart(people: Sequence[RatedPerson], most: int = 5) -> SeasonChart | None:
    """Ratings of the *most* with the best one now; None for fewer than two evenings.

    Only those whose ratings are settled; None without any.
    """
    evenings = sorted({on for one in people for on in one.numbers})
    settled = [one for one in people if one.games >= PROVISIONAL]
    if len(evenings) < 2 or not settled:
        return None
    best = sorted(settled, key=lambda one: (-one.numbers[max(one.numbers)], one.name))[:most]
    drawn = [(one.name, _carried(one.before, one.numbers, evenings)) for one in best]
    title = f"Ratings of {listed([one.name for one in best])} over {len(evenings)} evenings"
    note = _note(len(drawn), len(settled), "those rated highest", f" with {PROVISIONAL} games or more")
    return _chart("ratings", "Ratings, evening by evening", title, drawn, evenings, note, START)


def _summed(numbers: Sequence[int]) -> list[int]:
    sums = [0]
    for number in numbers:
        sums.append(sums[-1] + number)
    return sums


def _carried(before: int, known: Mapping[date, int], evenings: Sequence[date]) -> list[int]:
    """The number after each evening, that *before* first; without a game it stays."""
    numbers = [before]
    for on in evenings:
        numbers.append(known.get(on, numbers[-1]))
    return numbers


def _note(drawn: int, number: int, who: str, whose: str = "") -> str:
    return f"{drawn} of {number} players{whose}, {who}." if drawn < number else ""


def _chart(
    id_: str,
    heading: str,
    title: str,
    drawn: Sequence[tuple[str, list[int]]],
    evenings: Sequence[date],
    note: str,
    base: int = 0,
) -> SeasonChart:
    kept = _evenly(len(evenings))
    columns = [(name, [totals[place] for place in (0, *kept)]) for name, totals in drawn]
    days = [evenings[place - 1] for place in kept]
    keys = _told_apart([name for name, _totals in drawn])
    series = [
        Series(key, totals, totals[-1] == columns[0][1][-1])
        for key, (_name, totals) in zip(keys, columns, strict=True)
    ]
    figures = {one.name: signed(one.totals[-1]).lstrip("+") for one in series}
    ends = ", ".join(f"{shown(name)} ends at {totals[-1]}" for name, totals in columns)
    words = {
        "id": id_,
        "heading": heading,
        "title": title,
        "description": f"{ends}. Every figure is in the table.",
    }
    return SeasonChart(
        lines(series, _labels(days), figures, base=base),
        words,
        tuple(shown(name) for name, _totals in columns),
        tuple(
            (day(on.isoformat()), tuple(str(totals[place]) for _name, totals in columns))
            for place, on in enumerate(days, 1)
        ),
        note,
    )


def _told_apart(names: Sequence[str]) -> list[str]:
    """The names, each once: two people may be shown by the same one."""
    seen: dict[str, int] = {}
    keys = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        keys.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return keys


def _evenly(number: int) -> list[int]:
    """At most MOST_EVENINGS places from 1 to *number*, the last one among them."""
    if number <= MOST_EVENINGS:
        return list(range(1, number + 1))
    return [1 + place * (number - 1) // (MOST_EVENINGS - 1) for place in range(MOST_EVENINGS)]


def _labels(days: Sequence[date]) -> list[tuple[int, str]]:
    """Some dates for under the chart, each with its place; the first and the last among them."""
    number = min(MOST_LABELS, len(days))
    places = sorted({1 + step * (len(days) - 1) // (number - 1) for step in range(number)})
    words = short_month if days[-1] - days[0] > ONE_YEAR else short_day
    return [(place, words(days[place - 1])) for place in places]
