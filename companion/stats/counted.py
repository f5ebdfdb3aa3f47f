"""What a hand says about each player, and a game counted: the hands of each player, and their sums.

Every figure of the statistics is one of these sums, or made of them (docs/people.md, "What is counted");
recap moments and ratings come of the same hands.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.log.at_night import played
from companion.log.table import LogEntry, Table
from scoring import Hand, Line, State, outcomes
from scoring.kings import showdown_between
from scoring.shape import Entry
from scoring.table import Names
from scoring.variant import is_played

# Roles in a hand.
MAKER = "maker"
PARTNER = "partner"  # of the maker
DEFENDER = "defender"  # plays against the maker, or in a hand without one
DROPPED = "dropped"  # did not play this hand, or folded
AWAY = "away"  # was dealt no cards
ROLES = (MAKER, PARTNER, DEFENDER, DROPPED, AWAY)

# How a call came out, and showdowns.
MADE, MARCH, EUCHRED = "made", "march", "euchred"
WON, LOST = "won", "lost"

DROP = "drop"  # in the field ``choices``
MAKERS_HAND = frozenset(
    (
        *(outcomes.MADE, outcomes.MADE_ALONE, outcomes.MOST_TRICKS, outcomes.HAND_WON, outcomes.UNOPPOSED),
        *(outcomes.THROWN_IN, outcomes.SHOWDOWN_WON, outcomes.WON_BY_KING),
    )
)
"""Outcomes that say the hand went to their player's side."""

CUT_SHORT = frozenset((outcomes.UNOPPOSED, outcomes.WON_BY_KING, outcomes.THROWN_IN))
"""Outcomes of hands that were not played to the last trick."""


@dataclass(frozen=True)
class Part:
    """One player's part in one hand.

    player, side: as in the record; the side is the player in games without teams. role: one of ROLES.
    gain: points or chips that the hand brought the side; above 0 is good in games that count down too.
    tricks: taken by all on the player's side in the hand; None where the record doesn't say.
    result: of the call, the same for all players: MADE, MARCH or EUCHRED; "" without a call, or where no one
    can say. alone: the maker played alone. defended_alone: this player did. bid: of the call; None without
    one. kings: Kings of this player that won tricks. showdown: WON or LOST; "" without one.
    drop_paid: dropped, and somebody who stayed, other than the maker, came off worse.
    """

    player: str
    side: str
    role: str
    gain: int
    tricks: int | None
    result: str = ""
    alone: bool = False
    defended_alone: bool = False
    bid: int | None = None
    kings: int = 0
    showdown: str = ""
    drop_paid: bool = False


def parts(before: State, entry: Entry, hand: Hand) -> tuple[Part, ...]:
    """The parts of all players seated in a hand, in seat order; () for a deal that came to nothing.

    *before*: the table before the hand; *entry*: as it was accepted there; *hand*: what came of it.
    """
    if not is_played(before, entry):
        return ()
    seated = before.players
    at_seat = before.variant.sides(seated)
    sides = {name: at_seat[seat % len(at_seat)] for seat, name in enumerate(seated)}
    together = before.variant.sides_of_hand
    allied = {name: side[0] for side in together(seated, entry) for name in side} if together else sides
    roles = _roles(before, entry, hand, allied)
    goal = before.variant.goal
    sign = -1 if goal and goal.down else 1
    gains = {name: sign * hand.change.get(side, 0) for name, side in sides.items()}
    lines = hand.lines  # made anew each time in a game for chips
    result, tricks = call_result(before, entry, lines), _tricks(entry)
    taken: dict[str, int] = {}  # by what players on one side in this hand have in common
    for one, number in (tricks or {}).items():
        taken[allied.get(one, one)] = taken.get(allied.get(one, one), 0) + number
    bid, shown = entry.get("bid"), _showdown(entry, lines)
    kings = [line.player for line in lines if line.outcome == outcomes.KING]
    return tuple(
        Part(
            player=name,
            side=sides[name],
            role=role,
            gain=gains[name],
            tricks=None if tricks is None else taken.get(allied[name], 0),
            result=result,
            alone=entry.get("alone") is True,
            defended_alone=entry.get("defended_alone") == name,
            bid=bid if isinstance(bid, int) else None,
            kings=kings.count(name),
            showdown=shown.get(name, ""),
            drop_paid=role == DROPPED
            and any(gains[one] < gains[name] for one, its in roles.items() if its == DEFENDER),
        )
        for name, role in roles.items()
    )


