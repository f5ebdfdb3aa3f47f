"""The betting round, action by action (PC-07 to PC-11, PC-23)."""

from collections.abc import Mapping
from dataclasses import dataclass

from .refusal import Refusal

CHECK, BET, CALL, RAISE, FOLD = "check", "bet", "call", "raise", "fold"
ACTIONS = (CHECK, BET, CALL, RAISE, FOLD)


@dataclass(frozen=True)
class Limits:
    """Spread limit in chips (PC-09) and raises a circuit (PC-10)."""

    min_bet: int
    max_bet: int
    max_raises: int


@dataclass(frozen=True)
class Turn:
    """What the player to act may do: chips to call, and the least and most to bet or to raise by.

    ``off`` names the actions that cannot be, each with the reason; ``raises_left`` is None without a limit.
    """

    player: str
    to_call: int
    least: int
    most: int
    off: Mapping[str, str]
    raises_left: int | None


class Round:
    """One betting round among those who paid, in order from the dealer's left; *stacks* after the ante."""

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
        """Whether the betting is over: all checked, the last raise answered, or one left (PC-07)."""
        return self._pending == 0 or self._active == 1

    @property
    def to_act(self) -> str | None:
        """Whose turn it is; None when the betting is closed."""
        return None if self.closed else self.order[self._at]

    @property
    def active(self) -> tuple[str, ...]:
        """Who has not folded, in order from the dealer's left."""
        return tuple(name for name in self.order if name not in self.folded)

    def turn(self) -> Turn:
        """What the player to act may do, and why not the rest."""
        player = self.order[self._at]
        owed = self.level - self.put[player]
        spare = self.stacks[player] - self.put[player] - owed
        most = min(self.limits.max_bet, spare)
        limited = self._active > 2
        left = max(0, self.limits.max_raises - self.raises) if limited else None
        return Turn(player, owed, self.limits.min_bet, most, self._off(player, owed, spare, left), left)

    def _off(self, player: str, owed: int, spare: int, raises_left: int | None) -> dict[str, str]:
        too_short = player + " has " + str(max(0, spare)) + " to spare" + " (PC-11)"
        off = {}
        if self.level:
            off[CHECK] = str(owed) + " is owed: call, raise or fold (PC-08)"
            off[BET] = "the betting was opened: raise instead (PC-08)"
            if spare < 0:
                off[CALL] = player + " cannot match " + str(owed) + " and must fold (PC-11)"
            if raises_left == 0:
                off[RAISE] = str(self.limits.max_raises) + " raises were made in this circuit (PC-10)"
            elif spare < self.limits.min_bet:
                off[RAISE] = too_short
            return off
        off[CALL] = "nothing is owed: check or bet (PC-08)"
        off[RAISE] = "nobody has bet: bet instead (PC-08)"
        if spare < self.limits.min_bet:
            off[BET] = too_short
        return off

    def act(self, player: str, action: str, chips: int | None = None) -> None:
        """One action in turn; ``chips`` only with bet and raise, what a raise adds to the call."""
        if self.closed:
            raise _refused("nothing more: the betting was closed (PC-07)", player + " to " + action)
        if player != self.order[self._at]:
            raise _refused(self.order[self._at] + " to act (PC-23)", player)
        owed = self.level - self.put[player]
        if action in (CALL, CHECK):
            self._answer(player, action, owed, chips)
        elif action == FOLD:
            self._no_chips(action, chips)
            self.folded.append(player)
            self._active -= 1
            self._pending -= 1
        else:
            self._open_or_raise(player, action, owed, chips)
        self._advance()

    def _answer(self, player: str, action: str, owed: int, chips: int | None) -> None:
        self._no_chips(action, chips)
        if action == CHECK and owed:
            raise _refused("call, raise or fold: " + str(owed) + " is owed (PC-08)", "a check")
        if action == CALL and not owed:
            raise _refused("check or bet: nothing is owed (PC-08)", "a call")
        if self.put[player] + owed > self.stacks[player]:
            raise _refused(player + " to fold, who cannot match " + str(owed) + " (PC-11)", "a call")
        self.put[player] += owed
        self._pending -= 1

    def _open_or_raise(self, player: str, action: str, owed: int, chips: int | None) -> None:
        if action == RAISE and not self.level:
            raise _refused("a bet: nobody has opened (PC-08)", "a raise")
        if action == BET and self.level:
            raise _refused("a raise: the betting was opened (PC-08)", "a bet")
        if chips is None or not self.limits.min_bet <= chips <= self.limits.max_bet:
            spread = str(self.limits.min_bet) + " to " + str(self.limits.max_bet)
            raise _refused(
                spread + " chips with a " + action + " (PC-09)", "none" if chips is None else str(chips)
            )
        if self.put[player] + owed + chips > self.stacks[player]:
            holds = str(self.stacks[player] - self.put[player])
            raise _refused(
                "no more than the " + holds + " that " + player + " holds (PC-11)", str(owed + chips)
            )
        if action == RAISE:
            self._count_raise()
        self.put[player] += owed + chips
        self.level += chips
        self._pending = self._active - 1

    def _count_raise(self) -> None:
        if self._active > 2 and self.raises >= self.limits.max_raises:
            limit = str(self.limits.max_raises) + " raises"
            raise _refused("at most " + limit + " in a circuit (PC-10)", "one more")
        self.raises += 1

    def _no_chips(self, action: str, chips: int | None) -> None:
        if chips is not None:
            raise _refused("chips only with a bet or a raise", "chips with a " + action)

    def _advance(self) -> None:
        """To the next who has not folded; a circuit ends where the first seat's turn does (PC-10)."""
        if self._active < 1 or self.closed:
            return
        while True:
            if self._at == 0:
                self.raises = 0
            self._at = (self._at + 1) % len(self.order)
            if self.order[self._at] not in self.folded:
                return


def _refused(wanted: str, got: str) -> Refusal:
    return Refusal("betting", "expected " + wanted + ", got " + got)
