"""The next round of a progressive evening: new partners and new opponents, for any number of players.

As long as the list of players stays as it was, the rounds are those of a whist tournament where there is one
for so many (``perfect``). Otherwise the next round is searched for: the same players and rounds always give
the same one. Nobody partners anybody twice while that can be helped, and opponents meet again as little as
can be.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from companion.night.perfect import perfect
from companion.night.rounds import GHOST, PLACES, Meetings, Round, Seats, meetings

LEAST, MOST = 4, 64
PARTNERS_AGAIN = 1_000  # what a second partnership costs, in meetings of opponents
STARTS = 8  # arrangements that are improved until no exchange of two players helps; the best is taken

TRIED = 60  # choices of who sits out, all as fair, until one has no partners twice

Cost = Callable[[Sequence[str]], int]


def next_round(players: Sequence[str], earlier: Sequence[Round], *, ghosts: bool = False) -> Round:
    """The round after *earlier* for these players, in the order in which they came.

    ghosts: instead of sitting out, one to three players have a GHOST for a partner. Raises ValueError for
    fewer than LEAST players or more than MOST.
    """
    if not LEAST <= len(players) <= MOST:
        raise ValueError(f"from {LEAST} to {MOST} players")
    met = meetings(earlier)
    over = len(players) % PLACES
    if over and ghosts:
        return _searched([*players, *[GHOST] * (PLACES - over)], met, ())[1]
    found = perfect(players, len(earlier) + 1)
    if found and all(perfect(players, number) == one for number, one in enumerate(earlier, 1)):
        return found
    searched: list[tuple[int, Round]] = []
    for out in islice(sitting_out(players, earlier, over), TRIED):
        searched.append(_searched([name for name in players if name not in out], met, out))
        if searched[-1][0] < PARTNERS_AGAIN:
            break
    return min(searched, key=lambda found: found[0])[1]


def sitting_out(players: Sequence[str], earlier: Sequence[Round], number: int) -> Iterator[tuple[str, ...]]:
    """Which *number* of players may sit out, best first.

    First who did so least often; of those, for whom it is longest ago; of those who never did, who has played
    most, so that a late arrival doesn't begin by waiting; then who stands last among *players*.
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
    cost = _cost(met)
    improved = [_improved(start, cost) for start in _starts(places, met)]
    prices = [sum(map(cost, _tables(one))) for one in improved]
    price = min(prices)
    found = improved[prices.index(price)]
    seats = (Seats((one, two), (three, four)) for one, two, three, four in _tables(found))
    return price, Round(tuple(seats), out)


def _cost(met: Meetings) -> Cost:
    """What one table of four costs: earlier partnerships most, then how often its opponents met, squared."""
    partners, opponents = met.partners, met.opponents

    def cost(table: Sequence[str]) -> int:
        one, two, three, four = table
        again = partners[frozenset((one, two))] + partners[frozenset((three, four))]
        crossed = ((one, three), (one, four), (two, three), (two, four))
        both_ghosts = (one == two) + (three == four)
        return (again + 10 * both_ghosts) * PARTNERS_AGAIN + sum(
            (opponents[frozenset(pair)] + 1) ** 2 for pair in crossed
        )

    return cost


def _tables(places: Sequence[str]) -> Iterator[Sequence[str]]:
    return (places[at : at + PLACES] for at in range(0, len(places), PLACES))


def _starts(places: Sequence[str], met: Meetings) -> Iterator[list[str]]:
    """Arrangements to begin with: partners chosen one after the other, from another player each time."""
    size = len(places)
    for turn in range(min(STARTS, size)):
        first = turn * size // min(STARTS, size)
        left, arranged = [*places[first:], *places[:first]], []
        while left:
            one = left.pop(0)
            partner = min(left, key=lambda other: met.partners[frozenset((one, other))])
            left.remove(partner)
            arranged += [one, partner]
        yield arranged


def _improved(places: list[str], cost: Cost) -> list[str]:
    """The arrangement after every exchange of two players that makes it cheaper."""
    costs = [cost(table) for table in _tables(places)]
    better = True
    while better:
        better = False
        for one in range(len(places)):
            for other in range(one + 1, len(places)):
                better |= _exchange(places, costs, cost, one, other)
    return places


def _exchange(places: list[str], costs: list[int], cost: Cost, one: int, other: int) -> bool:
    """Exchange two players if that is cheaper; whether it was."""
    tables = sorted({one // PLACES, other // PLACES})
    places[one], places[other] = places[other], places[one]
    now = [cost(places[table * PLACES : (table + 1) * PLACES]) for table in tables]
    if sum(now) < sum(costs[table] for table in tables):
        for table, value in zip(tables, now, strict=True):
            costs[table] = value
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
