"""The hand's entry of ``bower.game/1``, as far as it is known."""

from ..follow import Phase
from ..phases.facts import HandFacts


def entry(facts: HandFacts) -> dict[str, object]:
    """The ``hand`` entry with the fields that are known."""
    made: dict[str, object] = {"kind": "hand"}
    if facts.named_dealer or (facts.result and facts.dealer != facts.state.next_dealer):
        made["dealer"] = facts.dealer
    if facts.result:
        made["result"] = facts.result
        return made
    for phase in facts.follow.phases:
        made.update(phase.record(facts))
    return made


def guessed(facts: HandFacts) -> dict[str, object] | None:
    """The entry with plausible values for missing fields, so that totals can be checked early.

    None while tricks are still to be played.
    """
    if facts.tricks_left:
        return None
    made = entry(facts)
    for phase in facts.follow.phases:
        made.update(phase.guess(facts))
    return made


def complete(facts: HandFacts) -> bool:
    """Whether the entry has all fields that the record requires of such a hand."""
    if facts.unopposed and not facts.follow.credits_unopposed:
        return True
    phases: tuple[Phase, ...] = facts.follow.phases
    return all(phase.complete(facts) for phase in phases)
