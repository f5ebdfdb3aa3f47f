"""Headline of the recap: the winner, the margin, and how close it was."""

from dataclasses import dataclass

from companion.pages.board import chip_values
from companion.recap.evening import Evening
from companion.recap.moments import comeback
from companion.wording.dates import day
from companion.wording.names import count, in_figures, listed, shown
from scoring import signed
from scoring.outcomes import PLAYOFF_WON, SWEEP, WON_BY_KING

MOST_NAMED = 2


@dataclass(frozen=True)
class Headline:
    """Headline of the recap as text.

    title: the winners or players ahead. figure: their total; "" without one. chips: values of the chips to
    draw, most valuable first; () for none. how: why the game was won, or the winner's largest deficit; "" for
    neither. second: the player in second place; "" without one.
    """

    title: str
    figure: str
    chips: tuple[int, ...]
    how: str
    second: str


def headline(evening: Evening) -> Headline:
    """The winner with the reason, or the score so far."""
    best = evening.totals[evening.first[0]]
    return Headline(
        title=_title(evening),
        figure=total(evening, best),
        chips=chip_values(best) if evening.for_chips and best > 0 else (),
        how=_how(evening),
        second=_second(evening),
    )


def total(evening: Evening, points: int) -> str:
    """A total as text: results in chips with a sign, points without."""
    return signed(points) if evening.for_chips else signed(points).lstrip("+")


def facts(evening: Evening) -> str:
    """ "Euchre, 4 players, 12 hands, November 14, 2026"."""
    played = in_figures(len(evening.hands), "hand") if evening.hands else "no hands"
    hands = played + ("" if evening.over else " so far")
    if evening.at and not evening.over:
        hands = f"{len(evening.hands)} of {in_figures(evening.at.hands, 'hand')}"
    game = evening.table.variant.title.split(",")[0]
    parts = [game, in_figures(len(evening.people), "player"), hands]
    return ", ".join([*parts, day(evening.table.header.played_on)]).removesuffix(", ")


def _title(evening: Evening) -> str:
    if not evening.rows:
        return "Nothing played yet"
    names = listed(evening.first)
    several = len(evening.first) > 1
    if evening.over and (len(evening.first) < len(evening.players) or evening.state.over):
        return names + (" win" if several or _teams(evening) else " wins")
    if several:
        return names + " are tied" if len(evening.first) < len(evening.players) else "All tied"
    return names + (" are ahead" if _teams(evening) else " is ahead")


def _teams(evening: Evening) -> bool:
    return not evening.for_chips and evening.players != evening.table.header.players


def _how(evening: Evening) -> str:
    """Why the game was won, or the winner's largest deficit."""
    if not evening.state.over or not evening.hands:
        return ""
    last = evening.hands[-1]
    outcomes = {line.outcome for line in last.lines}
    if SWEEP in outcomes:
        return f"all {count(last.tricks)} tricks in hand {last.number}"
    if PLAYOFF_WON in outcomes:
        return f"won the playoff, hand {last.number}"
    came_back = comeback(evening)
    if came_back:
        return "was " + came_back.text
    return f"on a King, in hand {last.number}" if WON_BY_KING in outcomes else ""


def _second(evening: Evening) -> str:
    """ "Dee second, +27"; "" when all are tied or no one is left."""
    others = [name for name in evening.ranking if name not in evening.first]
    if not others or not evening.rows:
        return ""
    points = evening.totals[others[0]]
    level = [name for name in others if evening.totals[name] == points]
    names = listed(level) if len(level) <= MOST_NAMED else in_figures(len(level), "player")
    return f"{names} second, {_told(evening, points)}"


def _told(evening: Evening, points: int) -> str:
    if not evening.for_chips:
        return "at " + total(evening, points)
    return signed(points) if points else "even"


def page_title(evening: Evening) -> str:
    """ "Saturday: Eli, +50"; the table's own title before the first hand."""
    title = shown(evening.table.title)
    if not evening.rows:
        return title
    return f"{title}: {listed(evening.first)}, {total(evening, evening.totals[evening.first[0]])}"
