"""A defender who plays alone against a lone maker."""

from dataclasses import replace

from ..follow import PLAYER, Instruction, Move, MoveKind, Offer, Phase, offer
from .facts import DEFENDING, HandFacts


def lone_defender(rule: str, option: str) -> Phase:
    """Whether a defender plays alone, where the table *option* allows it; *rule* is the rule's id."""
    return Phase(
        name=DEFENDING,
        is_open=lambda facts: (
            facts.alone and bool(facts.state.options[option]) and not facts.lone_defender and not facts.played
        ),
        moves={
            "defend": MoveKind(_defends, PLAYER),
            "together": MoveKind(lambda facts, move: replace(facts, past=facts.past | {DEFENDING})),
        },
        offers=lambda facts: _offers(facts, rule),
        ask=lambda facts: "Does a defender play alone?",
        instructions=lambda facts: [
            Instruction("One defender may play alone against " + facts.maker + ".", rule)
        ],
        record=lambda facts: {"defended_alone": facts.lone_defender} if facts.lone_defender else {},
    )


def _offers(facts: HandFacts, rule: str) -> list[Offer]:
    against = facts.state.variant.opponents(facts.state.players, facts.maker)
    offers = [offer(name + " defends alone", "defend", rule, player=name) for name in against]
    return [*offers, offer("Both defend together", "together", rule)]


def _defends(facts: HandFacts, move: Move) -> HandFacts:
    return replace(facts, lone_defender=str(move["player"]))
