"""Staying, dropping or taking the spare hand, after trump is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .. import shape
from ..follow import ANYTHING, FORM, PLAYER, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..refusal import Refusal
from ..shape import one_of
from ..table import Names
from .facts import CHOOSING, DROP, PLAY, STAY, SWITCH, HandFacts

CHOICE_WORDS = {STAY: "Stay", DROP: "Drop", SWITCH: "Take the spare hand"}
IN_SHORT, IN_FULL = {SWITCH: "spare hand"}, {SWITCH: "take the spare hand unseen"}


@dataclass(frozen=True)
class Choosing:
    """The choices of one game.

    - ``rule``: the rule's id; ``choices``: "stay", "drop" and perhaps "switch"
    - ``choosers``: the players who choose, in turn order
    - ``drop_words``, ``drop_rule``: the button for dropping and its rule's id, by player
    - ``no_drop``: the refusal of a player's drop; None when they may drop
    - ``maker_plays``: whether the maker plays without choosing
    """

    rule: str
    choices: Names
    choosers: Callable[[HandFacts], Names]
    drop_words: Callable[[HandFacts, str], str] = lambda facts, who: CHOICE_WORDS[DROP]
    drop_rule: Callable[[HandFacts, str], str] | None = None
    no_drop: Callable[[HandFacts, str], Refusal | None] = lambda facts, who: None
    maker_plays: bool = False


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
        moves={
            choice: MoveKind(
                lambda facts, move: replace(
                    facts, choices={**facts.choices, str(move["player"]): str(move["move"])}
                ),
                PLAYER,
            )
            for choice in rules.choices
        },
        offers=lambda facts: _offers(rules, facts),
        ask=lambda facts: _left(rules, facts)[0] + ": " + one_of(_allowed(rules, facts, IN_SHORT)) + "?",
        instructions=lambda facts: [Instruction(_text(rules, facts), rules.rule)],
        to_act=lambda facts: _left(rules, facts)[0],
        waiting=lambda facts: _left(rules, facts)[1:],
        tellings=(
            Telling(
                kind="choices",
                fields={"choices": ANYTHING},
                may=lambda facts, phase: (
                    phase in (CHOOSING, PLAY, FORM)
                    and not facts.settled
                    and bool(facts.maker)
                    and bool(_left(rules, facts))
                ),
                apply=lambda facts, move: _given(rules, facts, move),
            ),
        ),
        known=lambda facts: _known(rules, facts),
        # Choices that nobody told follow from tricks won by everyone.
        complete=lambda facts: _known(rules, facts) or all(facts.counts.get(name) for name in facts.order),
        record=lambda facts: (
            {"choices": {name: facts.choices[name] for name in facts.state.players if name in facts.choices}}
            if facts.choices
            else {}
        ),
    )


def _text(rules: Choosing, facts: HandFacts) -> str:
    """The instruction: only what the player may do."""
    who, words = _left(rules, facts)[0], _allowed(rules, facts, IN_FULL)
    return who + (" must " if len(words) == 1 else ": ") + one_of(words) + "."


def _allowed(rules: Choosing, facts: HandFacts, words: Mapping[str, str]) -> list[str]:
    """The choices of the player to act, in *words* or those of the buttons."""
    allowed = [one for one in _offers(rules, facts) if one.allowed]
    return [words.get(str(one.move["move"]), one.words[0].lower() + one.words[1:]) for one in allowed]


def _left(rules: Choosing, facts: HandFacts) -> Names:
    """Players who have not chosen yet, in turn order."""
    return tuple(name for name in rules.choosers(facts) if name not in facts.choices)


def _known(rules: Choosing, facts: HandFacts) -> bool:
    plays = facts.maker if rules.maker_plays else ""
    return facts.settled or all(name in facts.choices or name == plays for name in facts.order)


def _offers(rules: Choosing, facts: HandFacts) -> list[Offer]:
    who = _left(rules, facts)[0]
    offers = []
    for choice in rules.choices:
        words, rule, off = CHOICE_WORDS[choice], rules.rule, None
        if choice == DROP:
            words, off = rules.drop_words(facts, who), rules.no_drop(facts, who)
            rule = rules.drop_rule(facts, who) if rules.drop_rule else rules.rule
        if choice == SWITCH:
            off = no_switch(rules.rule, facts.choices)
        offers.append(offer(words, choice, rule, off, player=who))
    return offers


def no_switch(rule: str, choices: Mapping[str, str]) -> Refusal | None:
    """The refusal of taking the spare hand once a player has it; *rule*: the id of its rule."""
    taken = [name for name, choice in choices.items() if choice == SWITCH]
    return Refusal("spare-hand-taken", "choices", rule, player=taken[0]) if taken else None


def refuse_second_switch(rule: str, choices: Mapping[str, str]) -> None:
    """Raise Refusal if two players take the spare hand."""
    refusal = no_switch(rule, choices)
    if refusal and list(choices.values()).count(SWITCH) > 1:
        raise refusal


def _given(rules: Choosing, facts: HandFacts, move: Move) -> HandFacts:
    """All choices at once: players without one stay.

    Raises Refusal for a second switch, a drop that is not allowed, and what contradicts moves made before.
    """
    given = shape.choices(move, "choices", rules.choosers(facts), rules.choices)
    choices = {name: given.get(name) or facts.choices.get(name, STAY) for name in rules.choosers(facts)}
    refuse_second_switch(rules.rule, choices)
    for name, choice in choices.items():
        if facts.choices.get(name, choice) != choice:
            raise Refusal("chosen-before", "choices", rules.rule, player=name)
        refusal = rules.no_drop(facts, name) if choice == DROP else None
        if refusal:
            raise refusal
        if choice == DROP and facts.counts.get(name):
            raise Refusal("trick-after-drop", "choices", rules.rule, player=name)
    if facts.tricks and list(choices.values()).count(DROP) >= len(facts.order) - 1:
        raise Refusal("two-played", "choices", rules.rule)
    return replace(facts, choices=choices)
