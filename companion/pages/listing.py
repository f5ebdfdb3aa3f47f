"""The games of one phone, a line each."""

from dataclasses import dataclass

from companion.log.table import Table
from companion.wording import dates
from companion.wording.names import shown
from scoring import State, signed


@dataclass(frozen=True)
class Listed:
    """One line in the list of games: players, score, game and day ("Thursday, Nov 19"; "" without one).

    ended: whether it is a table of a night that was ended; such a game has no winner of its own.
    """

    table: Table
    names: str
    figure: str
    game: str
    day: str
    ended: bool

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.table.state.over


MOST_FIGURES = 4


def listed(table: Table, ended: bool = False) -> Listed:
    """The line of one game: its winners when it is over, or else all players. *ended*: see ``Listed``."""
    state = table.state
    names = " and ".join(map(shown, state.winners)) if state.over else ", ".join(map(shown, state.scores))
    day = dates.weekday(table.header.played_on)
    return Listed(table, names, figure(state), table.variant.short, day, ended)


def figure(state: State) -> str:
    """The totals, "7–4"; played for chips, the winner's result, "+50". "" if that would be too long."""
    if state.variant.has_bank:
        return signed(state.net[state.winners[0]]) if state.over else ""
    scores = [str(score).replace("-", "−") for score in state.scores.values()]
    return "–".join(scores) if len(scores) <= MOST_FIGURES else ""
