"""What a hand that is only half told can still be: tricks, choices, Kings, cards and chips so far."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from . import countdown
from .outcomes import KING
from .table import Names, Posting, State
from .variant import Dealt
from .variants import buck, king_cutthroat, partnership, three_handed

Said = Mapping[str, int | None]


@dataclass(frozen=True)
class Sides:
    """Who plays with whom once somebody has made trump: team names, the maker's partner, the defenders."""

    makers: str
    defenders: str
    partner: str
    opponents: Names


@dataclass(frozen=True)
class Stake:
    """What one player has put into the pot this hand, ante and bets, and what is left in front of them."""

    paid: int
    left: int


def filled(total: int, said: Said, may_be_out: Collection[str] = ()) -> dict[str, int]:
    """Tricks by name that follow from those that were *said* (None: not yet), *total* in all.

    ``may_be_out`` names who of the others may have dropped as well, so that their 0 tricks do not follow.
    """
    unsaid = [name for name, tricks in said.items() if tricks is None]
    rest = total - _sum(said.values())
    if rest == 0:
        return {name: 0 for name in unsaid if name not in may_be_out}
    return {unsaid[0]: rest} if len(unsaid) == 1 and rest > 0 else {}


def most(total: int, said: Said, least: Mapping[str, int], name: str) -> int:
    """The most tricks that *name* can have had; each of the others has what was said, or at least *least*.

    Where tricks were already said for *name*, only what is certain of the others counts, so that any slip
    can be put right in either order.
    """
    settled = said[name] is not None
    others = 0
    for other, tricks in said.items():
        if other != name:
            others += least.get(other, 0) if settled or tricks is None else tricks
    return max(0, total - others)


def left_over(total: int, said: Said) -> int:
    """Tricks that nobody has been given yet; below 0 when too many were given."""
    return total - _sum(said.values())


def sides(state: State, maker: str) -> Sides:
    """The two sides of a hand of partnership euchre that *maker* made (EU-06)."""
    variant, players = state.variant, state.players
    makers = variant.side_of(players, maker)
    [defenders] = [side for side in variant.sides(players) if side != makers]
    [partner] = variant.partners(players, maker)
    return Sides(makers, defenders, partner, variant.opponents(players, maker))


def split(state: State, maker: str, taken: int) -> dict[str, int]:
    """Tricks by team when the makers took *taken* of all."""
    total = state.variant.tricks_in_hand(len(state.players), state.options)
    teams = sides(state, maker)
    return {teams.makers: taken, teams.defenders: total - taken}


def why_no_drop(state: State, name: str, maker: str | None, conceding: bool) -> str:
    """Why *name* may not drop (TH-14, BU-08), or nothing; ``conceding``: the maker may (TH-10)."""
    table = three_handed.TABLE if conceding else buck.TABLE
    return countdown.why_no_drop(state, name, maker, table)


def won_by_kings(state: State, fallen: Iterable[str]) -> str | None:
    """Who reached the target with the Kings that have fallen, in their order (KC-11)."""
    tally = king_cutthroat.Tally(state)
    for name in fallen:
        tally.add(name, 1, "KC-10", "", KING)
        if tally.winner is not None:
            return tally.winner
    return None


def showdown_between(tricks: Said) -> Names:
    """The two who play a showdown after these tricks (KC-15), or nobody."""
    if sorted(count or 0 for count in tricks.values()) != [1, 3, 3]:
        return ()
    return tuple(name for name, count in tricks.items() if count == 3)


def cards_between(tricks: int, left: int, playing: int) -> range:
    """How many cards so many tricks can hold, when *playing* began and *left* stayed in (PE-08)."""
    return range(tricks * left, tricks * playing + 1)


def stakes(state: State, deal: Dealt, put: Mapping[str, int]) -> dict[str, Stake]:
    """Who paid the ante: what they have in, and what they have left (PC-05, PC-07)."""
    return {
        name: Stake(deal.each + put.get(name, 0), state.scores[name] - deal.each - put.get(name, 0))
        for name in deal.paid
    }


def pot(state: State, staked: Mapping[str, Stake]) -> int:
    """The pot with what this hand has put into it so far."""
    return state.pot + _sum(stake.paid for stake in staked.values())


def moved(postings: Iterable[Posting], rule: str) -> int:
    """All chips that were moved by one rule."""
    return _sum(posting.chips for posting in postings if posting.reason.rule == rule)


def _sum(numbers: Iterable[int | None]) -> int:
    return sum(number or 0 for number in numbers)


COUNTDOWN_TRICKS = countdown.TRICKS
PARTNERSHIP_TRICKS = partnership.TRICKS
KING_TRICKS, KINGS = king_cutthroat.TRICKS, king_cutthroat.KINGS
SHOWDOWN_TRICKS = king_cutthroat.SHOWDOWN_TRICKS
PAID_AGAIN = ("PC-15", "PC-16", "PC-18", "PC-19")
