"""The next round of a progressive evening: new partners and new opponents, for any number of players.

As long as the list of players stays the same, the rounds are those of a known schedule, if there is one for
this number: foursomes of whom no two meet twice (``foursomes``), or a whist tournament (``perfect``).
Otherwise the next round is searched for: the same players and rounds always give the same result. Partners
repeat only if they must, and people sit at a table together again as rarely as possible. At last the tables
are numbered so that as many as possible move (``numbered``).
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from operator import itemgetter
from typing import TypeVar

# One round of an evening at many tables, and what a list of rounds comes to.

GHOST = ""  # a partner who is not there: the player plays with the cards of both, or alone
PLACES = 4  # at a table

Pair = tuple[str, str]


@dataclass(frozen=True)
class Seats:
    """One table of a round: two pairs of partners. A place may be a GHOST's."""

    first: Pair
    second: Pair

    @property
    def players(self) -> tuple[str, ...]:
        """All four places, partners beside each other."""
        return self.first + self.second


@dataclass(frozen=True)
class Round:
    """One round: its tables in order, and who sits out."""

    tables: tuple[Seats, ...]
    out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meetings:
    """How often two were partners, opponents, or either, in a list of rounds; and who sat out how often.

    A pair is the set of its two players. Ghosts count as one player, GHOST.
    """

    partners: Counter[frozenset[str]]
    opponents: Counter[frozenset[str]]
    out: Counter[str]

    @property
    def partners_again(self) -> int:
        """Partnerships beyond the first of each two players; those with a ghost don't count."""
        return _again(self.partners)

    @property
    def together(self) -> Counter[frozenset[str]]:
        """How often two sat at a table together."""
        return self.partners + self.opponents

    @property
    def together_again(self) -> int:
        """Meetings at a table beyond the first of each two players; those with a ghost don't count."""
        return _again(self.together)


def _again(met: Counter[frozenset[str]]) -> int:
    return sum(times - 1 for pair, times in met.items() if GHOST not in pair)


def meetings(rounds: Iterable[Round]) -> Meetings:
    """What these rounds come to."""
    partners, opponents, out = Counter[frozenset[str]](), Counter[frozenset[str]](), Counter[str]()
    for one in rounds:
        out.update(one.out)
        for table in one.tables:
            partners.update((frozenset(table.first), frozenset(table.second)))
            opponents.update(frozenset((mine, theirs)) for mine in table.first for theirs in table.second)
    return Meetings(partners, opponents, out)


LEAST, MOST = 4, 64
PARTNERS_AGAIN, TOGETHER_AGAIN = 1_000_000, 20  # what a second time costs, in second meetings of opponents
STARTS = 8  # arrangements that are improved until no exchange of two players helps; the best is taken
MORE = 3_000  # over the number of players: how often the best is shaken and improved again
SHAKEN = 3  # exchanges that come by chance, each time

TRIED = 60  # choices of who sits out, all as fair, until one has no partners twice

# Whist tournaments: schedules in which everybody is each other's partner once, and opponent twice.
#
# Each is made from its first round by adding 1 to every number, again and again, as round a clock. For 4n
# players one of them, None below, keeps the place; with 4n + 1 player 0 sits out the first round. E. H. Moore
# described them in 1896; that a first round is right is checked by counting in the tests.
Table = tuple[int | None, int, int, int]  # partners, then the partners against them
FIRST_ROUNDS: dict[int, tuple[Table, ...]] = {
    4: ((None, 0, 1, 2),),
    5: ((1, 4, 3, 2),),
    8: ((None, 0, 4, 6), (1, 5, 3, 2)),
    12: ((None, 0, 1, 4), (2, 6, 3, 8), (5, 7, 9, 10)),
    13: ((1, 8, 12, 2), (3, 11, 10, 6), (4, 5, 7, 9)),
    16: ((None, 0, 4, 14), (1, 12, 13, 6), (2, 11, 8, 9), (3, 5, 7, 10)),
    17: ((1, 16, 4, 13), (2, 15, 8, 9), (3, 14, 12, 5), (6, 11, 7, 10)),
    20: ((None, 0, 10, 15), (1, 4, 9, 3), (2, 12, 14, 18), (5, 17, 8, 16), (6, 7, 13, 11)),
    21: ((1, 13, 6, 4), (2, 12, 16, 10), (3, 19, 8, 9), (5, 18, 20, 17), (7, 14, 15, 11)),
    24: (
        *((None, 0, 12, 21), (1, 9, 6, 7), (2, 8, 18, 11)),
        *((3, 14, 4, 22), (5, 15, 16, 20), (10, 13, 19, 17)),
    ),
    25: (
        *((1, 17, 6, 21), (2, 20, 8, 12), (3, 16, 19, 18)),
        *((4, 24, 10, 7), (5, 11, 23, 9), (13, 15, 14, 22)),
    ),
    28: (
        *((None, 0, 3, 14), (1, 5, 17, 7), (2, 9, 23, 10), (4, 22, 12, 11)),
        *((6, 21, 26, 24), (8, 16, 20, 25), (13, 19, 18, 15)),
    ),
}
OF_NINE: tuple[Table, ...] = ((1, 2, 3, 6), (4, 8, 5, 7))
"""The first round of nine: numbers are two digits in base 3, added without a carry."""


