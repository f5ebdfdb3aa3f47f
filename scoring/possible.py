"""Bounds of a partly entered hand: tricks, cards and chips that are still possible."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from .table import Posting, State
from .variant import Dealt

Entered = Mapping[str, int | None]


@dataclass(frozen=True)
class Stake:
    """Chips of one player in one hand.

    paid: put into the pot, ante and bets. left: still held.
    """

    paid: int
    left: int


def filled(total: int, entered: Entered, no_zero: Collection[str] = ()) -> dict[str, int]:
    """Tricks by name that follow from those entered (None: not yet), *total* in all.

    *no_zero*: players for whom 0 tricks aren't concluded, since they may have dropped or 0 costs points.
    """
    missing = [name for name, tricks in entered.items() if tricks is None]
    rest = total - _sum(entered.values())
    if rest == 0:
        return {name: 0 for name in missing if name not in no_zero}
    return {missing[0]: rest} if len(missing) == 1 and rest > 0 else {}


def most(total: int, entered: Entered, least: Mapping[str, int], name: str) -> int:
    """The most tricks that *name* can have; the others have what was entered, or at least *least*.

    Where tricks were already entered for *name*, only *least* of the others counts, so that two wrong counts
    can be corrected in either order.
    """
    settled = entered[name] is not None
    others = 0
    for other, tricks in entered.items():
        if other != name:
            others += least.get(other, 0) if settled or tricks is None else tricks
    return max(0, total - others)


def left_over(total: int, entered: Entered) -> int:
    """Tricks not entered for anyone yet; below 0 when too many were."""
    return total - _sum(entered.values())


def cards_between(tricks: int, left: int, playing: int) -> range:
    """The numbers of cards that so many tricks can hold, *playing* having begun and *left* stayed (PE-08)."""
    return range(tricks * left, tricks * playing + 1)


def stakes(state: State, deal: Dealt, put: Mapping[str, int]) -> dict[str, Stake]:
    """The stake of everyone who paid the ante (PC-05, PC-07); *put*: chips bet so far, by player."""
    return {
        name: Stake(deal.each + put.get(name, 0), state.scores[name] - deal.each - put.get(name, 0))
        for name in deal.paid
    }


def pot(state: State, staked: Mapping[str, Stake]) -> int:
    """Chips in the pot, those of this hand so far included."""
    return state.pot + _sum(stake.paid for stake in staked.values())


def moved(postings: Iterable[Posting], outcome: str) -> int:
    """All chips that were moved for one of ``outcomes.OUTCOMES``."""
    return _sum(posting.chips for posting in postings if posting.reason.outcome == outcome)


def _sum(numbers: Iterable[int | None]) -> int:
    return sum(number or 0 for number in numbers)
