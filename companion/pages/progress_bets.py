"""The betting of a hand in progress: what the next player may do."""

from dataclasses import dataclass

from companion.pages.amounts import amounts, chosen
from companion.pages.progress_taps import Tap, tap
from scoring import Turn
from scoring.betting import BET, CALL, CHECK, FOLD, RAISE
from scoring.progress import Offer, Progress

STEPS = (-10, -1, 1, 10)
# A larger step is offered where the amounts lie further apart than this.
NEAR = 20


@dataclass(frozen=True)
class Amount:
    """One amount to choose. step: its difference from the chosen one, for a button that only moves it; 0."""

    chips: int
    chosen: bool = False
    step: int = 0

    @property
    def more(self) -> int:
        """How much more the step makes it; 0 if it makes it less."""
        return max(self.step, 0)

    @property
    def less(self) -> int:
        """How much less the step makes it; 0 if it makes it more."""
        return max(-self.step, 0)


@dataclass(frozen=True)
class BetDock:
    """The choices of the player to bet.

    to_call: chips to match. has: chips left. verb: "bet" or "raise". adding: the button for it; off with the
    reason if it is not allowed. amounts: () if it is not. main: the button to stay in, else to fold. plain:
    the other buttons. raises_left: None without a limit.
    """

    player: str
    to_call: int
    has: int
    verb: str
    adding: Tap
    amounts: tuple[Amount, ...]
    plain: tuple[Tap, ...]
    main: Tap
    raises_left: int | None


def bet_dock(progress: Progress, wanted: int | None) -> BetDock | None:
    """The choices of the player to bet, with the amount *wanted*; None while nobody is to bet."""
    offers = {str(one.move["move"]): one for one in progress.offers}
    turn = progress.betting.turn if progress.betting else None
    if progress.betting is None or turn is None or FOLD not in offers:
        return None
    verb = RAISE if BET in turn.off and CHECK in turn.off else BET
    chips = chosen(turn, wanted)
    adding = _adding(offers[verb], chips)
    stay = tap(offers[CHECK if CHECK not in turn.off else CALL])
    fold = tap(offers[FOLD])
    main, other = (fold, stay) if stay.off else (stay, fold)
    return BetDock(
        player=turn.player,
        to_call=turn.to_call,
        has=progress.betting.left[turn.player],
        verb=verb,
        adding=adding,
        amounts=() if adding.off else _amounts(turn, chips),
        plain=(other, adding),
        main=main,
        raises_left=turn.raises_left,
    )


def _adding(offer: Offer, chips: int) -> Tap:
    if offer.off:
        return tap(offer)
    verb = "Raise by " if offer.move["move"] == RAISE else "Bet "
    return tap(offer, verb + str(chips), chips=chips)


def _amounts(turn: Turn, chips: int) -> tuple[Amount, ...]:
    """The steps down, the amounts, and the steps up, as far as they are allowed."""
    steps = [step for step in STEPS if abs(step) == 1 or turn.most - turn.least > NEAR]
    down = [Amount(chips + step, step=step) for step in steps if step < 0 and chips + step >= turn.least]
    up = [Amount(chips + step, step=step) for step in steps if step > 0 and chips + step <= turn.most]
    offered = [Amount(one, one == chips) for one in sorted({*amounts(turn), chips})]
    return (*down, *offered, *up)