# Foursomes of whom no two meet twice, so that any two of each may be partners.
#
# Players are in threes, and in each round everybody takes the place of the same one of the next three; the
# one to three at the end keep theirs. Where tables are missing here, they are those in which everybody is the
# next of their own three, and the one after. Of 20, see ``foursomes``.
FOURSOMES: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    16: ((15, 0, 1, 2), (3, 7, 10, 12)),
    24: ((21, 0, 4, 11), (6, 12, 15, 20)),
    28: (
        *((27, 0, 4, 5), (14, 26, 24, 23), (15, 8, 2, 25), (11, 3, 19, 16)),
        *((21, 6, 1, 17), (10, 9, 18, 12), (20, 7, 13, 22)),
    ),
    36: ((33, 0, 4, 11), (6, 20, 23, 29), (12, 17, 24, 32)),
    40: ((39, 0, 1, 2), (3, 17, 26, 36), (6, 11, 32, 33), (12, 20, 23, 27)),
    48: ((45, 0, 4, 11), (6, 23, 25, 34), (12, 18, 36, 44), (15, 27, 30, 40)),
    52: ((51, 0, 1, 2), (3, 23, 29, 43), (6, 25, 33, 38), (9, 17, 18, 30), (12, 41, 45, 48)),
}


def length(size: int) -> int:
    """How many rounds the whist tournament for so many players has; 0 without one."""
    if size not in FIRST_ROUNDS and size != 9:
        return 0
    return size - 1 if size % 4 == 0 else size


