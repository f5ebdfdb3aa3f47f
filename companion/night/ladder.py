"""Head and foot: winners move up a table, losers stay, and partners change at every table."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.night.draw import moved_up, sitting_out
from companion.night.rounds import GHOST, PLACES, Meetings, Round, Seats, meetings

JUST_NOW = 100  # what the partner of the last round costs, in earlier partnerships


def next_round(
    players: Sequence[str], earlier: Sequence[Round], winners: Sequence[int], *, ghosts: bool = False
) -> Round:
    """The round after *earlier*, its tables from the head to the foot.

    winners: by table of the last round, 0 for its first pair, 1 for its second. Winners move up a table; at
    the head they stay, and the losers go to the foot. Where players leave or sit out, those below move up;
    who comes in, late or after sitting out, starts at the foot. The first round is in the order of *players*.
    Who sits out is as fair as in other plans, and among equals it is who stands lowest.
    """
    order = _order(players, earlier[-1], winners) if earlier else list(players)
    over = len(players) % PLACES
    if over and ghosts:
        out: tuple[str, ...] = ()
        sizes = _sizes(len(players), PLACES - over)
    else:
        out = next(sitting_out(order, earlier, over))
        order = [name for name in order if name not in out]
        sizes = [PLACES] * (len(order) // PLACES)
    met, last = meetings(earlier), meetings(earlier[-1:])
    tables = [_seated(one, met, last) for one in _cut(order, sizes)]
    return Round(tuple(tables), tuple(name for name in players if name in out))


def _order(players: Sequence[str], last: Round, winners: Sequence[int]) -> list[str]:
    """Everybody from the head to the foot after the last round."""
    moved = [name for table in moved_up(last.tables, winners) for name in table.players]
    staying = [name for name in moved if name in players]
    return [*staying, *(name for name in players if name not in staying)]


def _sizes(players: int, ghosts: int) -> list[int]:
    """How many players sit at each table: the ghosts are at the foot, at most two at a table."""
    sizes = [PLACES] * ((players + ghosts) // PLACES)
    at_foot = min(2, ghosts)
    sizes[-1] -= at_foot
    if ghosts > at_foot:
        sizes[-2] -= ghosts - at_foot
    return sizes


def _cut(order: Sequence[str], sizes: Sequence[int]) -> Iterator[list[str]]:
    """The tables' players, filled up with ghosts."""
    begin = 0
    for size in sizes:
        yield [*order[begin : begin + size], *[GHOST] * (PLACES - size)]
        begin += size


def _seated(places: Sequence[str], met: Meetings, last: Meetings) -> Seats:
    """The pairs of a table: other than in the last round, and as new as can be."""
    one, two, three, four = places
    choices = (
        Seats((one, two), (three, four)),
        Seats((one, three), (two, four)),
        Seats((one, four), (two, three)),
    )
    return min(choices, key=lambda seats: _price(seats, met.partners, last.partners))


def _price(seats: Seats, met: Counter[frozenset[str]], last: Counter[frozenset[str]]) -> int:
    pairs = [frozenset(pair) for pair in (seats.first, seats.second)]
    two_ghosts = sum(pair == {GHOST} for pair in pairs)
    return sum(met[pair] + JUST_NOW * last[pair] for pair in pairs) + 10 * JUST_NOW * two_ghosts
