"""The games of one phone, a line each; and a game that a group is playing now; "Tonight 2–1"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.utils import timezone

from companion.log.rights import View
from companion.log.table import Table
from companion.pages.board import board
from companion.wording import dates
from companion.wording.names import listed as joined
from companion.wording.names import shown
from scoring import VARIANTS, State, signed
from scoring.names import compared

TWO, TONIGHT = 2, "Tonight"
Side = tuple[str, ...]  # the names of its players


@dataclass(frozen=True)
class Listed:
    """One line in the list of games: players, score, game and day, as ``day_of_game`` has it.

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
    counted: whether a game is over, so that there are statistics.
    """

    others: tuple[Listed, ...]
    evenings: int
    copied: str
    due: bool
    counted: bool

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
    names = joined(state.winners) if state.over else ", ".join(map(shown, state.scores))
    title, day = header.title and table.title, day_of_game(header.played_on)
    number, over = state.hands, state.over
    return Listed(table.id, table.variant.name, title, names, result(state), day, number, over, ended)


def day_of_game(played_on: str) -> str:
    """The day of a game in a list, with its year in another one; "" without one."""
    return dates.evening(played_on, dates.here().evening(timezone.now()))


def words_of(asked: str) -> list[str]:
    """The words that somebody looks for, without the marks between names: "Ann & Cy", "Ann, Bo"."""
    return compared(asked.replace(",", " ").replace("&", " ")).split()


def searched(names: Iterable[str], variant: str, title: str, day: str) -> str:
    """What of a game can be looked for: names, game, title and day, as names are compared."""
    game = VARIANTS[variant]
    said = (*names, game.title, game.short, title, day, dates.day(day), dates.weekday(day))
    return compared(" ".join(said))


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


def result(state: State) -> str:
    """The totals beside the names of who won, theirs first: "10–7"; as ``figure`` while the game goes on."""
    first = sorted(state.scores, key=lambda side: side not in state.winners)
    return figure(replace(state, scores={side: state.scores[side] for side in first}))


@dataclass(frozen=True)
class EarlierGame:
    """A finished game: the id of its table, its sides, those that won, and the final score of each side.

    scores: () where a phone has kept the game from before they came along.
    """

    table_id: str
    sides: tuple[Side, ...]
    best: tuple[Side, ...]
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tally:
    """The games of one evening up to this one, which counts once it is over.

    number: this game's place in the evening, from 1. when: "Tonight", or the weekday of another evening.
    won: sides with the games that they won: two teams in the order asked for, else the players who won any,
    most games first. figure: the games of two sides that played all of them, "2–1"; else "".
    """

    number: int
    when: str
    won: tuple[tuple[str, int], ...]
    figure: str

    @property
    def title(self) -> str:
        """ "Tonight 2–1"; "Tonight, game 4" where the sides changed or there are more than two."""
        return f"{self.when} {self.figure}" if self.figure else f"{self.when}, game {self.number}"

    @property
    def caption(self) -> str:
        """ "games tonight", or of another day "games that Thursday"."""
        return "games tonight" if self.when == TONIGHT else f"games that {self.when}"


@dataclass(frozen=True)
class GameBefore:
    """A row of the score sheet for an earlier game of two teams: scores in the order of the sheet.

    table_id: of its table. number: of the game in the evening, from 1. won: whether the first team won.
    """

    table_id: str
    number: int
    scores: tuple[int, ...]
    won: bool


def games_before(
    table: Table, earlier: Sequence[EarlierGame], names: Sequence[str]
) -> tuple[GameBefore, ...]:
    """The games that the same two teams finished earlier in the evening, in order; () if any was another one.

    *names*: the teams in the order of the sheet.
    """
    variant, players = table.variant, table.header.players
    teams = [frozenset(variant.members(players, name)) for name in names]
    rows = []
    for number, game in enumerate(earlier, 1):
        scores = {frozenset(side): score for side, score in zip(game.sides, game.scores, strict=False)}
        if len(teams) != TWO or scores.keys() != {*teams}:
            return ()
        won = any(frozenset(side) == teams[0] for side in game.best)
        rows.append(GameBefore(game.table_id, number, tuple(scores[team] for team in teams), won))
    return tuple(rows)


def tally(table: Table, earlier: Sequence[EarlierGame], names: Sequence[str], today: date) -> Tally | None:
    """The games won in the evening of a table; None for its first game, and without a day.

    *earlier*: the games before this one, in order. *names*: the sides of the table, in the order to show.
    """
    header, variant = table.header, table.variant
    if not earlier or not header.played_on:
        return None
    own = {frozenset(variant.members(header.players, name)): name for name in variant.sides(header.players)}
    best = [side for game in earlier for side in game.best]
    if table.state.over:
        # Who joined later is on no side of those who began.
        best += [variant.members(header.players, name) or (name,) for name in table.state.winners]
    same = set(names) == {*own.values()} and all(
        own.keys() == {frozenset(side) for side in game.sides} for game in earlier
    )
    number = len(earlier) + 1
    when = TONIGHT if header.played_on == today.isoformat() else dates.day_of_week(header.played_on)
    if len(own) == TWO and same:
        by_side = [own[frozenset(side)] for side in best]
        won = [(name, by_side.count(name)) for name in names]
        return Tally(number, when, tuple(won), "–".join(str(games) for _name, games in won))
    by_player = [name for side in best for name in side]
    players = dict.fromkeys((*header.players, *by_player))
    won = [(name, by_player.count(name)) for name in players if name in by_player]
    return Tally(number, when, tuple(sorted(won, key=lambda one: -one[1])), "")
