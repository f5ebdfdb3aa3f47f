"""The tables of a group's statistics: players, partners, head to head, records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.pages.asked import Link, Place, brought, likely, share
from companion.stats import behind
from companion.stats import records as of
from companion.stats.figures import Pair, Total
from companion.stats.rating import Rating
from companion.stats.records import Record, Streak
from companion.wording import dates
from scoring import VARIANTS

MOST_PLAYERS, MOST_PAIRS, MOST_VERSUS = 20, 8, 5
TITLES = {
    of.KINGS: "Most Kings in a hand",
    of.COMEBACK: "Biggest comeback",
    of.CHIPS: "Most chips won in a hand",
    of.FASTEST: "Fastest win",
}
UNITS = {of.KINGS: "", of.COMEBACK: "points behind", of.CHIPS: "chips", of.FASTEST: "hands"}
SINGULAR = {"points behind": "point behind", "chips": "chip", "hands": "hand", "games": "game"}


@dataclass(frozen=True)
class PlayerLine:
    """One person: place ("1."; "" for the few), links of the figures; None where there is nothing to open."""

    place: str
    person: str
    name: str
    games: Link
    won: Link
    share: Link
    likely: str
    few: bool
    brought: Link | None
    rating: Link | None
    provisional: bool


@dataclass(frozen=True)
class PairLine:
    """Two partners, and what they have won together; *query*: of the first one's page with the other."""

    person: str
    query: str
    one: str
    other: str
    games: Link
    won: Link
    share: Link
    likely: str
    few: bool


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
    """Those with games, the best share first."""
    return sorted((one for one in totals if one.games), key=lambda one: one.share.order)


def player_lines(
    players: Sequence[Total], place: Place, ratings: Mapping[int, Rating], rated: str
) -> list[PlayerLine]:
    """A line for each, numbered; *ratings*: in the game *rated*."""
    return [
        _player(one, number, place, ratings.get(one.number), rated) for number, one in enumerate(players, 1)
    ]


def points(variant: str) -> str:
    """What the column of points counts: "Points", "Chips", or "", with all games, for no column."""
    if not variant:
        return ""
    return "Chips" if VARIANTS[variant].has_bank else "Points"


def pair_lines(
    pairs: Sequence[Pair], totals: Sequence[Total], place: Place, most: int | None
) -> list[PairLine]:
    """The first partners, the best share first; most: how many; None: all."""
    people = {one.number: one for one in totals}
    some = [one for one in pairs if one.together and one.one in people and one.other in people]
    some.sort(key=lambda one: one.share.order)
    return [_pair(one, people[one.one], people[one.other], place) for one in some[:most]]


def versus(
    pairs: Sequence[Pair], totals: Sequence[Total], place: Place
) -> tuple[list[str], list[tuple[Total, list[Cell]]]]:
    """The names, and a line for each with a cell for each: those who played most, by name of the first."""
    some = [one for one in sorted(totals, key=lambda one: -one.games)[:MOST_VERSUS] if one.games]
    whom = {one.number for one in some}
    among = [pair for pair in pairs if pair.one in whom and pair.other in whom]
    known = {(one.one, one.other): one for pair in among for one in (pair, pair.turned())}
    lines = [(one, [_cell(one, other, known, place) for other in some]) for one in some]
    return [one.name for one in some], lines if any(cell.link for _one, row in lines for cell in row) else []


def record_lines(
    records: Sequence[Record], streak: Streak | None, totals: Sequence[Total], place: Place
) -> list[RecordLine]:
    """The records, the streak before the fastest win."""
    lines = [_record(one) for one in records]
    if streak:
        holder = next(one for one in totals if one.number == streak.number)
        link = place.link(behind.STREAK, str(streak.length), streak.length, person=holder.person)
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


def _player(one: Total, number: int, place: Place, rating: Rating | None, rated: str) -> PlayerLine:
    figures, who = one.by_variant[place.variant] if place.variant else one.figures, {"person": one.person}
    rate = figures.share
    open_rating = None
    if rating and rating.games:
        everything = {**who, "period": "all", "game": rated}
        open_rating = place.link(behind.RATED, str(rating.number), rating.games, **everything)
    return PlayerLine(
        place="" if rate.few else f"{number}.",
        person=one.person,
        name=one.name,
        games=place.link(behind.GAMES, str(figures.games), figures.games, **who),
        won=place.link(behind.WON, str(figures.won), figures.won, **who),
        share=place.link(behind.WON, share(rate), figures.won, **who),
        likely=likely(rate),
        few=rate.few,
        brought=place.link(behind.GAMES, brought(figures, place.variant), figures.games, **who)
        if place.variant
        else None,
        rating=open_rating,
        provisional=rating is not None and rating.is_provisional,
    )


def _pair(pair: Pair, one: Total, other: Total, place: Place) -> PairLine:
    rate, who = pair.share, {"person": one.person, "with": other.person}
    return PairLine(
        one.person,
        place.query(**{"with": other.person}),
        one.name,
        other.name,
        place.link(behind.GAMES, str(pair.together), pair.together, **who),
        place.link(behind.WON, str(pair.won), pair.won, **who),
        place.link(behind.WON, share(rate), pair.won, **who),
        likely(rate),
        rate.few,
    )


def _cell(one: Total, other: Total, known: Mapping[tuple[int, int], Pair], place: Place) -> Cell:
    if one is other:
        return Cell(None, same=True)
    pair = known.get((one.number, other.number))
    if pair is None or not pair.ahead + pair.behind:
        return Cell(None)
    text = f"{pair.ahead}–{pair.behind}"
    link = place.link(
        behind.GAMES, text, pair.ahead + pair.behind, **{"person": one.person, "against": other.person}
    )
    return Cell(link, ahead=pair.ahead > pair.behind)


def _record(one: Record) -> RecordLine:
    game = one.game
    note = f"{VARIANTS[game.variant].short}, {dates.day(str(game.played_on))}"
    unit = _unit(one.value, UNITS[one.kind])
    return RecordLine(TITLES[one.kind], str(one.value), unit, one.names, note, game.table_id, one.hand)


def _unit(count: int, units: str) -> str:
    return SINGULAR.get(units, units) if count == 1 else units