def call_result(before: State, entry: Entry, lines: Sequence[Line]) -> str:
    """How the maker's call came out: MADE, MARCH or EUCHRED; "" without a maker, or where no one can say.

    *lines*: of the hand on the score sheet.
    """
    maker, tricks = entry.get("maker"), _tricks(entry)
    if not isinstance(maker, str) or maker not in before.players:
        return ""
    # Whether the tricks alone tell it (PE-09): for chips no posting may show it, if no one had bet; a hand of
    # a playoff brings no points.
    by_tricks = (before.variant.has_bank or bool(before.playoff)) and tricks is not None
    taken = (tricks or {}).get(maker, 0)
    more = [name for name, number in (tricks or {}).items() if name != maker and number >= taken]
    by_outcome = {line.outcome: line.player for line in lines}
    if not outcomes.FAILED.isdisjoint(by_outcome) or (by_tricks and (not taken or more)):
        return EUCHRED
    own = before.variant.side_of(before.players, maker)
    variant, sides = before.variant, takers(before, entry, by_outcome)
    together = variant.together(before.players, entry, maker) if variant.sides_of_hand else (own,)
    if sides and all(name in together for name in sides):
        return MARCH
    won = {line.player for line in lines if line.outcome in MAKERS_HAND}
    won |= {name for name, how in _showdown(entry, lines).items() if how == WON}
    return MADE if own in won or by_tricks else ""


def takers(before: State, entry: Entry, by_outcome: Mapping[str, str]) -> Names:
    """The sides that took a trick of a hand that was played out; () of any other.

    *before*: the table before the hand. *by_outcome*: the players of its score lines, by outcome.
    A last trick in which both Jokers fell is nobody's, and the hand no march (PE-02, PE-11).
    """
    tricks = _tricks(entry)
    if not tricks or entry.get("reneged") or not CUT_SHORT.isdisjoint(by_outcome):
        return ()
    bank = before.variant.bank
    dealt = len(before.dealing) - (len(bank.away(before, entry)) if bank else 0)
    if sum(tricks.values()) < before.variant.tricks_in_hand(dealt, before.options):
        return ()
    return tuple(name for name, number in tricks.items() if number)


def _roles(before: State, entry: Entry, hand: Hand, allied: Mapping[str, str]) -> dict[str, str]:
    # Who dropped or folded.
    choices, folded, betting = entry.get("choices"), entry.get("folded"), entry.get("betting")
    dropped = [name for name, one in choices.items() if one == DROP] if isinstance(choices, dict) else []
    dropped += folded if isinstance(folded, list) else []
    if isinstance(betting, list):
        dropped += [str(one.get("player")) for one in betting if one.get("action") == "fold"]
    bank = before.variant.bank
    dealt = bank.deal(before, bank.away(before, entry), hand.dealer).paid if bank else before.dealing
    maker = entry.get("maker")
    of_maker = allied.get(maker) if isinstance(maker, str) else None
    roles = {}
    for name in before.players:
        if name not in dealt:
            roles[name] = AWAY
        elif name == maker:
            roles[name] = MAKER
        elif name in dropped:
            roles[name] = DROPPED
        else:
            roles[name] = PARTNER if allied[name] == of_maker else DEFENDER
    return roles


def _tricks(entry: Entry) -> dict[str, int] | None:
    tricks = entry.get("tricks")
    return tricks if isinstance(tricks, dict) else None


def _showdown(entry: Entry, lines: Sequence[Line]) -> dict[str, str]:
    """WON and LOST by player. A King that ends the game ends the showdown, and its player won it."""
    words = {outcomes.SHOWDOWN_WON: WON, outcomes.SHOWDOWN_LOST: LOST}
    found = {line.player: words[line.outcome] for line in lines if line.outcome in words}
    if found or not isinstance(entry.get("showdown"), dict):
        return found
    winners = [line.player for line in lines if line.outcome == outcomes.GAME_WON]
    return {name: WON if name in winners else LOST for name in showdown_between(_tricks(entry) or {})}


# What is counted.

SUMS = (
    *("hands", "makes", "made", "marches", "euchred", "alone", "alone_made", "alone_marches"),
    *("defends", "euchres", "defends_alone", "drops", "drops_paid", "kings", "showdowns", "showdowns_won"),
    *("bids", "bids_made"),
)
"""What is added up, in the order of ``Counted.sums``."""

BESTS = ("most_kings", "best_hand", "comeback")
"""What is the highest of a game, in the order of ``Counted.bests``; 0 at least."""

Sums = tuple[int, ...]
NOTHING: Sums = (0,) * len(SUMS)

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
    return parts(item.before, dict(item.entry), item.hand)


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
            sums=tuple(map(sum, zip(NOTHING, *map(sums_of, of_player[name]), strict=True))),
            bests=(
                max([0, *(part.kings for part in of_player[name])]),
                max([0, *(part.gain for part in of_player[name])]),
                comeback[name],
            ),
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
