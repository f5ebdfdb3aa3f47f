"""Records of a group, the most, the longest, the fastest; partners, rivals and runs of games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from companion.stats.figure_lines import GameBehind
from companion.stats.figures import DIGITS, Figures, Pair, Total
from scoring import VARIANTS, Variant

KINGS, COMEBACK, CHIPS, FASTEST = "kings", "comeback", "chips", "fastest"
STREAK = "streak"
LEAST_KINGS = LEAST_STREAK = 2


@dataclass(frozen=True)
class Best:
    """The best value of one kind, the games in which somebody has it, and its holders, by primary key."""

    kind: str
    value: int
    variants: tuple[str, ...]
    holders: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A record, in the first game that set it; ``hand`` is its number there, None for a whole game.

    names: the holder's, or those of the side that won.
    """

    kind: str
    value: int
    names: tuple[str, ...]
    game: GameBehind
    hand: int | None


@dataclass(frozen=True)
class Streak:
    """The most wins in a row, of a person by number, from one day to another."""

    number: int
    length: int
    first: date
    last: date


def bests(totals: Sequence[Total]) -> list[Best]:
    """The best of each kind that exists, in a fixed order."""
    found = (
        _best(KINGS, totals, lambda one: one.most_kings, lambda _game: True, LEAST_KINGS),
        _best(COMEBACK, totals, lambda one: one.comeback, lambda game: not game.has_bank),
        _best(CHIPS, totals, lambda one: one.best_hand, lambda game: game.has_bank),
        _best(FASTEST, totals, lambda one: -(one.fastest or 0), lambda game: game.goal is not None, None),
    )
    return [one for one in found if one]


def _best(
    kind: str,
    totals: Iterable[Total],
    value: Callable[[Figures], int],
    fits: Callable[[Variant], bool],
    least: int | None = 1,
) -> Best | None:
    """The greatest value. Fastest wins are stored as negative numbers of hands; 0 means no win."""
    values = [
        (value(one), variant, total.number)
        for total in totals
        for variant, one in total.by_variant.items()
        if fits(VARIANTS[variant])
    ]
    values = [row for row in values if (row[0] < 0 if least is None else row[0] >= least)]
    if not values:
        return None
    most = max(row[0] for row in values)
    best = [row for row in values if row[0] == most]
    variants, holders = dict.fromkeys(row[1] for row in best), dict.fromkeys(row[2] for row in best)
    return Best(kind, abs(most), tuple(variants), tuple(holders))


@dataclass(frozen=True)
class Run:
    """*length* games in a row with one result; ``first`` is the place of the first, from 0."""

    won: bool
    first: int
    length: int


def runs(results: Sequence[bool]) -> list[Run]:
    """The runs in games, True for won, in order of play."""
    found: list[Run] = []
    for place, won in enumerate(results):
        if found and found[-1].won == won:
            found[-1] = Run(won, found[-1].first, found[-1].length + 1)
        else:
            found.append(Run(won, place, 1))
    return found


def longest(results: Sequence[bool]) -> Run | None:
    """The longest run of wins, the first if several are equal, as of records; None without a win."""
    return max((run for run in runs(results) if run.won), key=lambda run: run.length, default=None)


def current(results: Sequence[bool]) -> Run | None:
    """The run that the last game belongs to; None without games."""
    found = runs(results)
    return found[-1] if found else None


# What games that are over tell in their order of play: partners and rivals, evenings, wins in a row.
#
# A row is one player's part in a game. Thousands are read for a page, so that they stay plain tuples.

Row = tuple[int, int, int, int, int, str, float | None, int]
"""Game, spelling, seat, side, 1 for won, day in ISO 8601, rating's mu after it, games rated so far."""

WON_TOGETHER, LOST_TOGETHER, AHEAD, BEHIND = range(4)


@dataclass(frozen=True)
class Wins:
    """Games won by person and day, 0 on a day without a win, and the most wins in a row of one person.

    Of equal streaks the first, of partners that of the first seat; None for fewer than two wins.
    """

    won: Mapping[int, Mapping[date, int]]
    streak: Streak | None


def pairs(rows: Iterable[Row], roots: Mapping[int, int]) -> list[Pair]:
    """Everyone with everyone else in these games; *roots*: the person of each spelling."""
    counts: dict[tuple[int, int], list[int]] = {}
    expected: dict[tuple[int, int], float] = {}
    for _game, players in groupby(rows, key=lambda row: row[0]):
        there = [(roots[person], side, won) for _game, person, _seat, side, won, *_rating in players]
        chance = len({side for _, side, won in there if won}) / len({side for _, side, _ in there})
        for at, (number, side, won) in enumerate(there):
            for other, its_side, has_won in there[:at]:
                pair = (number, other) if number < other else (other, number)
                tally = counts.setdefault(pair, [0, 0, 0, 0])
                if side == its_side:
                    tally[WON_TOGETHER if won else LOST_TOGETHER] += 1
                    expected[pair] = expected.get(pair, 0.0) + chance
                elif won != has_won:
                    tally[AHEAD if (won > has_won) == (number < other) else BEHIND] += 1
    return [
        Pair(*key, won + lost, won, ahead, behind, round(expected.get(key, 0.0), DIGITS))
        for key, (won, lost, ahead, behind) in sorted(counts.items())
    ]


def wins(rows: Iterable[Row], shown: Mapping[int, int]) -> Wins:
    """The wins of the people who are *shown*: the person of each of their spellings."""
    won: dict[int, dict[str, int]] = {}
    now: dict[int, tuple[int, str]] = {}
    best = LEAST_STREAK - 1, 0, 0, 0, "", ""  # wins, game, seat, person, first and last day
    for game, person, seat, _side, has_won, on, *_rating in rows:
        number = shown.get(person)
        if number is None:
            continue
        of_person = won.get(number)
        if of_person is None:
            of_person = won[number] = {}
        of_person[on] = of_person.get(on, 0) + has_won
        if not has_won:
            now.pop(number, None)
            continue
        length, since = now.get(number, (0, on))
        length += 1
        now[number] = length, since
        if length > best[0] or (length == best[0] and game == best[1] and seat < best[2]):
            best = length, game, seat, number, since, on
    length, game, _seat, number, first, last = best
    streak = Streak(number, length, date.fromisoformat(first), date.fromisoformat(last)) if game else None
    days = {on: date.fromisoformat(on) for of_person in won.values() for on in of_person}
    return Wins(
        {number: {days[on]: some for on, some in of_person.items()} for number, of_person in won.items()},
        streak,
    )


@dataclass(frozen=True)
class Rated:
    """A person's mu after the last rated game of each day, and the number of games rated by then."""

    mu: Mapping[date, float]
    games: int


def rated(rows: Iterable[Row], shown: Mapping[int, int]) -> dict[int, Rated]:
    """How the ratings in one game went of the people who are *shown*: the person of each spelling."""
    found: dict[int, dict[str, float]] = {}
    games: dict[int, int] = {}
    for _game, person, _seat, _side, _won, on, mu, so_far in rows:
        number = shown.get(person)
        if number is None or mu is None:
            continue
        of_person = found.get(number)
        if of_person is None:
            of_person = found[number] = {}
        of_person[on] = mu
        games[number] = so_far
    days = {on: date.fromisoformat(on) for of_person in found.values() for on in of_person}
    return {
        number: Rated({days[on]: mu for on, mu in of_person.items()}, games[number])
        for number, of_person in found.items()
    }
