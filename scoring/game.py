"""Replaying a record, the table before and after each entry; the score sheet as text for a terminal.

Entries of games for points, and house rules, are scored here; those of games for chips in ``bank``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from unicodedata import category

from . import bank, entries, ledger, options, outcomes, shape
from .names import UNPRINTABLE
from .record import Record
from .refusal import Refusal
from .shape import Entry
from .table import (
    GAME_WON,
    GAME_WON_BY_TEAM,
    Hand,
    Line,
    Names,
    Outcome,
    Posting,
    Scores,
    State,
    Step,
    true_minus,
)
from .variant import dealer_of, is_played, next_turn

STANDING = "bower.standing/1"

RULES = "ALL-06"
NOT_PLAYED = Outcome([])


def hand_for_points(state: State, entry: Entry) -> Step:
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
        rule, won = after.variant.goal_rule, GAME_WON_BY_TEAM if after.variant.teams else GAME_WON
        lines += tuple(
            Line(name, 0, rule, won, outcomes.GAME_WON, values={"total": after.scores[name]})
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


def change_rules(state: State, entry: Entry) -> Step:
    """Give options other values from the next entry on (ALL-06). Raises Refusal."""
    shape.only(entry, entries.RULES.names, entries.RULES.title)
    if state.playoff:
        raise Refusal("rules-in-playoff", "kind", RULES)
    given = shape.needed(entry, "options")
    variant, goal = state.variant, state.variant.goal
    if not isinstance(given, dict):
        raise shape.misfit("not-object", "options", given, label="options")
    if not given:
        raise Refusal("rules-none", "options", RULES)
    values = options.every_value(variant.options, {**state.options, **given})
    for option in variant.options:
        if option.name in given and option.fixed:
            raise Refusal("rules-fixed", "options", RULES, label=option.label)
        if option.name in given and values[option.name] == state.options[option.name]:
            raise Refusal("rules-same", "options", RULES, label=option.label)
    if goal and not goal.down and goal.option in given and goal.reached(state.scores, values):
        [label] = [option.label for option in variant.options if option.name == goal.option]
        leader = goal.leaders(state.scores)[0]
        points = state.scores[leader]
        raise Refusal("rules-reached", "options", RULES, label=label, player=leader, points=points)
    below = [side for side, score in state.scores.items() if score < 0]
    if below and variant.never_below_zero(values):
        raise Refusal("rules-below-zero", "options", RULES, player=below[0])
    return Step(replace(state, options=values, entries=state.entries + 1))


KINDS: Mapping[str, Callable[[State, Entry], Step]] = {
    "adjust": adjust,
    "buy-in": bank.buy_in,
    "cash-out": bank.cash_out,
    "transfer": bank.transfer,
    "end": bank.end,
    "rules": change_rules,
}
"""Functions that apply each kind of entry except ``hand`` and ``join``, by kind."""


@dataclass(frozen=True)
class Standing:
    """The result of replaying a record.

    state: the table after the last entry. hands, postings: all of them, in order.
    """

    state: State
    hands: tuple[Hand, ...]
    postings: tuple[Posting, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def winners(self) -> Names:
        """The winners in seat order, then in the order of joining; () while the game is going on."""
        return self.state.winners

    @property
    def scores(self) -> Scores:
        """Totals in seat order: points, or the chips of those seated in a game played for chips."""
        return self.state.scores

    def as_json(self) -> dict[str, object]:
        """The standing as ``bower.standing/1``."""
        state = self.state
        return {
            "format": STANDING,
            "over": self.over,
            "winners": list(self.winners),
            "next_dealer": state.next_dealer,
            **(self._chips() if state.variant.has_bank else {"scores": state.scores}),
            "hands": [hand.as_json() for hand in self.hands],
        }

    def _chips(self) -> dict[str, object]:
        state = self.state
        return {
            "chips": state.scores,
            "pot": state.pot,
            "bank": state.bank,
            "net": state.net,
            "ledger": [posting.as_json() for posting in self.postings],
        }


def opening(record: Record) -> State:
    """The table before the first entry."""
    variant = record.variant
    return State(
        variant=variant,
        options=record.options,
        players=record.players,
        scores=dict.fromkeys(variant.sides(record.players), variant.start(record.options)),
        turn=record.dealer,
        invested=dict.fromkeys(record.players, 0) if variant.has_bank else {},
    )


def step(state: State, entry: object, *, stored: bool = False) -> Step:
    """Apply one more entry. Raises Refusal with the number of the entry, from 1.

    stored: a new player's name may be one that was allowed before names were compared as now
    (``scoring.names``).
    """
    try:
        if not isinstance(entry, dict):
            raise shape.misfit("not-object", "kind", entry, label="entry")
        kind = shape.name(entry, "kind", tuple(kind.name for kind in state.variant.kinds))
        if state.over:
            raise Refusal("game-over", "kind", state.variant.goal_rule or ledger.END_RULE)
        if "note" in entry:
            shape.at_most(entry, "note", shape.NOTE_LENGTH)
        if kind == entries.HAND.name:
            return bank.hand(state, entry) if state.variant.bank else hand_for_points(state, entry)
        if kind == entries.JOIN.name:
            return bank.join(state, entry, stored=stored)
        return KINDS[kind](state, entry)
    except Refusal as refusal:
        raise refusal.labelled(state.variant.labels).at(state.entries + 1) from None


def steps(record: Record) -> Iterator[Step]:
    """The steps of a record, one by one. Raises Refusal at the first entry that is wrong."""
    state = opening(record)
    for entry in record.entries:
        done = step(state, entry, stored=record.stored)
        yield done
        state = done.state


def replay(record: Record) -> Standing:
    """The standing of a record. Raises Refusal at the first entry that is wrong."""
    state = opening(record)
    hands: list[Hand] = []
    postings: list[Posting] = []
    for done in steps(record):
        state = done.state
        if done.hand is not None:
            hands.append(done.hand)
        postings.extend(done.postings)
    return Standing(state, tuple(hands), tuple(postings))


# The score sheet as text for a terminal.


def score_sheet(record: Record, standing: Standing) -> str:
    """The score sheet as text: hands, what changed between them, totals, and the winners with the reason."""
    lines = [record.title or record.variant.title, ", ".join(record.players), ""]
    lines.extend(_log(record))
    lines.extend(_totals(standing))
    # A title or reason must not send commands to a terminal: no control characters.
    shown = ["".join("�" if category(sign) in UNPRINTABLE else sign for sign in line) for line in lines]
    return "\n".join(shown) + "\n"


def signed(points: int) -> str:
    """ "+2", "−1", "0", with a true minus sign."""
    return "+" + str(points) if points > 0 else true_minus(points)


def _log(record: Record) -> list[str]:
    """Every hand, and the entries between hands under a heading of their own."""
    lines: list[str] = []
    between: list[str] = []
    state = opening(record)
    for entry in record.entries:
        before, done = state, step(state, entry, stored=record.stored)
        state = done.state
        if done.hand is not None:
            hand, own = done.hand, [_line(line) for line in done.hand.lines]
            heading = "Hand " + str(hand.number) + ", " + hand.dealer + " dealt"
            scored = own or ["        no score"]
            lines.extend([*_between(before, between), heading, *scored, "        " + _row(hand.after), ""])
            between = []
        elif isinstance(entry, dict) and entry["kind"] == entries.JOIN.name:
            between.append("        " + str(entry["player"]) + " joined")
        elif isinstance(entry, dict) and entry["kind"] == entries.RULES.name:
            between.append(
                "        House rules: " + options.chosen_in_words(record.variant.options, entry["options"])
            )
        else:
            between.extend(_line(line) for line in done.lines)
    return [*lines, *_between(state, between)]


def _between(state: State, lines: list[str]) -> list[str]:
    if not lines:
        return []
    heading = "After hand " + str(state.hands) if state.hands else "Before hand 1"
    return [heading, *lines, "        " + _row(state.scores), ""]


def _line(line: Line) -> str:
    return (
        "  " + signed(line.points).rjust(4) + "  " + line.player + ": " + line.text + " (" + line.rule + ")"
    )


def _row(scores: Scores) -> str:
    return "   ".join(name + " " + signed(score).lstrip("+") for name, score in scores.items())


def _totals(standing: Standing) -> list[str]:
    state = standing.state
    lines = ["Total   " + _row(standing.scores)]
    if state.variant.has_bank:
        lines.append("Result  " + "   ".join(name + " " + signed(net) for name, net in state.net.items()))
        lines.append("Pot     " + str(state.pot))
    if not state.over:
        return [*lines, "Next to deal: " + str(state.next_dealer)]
    *others, last = state.winners
    won = ", ".join(others) + " and " + last if others else last
    won += (" win" if others or state.variant.teams else " wins") + " the game"
    if state.variant.bank:
        return [*lines, won + ": the highest result (" + state.variant.bank.result_rule + ")"]
    ended_by_hand = bool(standing.hands) and standing.hands[-1].entry == state.entries
    rule = standing.hands[-1].lines[-1].rule if ended_by_hand else state.variant.goal_rule
    return [*lines, won + " (" + rule + ")"]
