"""How the tables of a night's next round are drawn: its plan, and what becomes of who has no place."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from companion.log.at_night import NO_GOAL
from companion.night import draw
from companion.night.draw import (
    GHOST,
    PLACES,
    Pair,
    Round,
    Seats,
    chosen,
    meetings,
    moved_up,
    numbered,
    round_robin,
    shuffled,
    sitting_out,
)
from companion.night.evening import NO_ONE, Evening, Player, RoundNow, TableNow
from scoring import VARIANTS

Met = Counter[frozenset[int]]
PLANS = PROGRESSIVE, PAIRS, HEAD_AND_FOOT = ("progressive", "pairs", "head-and-foot")
SITTING = SIT_OUT, GHOSTS = ("out", "ghosts")
LEAST, MOST = draw.LEAST, draw.MOST
HANDS, MOST_HANDS = 8, 20
ROUNDS, MOST_ROUNDS = 7, 40
[GAME] = [variant for variant in VARIANTS.values() if variant.of_nights]
NEVER_OVER = {GAME.goal.option: NO_GOAL} if GAME.goal else {}
JUST_NOW = 100  # what the partner of the last round costs, in earlier partnerships


def round_of_pairs(
    pairs: Mapping[int, Pair], waiting: Sequence[str], earlier: Sequence[Round], of_player: Mapping[str, int]
) -> Round:
    """The round after *earlier* for these pairs, by number; a GHOST may be in a pair.

    of_player: the pair of everybody who plays or played; who takes somebody's place is of the same pair.

    While the pairs stay the same it is a round robin: everybody meets everybody once before anybody meets
    twice. Otherwise pairs meet that have met least. Of an odd number the pair sits out that did so least.
    *waiting* have no partner: each sits out, or plays in the place of somebody who did so more seldom.
    Raises ValueError for fewer than two pairs.
    """
    if len(pairs) < 2:
        raise ValueError("two pairs at least")
    numbers = sorted(pairs)
    played = [
        [frozenset(of_player.get(name, 0) for name in table.players) & {*numbers} for table in one.tables]
        for one in earlier
    ]
    found = _robin(numbers, len(earlier) + 1)
    if any({*_robin(numbers, at)} != {*matches} for at, matches in enumerate(played, 1)):
        sat_out = ({of_player[name] for name in one.out if name in of_player} for one in earlier)
        found = _searched(
            numbers,
            Counter(pair for pairs in sat_out for pair in pairs),
            Counter([match for matches in played for match in matches]),
        )
    placed = {pair for match in found for pair in match}
    out = [name for pair, names in pairs.items() if pair not in placed for name in names if name != GHOST]
    # Who of *waiting* plays in whose place: one who sat out least, and then played most.
    rests = Counter(name for one in earlier for name in one.out)
    games = Counter(name for one in earlier for table in one.tables for name in table.players)
    playing = [name for pair in sorted(placed) for name in pairs[pair] if name != GHOST]
    instead: dict[str, str] = {}
    for name in sorted(waiting, key=lambda name: -rests[name]):
        others = [one for one in playing if one not in instead and rests[one] < rests[name]]
        if others:
            instead[min(others, key=lambda one: (rests[one], -games[one]))] = name
    seated = {pair: tuple(instead.get(name, name) for name in names) for pair, names in pairs.items()}
    tables = (Seats(*((seated[pair][0], seated[pair][1]) for pair in sorted(match))) for match in found)
    waits = [name for name in waiting if name not in instead.values()]
    return numbered(Round(tuple(tables), (*out, *waits, *instead)), earlier)


def _robin(numbers: Sequence[int], at: int) -> list[frozenset[int]]:
    """Who meets whom in a round of the round robin, in order of tables."""
    names = [str(number) for number in numbers]
    return [frozenset((int(one), int(other))) for one, other in round_robin(names, at)]


def _searched(numbers: Sequence[int], byes: Counter[int], met: Met) -> list[frozenset[int]]:
    """The matches of pairs that have met least, squared, from every turn of a round robin on.

    Of an odd number one sits out that did so least; if that is as good, who has played most of those.
    """
    least, played = (
        min(byes[pair] for pair in numbers),
        Counter(pair for match in met.elements() for pair in match),
    )
    order = sorted(numbers, key=lambda pair: (-played[pair], -pair))
    out = [pair for pair in order if byes[pair] == least] if len(numbers) % 2 else [None]
    best: list[frozenset[int]] = []
    for left_out in out:
        playing = [pair for pair in numbers if pair != left_out]
        for turn in range(1, len(playing)):
            found = _improved(_robin(playing, turn), met)
            if not best or _price_of_round(found, met) < _price_of_round(best, met):
                best = found
    return best


def _price_of_round(matches: Sequence[frozenset[int]], met: Met) -> int:
    return sum(met[match] ** 2 for match in matches)


def _improved(matches: list[frozenset[int]], met: Met) -> list[frozenset[int]]:
    """The matches after every exchange of opponents between two tables that makes them cheaper."""
    better = True
    while better:
        better = False
        for one in range(len(matches)):
            for other in range(one + 1, len(matches)):
                (first, second), (third, fourth) = sorted(matches[one]), sorted(matches[other])
                before = _price_of_round((matches[one], matches[other]), met)
                for ours, theirs in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
                    now = (frozenset(ours), frozenset(theirs))
                    if _price_of_round(now, met) < before:
                        matches[one], matches[other] = now
                        better = True
                        break
    return matches


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
    """The least number of rounds after which everybody has sat out equally often.

    1 if nobody has to, or if it may never be: an odd number of fixed pairs and one player more.
    """
    over = players % PLACES
    if plan == PAIRS and (sitting == GHOSTS or players % 2 == 0):
        number = (players + 1) // 2
        return number if number % 2 else 1
    if plan == PAIRS:
        return players if over == 1 else 1
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
    # The draw calls each player by number, and a substitute by the number of the player whose place it has,
    # while that player isn't here: a tournament that is under way goes on as if that one stood there.
    before = {player.number: player.instead_of for player in night.players}
    names = {number: str(number) for number in before}
    taken = {player.number for player in night.here}
    for player in night.here:
        row, at = [player.number], before[player.number]
        while at in before and at not in taken:
            row.append(at)
            taken.add(at)
            at = before[at]
        first = at if at in row else row[-1]  # who came back to a place had it first
        names |= dict.fromkeys(row, str(first))
    found = _round(night, names)
    numbers = {GHOST: NO_ONE, **{names[player.number]: player.number for player in night.here}}
    places = []
    for table_number, table in enumerate(found.tables, 1):
        (one, three), (two, four) = table.first, table.second  # partners face each other
        seats = (numbers[one], numbers[two], numbers[three], numbers[four])
        there = [seat for seat in seats if seat != NO_ONE]  # anybody deals but a ghost
        places.append(Place(seats, seats.index(chosen(there, night.seed, "dealer", number, table_number))))
    return Draw(tuple(places), tuple(numbers[name] for name in found.out))


def winner(seed: int, number: int, table: TableNow) -> int:
    """The side that won a table of this round, for who moves up; equal points: the cut of a card decides."""
    first, second = table.points
    if first == second:
        return chosen((0, 1), seed, "cut", number, table.number)
    return 0 if first > second else 1


def _round(night: Evening, called: Mapping[int, str]) -> Round:
    here, ghosts = {player.number for player in night.here}, night.sitting == GHOSTS
    names = shuffled([called[number] for number in sorted(here)], night.seed, "order")
    earlier = []
    for one in night.started:
        # A substitute and the player whose place it has since taken may both have sat there.
        there = _players(one)
        times = Counter(called[number] for number in there)
        both = [number for number in there if times[called[number]] > 1 and number not in here]
        earlier.append(of_started(one, {**called, **{number: f"{number}, gone" for number in both}}))
    if night.plan == PAIRS:
        # The pairs by number, and who waits for a partner: nobody, where a ghost is one.
        by_pair: dict[int, list[str]] = {}
        for player in sorted(night.here, key=lambda player: int(called[player.number])):
            by_pair.setdefault(player.pair or 0, []).append(called[player.number])
        whole: dict[int, Pair] = {
            pair: (some[0], some[1]) for pair, some in sorted(by_pair.items()) if len(some) == 2
        }
        alone = {pair: some[0] for pair, some in by_pair.items() if len(some) == 1}
        whole |= {pair: (name, GHOST) for pair, name in alone.items()} if ghosts else {}
        order = sorted(night.players, key=lambda player: player.number in here)
        of_player = {called[player.number]: player.pair or 0 for player in order}
        return round_of_pairs(whole, [] if ghosts else list(alone.values()), earlier, of_player)
    if night.plan == HEAD_AND_FOOT:
        tables = night.last_round.tables if night.last_round else ()
        winners = [winner(night.seed, len(earlier), table) for table in tables]
        return head_and_foot(names, earlier, winners, ghosts=ghosts)
    return draw.next_round(names, earlier, ghosts=ghosts, rounds=night.rounds)


def of_started(one: RoundNow, called: Mapping[int, str] | None = None) -> Round:
    """A round as it was played, as the draw reads it: players by number, or as they are *called*."""
    names = {**(called or {number: str(number) for number in _players(one)}), NO_ONE: GHOST}
    tables = []
    for table in one.tables:
        first, second, third, fourth = (names[seat] for seat in table.seats)
        tables.append(Seats((first, third), (second, fourth)))
    return Round(tuple(tables), tuple(names[number] for number in one.out))


def _players(one: RoundNow) -> list[int]:
    """Who played in a round, or sat out."""
    return [*(number for table in one.tables for number in table.players), *one.out]


def head_and_foot(
    players: Sequence[str], earlier: Sequence[Round], winners: Sequence[int], *, ghosts: bool = False
) -> Round:
    """The round after *earlier*, its tables from the head to the foot.

    winners: by table of the last round, 0 for its first pair, 1 for its second. Winners move up a table; at
    the head they stay, and the losers go to the foot. Where players leave or sit out, those below move up;
    who comes in, late or after sitting out, starts at the foot. The first round is in the order of *players*.
    Who sits out is as fair as in other plans, and among equals it is who stands lowest.
    """
    order = list(players)
    if earlier:
        moved = [name for table in moved_up(earlier[-1].tables, winners) for name in table.players]
        staying = [name for name in moved if name in players]
        order = [*staying, *(name for name in players if name not in staying)]
    over = len(players) % PLACES
    if over and ghosts:
        out: tuple[str, ...] = ()
        sizes = [PLACES] * (len(players) // PLACES + 1)
        at_foot = min(2, PLACES - over)  # the ghosts are at the foot, at most two at a table
        sizes[-1] -= at_foot
        if at_foot < PLACES - over:
            sizes[-2] -= PLACES - over - at_foot
    else:
        out = next(sitting_out(order, earlier, over))
        order = [name for name in order if name not in out]
        sizes = [PLACES] * (len(order) // PLACES)
    met, last = meetings(earlier), meetings(earlier[-1:])

    def price(seats: Seats) -> int:
        pairs = [frozenset(pair) for pair in (seats.first, seats.second)]
        again = sum(met.partners[pair] + JUST_NOW * last.partners[pair] for pair in pairs)
        return again + 10 * JUST_NOW * sum(pair == {GHOST} for pair in pairs)

    # At each table other pairs than in the last round, and as new as can be; two ghosts are no pair.
    tables, begin = [], 0
    for size in sizes:
        one, two, three, four = (*order[begin : begin + size], *[GHOST] * (PLACES - size))
        choices = (((one, two), (three, four)), ((one, three), (two, four)), ((one, four), (two, three)))
        tables.append(min((Seats(*pairs) for pairs in choices), key=price))
        begin += size
    return Round(tuple(tables), tuple(name for name in players if name in out))
