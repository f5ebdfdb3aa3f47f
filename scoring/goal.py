"""How far it is to the end of the game, and who acts first in the hand to come."""

from dataclasses import dataclass

from .deal import turn_order
from .variants import poker_chips
from .variants.base import Names, Scores, State


@dataclass(frozen=True)
class Ante:
    """The ante of the next hand (PC-05): chips each, who can pay it, and what they put into the pot."""

    each: int
    paid: Names
    together: int


def to_go(state: State) -> Scores:
    """Points that each still needs, never below 0; empty in poker-chips, which has no goal."""
    if state.variant.score_hand is None:
        return {}
    target = state.options.get("target")
    if target is None:
        return {name: max(0, score) for name, score in state.scores.items()}
    return {name: max(0, int(target) - score) for name, score in state.scores.items()}


def first_to_act(state: State) -> str | None:
    """Who leads to the first trick of the next hand when everybody plays it, or in poker-chips bets first.

    None when the game is over, or when in poker-chips fewer than two can pay the ante (PC-05).
    """
    dealer = state.next_dealer
    if dealer is None:
        return None
    next_ante = ante(state)
    if next_ante is None:
        return turn_order(state.dealing, dealer)[0]
    return next_ante.paid[0] if len(next_ante.paid) > 1 else None


def ante(state: State) -> Ante | None:
    """The ante of the next hand if nobody is away; None when there is none to pay."""
    dealer = state.next_dealer
    if dealer is None or state.variant.score_hand is not None:
        return None
    deal = poker_chips.deal(state, (), dealer)
    return Ante(deal.each, deal.paid, deal.each * len(deal.paid))


def short_of_ante(state: State) -> Names:
    """Who cannot pay the ante of the next hand and sits out (PC-05), in seat order."""
    due = ante(state)
    return tuple(name for name in state.players if name not in due.paid) if due else ()


def held(state: State) -> int:
    """Chips that all players seated hold together."""
    return sum(state.scores.values())


def issued(state: State) -> int:
    """Chips that left the bank and have not come back: those held and those in the pot."""
    return -state.bank
