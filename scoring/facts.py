"""What one played hand says about each player: the one source of recap moments, statistics and ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import outcomes
from .kings import showdown_between
from .shape import Entry
from .table import Hand, Line, Names, State
from .variant import is_played

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
    result, tricks = _call_result(before, entry, lines), _tricks(entry)
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
            drop_paid=role == DROPPED and _worse(name, roles, gains),
        )
        for name, role in roles.items()
    )


def call_result(before: State, entry: Entry, hand: Hand) -> str:
    """How the maker's call came out: MADE, MARCH or EUCHRED; "" without a maker, or where no one can say."""
    return _call_result(before, entry, hand.lines)


def _call_result(before: State, entry: Entry, lines: Sequence[Line]) -> str:
    maker = entry.get("maker")
    if not isinstance(maker, str) or maker not in before.players:
        return ""
    by_outcome = {line.outcome: line.player for line in lines}
    if not outcomes.FAILED.isdisjoint(by_outcome) or _beaten(before, entry, maker):
        return EUCHRED
    own = before.variant.side_of(before.players, maker)
    variant, takers = before.variant, _takers(entry, by_outcome)
    together = variant.together(before.players, entry, maker) if variant.sides_of_hand else (own,)
    if takers and all(name in together for name in takers):
        return MARCH
    won = {line.player for line in lines if line.outcome in MAKERS_HAND}
    won |= {name for name, how in _showdown(entry, lines).items() if how == WON}
    return (
        MADE
        if own in won
        or (before.variant.has_bank and _tricks(entry) is not None and not _beaten(before, entry, maker))
        else ""
    )


def sweeper(entry: Entry, by_outcome: Mapping[str, str]) -> str:
    """The side that took every trick of a hand that was played out; "" without one.

    *by_outcome*: the players of its score lines, by outcome.
    """
    taken = _takers(entry, by_outcome)
    return taken[0] if len(taken) == 1 else ""


def _takers(entry: Entry, by_outcome: Mapping[str, str]) -> Names:
    """The sides that took a trick of a hand that was played out; () of any other."""
    tricks = _tricks(entry)
    if not tricks or entry.get("reneged") or not CUT_SHORT.isdisjoint(by_outcome):
        return ()
    return tuple(name for name, number in tricks.items() if number)


def _beaten(before: State, entry: Entry, maker: str) -> bool:
    """Whether a maker for chips took too few tricks: if no one had bet, no posting shows it (PE-09)."""
    tricks = _tricks(entry)
    if not before.variant.has_bank or tricks is None:
        return False
    taken = tricks.get(maker, 0)
    return any(name != maker and number >= taken for name, number in tricks.items())


def _roles(before: State, entry: Entry, hand: Hand, allied: Mapping[str, str]) -> dict[str, str]:
    bank, dropped = before.variant.bank, _dropped(entry)
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


def _dropped(entry: Entry) -> frozenset[str]:
    """Who dropped or folded."""
    choices, folded, betting = entry.get("choices"), entry.get("folded"), entry.get("betting")
    names = [name for name, choice in choices.items() if choice == DROP] if isinstance(choices, dict) else []
    names += folded if isinstance(folded, list) else []
    if isinstance(betting, list):
        names += [str(one.get("player")) for one in betting if one.get("action") == "fold"]
    return frozenset(names)


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


def _worse(name: str, roles: Mapping[str, str], gains: Mapping[str, int]) -> bool:
    stayed = [one for one, role in roles.items() if role == DEFENDER]
    return any(gains[one] < gains[name] for one in stayed)
