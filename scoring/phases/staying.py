"""Staying, dropping or taking the spare hand, after trump is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .. import shape
from ..follow import ANYTHING, FORM, PLAYER, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..refusal import expected, worded
from ..table import Names
from .facts import CHOOSING, DROP, PLAY, STAY, SWITCH, HandFacts

CHOICE_WORDS = {STAY: "Stay", DROP: "Drop", SWITCH: "Take the spare hand"}


@dataclass(frozen=True)
class Choosing:
    """The choices of one game.

    - ``rule``: the rule's id; ``choices``: "stay", "drop" and perhaps "switch"
    - ``text``: the instruction, after the player's name
    - ``choosers``: who chooses, in turn order
    - ``drop_words``, ``drop_rule``: the button for dropping and its rule's id, by player
    - ``why_no_drop``: why a player may not drop, ending in the rule's id, "" when they may
    - ``maker_plays``: whether the maker plays without choosing
    """

    rule: str
    choices: Names
    text: str
    choosers: Callable[[HandFacts], Names]
    drop_words: Callable[[HandFacts, str], str] = lambda facts, who: CHOICE_WORDS[DROP]
    drop_rule: Callable[[HandFacts, str], str] | None = None
    why_no_drop: Callable[[HandFacts, str], str] = lambda facts, who: ""
    maker_plays: bool = False


def dealer_first(facts: HandFacts) -> Names:
    """All players, the dealer first, then from the dealer's left."""
    return (facts.order[-1], *facts.order[:-1])


def from_makers_left(facts: HandFacts) -> Names:
    """All players but the maker, from the maker's left; () while there is no maker."""
    if not facts.maker:
        return ()
    at = facts.order.index(facts.maker) + 1
    return facts.order[at:] + facts.order[: at - 1]


def choosing(rules: Choosing) -> Phase:
    """The phase in which each player stays, drops or takes the spare hand."""
    return Phase(
        name=CHOOSING,
        is_open=lambda facts: not facts.settled and bool(_left(rules, facts)) and not facts.played,
        moves={choice: MoveKind(_chose, PLAYER) for choice in rules.choices},
        offers=lambda facts: _offers(rules, facts),
        ask=lambda facts: _left(rules, facts)[0] + ": stay or drop?",
        instructions=lambda facts: [Instruction(_left(rules, facts)[0] + " " + rules.text, rules.rule)],
        to_act=lambda facts: _left(rules, facts)[0],
        waiting=lambda facts: _left(rules, facts)[1:],
        tellings=(_telling(rules),),
        known=lambda facts: _known(rules, facts),
        complete=lambda facts: _complete(rules, facts),
        record=_record,
    )


def _left(rules: Choosing, facts: HandFacts) -> Names:
    """Players who have not chosen yet, in turn order."""
    return tuple(name for name in rules.choosers(facts) if name not in facts.choices)


def _known(rules: Choosing, facts: HandFacts) -> bool:
    plays = facts.maker if rules.maker_plays else ""
    return facts.settled or all(name in facts.choices or name == plays for name in facts.order)


def _complete(rules: Choosing, facts: HandFacts) -> bool:
    """Whether all choices are known, or follow from tricks won by everyone."""
    counts = facts.counts
    return _known(rules, facts) or all(counts.get(name) for name in facts.order)


def _record(facts: HandFacts) -> dict[str, object]:
    chosen = {name: facts.choices[name] for name in facts.state.players if name in facts.choices}
    return {"choices": chosen} if chosen else {}


def _offers(rules: Choosing, facts: HandFacts) -> list[Offer]:
    who = _left(rules, facts)[0]
    offers = []
    for choice in rules.choices:
        words, rule, off = CHOICE_WORDS[choice], rules.rule, ""
        if choice == DROP:
            words, off = rules.drop_words(facts, who), rules.why_no_drop(facts, who)
            rule = rules.drop_rule(facts, who) if rules.drop_rule else rules.rule
        if choice == SWITCH:
            off = _why_not_switch(rules, facts)
        offers.append(offer(words, choice, rule, off, player=who))
    return offers


def _why_not_switch(rules: Choosing, facts: HandFacts) -> str:
    taken = [name for name, choice in facts.choices.items() if choice == SWITCH]
    return taken[0] + " has the spare hand (" + rules.rule + ")" if taken else ""


def _chose(facts: HandFacts, move: Move) -> HandFacts:
    return replace(facts, choices={**facts.choices, str(move["player"]): str(move["move"])})


def _telling(rules: Choosing) -> Telling:
    return Telling(
        kind="choices",
        fields={"choices": ANYTHING},
        may=lambda facts, phase: (
            phase in (CHOOSING, PLAY, FORM)
            and not facts.settled
            and bool(facts.maker)
            and bool(_left(rules, facts))
        ),
        apply=lambda facts, move: _given(rules, facts, move),
    )


def _given(rules: Choosing, facts: HandFacts, move: Move) -> HandFacts:
    """All choices at once: players without one stay. Raises Refusal."""
    given = move.get("choices", {})
    if not isinstance(given, dict):
        raise expected("choices", "stay or drop by name", given)
    choosers = rules.choosers(facts)
    choices: dict[str, str] = {}
    for name in choosers:
        choice = {"choices": given.get(name, facts.choices.get(name, STAY))}
        choices[name] = shape.name(choice, "choices", rules.choices)
    for name in given:
        if name not in choices:
            raise expected("choices", shape.one_of(choosers), name)
    _refuse_choices(rules, facts, choices)
    return replace(facts, choices=choices)


def _refuse_choices(rules: Choosing, facts: HandFacts, choices: Mapping[str, str]) -> None:
    """Refuse a second switch, a drop that is not allowed, or what contradicts moves made before."""
    if list(choices.values()).count(SWITCH) > 1:
        raise worded("choices", "expected one to take the spare hand, got more (" + rules.rule + ")")
    for name, choice in choices.items():
        before = facts.choices.get(name, choice)
        if before != choice:
            raise worded("choices", "expected " + name + " to " + before + ", as was said, got " + choice)
        why = rules.why_no_drop(facts, name)
        if choice == DROP and why:
            raise worded("choices", "expected " + name + " to play, got a drop: " + why)
        if choice == DROP and facts.counts.get(name):
            raise worded("choices", "expected " + name + " to play, who took a trick, got a drop")
    if facts.tricks and list(choices.values()).count(DROP) >= len(facts.order) - 1:
        raise worded("choices", "expected two who play, for there were tricks, got fewer")
