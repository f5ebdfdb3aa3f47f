"""The games of one phone, a line each; and a game that a group is playing now."""

from dataclasses import dataclass
from datetime import date, timedelta

from companion.log.table import Table
from companion.log.viewer import View
from companion.pages.board import board
from companion.wording import dates
from companion.wording.names import shown
from scoring import VARIANTS, State, signed


@dataclass(frozen=True)
class Listed:
    """One line in the list of games: players, score, game and day ("Thursday, Nov 19"; "" without one).

    id: of the table. variant: the name of its game. title: its own, "" without one. over: whether the game is
    finished. ended: whether it is a table of a night that was ended; such a game has no winner of its own.
    """

    id: str
    variant: str
    title: str
    names: str
    figure: str
    day: str
    hands: int
    over: bool
    ended: bool = False

    @property
    def game(self) -> str:
        """The short title of its game."""
        return VARIANTS[self.variant].short


@dataclass(frozen=True)
class AllHere:
    """All games of a phone without a server, of which it has the only copy.

    others: those that aren't shown as tables, at most one more than are listed. copied: the ISO date of the
    last copy, "" without one. due: whether to ask for one.
    """

    others: tuple[Listed, ...]
    evenings: int
    copied: str
    due: bool

    @property
    def copied_on(self) -> str:
        """The day of the last copy: "Nov 5"."""
        return dates.short_day(date.fromisoformat(self.copied)) if self.copied else ""


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
    state, header = table.state, table.header
    names = " and ".join(map(shown, state.winners)) if state.over else ", ".join(map(shown, state.scores))
    title, day = header.title and table.title, dates.weekday(header.played_on)
    number, over = state.hands, state.over
    return Listed(table.id, table.variant.name, title, names, figure(state), day, number, over, ended)


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
