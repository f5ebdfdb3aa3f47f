"""Points to the end of the game, the next hand's ante and who acts first in it."""

from dataclasses import dataclass

from .table import Names, Scores, State, turn_order
from .variant import Dealt


@dataclass(frozen=True)
class Ante:
    """The ante of the next hand (PC-05).

    each: chips for each. paid: players who can pay it, from the dealer's left. together: chips in all.
    """

    each: int
    paid: Names
    together: int


def to_go(state: State) -> Scores:
    """Points that each side still needs, never below 0; empty in a game without a goal."""
    goal = state.variant.goal
    if goal is None:
        return {}
    return {name: goal.to_go(score, state.options) for name, score in state.scores.items()}


def ante_unpayable(state: State) -> bool:
    """Whether the game goes on but fewer than two can pay the ante of the next hand (PC-05)."""
    due = _dealt(state)
    return due is not None and not due.playable


def first_to_act(state: State) -> str | None:
    """The player who leads to the first trick of the next hand if everyone plays, or bids or bets first.

    None when no next hand can be played: the game is over, or fewer than two can pay the ante (PC-05).
    """
    dealer = state.next_dealer
    if dealer is None or ante_unpayable(state):
        return None
    due = ante(state)
    return turn_order(state.dealing, dealer)[0] if due is None else due.paid[0]


def ante(state: State) -> Ante | None:
    """The ante of the next hand if nobody is away; None when there is none to pay."""
    dealt = _dealt(state)
    return Ante(dealt.each, dealt.paid, dealt.each * len(dealt.paid)) if dealt else None


def _dealt(state: State) -> Dealt | None:
    dealer = state.next_dealer
    if dealer is None or state.variant.bank is None:
        return None
    return state.variant.bank.deal(state, (), dealer)


def short_of_ante(state: State) -> Names:
    """Players who can't pay the ante of the next hand and sit out (PC-05), in seat order."""
    due = ante(state)
    return tuple(name for name in state.players if name not in due.paid) if due else ()


def held(state: State) -> int:
    """Chips that all players seated hold together."""
    return sum(state.scores.values())


def issued(state: State) -> int:
    """Chips that left the bank and have not come back: those held and those in the pot."""
    return -state.bank
