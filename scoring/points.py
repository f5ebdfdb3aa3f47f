"""Entries of games that count points: the hand and the adjustment (ALL-05)."""

from . import entries, hands, outcomes, shape
from .shape import Entry
from .table import Hand, Line, Names, Outcome, Scores, State, Step, true_minus

NOT_PLAYED = Outcome([])


def hand(state: State, entry: Entry) -> Step:
    """Score one ``hand`` entry. Raises Refusal."""
    dealer = hands.dealer(state, entry, state.dealing)
    played, outcome = hands.is_played(state, entry), NOT_PLAYED
    if played and state.variant.score_hand is not None:
        outcome = state.variant.score_hand(state, entry, dealer)
    scores, change = _added(state.scores, outcome.lines)
    leaders = _leaders(state, scores, outcome, played)
    after = _after(state, scores, hands.next_turn(state, entry, dealer), state.hands + 1, leaders)
    lines = tuple(outcome.lines)
    if after.over and outcome.winner is None:
        lines += _won(after)
    scored = Hand(after.hands, after.entries, dealer, change, scores, lines)
    return Step(after, lines, hand=scored)


def adjust(state: State, entry: Entry) -> Step:
    """Score one ``adjust`` entry; it may end the game like a hand, where the goal allows that.

    Raises Refusal.
    """
    shape.only(entry, entries.ADJUST.names, entries.ADJUST.title)
    player = shape.name(entry, "player", tuple(state.scores))
    points = entry.get("points")
    if type(points) is not int or points == 0:
        raise shape.misfit("points-zero", "points", points, "ALL-05")
    reason = shape.text(entry, "reason", shape.REASON_LENGTH)
    if state.variant.never_below_zero(state.options):
        points = max(points, -state.scores[player])
    line = Line(player, points, "ALL-05", reason, outcomes.ADJUSTED)
    scores, _change = _added(state.scores, [line])
    leaders = _leaders(state, scores, NOT_PLAYED, played=False)
    return Step(_after(state, scores, state.turn, state.hands, leaders), (line,))


def _added(scores: Scores, lines: list[Line]) -> tuple[Scores, Scores]:
    """The totals with the lines added, and the changes."""
    after = dict(scores)
    for line in lines:
        after[line.player] += line.points
    return after, {name: after[name] - was for name, was in scores.items() if after[name] != was}


def _leaders(state: State, scores: Scores, outcome: Outcome, played: bool) -> Names:
    """Sides that have reached the goal: one wins, several are tied."""
    goal = state.variant.goal
    if outcome.winner is not None:
        return (outcome.winner,)
    if goal is None or (not played and goal.only_by_play(state.options)):
        return ()
    if outcome.may_win is None:
        return goal.reached(scores, state.options)
    past = [side for side in outcome.may_win if goal.to_go(scores[side], state.options) == 0]
    return tuple(past[:1])


def _after(state: State, scores: Scores, turn: str, played: int, leaders: Names) -> State:
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
    """The score line with the reason why the game is over; () while it isn't."""
    rule = state.variant.goal_rule
    return tuple(
        Line(name, 0, rule, "wins the game with " + true_minus(state.scores[name]), outcomes.GAME_WON)
        for name in state.winners
    )
