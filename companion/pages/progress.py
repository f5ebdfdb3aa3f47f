"""The page of a hand in progress: seats, the current question, and the moves that may be tapped."""

from dataclasses import dataclass

from companion.pages.piles import Pile, drawn
from companion.pages.progress_bets import BetDock, bet_dock
from companion.pages.progress_rows import Hand, hands, showdown_counts
from companion.pages.progress_taps import Tap, by_player, in_rows, reasons, tap
from scoring import State, signed
from scoring.progress import DEALING, Instruction, Progress
from scoring.tray import USUAL_CASE, Case

RARE = frozenset(("dealer", "away", "back", "result", "renege"))
THROW_IN, SKIP, KING = "throw-in", "skip", "king"
BETS = frozenset(("check", "bet", "call", "raise", "fold"))
# Scores that fit beside the card on the felt.
MOST_SCORES = 4


@dataclass(frozen=True)
class ProgressPage:
    """Everything on the page.

    progress: the hand after its moves. number: the hand's, from 1. ask: the current question. hands: players
    dealt in, in seat order. taps: whether their rows answer the question. rows: its other buttons, row by
    row; those of the betting are in dock. reasons: buttons that are off, each reason once. rare: buttons
    seldom needed. skip, throw_in: their buttons; None if not offered. notes: instructions beside the rare
    buttons. promise: changes by name, with a sign, if the hand is saved now; () while it is incomplete.
    scores: by side, as far as they fit. pot: its chips to draw. kings: whether a King that wins a trick is
    noted. last: the number of the trick noted last, in the showdown or before it. in_showdown: whether the
    showdown is shown. turned_down: whether all players passed the turned suit.
    """

    progress: Progress
    number: int
    ask: str
    hands: tuple[Hand, ...]
    taps: bool
    rows: tuple[tuple[Tap, ...], ...]
    dock: BetDock | None
    reasons: tuple[Tap, ...]
    rare: tuple[Tap, ...]
    skip: Tap | None
    throw_in: Tap | None
    notes: tuple[Instruction, ...]
    promise: tuple[tuple[str, str], ...]
    scores: tuple[tuple[str, int], ...] = ()
    pot: tuple[Pile, ...] = ()
    kings: bool = False
    last: int = 0
    in_showdown: bool = False
    turned_down: bool = False


def progress_page(
    state: State, progress: Progress, chips: int | None = None, case: Case = USUAL_CASE
) -> ProgressPage:
    """The page of a hand in progress.

    *state* is the table before it; *chips* the amount chosen for the next bet; *case* the table's chips.
    """
    usual = [one for one in progress.offers if one.move["move"] not in RARE | BETS | {SKIP, THROW_IN, KING}]
    taps = by_player(usual)
    rows = in_rows([one for one in usual if not (taps and "player" in one.move)])
    pot = progress.betting.pot if progress.betting else 0
    return ProgressPage(
        progress=progress,
        number=state.hands + 1,
        ask=progress.ask,
        hands=hands(state, progress, taps, _first(progress, KING)),
        taps=bool(taps),
        rows=rows,
        dock=bet_dock(progress, chips),
        reasons=reasons(tap for row in rows for tap in row),
        rare=tuple(tap(one) for one in progress.offers if one.move["move"] in RARE),
        skip=_first(progress, SKIP, allowed=True),
        throw_in=_first(progress, THROW_IN),
        notes=_rare_notes(state, progress),
        promise=_promise(progress),
        scores=() if state.variant.has_bank else _scores(progress),
        pot=drawn(pot, case),
        kings=any(one.move["move"] == KING or "king" in one.move for one in progress.offers),
        last=_last(progress),
        in_showdown=bool(showdown_counts(progress)),
        turned_down=bool(progress.turned and progress.order) and len(progress.passed) >= len(progress.order),
    )


def _first(progress: Progress, kind: str, allowed: bool = False) -> Tap | None:
    """The first offer of that kind; None without one."""
    found = [one for one in progress.offers if one.move["move"] == kind and (one.allowed or not allowed)]
    return tap(found[0]) if found else None


def _rare_notes(state: State, progress: Progress) -> tuple[Instruction, ...]:
    """How the first dealer is found, before the first deal; the procedure of a renege, during the play."""
    follow = state.variant.follow
    if progress.phase == DEALING and not state.hands and follow and follow.first_dealer:
        return (follow.first_dealer,)
    return (progress.renege,) if progress.tricks and not progress.accused else ()


def _scores(progress: Progress) -> tuple[tuple[str, int], ...]:
    return tuple(progress.scores.items()) if len(progress.scores) <= MOST_SCORES else ()


def _last(progress: Progress) -> int:
    shown = progress.showdown.tricks if progress.showdown else ()
    return len(shown or progress.tricks)


def _promise(progress: Progress) -> tuple[tuple[str, str], ...]:
    """Changes by name if the hand is saved now; () while it is incomplete."""
    if progress.step is None or progress.step.hand is None:
        return ()
    return tuple((name, signed(change)) for name, change in progress.step.hand.change.items())
