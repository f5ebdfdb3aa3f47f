"""Poker-Euchre without chips (PE-01 to PE-12, PP-01 to PP-08)."""

from .. import poker, shape
from ..shape import Entry
from .base import (
    MISDEAL,
    PASSED_OUT,
    REDEAL,
    Line,
    Names,
    Option,
    Options,
    Outcome,
    Scores,
    State,
    Variant,
    highest,
    tricks_text,
)


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (PP-02 to PP-05), or who wins a playoff (PP-08)."""
    playing = state.dealing
    maker = shape.name(entry, "maker", playing)
    counted = poker.count(state, entry, len(playing), playing, playing)
    won = poker.winner(counted, maker)
    if state.playoff:
        lines = [] if won is None else [Line(won, 0, "PP-08", "won the playoff hand, and the game")]
        return Outcome(lines, won)
    lines = [
        Line(name, cards, "PP-02", tricks_text(counted.tricks[name]) + ", " + str(cards) + " cards")
        for name, cards in counted.cards.items()
        if cards
    ]
    lines.extend(_bonus(maker, won, len(playing), counted.is_march(maker)))
    return Outcome(_floored(state, lines) if state.options["floor_at_zero"] else lines)


def _bonus(maker: str, won: str | None, players: int, grand: bool) -> list[Line]:
    """The winner's bonus and what a euchred maker loses (PP-03 to PP-05)."""
    if won == maker and grand:
        return [Line(maker, 2 * players, "PP-05", "a grand march")]
    lines = [] if won is None else [Line(won, players, "PP-03", "most tricks, won the hand")]
    if won != maker:
        lines.append(Line(maker, -players, "PP-04", "made it and was euchred"))
    return lines


def _floored(state: State, lines: list[Line]) -> list[Line]:
    """The lines, with one more for each total that would fall below 0 (PP-06)."""
    totals = dict(state.scores)
    for line in lines:
        totals[line.player] += line.points
    kept = [Line(name, -total, "PP-06", "kept at 0") for name, total in totals.items() if total < 0]
    return lines + kept


def _leaders(scores: Scores, options: Options) -> Names:
    return highest(scores, int(options["target"]))


VARIANT = Variant(
    name="poker-points",
    title="Poker-Euchre, points",
    seats=range(2, 13),
    options=(
        Option("target", 100, "PP-07", "points that win the game"),
        poker.JOKERS,
        Option("floor_at_zero", False, "PP-06", "nobody's total falls below 0", "flag"),
    ),
    fields=poker.PLAY_FIELDS,
    results=lambda options: (PASSED_OUT, MISDEAL, REDEAL),
    leaders=_leaders,
    goal_rule="PP-07",
    score_hand=score_hand,
    never_below_zero=lambda options: bool(options["floor_at_zero"]),
    plays_off=True,
)
