"""The betting round, action by action (PC-07 to PC-11, PC-23)."""

from collections.abc import Mapping
from dataclasses import dataclass

from .refusal import Refusal, worded

CHECK, BET, CALL, RAISE, FOLD = "check", "bet", "call", "raise", "fold"
ACTIONS = (CHECK, BET, CALL, RAISE, FOLD)
HEADS_UP = 2


@dataclass(frozen=True)
class Limits:
    """The betting limits of a table.

    min_bet, max_bet: chips of a bet, or that a raise adds (PC-09). max_raises: in a circuit (PC-10).
    """

    min_bet: int
    max_bet: int
    max_raises: int


@dataclass(frozen=True)
class Turn:
    """Choices of the player to act.

    player: whose turn it is. to_call: chips to match. least, most: chips of a bet, or that a raise adds. off:
    by action that is not allowed, the reason, for a button. raises_left: in this circuit; None: no limit.
    """

    player: str
    to_call: int
    least: int
    most: int
    off: Mapping[str, str]
    raises_left: int | None


@dataclass(frozen=True)
class Barred:
    """Why an action is not allowed.

    off: the reason, for a button. wanted, got: parts of the refusal "expected …, got …".
    """

    off: str
    wanted: str
    got: str


class Round:
    """One betting round.

    order: players who paid the ante, from the dealer's left. stacks: chips that each holds after the ante.
    limits: of the table. put: chips put in so far, by player. folded: players in order of folding. level:
    chips that each active player must have put in. raises: made in this circuit.
    """

    def __init__(self, order: tuple[str, ...], stacks: Mapping[str, int], limits: Limits) -> None:
        self.order = order
        self.stacks = stacks
        self.limits = limits
        self.put = dict.fromkeys(order, 0)
        self.folded: list[str] = []
        self.level = 0
        self.raises = 0
        self._active = len(order)
        self._pending = len(order)
        self._at = 0

    @property
    def closed(self) -> bool:
        """Whether the betting is over: all checked, the last raise called, or one player left (PC-07)."""
        return self._pending == 0 or self._active == 1

    @property
    def to_act(self) -> str | None:
        """Whose turn it is; None when the betting is closed."""
        return None if self.closed else self.order[self._at]

    @property
    def active(self) -> tuple[str, ...]:
        """Players who have not folded, from the dealer's left."""
        return tuple(name for name in self.order if name not in self.folded)

    def turn(self) -> Turn:
        """Choices of the player to act, with reasons for those not allowed."""
        barred = {action: self._barred(action) for action in ACTIONS}
        off = {action: why.off for action, why in barred.items() if why is not None}
        most = min(self.limits.max_bet, self._spare)
        return Turn(self.order[self._at], self._owed, self.limits.min_bet, most, off, self._raises_left)

    def act(self, player: str, action: str, chips: int | None = None) -> None:
        """Take one action; *chips* only with a bet or a raise: what is bet, or added to the call.

        Raises Refusal of ``betting``.
        """
        if self.closed:
            raise _refused("nothing more: the betting was closed (PC-07)", player + " to " + action)
        if player != self.order[self._at]:
            raise _refused(self.order[self._at] + " to act (PC-23)", player)
        if chips is not None and action not in (BET, RAISE):
            raise _refused("chips only with a bet or a raise", "chips with a " + action)
        barred = self._barred(action, chips)
        if barred is not None:
            raise _refused(barred.wanted, barred.got)
        if action in (BET, RAISE):
            self._add(player, action, self._checked(action, chips))
        elif action == FOLD:
            self.folded.append(player)
            self._active -= 1
            self._pending -= 1
        else:
            self.put[player] = self.level
            self._pending -= 1
        self._advance()

    @property
    def _owed(self) -> int:
        """Chips that the player to act must add to stay in."""
        return self.level - self.put[self.order[self._at]]

    @property
    def _spare(self) -> int:
        """Chips that the player to act would hold after a call; below 0: cannot call."""
        return self.stacks[self.order[self._at]] - self.level

    @property
    def _raises_left(self) -> int | None:
        return max(0, self.limits.max_raises - self.raises) if self._active > HEADS_UP else None

    def _barred(self, action: str, chips: int | None = None) -> Barred | None:
        """Why the player to act may not do this, whatever the amount; None if they may (PC-08 to PC-11)."""
        if action == FOLD:
            return None
        if action in (BET, RAISE):
            return self._no_opening(action) or self._too_short(chips)
        player, owed = self.order[self._at], str(self._owed)
        if action == CHECK and self.level:
            choice = "call, raise or fold"
            return Barred(
                owed + " is owed: " + choice + " (PC-08)", _because(choice, owed + " is owed"), "a check"
            )
        if action == CALL and not self.level:
            return Barred(
                "nothing is owed: check or bet (PC-08)", _because("check or bet", "nothing is owed"), "a call"
            )
        if action == CALL and self._spare < 0:
            must = " cannot match " + owed
            return Barred(
                player + must + " and must fold (PC-11)",
                player + " to fold, who" + must + " (PC-11)",
                "a call",
            )
        return None

    def _no_opening(self, action: str) -> Barred | None:
        """Why there is no bet or raise now: the one for the other, or no raise left (PC-08, PC-10)."""
        if action == BET and self.level:
            opened = "the betting was opened"
            return Barred(opened + ": raise instead (PC-08)", _because("a raise", opened), "a bet")
        if action == RAISE and not self.level:
            return Barred(
                "nobody has bet: bet instead (PC-08)", _because("a bet", "nobody has opened"), "a raise"
            )
        if action == RAISE and self._raises_left == 0:
            most = str(self.limits.max_raises) + " raises"
            return Barred(
                most + " were made in this circuit (PC-10)",
                "at most " + most + " in a circuit (PC-10)",
                "one more",
            )
        return None

    def _too_short(self, chips: int | None) -> Barred | None:
        """Why the player to act cannot bet or raise the least (PC-11)."""
        least = self.limits.min_bet
        if self._spare >= least:
            return None
        off = self.order[self._at] + " has " + str(max(0, self._spare)) + " to spare (PC-11)"
        return Barred(off, self._all_held(), str(self._owed + (least if chips is None else chips)))

    def _checked(self, action: str, chips: int | None) -> int:
        """The chips of a bet or a raise (PC-09, PC-11). Raises Refusal."""
        least, most = self.limits.min_bet, self.limits.max_bet
        if chips is None or not least <= chips <= most:
            spread = str(least) + " to " + str(most) + " chips with a " + action + " (PC-09)"
            raise _refused(spread, "none" if chips is None else str(chips))
        if chips > self._spare:
            raise _refused(self._all_held(), str(self._owed + chips))
        return chips

    def _all_held(self) -> str:
        player = self.order[self._at]
        return (
            "no more than the "
            + str(self.stacks[player] - self.put[player])
            + " that "
            + player
            + " holds (PC-11)"
        )

    def _add(self, player: str, action: str, chips: int) -> None:
        self.raises += action == RAISE
        self.level += chips
        self.put[player] = self.level
        self._pending = self._active - 1

    def _advance(self) -> None:
        """Move to the next who has not folded; a circuit ends where the first seat's turn does (PC-10)."""
        if self._active < 1 or self.closed:
            return
        while True:
            if self._at == 0:
                self.raises = 0
            self._at = (self._at + 1) % len(self.order)
            if self.order[self._at] not in self.folded:
                return


def _because(wanted: str, why: str) -> str:
    return wanted + ": " + why + " (PC-08)"


def _refused(wanted: str, got: str) -> Refusal:
    return worded("betting", "expected " + wanted + ", got " + got)
