"""Count a game: the hands of each player, and their sums.

Every figure of the statistics is one of these sums, or made of them (docs/people.md, "What is counted").
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.log.at_night import played
from companion.log.table import LogEntry, Table
from scoring import State, facts
from scoring.facts import AWAY, DEFENDER, DROPPED, EUCHRED, MADE, MAKER, MARCH, WON, Part

SUMS = (
    *("hands", "makes", "made", "marches", "euchred", "alone", "alone_made", "alone_marches"),
    *("defends", "euchres", "defends_alone", "drops", "drops_paid", "kings", "showdowns", "showdowns_won"),
    *("bids", "bids_made"),
)
"""What is added up, in the order of ``Counted.sums``."""

BESTS = ("most_kings", "best_hand", "comeback")
"""What is the highest of a game, in the order of ``Counted.bests``; 0 at least."""

Sums = tuple[int, ...]

# How the parts of a hand's players are stored: one line of JSON for each hand.
#
# A list: whether the maker played alone, the bid or null, then a list for each player, by seat: seat, role,
# gain, tricks, Kings, defended alone, showdown, dropped and it paid; default values at its end are left out.
USUAL = (0, False, "", False)  # Kings, defended alone, showdown, drop paid


@dataclass(frozen=True)
class Told:
    """A played hand: ``seq`` is its entry, ``number`` that on the score sheet, from 1, ``parts`` JSON."""

    seq: int
    number: int
    result: str
    parts: str


@dataclass(frozen=True)
class Seated:
    """A ``Part`` of the player in this seat, from 0."""

    seat: int
    role: str
    gain: int
    tricks: int | None
    result: str
    alone: bool
    defended_alone: bool
    bid: int | None
    kings: int
    showdown: str
    drop_paid: bool


def written(parts: Iterable[Part], seats: Mapping[str, int]) -> str:
    """The parts of a hand as JSON, in their order; *seats* by name."""
    of_players: list[list[Any]] = []
    for part in parts:
        alone, bid = part.alone, part.bid
        unusual = (part.kings, part.defended_alone, part.showdown, part.drop_paid)
        one = [seats[part.player], part.role, part.gain, part.tricks]
        of_players.append(one if unusual == USUAL else [*one, *unusual])
    return json.dumps([alone, bid, *of_players], separators=(",", ":")) if of_players else "[]"


def read(result: str, parts: str) -> list[Seated]:
    """The parts of a hand, in order of the record's players."""
    alone, bid, *of_players = json.loads(parts)
    found = []
    for seat, role, gain, tricks, *unusual in of_players:
        kings, defended_alone, showdown, drop_paid = unusual or USUAL
        one = (seat, role, gain, tricks, result, alone, defended_alone, bid, kings, showdown, drop_paid)
        found.append(Seated(*one))
    return found


@dataclass(frozen=True)
class Counted:
    """One player's part in a game.

    seat: from 0; players in the order in which they sat down first. side: players with the same number are
    partners. won: the game is over, and this side among its winners. points: the score, where more is better;
    in chips, the result so far. sums, bests: of SUMS and BESTS.
    """

    name: str
    seat: int
    side: int
    won: bool
    points: int
    sums: Sums
    bests: Sums


@dataclass(frozen=True)
class GameCounted:
    """The counts of a game, or of one more entry of it; ``told``: its played hands.

    version: seq of the last row. players: in order of ``seat``.
    """

    over: bool
    version: int
    players: tuple[Counted, ...]
    told: tuple[Told, ...]

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return len(self.told)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all who ever sat down."""
        return tuple(one.name for one in self.players)


def names(table: Table) -> tuple[str, ...]:
    """Everyone who ever sat down at a table, in that order."""
    return tuple(table.state.net) or table.header.players


def counted(table: Table, limit: int | None = None) -> GameCounted:
    """The whole game of a table. *limit*: hands after which it is over, won by the side that is ahead."""
    return _counted(table, table.entries, limit)


def added(table: Table, limit: int | None = None) -> GameCounted:
    """The counts of a table's last entry alone, with the points and winners after it."""
    return _counted(table, table.entries[-1:], limit)


def parts_of(item: LogEntry) -> tuple[Part, ...]:
    """The parts of an entry's hand; () unless it is a played hand that counts."""
    if item.before is None or item.hand is None:
        return ()
    return facts.parts(item.before, dict(item.entry), item.hand)


