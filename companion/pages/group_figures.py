"""The tables of a group's statistics, and the charts of its season."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from companion.pages.asked import Link, Place, above_par, brought, likely, par, percent, share, words
from companion.pages.line_chart import Chart, Series, lines, told_apart
from companion.pages.night_places import first_named
from companion.stats import figure_lines
from companion.stats import records as of
from companion.stats.figures import Pair, Season, Title, Total
from companion.stats.periods import Period
from companion.stats.rating import PROVISIONAL, START, Rating
from companion.stats.records import Record, Streak
from companion.wording import dates
from companion.wording.dates import day, short_day, short_month
from companion.wording.names import in_figures, listed, shown
from scoring import VARIANTS, signed

MOST_PLAYERS, MOST_PAIRS, MOST_VERSUS = 20, 8, 5
TITLES = {
    of.KINGS: "Most Kings in a hand",
    of.COMEBACK: "Biggest comeback",
    of.CHIPS: "Most chips won in a hand",
    of.FASTEST: "Fastest win",
}
UNITS = {of.KINGS: "", of.COMEBACK: "", of.CHIPS: "chips", of.FASTEST: "hands"}
SINGULAR = {"chips": "chip", "hands": "hand", "games": "game"}
MOST_IN_SEASON = 8


@dataclass(frozen=True)
class PlayerLine:
    """One person: place ("1."; "" for the few), links of the figures; None where there is nothing to open.

    above, par: the share won above what chance alone would have won, "+12", "" for the few; "par 38%".
    """

    place: str
    person: str
    name: str
    games: Link
    won: Link
    share: Link
    likely: str
    few: bool
    above: str
    par: str
    brought: Link | None
    rating: Link | None
    provisional: bool


@dataclass(frozen=True)
class PairLine:
    """Two partners, and what they have won together; *query*: of the first one's page with the other.

    share: the one they are likely to win, ``Pair.likely``.
    """

    person: str
    query: str
    one: str
    other: str
    games: Link
    won: Link
    share: Link


@dataclass(frozen=True)
class Cell:
    """One person against another: "12–7", None of the same person or without a game; ``ahead``: won more."""

    link: Link | None
    same: bool = False
    ahead: bool = False


@dataclass(frozen=True)
class RecordLine:
    """One record, who set it and when. table: its game, hand: its number there; of a streak a list."""

    title: str
    figure: str
    unit: str
    names: tuple[str, ...]
    note: str
    table: str = ""
    hand: int | None = None
    link: Link | None = None


def ranked(totals: Sequence[Total]) -> list[Total]:
    """Those with games, the farthest above par first."""
    return sorted((one for one in totals if one.games), key=lambda one: one.chance.order)


def player_lines(
    players: Sequence[Total], place: Place, ratings: Mapping[int, Rating], rated: str
) -> list[PlayerLine]:
    """A line for each, numbered; *ratings*: in the game *rated*."""
    found = []
    for number, one in enumerate(players, 1):
        figures, who = one.by_variant[place.variant] if place.variant else one.figures, {"person": one.person}
        rate, rating, open_rating = figures.share, ratings.get(one.number), None
        if rating and rating.games:
            everything = {**who, "period": "all", "game": rated}
            open_rating = place.link(figure_lines.RATED, str(rating.number), rating.games, **everything)
        line = PlayerLine(
            place="" if rate.few else f"{number}.",
            person=one.person,
            name=one.name,
            games=place.link(figure_lines.GAMES, str(figures.games), figures.games, **who),
            won=place.link(figure_lines.WON, str(figures.won), figures.won, **who),
            share=place.link(figure_lines.WON, share(rate), figures.won, **who),
            likely=likely(rate),
            few=rate.few,
            above=above_par(figures.chance),
            par=par(figures.chance),
            brought=place.link(figure_lines.GAMES, brought(figures, place.variant), figures.games, **who)
            if place.variant
            else None,
            rating=open_rating,
            provisional=rating is not None and rating.is_provisional,
        )
        found.append(line)
    return found


def points(variant: str) -> str:
    """What the column of points counts: "Points", "Chips", or "", with all games, for no column."""
    if not variant:
        return ""
    return "Chips" if VARIANTS[variant].has_bank else "Points"


def pair_lines(
    pairs: Sequence[Pair], totals: Sequence[Total], place: Place, most: int | None
) -> list[PairLine]:
    """The first partners, the farthest above par first; most: how many; None: all."""
    people = {one.number: one for one in totals}
    some = [pair for pair in pairs if pair.together and pair.one in people and pair.other in people]
    means = {pair: mean(people[pair.one], people[pair.other]) for pair in some}
    some.sort(key=lambda pair: pair.order(means[pair]))
    found = []
    for pair in some[:most]:
        one, other = people[pair.one], people[pair.other]
        share, who = f"{percent(pair.likely(means[pair]))}%", {"person": one.person, "with": other.person}
        line = PairLine(
            one.person,
            place.query(**{"with": other.person}),
            one.name,
            other.name,
            place.link(figure_lines.GAMES, str(pair.together), pair.together, **who),
            place.link(figure_lines.WON, str(pair.won), pair.won, **who),
            place.link(figure_lines.WON, share, pair.won, **who),
        )
        found.append(line)
    return found


def mean(one: Total, other: Total) -> float:
    """How far above par two players are on their own, and so probably as partners."""
    return (one.chance.steady + other.chance.steady) / 2


def versus(
    pairs: Sequence[Pair], totals: Sequence[Total], place: Place
) -> tuple[list[str], list[tuple[Total, list[Cell]]]]:
    """The names, and a line for each with a cell for each: those who played most, by name of the first."""
    some = [one for one in sorted(totals, key=lambda one: -one.games)[:MOST_VERSUS] if one.games]
    whom = {one.number for one in some}
    among = [pair for pair in pairs if pair.one in whom and pair.other in whom]
    known = {(one.one, one.other): one for pair in among for one in (pair, pair.turned())}
    lines = []
    for one in some:
        row = []
        for other in some:
            pair, link = known.get((one.number, other.number)), None
            games = pair.ahead + pair.behind if pair and one is not other else 0
            if pair and games:
                text, who = f"{pair.ahead}–{pair.behind}", {"person": one.person, "against": other.person}
                link = place.link(figure_lines.GAMES, text, games, **who)
            row.append(Cell(link, same=one is other, ahead=bool(link and pair and pair.ahead > pair.behind)))
        lines.append((one, row))
    return [one.name for one in some], lines if any(cell.link for _one, row in lines for cell in row) else []


def record_lines(
    records: Sequence[Record], streak: Streak | None, totals: Sequence[Total], place: Place
) -> list[RecordLine]:
    """The records, the streak before the fastest win."""
    lines = []
    for one in records:
        note = f"{VARIANTS[one.game.variant].short}, {dates.day(str(one.game.played_on))}"
        figure = f"1 in {one.value:,}" if one.kind == of.COMEBACK else str(one.value)
        unit, title = _unit(one.value, UNITS[one.kind]), TITLES[one.kind]
        lines.append(RecordLine(title, figure, unit, one.names, note, one.game.table_id, one.hand))
    if streak:
        holder = next(one for one in totals if one.number == streak.number)
        link = place.link(figure_lines.STREAK, str(streak.length), streak.length, person=holder.person)
        days = [dates.day(str(on)) for on in (streak.first, streak.last)]
        when = days[0] if days[0] == days[1] else " to ".join(days)
        line = RecordLine(
            "Longest winning streak",
            str(streak.length),
            _unit(streak.length, "games"),
            (holder.name,),
            when,
            link=link,
        )
        lines.insert(sum(one.kind != of.FASTEST for one in records), line)
    return lines


def _unit(count: int, units: str) -> str:
    return SINGULAR.get(units, units) if count == 1 else units


@dataclass(frozen=True)
class SeasonLine:
    """One person in a season, share and chips in words. best: whether nobody is farther above par."""

    person: str
    name: str
    games: int
    won: int
    share: str
    above: str
    par: str
    few: bool
    best: bool
    chips: str


@dataclass(frozen=True)
class SeasonTable:
    """The people of a season, of group and period by id. more: how many are left out. chips: whether any were
    played for.
    """

    group: str
    period: str
    lines: tuple[SeasonLine, ...]
    more: int
    chips: bool

    @property
    def few(self) -> bool:
        """Whether someone has too few games for a fair percentage."""
        return any(line.few for line in self.lines)


def season_table(found: Season, group: str, period: Period) -> SeasonTable:
    """The table of a season on the page of a group."""
    lines = tuple(
        SeasonLine(
            one.person,
            one.name,
            one.games,
            one.share.part,
            share(one.share),
            above_par(one.chance),
            par(one.chance),
            one.share.few,
            place == 0 and not one.share.few,
            "–" if one.chips is None else signed(one.chips),
        )
        for place, one in enumerate(found.rows[:MOST_IN_SEASON])
    )
    chips = any(row.chips is not None for row in found.rows)
    return SeasonTable(group, period.slug, lines, len(found.rows) - len(lines), chips)


@dataclass(frozen=True)
class TitleLine:
    """A season that is over, and who won it.

    figure: "31 of 50 won", "" for several who share it; with lists of results "12 games won, from lists".
    """

    period: str
    title: str
    names: str
    figure: str


def title_lines(titles: Sequence[Title], people: Mapping[int, str], today: date) -> list[TitleLine]:
    """The seasons that somebody won; *people*: names as shown, by number."""
    lines = []
    for one in titles:
        games, won = [*one.winners.values()], ""
        if one.listed:
            won = f"{in_figures(games[0].won, 'game')} won, from lists"
        elif len(games) == 1:
            won = f"{games[0].won} of {games[0].games} won"
        named = first_named([people[number] for number in one.winners])
        lines.append(TitleLine(one.period.slug, words(one.period, today), named, won))
    return lines


# Charts of a season: games won, and ratings, evening by evening, each with its figures as a table.

MOST_DRAWN = 5  # lines of a chart
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


def season_chart(people: Sequence[Winner]) -> SeasonChart | None:
    """Games won so far by the MOST_DRAWN who won most; None for fewer than two evenings, or without a win."""
    evenings = sorted({on for one in people for on in one.won})
    totals = [sum(one.won.values()) for one in people]
    best = sorted(range(len(people)), key=lambda place: (-totals[place], people[place].name))[:MOST_DRAWN]
    if len(evenings) < 2 or not totals[best[0]]:
        return None
    some = [people[place] for place in best]
    drawn = []
    for one in some:
        so_far = [0]
        for on in evenings:
            so_far.append(so_far[-1] + one.won.get(on, 0))
        drawn.append((one.name, so_far))
    title = f"Games won so far by {listed([one.name for one in some])} over {len(evenings)} evenings"
    note = _note(len(drawn), len(people), "those with the most wins")
    return _chart("season", "Games won, evening by evening", title, drawn, evenings, note)


def rating_chart(people: Sequence[RatedPerson]) -> SeasonChart | None:
    """Ratings of the MOST_DRAWN with the best one now; None for fewer than two evenings.

    Only those whose ratings are settled; None without any.
    """
    evenings = sorted({on for one in people for on in one.numbers})
    settled = [one for one in people if one.games >= PROVISIONAL]
    if len(evenings) < 2 or not settled:
        return None
    best = sorted(settled, key=lambda one: (-one.numbers[max(one.numbers)], one.name))[:MOST_DRAWN]
    drawn = []
    for one in best:
        numbers = [one.before]
        for on in evenings:  # without a game it stays
            numbers.append(one.numbers.get(on, numbers[-1]))
        drawn.append((one.name, numbers))
    title = f"Ratings of {listed([one.name for one in best])} over {len(evenings)} evenings"
    note = _note(len(drawn), len(settled), "those rated highest", f" with {PROVISIONAL} games or more")
    return _chart("ratings", "Ratings, evening by evening", title, drawn, evenings, note, START)


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
    number = len(evenings)  # at most MOST_EVENINGS of them, the last one too
    kept = (
        list(range(1, number + 1))
        if number <= MOST_EVENINGS
        else [1 + place * (number - 1) // (MOST_EVENINGS - 1) for place in range(MOST_EVENINGS)]
    )
    columns = [(name, [totals[place] for place in (0, *kept)]) for name, totals in drawn]
    days = [evenings[place - 1] for place in kept]
    keys = told_apart([name for name, _totals in drawn])
    series = [
        Series(key, totals, totals[-1] == columns[0][1][-1])
        for key, (_name, totals) in zip(keys, columns, strict=True)
    ]
    figures = {one.name: signed(one.totals[-1]).lstrip("+") for one in series}
    # Some dates for under the chart, each with its place; the first and the last among them.
    labeled = min(MOST_LABELS, len(days))
    label = short_month if days[-1] - days[0] > ONE_YEAR else short_day
    places = sorted({1 + step * (len(days) - 1) // (labeled - 1) for step in range(labeled)})
    ends = ", ".join(f"{shown(name)} ends at {totals[-1]}" for name, totals in columns)
    in_words = {
        "id": id_,
        "heading": heading,
        "title": title,
        "description": f"{ends}. Every figure is in the table.",
    }
    return SeasonChart(
        lines(series, [(place, label(days[place - 1])) for place in places], figures, base=base),
        in_words,
        tuple(shown(name) for name, _totals in columns),
        tuple(
            (day(on.isoformat()), tuple(str(totals[place]) for _name, totals in columns))
            for place, on in enumerate(days, 1)
        ),
        note,
    )
