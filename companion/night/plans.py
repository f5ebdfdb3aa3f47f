"""How the tables of a night's next round are drawn: its plan, and what becomes of who has no place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd

from companion.log.at_night import NO_GOAL
from companion.night import draw, ladder, pairs
from companion.night.chance import chosen, shuffled
from companion.night.evening import NO_ONE, Evening, Player, RoundNow, TableNow
from companion.night.rounds import GHOST, PLACES, Pair, Round, Seats
from scoring import VARIANTS

PLANS = PROGRESSIVE, PAIRS, HEAD_AND_FOOT = ("progressive", "pairs", "head-and-foot")
SITTING = SIT_OUT, GHOSTS = ("out", "ghosts")
LEAST, MOST = draw.LEAST, draw.MOST
HANDS, MOST_HANDS = 8, 20
ROUNDS, MOST_ROUNDS = 7, 40
GAME = next(variant for variant in VARIANTS.values() if variant.of_nights)
NEVER_OVER = {GAME.goal.option: NO_GOAL} if GAME.goal else {}
"""The options by which no table is over before its hands."""


@dataclass(frozen=True)
class Place:
    """A table as drawn: player numbers in seat order, NO_ONE for a ghost. ``dealer``: the first, from 0."""

    seats: tuple[int, int, int, int]
    dealer: int


@dataclass(frozen=True)
class Draw:
    """A round as drawn: its tables in order, and the numbers of who sits out."""

    tables: tuple[Place, ...]
    out: tuple[int, ...]


def even_rounds(plan: str, sitting: str, players: int) -> int:
    """The least number of rounds after which everybody has sat out equally often; 1 if nobody has to."""
    if plan == PAIRS:
        whole = players // 2
        return whole if whole % 2 else 1
    over = players % PLACES
    return 1 if not over or sitting == GHOSTS else players // gcd(players, over)


def next_pair(players: Iterable[Player]) -> int:
    """The number of the pair of the next player to come: one that lacks a partner, or else a new one."""
    there = [player.pair for player in players if player.pair is not None and not player.left]
    alone = [pair for pair in there if there.count(pair) == 1]
    known = [player.pair for player in players if player.pair is not None]
    return min(alone, default=max(known, default=0) + 1)


def drawn(night: Evening) -> Draw:
    """The tables of the next round. The same night always gives the same ones.

    Raises ValueError with fewer than LEAST players or more than MOST, and without two pairs.
    """
    if not LEAST <= len(night.here) <= MOST:
        raise ValueError(f"from {LEAST} to {MOST} players")
    number = len(night.started) + 1
    found = _round(night)
    tables = (_seats(one) for one in found.tables)
    places = tuple(Place(seats, _dealer(night.seed, number, at, seats)) for at, seats in enumerate(tables, 1))
    return Draw(places, tuple(int(name) for name in found.out))


def winner(seed: int, number: int, table: TableNow) -> int:
    """The side that won a table of this round, for who moves up; equal points: the cut of a card decides."""
    first, second = table.points
    if first == second:
        return chosen((0, 1), seed, "cut", number, table.number)
    return 0 if first > second else 1


def _round(night: Evening) -> Round:
    names = [str(number) for number in shuffled([one.number for one in night.here], night.seed, "order")]
    earlier = [of_started(one) for one in night.started]
    if night.plan == PAIRS:
        whole, waiting = _pairs(night.here, night.sitting == GHOSTS)
        of_player = {str(player.number): player.pair or 0 for player in night.players}
        return pairs.next_round(whole, waiting, earlier, of_player)
    if night.plan == HEAD_AND_FOOT:
        tables = night.last_round.tables if night.last_round else ()
        winners = [winner(night.seed, len(earlier), table) for table in tables]
        return ladder.next_round(names, earlier, winners, ghosts=night.sitting == GHOSTS)
    return draw.next_round(names, earlier, ghosts=night.sitting == GHOSTS, rounds=night.rounds)


def _pairs(players: Sequence[Player], ghosts: bool) -> tuple[dict[int, Pair], list[str]]:
    """The pairs by number, and who waits for a partner: nobody, where a ghost is one."""
    by_pair: dict[int, list[str]] = {}
    for player in players:
        by_pair.setdefault(player.pair or 0, []).append(str(player.number))
    whole: dict[int, Pair] = {
        pair: (names[0], names[1]) for pair, names in sorted(by_pair.items()) if len(names) == 2
    }
    alone = {pair: names[0] for pair, names in by_pair.items() if len(names) == 1}
    if ghosts:
        return {**whole, **{pair: (name, GHOST) for pair, name in alone.items()}}, []
    return whole, list(alone.values())


def of_started(one: RoundNow) -> Round:
    """A round as it was played, as the draw reads it: players by number."""
    tables = []
    for table in one.tables:
        first, second, third, fourth = (GHOST if seat == NO_ONE else str(seat) for seat in table.seats)
        tables.append(Seats((first, third), (second, fourth)))
    return Round(tuple(tables), tuple(str(number) for number in one.out))


def _seats(table: Seats) -> tuple[int, int, int, int]:
    """The numbers at a table in seat order: partners face each other."""
    (one, three), (two, four) = table.first, table.second
    first, second, third, fourth = (
        NO_ONE if name == GHOST else int(name) for name in (one, two, three, four)
    )
    return first, second, third, fourth


def _dealer(seed: int, number: int, table: int, seats: Sequence[int]) -> int:
    """The seat that deals first: anybody's but a ghost's."""
    return seats.index(chosen([seat for seat in seats if seat != NO_ONE], seed, "dealer", number, table))
