"""Calling in two rounds: make the turned suit trump, then name another; taking up the card; lone defense."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .. import shape
from ..follow import FLAG, PLAYER, WORD, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..refusal import Refusal
from ..table import PASSED_OUT, Names
from ..variant import NO_TRUMP
from .facts import DEFENDING, NAMING, ORDERING, RENEGE, TAKING, TURNING, HandFacts

FIRST_ROUND, SECOND_ROUND = 1, 2


@dataclass(frozen=True)
class Calling:
    """The calling of one game.

    - ``first``, ``second``, ``nobody``: ids of the rules of the round for the turned suit, of the round for
      another, and of a hand that no one calls
    - ``order_words``: the button that makes the turned suit trump, and its verb in a sentence
    - ``alone``: the id of the rule of playing alone; "" where no one may
    - ``dealer_must``: whether the dealer, last in the second round, must name a suit
    - ``nobody_calls``: the result when everyone passed twice
    - ``makers``: possible makers, when that is given outright
    - ``more``: further offers for the player to act, in both rounds, ``more_moves`` their kinds; ``notes``:
      further instructions
    """

    first: str
    second: str
    nobody: str
    order_words: str = "Order it up"
    alone: str = ""
    dealer_must: Callable[[HandFacts], bool] = lambda facts: False
    nobody_calls: str = PASSED_OUT
    makers: Callable[[HandFacts], Names] = lambda facts: facts.order
    more: Callable[[HandFacts, str], list[Offer]] = lambda facts, who: []
    more_moves: Mapping[str, MoveKind] = field(default_factory=dict)
    notes: Callable[[HandFacts], list[Instruction]] = lambda facts: []


def calling(rules: Calling) -> tuple[Phase, Phase]:
    """Both rounds of calling."""
    alone = {"alone": FLAG} if rules.alone else {}
    passes = {"pass": MoveKind(lambda facts, move: passed(rules.nobody_calls, facts, move), PLAYER)}
    both = frozenset((TURNING, ORDERING, NAMING))
    order = rules.order_words[0].lower() + rules.order_words[1:]
    first = Phase(
        name=ORDERING,
        is_open=lambda facts: not facts.made and call_round(facts) == FIRST_ROUND,
        moves={**passes, "order": MoveKind(_ordered, {**PLAYER, **alone}), **rules.more_moves},
        offers=lambda facts: _first_offers(rules, facts),
        ask=lambda facts: callers_left(facts)[0] + ": pass or " + order + "?",
        instructions=lambda facts: [
            Instruction(callers_left(facts)[0] + " may " + order + " or pass.", rules.first),
            *rules.notes(facts),
        ],
        to_act=lambda facts: callers_left(facts)[0],
        waiting=lambda facts: callers_left(facts)[1:],
        skips=both,
    )
    second = Phase(
        name=NAMING,
        is_open=lambda facts: not facts.made and ORDERING not in facts.past,
        moves={
            **passes,
            "name": MoveKind(_named, {**PLAYER, "trump": WORD, **alone}),
            **rules.more_moves,
        },
        offers=lambda facts: _second_offers(rules, facts),
        ask=lambda facts: (
            callers_left(facts)[0]
            + (": name a suit" if must_name(rules, facts) else ": pass or name a suit?")
        ),
        instructions=lambda facts: _second(rules, facts),
        to_act=lambda facts: callers_left(facts)[0],
        waiting=lambda facts: callers_left(facts)[1:],
        skips=both,
        tellings=(
            Telling(
                kind="made",
                fields={"maker": WORD, "trump": WORD, **alone},
                may=lambda facts, phase: (
                    phase != RENEGE
                    and not facts.settled
                    and not (facts.maker and facts.trump)
                    and facts.follow.no_hand(facts) is None
                ),
                apply=lambda facts, move: _made(rules, facts, move),
            ),
        ),
        complete=lambda facts: facts.made,
        record=record,
        guess=lambda facts: {} if facts.made else {"maker": facts.order[0]},
    )
    return first, second


def callers_left(facts: HandFacts) -> Names:
    """Players yet to act in this round of calling, in turn order."""
    spoken = len(facts.passed) % len(facts.order) if facts.order else 0
    return facts.order[spoken:]


def call_round(facts: HandFacts) -> int:
    """The round of calling: 1 for the turned suit, 2 for another."""
    return FIRST_ROUND if len(facts.passed) < len(facts.order) else SECOND_ROUND


def record(facts: HandFacts) -> dict[str, object]:
    """Maker, trump and playing alone, as far as they are known."""
    made: dict[str, object] = {}
    if facts.maker:
        made["maker"] = facts.maker
    if facts.trump:
        made["trump"] = facts.trump
    if facts.alone:
        made["alone"] = True
    return made


def _second(rules: Calling, facts: HandFacts) -> list[Instruction]:
    who = callers_left(facts)[0]
    if must_name(rules, facts):
        return [Instruction(who + " must name a suit.", rules.nobody)]
    no_trump = " or no trump," if NO_TRUMP in facts.state.variant.trumps else ""
    text = who + " may name another suit" + no_trump + " or pass."
    return [Instruction(text, rules.second), *rules.notes(facts)]


def _first_offers(rules: Calling, facts: HandFacts) -> list[Offer]:
    who = callers_left(facts)[0]
    offers = [offer("Pass", "pass", rules.first, player=who)]
    offers += _with_alone(rules, rules.order_words, "order", rules.first, player=who)
    return offers + rules.more(facts, who)


def _second_offers(rules: Calling, facts: HandFacts) -> list[Offer]:
    who = callers_left(facts)[0]
    offers = [offer("Pass", "pass", rules.second, no_pass(rules, facts), player=who)]
    for trump in facts.state.variant.trumps:
        off = _turned_down(rules) if trump == facts.turned else None
        words = trump_words(trump)
        offers += _with_alone(rules, words, "name", rules.second, off, player=who, trump=trump)
    return offers + rules.more(facts, who)


def trump_words(trump: str) -> str:
    """The label of a suit or of no trump."""
    return trump.replace("-", " ").capitalize()


def _with_alone(
    rules: Calling, words: str, kind: str, rule: str, off: Refusal | None = None, **fields: object
) -> list[Offer]:
    offers = [offer(words, kind, rule, off, **fields)]
    if rules.alone:
        offers.append(offer(words + ", alone", kind, rules.alone, off, **fields, alone=True))
    return offers


def no_pass(rules: Calling, facts: HandFacts) -> Refusal | None:
    """The refusal of a pass by a dealer who must name a suit; None if the player may pass."""
    return Refusal("dealer-must-name", "move", rules.nobody) if must_name(rules, facts) else None


def must_name(rules: Calling, facts: HandFacts) -> bool:
    """Whether the player to act is a dealer who must name a suit."""
    last = call_round(facts) == SECOND_ROUND and len(callers_left(facts)) == 1
    return last and rules.dealer_must(facts)


def _turned_down(rules: Calling) -> Refusal:
    return Refusal("turned-down", "trump", rules.second)


def passed(nobody_calls: str, facts: HandFacts, move: Move) -> HandFacts:
    """One pass more; the last one of the second round ends the hand."""
    facts = replace(facts, passed=(*facts.passed, str(move["player"])))
    return facts if len(facts.passed) < 2 * len(facts.order) else replace(facts, result=nobody_calls)


def _ordered(facts: HandFacts, move: Move) -> HandFacts:
    call = FIRST_ROUND if facts.turned else 0
    maker, alone = str(move["player"]), "alone" in move
    return replace(facts, maker=maker, trump=facts.turned, call=call, alone=alone)


def _named(facts: HandFacts, move: Move) -> HandFacts:
    maker, trump, alone = str(move["player"]), str(move["trump"]), "alone" in move
    return replace(facts, maker=maker, trump=trump, call=SECOND_ROUND, alone=alone)


def _made(rules: Calling, facts: HandFacts, move: Move) -> HandFacts:
    """Maker and trump given outright; raises Refusal."""
    maker, trump = str(move.get("maker", "")), str(move.get("trump", ""))
    refuse_twice("maker", maker, facts.maker)
    refuse_twice("trump", trump, facts.trump)
    if maker or (not facts.maker and (not trump or NAMING not in facts.past)):
        shape.name(move, "maker", rules.makers(facts))
    if facts.turned and trump == facts.turned and len(facts.passed) >= len(facts.order):
        raise _turned_down(rules)
    if trump:
        shape.name(move, "trump", facts.state.variant.trumps)
    alone = "alone" in move
    if alone and (not maker or facts.tricks):
        raise Refusal("alone-late", "alone", rules.alone)
    facts = replace(facts, maker=maker or facts.maker, trump=trump or facts.trump, alone=alone or facts.alone)
    if facts.call or not facts.turned or not facts.maker or not facts.trump:
        return facts
    return replace(facts, call=FIRST_ROUND if facts.trump == facts.turned else SECOND_ROUND)


def refuse_twice(field: str, value: str, before: str) -> None:
    """Raise Refusal of *field* for a value given where *before* is known."""
    if value and before:
        raise Refusal("already-entered", field, value=before)


@dataclass(frozen=True)
class Taking:
    """Taking up the card after trump is made.

    - ``says``: the instructions, from the taker's name
    - ``taker``: the player who takes the card
    - ``rounds``: the rounds of calling after which a card is taken
    - ``verb``: the question of the page, after the taker's name
    """

    says: Callable[[HandFacts, str], list[Instruction]]
    taker: Callable[[HandFacts], str] = lambda facts: facts.order[-1]
    rounds: tuple[int, ...] = (FIRST_ROUND,)
    verb: str = "picks it up"


def takes_and_discards(rule: str, alone: str = "") -> Taking:
    """The dealer takes the turned card and discards one.

    *alone*: id of the rule by which a dealer who sits out takes it too; "" where nobody plays alone.
    """

    def says(facts: HandFacts, who: str) -> list[Instruction]:
        steps = [Instruction(who + " picks it up and discards one.", rule)]
        if who in facts.sitting_out:
            by_maker = who in facts.state.variant.partners(facts.state.players, facts.maker)
            reason = facts.maker + " plays" if by_maker else facts.lone_defender + " defends"
            text = reason + " alone, so " + who + " then lays the hand down."
            steps.append(Instruction(text, alone))
        return steps

    return Taking(says)


def taking(rules: Taking) -> Phase:
    """The phase of taking up the card. Any later move implies that it is done."""
    return Phase(
        name=TAKING,
        is_open=lambda facts: (
            bool(facts.maker)
            and facts.call in rules.rounds
            and not (facts.choices or facts.actions or facts.bets is not None or facts.played)
        ),
        moves={"taken": MoveKind(lambda facts, move: replace(facts, past=facts.past | {TAKING}))},
        offers=lambda facts: [offer("Done", "taken")],
        ask=lambda facts: rules.taker(facts) + " " + rules.verb,
        instructions=lambda facts: rules.says(facts, rules.taker(facts)),
        to_act=rules.taker,
        implied=True,
    )


# A defender who plays alone against a lone maker.


def lone_defender(rule: str, option: str) -> Phase:
    """Whether a defender plays alone, where the table *option* allows it; *rule* is the rule's id."""
    return Phase(
        name=DEFENDING,
        is_open=lambda facts: (
            facts.alone and bool(facts.state.options[option]) and not facts.lone_defender and not facts.played
        ),
        moves={
            "defend": MoveKind(lambda facts, move: replace(facts, lone_defender=str(move["player"])), PLAYER),
            "together": MoveKind(lambda facts, move: replace(facts, past=facts.past | {DEFENDING})),
        },
        offers=lambda facts: [
            *[
                offer(name + " defends alone", "defend", rule, player=name)
                for name in facts.state.variant.opponents(facts.state.players, facts.maker)
            ],
            offer("Both defend together", "together", rule),
        ],
        ask=lambda facts: "Does a defender play alone?",
        instructions=lambda facts: [
            Instruction("One defender may play alone against " + facts.maker + ".", rule)
        ],
        record=lambda facts: {"defended_alone": facts.lone_defender} if facts.lone_defender else {},
    )
