"""A hand in which Kings score as they win tricks, and its showdown (KC-10 to KC-19)."""

from collections.abc import Iterable, Mapping

from . import outcomes
from .refusal import Refusal, Value
from .table import GAME_WON, Line, Names, Outcome, State

TRICKS, KINGS = 7, 4
SHOWDOWN_TRICKS, SHOWDOWN_NEEDED = 5, 3
TIE = [1, 3, 3]
"""Tricks, sorted, after which two play a showdown."""


class Tally:
    """Scores during one hand.

    scores: by player, so far. target: points that win the game. lines: so far. winner: the player who reached
    it.
    """

    def __init__(self, state: State) -> None:
        self.scores = dict(state.scores)
        self.target = int(state.options["target"])
        self.lines: list[Line] = []
        self.winner: str | None = None

    def add(self, player: str, points: int, rule: str, text: str, outcome: str, **values: Value) -> None:
        """Add *points* to a score; a player who reaches the target wins at once (KC-11)."""
        self.scores[player] += points
        self.lines.append(Line(player, points, rule, text, outcome, values=values))
        if self.scores[player] >= self.target:
            self.winner = player

    def kings(self, fallen: list[str], rule: str, text: str, field: str) -> None:
        """Add a point for each King, in the order in which they won. Raises Refusal after the end."""
        for name in fallen:
            if self.winner is not None:
                raise Refusal("already-won", field, "KC-11", player=self.winner)
            self.add(name, 1, rule, text, outcomes.KING)

    def outcome(self, goal_rule: str) -> Outcome:
        """The outcome of the hand; *goal_rule*: id of the rule that ended the game, if it is over."""
        if self.winner is not None:
            values = {"total": self.scores[self.winner]}
            won = outcomes.WON_BY_KING if goal_rule == "KC-11" else outcomes.GAME_WON
            self.lines.append(Line(self.winner, 0, goal_rule, GAME_WON, won, values=values))
        return Outcome(self.lines, self.winner)


def won_by_kings(state: State, fallen: Iterable[str]) -> str | None:
    """The player who reached the target with these Kings, in order (KC-11); None: no one."""
    tally = Tally(state)
    for name in fallen:
        tally.add(name, 1, "KC-10", "", outcomes.KING)
        if tally.winner is not None:
            return tally.winner
    return None


def showdown_between(tricks: Mapping[str, int | None]) -> Names:
    """The two who play a showdown after these tricks (KC-15); () for none. None: not known, counts as 0."""
    if sorted(count or 0 for count in tricks.values()) != TIE:
        return ()
    return tuple(name for name, count in tricks.items() if count == SHOWDOWN_NEEDED)