def perfect(players: Sequence[str], number: int) -> Round | None:
    """Round *number*, from 1, of these players' whist tournament; None without one, or after its end."""
    size, steps = len(players), length(len(players))
    if not 1 <= number <= steps:
        return None
    first = OF_NINE if size == 9 else FIRST_ROUNDS[size]

    def at(place: int | None) -> str:
        if place is None:
            return players[-1]
        step = number - 1
        if size == 9:  # the sum of two numbers of two digits in base 3, without a carry
            return players[(place // 3 + step // 3) % 3 * 3 + (place + step) % 3]
        return players[(place + step) % steps]

    tables = tuple(Seats((at(one), at(two)), (at(three), at(four))) for one, two, three, four in first)
    out = () if size % 4 == 0 else (at(0),)
    return Round(tables, out)


def foursomes(players: Sequence[str], number: int) -> Round | None:
    """Round *number*, from 1, of a schedule in which no two of these sit together twice; None without one."""
    size, step = len(players), number - 1
    if not 0 <= step < rounds_of_foursomes(size):
        return None
    moving = (size - 1) // 3 * 3

    def at(place: int) -> str:
        return players[(place + 3 * step) % moving if place < moving else place]

    if size == 20:  # four groups of five that move on by 0, 1, 2 and 3
        names = [[players[(row + group * step) % 5 * 4 + group] for group in range(4)] for row in range(5)]
    else:
        names = [[at(place) for place in table] for table in _first_foursomes(size)]
    return Round(tuple(Seats((one, two), (three, four)) for one, two, three, four in names))


@cache
def _first_foursomes(size: int) -> list[list[int]]:
    """The tables of the first round."""
    found = {frozenset(table): list(table) for table in FOURSOMES[size]}
    for table in FOURSOMES[size] if PLACES * len(found) < size else ():
        for turn in (1, 2):
            turned = [at if at - at % 3 + 3 > size else at - at % 3 + (at + turn) % 3 for at in table]
            found.setdefault(frozenset(turned), turned)
    return list(found.values())


def rounds_of_foursomes(size: int) -> int:
    """How many rounds so many players can play without two meeting twice, by ``foursomes``; 0 without one."""
    return 5 if size == 20 else (size - 1) // 3 if size in FOURSOMES else 0


SCHEDULES = (foursomes, perfect)


def next_round(
    players: Sequence[str], earlier: Sequence[Round], *, ghosts: bool = False, rounds: int = 0
) -> Round:
    """The round after *earlier* for these players, in the order in which they came.

    ghosts: instead of sitting out, one to three players have a GHOST for a partner. rounds: how many are
    planned in all; 0: a whole tournament. Raises ValueError for fewer than LEAST players or more than MOST.
    """
    if not LEAST <= len(players) <= MOST:
        raise ValueError(f"from {LEAST} to {MOST} players")
    over = len(players) % PLACES
    found: Round | None = None
    if over and ghosts:
        found = _searched([*players, *[GHOST] * (PLACES - over)], earlier, (), MORE)[1]
    elif not earlier:  # of the schedule that suits so many rounds best
        at = _best_schedule(len(players), rounds)
        found = None if at is None else SCHEDULES[at](players, 1)
    for schedule in SCHEDULES if earlier and not found else ():  # of the one that is under way
        begun = (schedule(players, number) for number in range(1, len(earlier) + 1))
        if all(one and _matches(one) == _matches(other) for one, other in zip(begun, earlier, strict=True)):
            found = schedule(players, len(earlier) + 1)
            break
    return numbered(found or _best(players, earlier, over, MORE), earlier)


def _matches(one: Round) -> set[frozenset[frozenset[str]]]:
    """Who plays whom, at whichever table."""
    return {frozenset((frozenset(table.first), frozenset(table.second))) for table in one.tables}


@cache
def _best_schedule(size: int, rounds: int) -> int | None:
    """Which of SCHEDULES repeats least in so many rounds, if a search goes on after it; None: neither."""
    if 0 < rounds <= rounds_of_foursomes(size):
        return SCHEDULES.index(foursomes)
    whist = SCHEDULES.index(perfect) if length(size) else None
    if not 0 < rounds < length(size):
        return whist
    players = [str(number) for number in range(size)]
    prices: dict[int | None, tuple[int, int, int]] = {}
    for at in (whist, SCHEDULES.index(foursomes), None):
        night: list[Round] = []
        for number in range(1, rounds + 1):
            known = None if at is None else SCHEDULES[at](players, number)
            night.append(known or _best(players, night, size % PLACES, 0))
        met = meetings(night)
        squares = sum(times**2 for times in met.opponents.values())
        prices[at] = met.partners_again, met.together_again, squares
    return min(prices, key=prices.__getitem__)


def _best(players: Sequence[str], earlier: Sequence[Round], over: int, more: int) -> Round:
    """The best round found, in which *over* players sit out."""
    searched: list[tuple[int, Round]] = []
    for out in islice(sitting_out(players, earlier, over), TRIED):
        searched.append(_searched([name for name in players if name not in out], earlier, out, more))
        if searched[-1][0] < PARTNERS_AGAIN:
            break
    return min(searched, key=itemgetter(0))[1]


def sitting_out(players: Sequence[str], earlier: Sequence[Round], number: int) -> Iterator[tuple[str, ...]]:
    """Which *number* of players may sit out, best first.

    Players who sat out least often come first; then those who did so longest ago; among those who never did,
    those who played most, so that a late arrival doesn't start by waiting; then the last among *players*.
    """
    met = meetings(earlier)
    last = {name: at for at, one in enumerate(earlier, 1) for name in one.out}
    played = Counter(name for one in earlier for table in one.tables for name in table.players)
    place = {name: at for at, name in enumerate(players)}
    order = sorted(players, key=lambda name: (met.out[name], last.get(name, 0), -played[name], -place[name]))
    most = met.out[order[number - 1]] if number else 0
    sure = [name for name in order if met.out[name] < most]
    maybe = [name for name in order if met.out[name] == most]
    for some in combinations(maybe, number - len(sure)) if number else [()]:
        chosen = {*sure, *some}
        yield tuple(name for name in players if name in chosen)


def _searched(
    places: Sequence[str], earlier: Sequence[Round], out: tuple[str, ...], more: int
) -> tuple[int, Round]:
    """The cheapest round found, and its price. *more*: see MORE."""
    prices = _prices(places, meetings(earlier))
    # From several arrangements: partners chosen one by one, each time beginning with another player.
    size, improved = len(places), []
    for turn in range(min(STARTS, size)):
        first = turn * size // min(STARTS, size)
        left, start = [*range(first, size), *range(first)], []
        while left:
            one = left.pop(0)
            partner = min(left, key=prices.partners[one].__getitem__)
            left.remove(partner)
            start += [one, partner]
        improved.append((_improved(start, prices), start))
    price, best = min(improved, key=itemgetter(0))
    for turn in range(more // len(places)):
        if not price:
            break
        trial = best[:]
        for move in range(SHAKEN):
            one, other = (chosen(range(len(places)), turn, move, either) for either in "ab")
            trial[one], trial[other] = trial[other], trial[one]
        now = _improved(trial, prices)
        if now <= price:
            price, best = now, trial
    names = ([places[at] for at in table] for table in _tables(best))
    seats = (Seats((one, two), (three, four)) for one, two, three, four in names)
    return price, Round(tuple(seats), out)


@dataclass(frozen=True)
class _Prices:
    """The cost of making two players partners, or opponents, by their places in a list of players."""

    partners: Sequence[Sequence[int]]
    opponents: Sequence[Sequence[int]]

    def of_table(self, table: Sequence[int]) -> int:
        """The cost of a table: earlier partnerships first, then having sat together, then as opponents."""
        one, two, three, four = table
        first, second = self.opponents[one], self.opponents[two]
        again = self.partners[one][two] + self.partners[three][four]
        return again + first[three] + first[four] + second[three] + second[four]


def _prices(places: Sequence[str], met: Meetings) -> _Prices:
    sat = met.together

    def together(one: str, other: str) -> int:
        return 0 if GHOST in (one, other) else TOGETHER_AGAIN * sat[frozenset((one, other))] ** 2

    def partners(one: str, other: str) -> int:
        both_ghosts = 10 if one == other else 0
        again = PARTNERS_AGAIN * (met.partners[frozenset((one, other))] + both_ghosts)
        return again + together(one, other)

    def opponents(one: str, other: str) -> int:
        return met.opponents[frozenset((one, other))] ** 2 + together(one, other)

    return _Prices(
        [[partners(one, other) for other in places] for one in places],
        [[opponents(one, other) for other in places] for one in places],
    )


def _tables(places: Sequence[int]) -> Iterator[Sequence[int]]:
    return (places[at : at + PLACES] for at in range(0, len(places), PLACES))


def _improved(places: list[int], prices: _Prices) -> int:
    """Make every exchange of two players that makes the arrangement cheaper; its price then."""
    costs = [prices.of_table(table) for table in _tables(places)]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(places)), 2):
            first, second = one // PLACES, other // PLACES
            if not costs[first] and not costs[second]:
                continue
            before = costs[first] + (costs[second] if second != first else 0)
            places[one], places[other] = places[other], places[one]
            now = prices.of_table(places[first * PLACES : first * PLACES + PLACES])
            also = now
            if second != first:
                also = prices.of_table(places[second * PLACES : second * PLACES + PLACES])
            if (now + also if second != first else now) < before:
                costs[first], costs[second], better = now, also, True
            else:
                places[one], places[other] = places[other], places[one]
    return sum(costs)


STAYED = 10  # what staying at a table costs, in earlier times there; ten times as much for each further time


def numbered(one: Round, earlier: Sequence[Round]) -> Round:
    """The round with its tables in such an order that as few as possible stay where they sat.

    First nobody stays a third time in a row, then few a second time, then few sit where they ever sat.
    """
    before: dict[str, list[int]] = {}  # by player, the table of each round; -1 where there is none
    for number, round_ in enumerate(earlier):
        for at, table in enumerate(round_.tables):
            for name in table.players:
                sat = before.setdefault(name, [])
                sat += [*[-1] * (number - len(sat)), at]
    costs = [[0] * len(one.tables) for _table in one.tables]  # of a table of players at each of the tables
    for cost, table in zip(costs, one.tables, strict=True):
        for sat in (before.get(name, []) for name in table.players if name != GHOST):
            for at in range(len(cost)):
                row = 0
                while len(sat) == len(earlier) and row < len(sat) and sat[-1 - row] == at:
                    row += 1
                cost[at] += sat.count(at) + (STAYED * 10 ** min(row, 3) if row else 0)
    placed = dict(zip(_assigned(costs), one.tables, strict=True))
    return Round(tuple(placed[at] for at in range(len(placed))), one.out)


def _assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """A place of its own for each, by the Hungarian method: the sum of these costs is the least."""
    size = len(costs)
    rows, columns = [0] * (size + 1), [0] * (size + 1)  # potentials
    taken = [0] * (size + 1)  # by place, from 1, who has it; 0 nobody
    for row in range(1, size + 1):
        taken[0], at = row, 0
        least, way, seen = [10**9] * (size + 1), [0] * (size + 1), [False] * (size + 1)
        while taken[at]:
            seen[at] = True
            of, delta, following = taken[at], 10**9, 0
            for place in range(1, size + 1):
                if seen[place]:
                    continue
                price = costs[of - 1][place - 1] - rows[of] - columns[place]
                if price < least[place]:
                    least[place], way[place] = price, at
                if least[place] < delta:
                    delta, following = least[place], place
            for place in range(size + 1):
                if seen[place]:
                    rows[taken[place]] += delta
                    columns[place] -= delta
                else:
                    least[place] -= delta
            at = following
        while at:
            taken[at] = taken[way[at]]
            at = way[at]
    places = {taken[place]: place - 1 for place in range(1, size + 1)}
    return [places[row] for row in range(1, size + 1)]


def round_robin(pairs: Sequence[str], number: int) -> list[tuple[str, str]]:
    """Round *number*, from 1, of a round robin of fixed pairs: who plays whom; an odd pair out is left out.

    After one round less than there are pairs (as many rounds, if their number is odd) everybody has met once,
    and it begins again.
    """
    ring: list[str | None] = [*pairs, *([None] if len(pairs) % 2 else [])]
    turns = (number - 1) % (len(ring) - 1)
    moving = ring[1:]
    now = [ring[0], *moving[-turns:], *moving[:-turns]] if turns else ring
    half = len(now) // 2
    met = zip(now[:half], reversed(now[half:]), strict=True)
    return [(one, other) for one, other in met if one is not None and other is not None]


def moved_up(tables: Sequence[Seats], winners: Sequence[int]) -> tuple[Seats, ...]:
    """Head and foot: who sits where after a round, at tables from the head to the foot.

    winners: by table, 0 for its first pair, 1 for its second. Winners move up a table, losers stay; at the
    head the winners stay and the losers go to the foot. At each table the pairs part: who came plays with who
    was there.
    """
    won = [(table.first, table.second)[side] for table, side in zip(tables, winners, strict=True)]
    lost = [(table.second, table.first)[side] for table, side in zip(tables, winners, strict=True)]
    if len(tables) == 1:
        return (_parted(won[0], lost[0]),)
    staying = [won[0], *lost[1:]]
    coming = [*won[1:], lost[0]]
    return tuple(_parted(*both) for both in zip(staying, coming, strict=True))


def _parted(one: tuple[str, str], other: tuple[str, str]) -> Seats:
    return Seats((one[0], other[0]), (one[1], other[1]))


# Random choices of a night, derived from its seed: the same night always gets the same ones.

T = TypeVar("T")


def random_number(seed: int, *about: object) -> int:
    """A number derived from the seed and *about*: always the same, and not to be guessed without the seed."""
    said = ":".join(str(one) for one in (seed, *about))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


def chosen(among: Sequence[T], seed: int, *about: object) -> T:
    """One of these."""
    return among[random_number(seed, *about) % len(among)]


def shuffled(values: Sequence[T], seed: int, *about: object) -> list[T]:
    """These in a random order; which of two comes first doesn't depend on the others."""
    return sorted(values, key=lambda value: random_number(seed, *about, value))