def sums_of(part: Part | Seated) -> Sums:
    """What one part adds to each of SUMS."""
    is_maker, defends = part.role == MAKER, part.role == DEFENDER and part.result != ""
    made = is_maker and part.result in (MADE, MARCH)
    alone, bid = is_maker and part.alone, is_maker and part.bid is not None
    return (
        part.role != AWAY,
        is_maker,
        made,
        is_maker and part.result == MARCH,
        is_maker and part.result == EUCHRED,
        alone,
        alone and made,
        alone and part.result == MARCH,
        defends,
        defends and part.result == EUCHRED,
        part.defended_alone,
        part.role == DROPPED,
        part.drop_paid,
        part.kings,
        part.showdown != "",
        part.showdown == WON,
        bid,
        bid and made,
    )


def _counted(table: Table, items: Iterable[LogEntry], limit: int | None) -> GameCounted:
    seated = names(table)
    seats = {name: seat for seat, name in enumerate(seated)}
    told: list[Told] = []
    of_player: dict[str, list[Part]] = {name: [] for name in seated}
    scored_as = {name: name for name in seated}
    if table.variant.teams:
        scored_as = {name: table.variant.side_of(table.header.players, name) for name in seated}
    comeback = dict.fromkeys(seated, 0)
    for item in items:
        if item.step is None or item.hand is None:
            continue
        if parts := parts_of(item):
            told.append(Told(item.seq, item.hand.number, parts[0].result, written(parts, seats)))
        for part in parts:
            of_player[part.player].append(part)
        for name, against in _odds(item.step.state, table, scored_as):
            comeback[name] = max(comeback[name], against)
    points = _points(table)
    over, winners = _end(table, points, limit)
    players = tuple(
        Counted(
            name=name,
            seat=seat,
            side=seat % table.variant.teams if table.variant.teams else seat,
            won=scored_as[name] in winners,
            points=points[scored_as[name]],
            sums=_sum(of_player[name]),
            bests=_best(of_player[name], comeback[name]),
        )
        for seat, name in enumerate(seated)
    )
    return GameCounted(over, table.version, players, tuple(told))


def _end(table: Table, points: Mapping[str, int], limit: int | None) -> tuple[bool, Collection[str]]:
    """Whether the game is over, and the names under which its winners score.

    A game without a played hand isn't over, whatever was adjusted or shared: nobody has won it.
    """
    state = table.state
    if state.over:
        return (True, state.winners) if played(table) else (False, ())
    if limit is None or played(table) < limit:
        return False, state.winners
    best = max(points.values())
    ahead = [side for side, number in points.items() if number == best]
    return True, ahead if len(ahead) == 1 else ()


def _sum(parts: Iterable[Part]) -> Sums:
    total = [0] * len(SUMS)
    for part in parts:
        for at, number in enumerate(sums_of(part)):
            total[at] += number
    return tuple(total)


def _best(parts: Iterable[Part], comeback: int) -> Sums:
    kings = gain = 0
    for part in parts:
        kings, gain = max(kings, part.kings), max(gain, part.gain)
    return kings, gain, comeback


def _points(table: Table) -> Mapping[str, int]:
    state, variant = table.state, table.variant
    if variant.has_bank:
        return state.net
    if variant.goal and variant.goal.down:
        start = variant.start(table.header.options)
        return {side: start - score for side, score in state.scores.items()}
    return state.scores


STEPS, MOST_STEPS = 10, 40
"""In how many steps each game is played to its goal, and the most that somebody far below 0 needs."""
LONGEST_ODDS = 10**9


def _odds(state: State, table: Table, scored_as: Mapping[str, str]) -> Iterable[tuple[str, int]]:
    """The odds of each player who is behind, to win from here before whoever leads: 1 in how many.

    None in a game without a goal, nor at a table of a night, whose goal is out of reach. As if every game
    were one to ten, and each step fell to one or the other with the same chance: so a comeback in a long game
    counts as much as the same in a short one.
    """
    goal = table.variant.goal
    if goal is None or state.over:
        return
    end = goal.end(state.options)
    whole = abs(end - goal.start(state.options))
    needs = {
        side: min(MOST_STEPS, max(1, -(-abs(end - score) * STEPS // whole)))
        for side, score in state.scores.items()
    }
    least = min(needs.values())
    for name, side in scored_as.items():
        if needs[side] > least:
            yield name, odds(needs[side], least)


@lru_cache(MOST_STEPS * MOST_STEPS)
def odds(mine: int, theirs: int) -> int:
    """1 in how many: that *mine* steps are won before *theirs* are lost, by tosses of a coin."""
    tosses = mine + theirs - 1
    won, ways = 0, 1  # of winning exactly so many of them
    for number in range(tosses, mine - 1, -1):
        won += ways
        ways = ways * number // (tosses - number + 1)
    return min(LONGEST_ODDS, ((1 << tosses) + won // 2) // won)
