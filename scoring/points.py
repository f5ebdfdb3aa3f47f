"""Entries of games that count points, hand and adjustment (ALL-05); and what every hand of any game has."""

from . import entries, outcomes, shape
from .refusal import Refusal
from .shape import Entry
from .table import (
    GAME_WON,
    PLAYED,
    REDEAL,
    Hand,
    Line,
    Names,
    Outcome,
    Scores,
    State,
    Step,
    first_from,
    left_of,
)

NOT_PLAYED = Outcome([])


def hand(state: State, entry: Entry) -> Step:
    """Score one ``hand`` entry. Raises Refusal."""
    dealer = dealer_of(state, entry, state.dealing)
    played, outcome = is_played(state, entry), NOT_PLAYED
    if played and state.variant.score_hand is not None:
        outcome = state.variant.score_hand(state, entry, dealer)
    scores, change = _added(state.scores, outcome.lines)
    leaders = _leaders(state, scores, outcome, played)
    after = _after(state, scores, next_turn(state, entry, dealer), state.hands + 1, leaders)
    lines = tuple(outcome.lines)
    if after.over and outcome.winner is None:
        rule = after.variant.goal_rule
        lines += tuple(
            Line(name, 0, rule, GAME_WON, outcomes.GAME_WON, values={"total": after.scores[name]})
            for name in after.winners
        )
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
    line = Line(player, points, "ALL-05", "{reason}", outcomes.ADJUSTED, values={"reason": reason})
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


# Fields that every hand has, whatever the game: dealer, result, and the check of its field names.

COMMON = entries.HAND.names


def dealer_of(state: State, entry: Entry, dealing: Names) -> str:
    """The dealer: as recorded (ALL-02), else the next of *dealing* by rotation (ALL-01)."""
    if "dealer" in entry:
        refuse_absent(entry["dealer"], "dealer", state, dealing, "ALL-02")
        return shape.name(entry, "dealer", dealing)
    return first_from(state.players, state.turn, dealing)


def refuse_absent(value: object, field: str, state: State, playing: Names, rule: str) -> None:
    """Refuse the name of a player who is seated but doesn't play this hand."""
    if isinstance(value, str) and value in state.players and value not in playing:
        raise Refusal("not-in-hand", field, rule, player=value)


def is_played(state: State, entry: Entry) -> bool:
    """Whether the hand was played. Raises Refusal for a result or field that this game does not have."""
    variant = state.variant
    if "result" in entry:
        result = entry["result"]
        for one in variant.unplayed:
            if one.result == result and one.unless and state.options[one.unless]:
                [option] = [option for option in variant.options if option.name == one.unless]
                words = shape.in_words(one.result)
                raise Refusal("option-rules-out", "result", one.rule, option=option.label, result=words)
        if shape.word(result, "result", (PLAYED, *variant.results(state.options))) != PLAYED:
            shape.only(entry, COMMON, "A hand that wasn’t played")
            return False
    shape.only(entry, variant.field_names | COMMON, "A hand of " + variant.title)
    if "trump" in entry:
        shape.word(entry["trump"], "trump", variant.trumps)
    return True


def next_turn(state: State, entry: Entry, dealt: str) -> str:
    """The seat that deals next: the same after a redeal, else the one to the left (ALL-01)."""
    return dealt if entry.get("result") == REDEAL else left_of(state.players, dealt)
