"""Entries of the five games that count points: the hand and the adjustment (ALL-05)."""

from . import hands, shape
from .refusal import expected
from .shape import Entry
from .variants.base import Hand, Line, Names, Outcome, Scores, State, Step

ADJUSTMENT = frozenset(("kind", "note", "player", "points", "reason"))


def hand(state: State, entry: Entry) -> Step:
    """One ``hand`` entry: who dealt, what it scored, whether it ends the game."""
    dealer = hands.dealer(state, entry, state.dealing)
    outcome = Outcome([])
    if hands.is_played(state, entry) and state.variant.score_hand is not None:
        outcome = state.variant.score_hand(state, entry, dealer)
    scores, change = _added(state.scores, outcome.lines)
    after = _after(state, scores, hands.next_turn(state, entry, dealer), state.hands + 1, outcome.winner)
    lines = tuple(outcome.lines)
    if after.over and outcome.winner is None:
        lines += _won(after)
    played = Hand(after.hands, after.entries, dealer, change, scores, lines)
    return Step(after, lines, hand=played)


def adjust(state: State, entry: Entry) -> Step:
    """One ``adjust`` entry; the end is looked at as after a hand."""
    shape.only(entry, ADJUSTMENT, "an adjustment")
    player = shape.name(entry, "player", tuple(state.scores))
    points = entry.get("points")
    if type(points) is not int or points == 0:
        raise expected("points", "a whole number of points, not 0", points)
    reason = shape.text(entry, "reason", shape.REASON_LENGTH)
    if state.variant.never_below_zero(state.options):
        points = max(points, -state.scores[player])
    line = Line(player, points, "ALL-05", reason)
    scores, _change = _added(state.scores, [line])
    return Step(_after(state, scores, state.turn, state.hands, None), (line,))


def _added(scores: Scores, lines: list[Line]) -> tuple[Scores, Scores]:
    """The totals with the lines added, and what changed."""
    after = dict(scores)
    for line in lines:
        after[line.player] += line.points
    return after, {name: after[name] - was for name, was in scores.items() if after[name] != was}


def _after(state: State, scores: Scores, turn: str, played: int, winner: str | None) -> State:
    leaders: Names = (winner,) if winner is not None else state.variant.leaders(scores, state.options)
    over = len(leaders) == 1
    return State(
        state.variant,
        state.options,
        state.players,
        scores,
        turn,
        state.entries + 1,
        played,
        leaders if over else (),
        over,
        leaders if state.variant.plays_off and not over else (),
    )


def _won(state: State) -> tuple[Line, ...]:
    """The line that says why the game is over."""
    rule = state.variant.goal_rule
    return tuple(
        Line(name, 0, rule, "wins the game with " + str(state.scores[name])) for name in state.winners
    )
