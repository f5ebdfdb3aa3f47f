"""Evenings of a group, a line each."""

from dataclasses import dataclass
from datetime import date

from companion.stats.evenings import Evening, Played
from companion.wording import dates, names
from scoring import signed

NAMED = 4  # other players that a line names


@dataclass(frozen=True)
class EveningLine:
    """One evening: who did best, "" if nobody did, and how; day, games and players in words.

    iso: its day. table_id: of its only game, "" if there were several. over: whether that game is.
    """

    best: str
    figure: str
    text: str
    iso: str
    table_id: str
    over: bool


@dataclass(frozen=True)
class GameLine:
    """One game of an evening: its winners, or everybody; how many hands; whether it is over."""

    table_id: str
    names: str
    text: str
    over: bool


def evening_line(evening: Evening, today: date) -> EveningLine:
    """The line of one evening."""
    only = evening.games[0] if len(evening.games) == 1 else None
    others = [name for name in evening.people if name not in evening.best]
    games = names.listed(dict.fromkeys(variant.short for variant in evening.games_played))
    when, text = day(evening, today), f"{games}, {_with(evening, others)}"
    return EveningLine(
        best=names.listed(evening.best) if evening.best else when,
        figure=_figure(evening),
        text=f"{when}. {text}" if evening.best else text,
        iso=evening.day.isoformat(),
        table_id=only.table_id if only else "",
        over=bool(only and only.over),
    )


def game_line(game: Played) -> GameLine:
    """The line of one game."""
    everyone = [part.name for part in game.parts]
    hands = names.in_figures(game.hands, "hand")
    state = "finished" if game.over else "so far"
    parts = (game.variant.short, names.shown(game.title), f"{hands}, {state}")
    return GameLine(
        game.table_id, names.listed(game.winners or everyone), ", ".join(filter(None, parts)), game.over
    )


def day(evening: Evening, today: date) -> str:
    """The day in words, with its year in another one."""
    iso = evening.day.isoformat()
    return dates.weekday(iso) if evening.day.year == today.year else dates.day(iso)


def _figure(evening: Evening) -> str:
    """ "3 of 4 games", "2 of 4 games each", "+50 chips"; without a best how many games there were."""
    if not evening.best:
        return names.in_figures(len(evening.games), "game")
    each = " each" if len(evening.best) > 1 else ""
    if evening.chips is not None:
        return f"{signed(evening.chips)} chips{each}"
    if evening.over == 1:
        return "won"
    return f"{evening.won} of {evening.over} games{each}"


def _with(evening: Evening, others: list[str]) -> str:
    if 0 < len(others) <= NAMED:
        return ("with " if evening.best else "") + names.listed(others)
    return f"{names.count(len(evening.people))} players"
