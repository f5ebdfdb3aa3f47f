"""The games of one phone, a line each; and a game that a group is playing now."""

from dataclasses import dataclass
from datetime import timedelta

from companion.log.table import Table
from companion.log.viewer import View
from companion.pages.board import board
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


@dataclass(frozen=True)
class Running:
    """A game that a group is playing: the number of the hand that comes next, and the totals as ``figure``.

    dealer: of that hand, "" without one. goes_on: whether this phone may record its hands; else it only
    follows them.
    """

    table: Table
    hand: int
    figure: str
    dealer: str
    goes_on: bool


MOST_FIGURES = 4
PLAYING = timedelta(hours=12)  # a group is no longer playing a game to which nothing was added for so long


def listed(table: Table, ended: bool = False) -> Listed:
    """The line of one game: its winners when it is over, or else all players. *ended*: see ``Listed``."""
    state = table.state
    names = " and ".join(map(shown, state.winners)) if state.over else ", ".join(map(shown, state.scores))
    day = dates.weekday(table.header.played_on)
    return Listed(table, names, figure(state), table.variant.short, day, ended)


def running(view: View) -> Running:
    """A game that a group is playing."""
    table = view.table
    dealer = board(table.state).dealer or ""
    return Running(table, table.state.hands + 1, figure(table.state), dealer, view.viewer.may_record)


def figure(state: State) -> str:
    """The totals, "7–4"; played for chips, the winner's result, "+50". "" if that would be too long."""
    if state.variant.has_bank:
        return signed(state.net[state.winners[0]]) if state.over else ""
    scores = [str(score).replace("-", "−") for score in state.scores.values()]
    return "–".join(scores) if len(scores) <= MOST_FIGURES else ""
