"""The next round of a progressive evening: new partners and new opponents, for any number of players.

As long as the list of players stays the same, the rounds are those of a whist tournament, if there is one for
this number (``perfect``), unless so few of its rounds are played that a search repeats fewer opponents.
Otherwise the next round is searched for: the same players and rounds always give the same result. Partners
repeat only if they must, and opponents as rarely as possible.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from operator import itemgetter

from companion.night.perfect import length, perfect
from companion.night.rounds import GHOST, PLACES, Meetings, Round, Seats, meetings

LEAST, MOST = 4, 64
PARTNERS_AGAIN = 1_000  # what a second partnership costs, in meetings of opponents
STARTS = 8  # arrangements that are improved until no exchange of two players helps; the best is taken

TRIED = 60  # choices of who sits out, all as fair, until one has no partners twice


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
    if over and ghosts:
        return _searched([*players, *[GHOST] * (PLACES - over)], meetings(earlier), ())[1]
    found = perfect(players, len(earlier) + 1)
    goes_on = all(perfect(players, number) == one for number, one in enumerate(earlier, 1))
    if found and goes_on and _tournament_is_best(len(players), rounds):
        return found
    return _best(players, earlier, over)


@cache
def _tournament_is_best(size: int, rounds: int) -> bool:
    """Whether the first rounds of a whist tournament repeat no more opponents than searched ones."""
    if not 0 < rounds < length(size):
        return True
    players = [str(number) for number in range(size)]
    searched: list[Round] = []
    for _round in range(rounds):
        searched.append(_best(players, searched, size % PLACES))
    tournament = (perfect(players, number) for number in range(1, rounds + 1))
    return _repeated(one for one in tournament if one) <= _repeated(searched)


def _repeated(rounds: Iterable[Round]) -> tuple[int, int]:
    """The number of repeated partners, and the sum of squares of how often opponents met: less is better."""
    met = meetings(rounds)
    return met.partners_again, sum(times**2 for times in met.opponents.values())


def _best(players: Sequence[str], earlier: Sequence[Round], over: int) -> Round:
    """The best round found, in which *over* players sit out."""
    met = meetings(earlier)
    searched: list[tuple[int, Round]] = []
    for out in islice(sitting_out(players, earlier, over), TRIED):
        searched.append(_searched([name for name in players if name not in out], met, out))
        if searched[-1][0] < PARTNERS_AGAIN:
            break
    return min(searched, key=lambda found: found[0])[1]


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


def _searched(places: Sequence[str], met: Meetings, out: tuple[str, ...]) -> tuple[int, Round]:
    """The cheapest round found, and its price."""
    prices = _prices(places, met)
    improved = [_improved(start, prices) for start in _starts(prices.partners)]
    price, found = min(
        ((sum(map(prices.of_table, _tables(one))), one) for one in improved), key=itemgetter(0)
    )
    names = ([places[at] for at in table] for table in _tables(found))
    seats = (Seats((one, two), (three, four)) for one, two, three, four in names)
    return price, Round(tuple(seats), out)


@dataclass(frozen=True)
class _Prices:
    """The cost of making two players partners, or opponents, by their places in a list of players."""

    partners: Sequence[Sequence[int]]
    opponents: Sequence[Sequence[int]]

    def of_table(self, table: Sequence[int]) -> int:
        """The cost of a table: earlier partnerships first, then squares of how often opponents met."""
        one, two, three, four = table
        first, second = self.opponents[one], self.opponents[two]
        again = self.partners[one][two] + self.partners[three][four]
        return again + first[three] + first[four] + second[three] + second[four]


def _prices(places: Sequence[str], met: Meetings) -> _Prices:
    def partners(one: str, other: str) -> int:
        both_ghosts = 10 if one == other else 0
        return PARTNERS_AGAIN * (met.partners[frozenset((one, other))] + both_ghosts)

    def opponents(one: str, other: str) -> int:
        return (met.opponents[frozenset((one, other))] + 1) ** 2

    return _Prices(
        [[partners(one, other) for other in places] for one in places],
        [[opponents(one, other) for other in places] for one in places],
    )


def _tables(places: Sequence[int]) -> Iterator[Sequence[int]]:
    return (places[at : at + PLACES] for at in range(0, len(places), PLACES))


def _starts(partners: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Arrangements to start from: partners chosen one by one, each time beginning with another player."""
    size = len(partners)
    for turn in range(min(STARTS, size)):
        first = turn * size // min(STARTS, size)
        left, arranged = [*range(first, size), *range(first)], []
        while left:
            one = left.pop(0)
            partner = min(left, key=partners[one].__getitem__)
            left.remove(partner)
            arranged += [one, partner]
        yield arranged


def _improved(places: list[int], prices: _Prices) -> list[int]:
    """The arrangement after every exchange of two players that makes it cheaper."""
    costs = [prices.of_table(table) for table in _tables(places)]
    better = True
    while better:
        better = False
        for one in range(len(places)):
            for other in range(one + 1, len(places)):
                better |= _exchange(places, costs, prices, one, other)
    return places


def _exchange(places: list[int], costs: list[int], prices: _Prices, one: int, other: int) -> bool:
    """Exchange two players if that is cheaper; whether it was."""
    first, second = one // PLACES, other // PLACES
    before = costs[first] + (costs[second] if second != first else 0)
    places[one], places[other] = places[other], places[one]
    now = prices.of_table(places[first * PLACES : first * PLACES + PLACES])
    also = prices.of_table(places[second * PLACES : second * PLACES + PLACES]) if second != first else 0
    if now + also < before:
        costs[first] = now
        if second != first:
            costs[second] = also
        return True
    places[one], places[other] = places[other], places[one]
    return False


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
