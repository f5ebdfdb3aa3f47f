"""The betting round, action by action (PC-07 to PC-11, PC-23)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .refusal import Refusal

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

    player: the player to act. to_call: chips to match. least, most: chips of a bet, or that a raise adds.
    off: the refusal of each action that is not allowed. raises_left: in this circuit; None: no limit.
    """

    player: str
    to_call: int
    least: int
    most: int
    off: Mapping[str, Refusal]
    raises_left: int | None


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
        refused = {action: self._refused(action) for action in ACTIONS}
        off = {action: refusal for action, refusal in refused.items() if refusal is not None}
        most = min(self.limits.max_bet, self._spare)
        return Turn(self.order[self._at], self._owed, self.limits.min_bet, most, off, self._raises_left)

    def act(self, player: str, action: str, chips: int | None = None) -> None:
        """Take one action; *chips* only with a bet or a raise: what is bet, or added to the call.

        Raises Refusal of ``betting``.
        """
        if self.closed:
            raise Refusal("betting-over", "betting", "PC-07")
        if player != self.order[self._at]:
            raise Refusal("turn", "betting", "PC-23", player=self.order[self._at])
        if chips is not None and action not in (BET, RAISE):
            raise Refusal("no-chips", "betting", "PC-08")
        refusal = self._refused(action)
        if refusal is not None:
            raise refusal
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

    def _refused(self, action: str) -> Refusal | None:
        """Why the player to act may not do this, whatever the amount; None if they may (PC-08 to PC-11)."""
        if action in (BET, RAISE):
            return self._no_opening(action) or self._too_short()
        player, owed = self.order[self._at], self._owed
        if action == CHECK and self.level:
            return Refusal("to-call", "betting", "PC-08", chips=owed)
        if action == CALL and not self.level:
            return Refusal("nothing-to-call", "betting", "PC-08")
        if action == CALL and self._spare < 0:
            return Refusal("call-too-high", "betting", "PC-11", player=player, chips=owed)
        return None

    def _no_opening(self, action: str) -> Refusal | None:
        """Why there is no bet or raise now: the one for the other, or no raise left (PC-08, PC-10)."""
        if action == BET and self.level:
            return Refusal("already-bet", "betting", "PC-08")
        if action == RAISE and not self.level:
            return Refusal("nobody-bet", "betting", "PC-08")
        if action == RAISE and self._raises_left == 0:
            return Refusal("no-raise-left", "betting", "PC-10", player=self.order[0])
        return None

    def _too_short(self) -> Refusal | None:
        """Why the player to act cannot bet or raise the least (PC-11)."""
        return None if self._spare >= self.limits.min_bet else self._all_held()

    def _checked(self, action: str, chips: int | None) -> int:
        """The chips of a bet or a raise (PC-09, PC-11). Raises Refusal."""
        least, most = self.limits.min_bet, self.limits.max_bet
        if chips is None or not least <= chips <= most:
            code = "raise-range" if action == RAISE else "bet-range"
            raise Refusal(code, "betting", "PC-09", least=least, most=most)
        if chips > self._spare:
            raise self._all_held()
        return chips

    def _all_held(self) -> Refusal:
        player = self.order[self._at]
        return chips_held("betting", player, self.stacks[player] - self.put[player])

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


def chips_held(field: str, player: str, chips: int) -> Refusal:
    """The refusal of more chips than a player has (PC-11)."""
    return Refusal("chips-held", field, "PC-11", player=player, chips=chips)


def check_totals(put: Mapping[str, int], folded: Collection[str], stacks: Mapping[str, int]) -> None:
    """Check a betting given as totals. Raises Refusal of ``folded`` or ``bets`` (PC-07, PC-11, PC-12).

    put: chips by player who paid the ante. stacks: chips that each holds after the ante.
    """
    stayed = [name for name in put if name not in folded]
    if not stayed:
        raise Refusal("all-folded", "folded", "PC-12")
    level = put[stayed[0]]
    for name, chips in put.items():
        if name not in folded and chips != level:
            raise Refusal("bets-level", "bets", "PC-07", chips=level)
        if chips > level:
            raise Refusal("bets-of-folded", "bets", "PC-07", player=name, chips=level)
        if chips > stacks[name]:
            raise chips_held("bets", name, stacks[name])
