"""Replaying the moves of a hand in progress: from the table and the moves to the current state."""

from collections.abc import Sequence
from dataclasses import replace

from .. import game
from ..follow import DONE, FORM, Follow, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..phases.facts import HandFacts
from ..phases.view import Progress
from ..refusal import Refusal
from ..table import MISDEAL, PASSED_OUT, REDEAL, State
from .entry import complete, entry, guessed
from .moves import match, read

RESULT_WORDS = {PASSED_OUT: "Everyone passed", REDEAL: "Deal again", MISDEAL: "Misdeal"}


def progress(state: State, moves: Sequence[object]) -> Progress:
    """The hand in progress after *moves*, JSON objects in the order made; *state* is the table before it.

    Raises Refusal of the move that can't be, with its number from 1 as ``entry``; without a number when the
    game is over or isn't followed card by card.
    """
    facts = HandFacts(state)
    if state.over:
        raise Refusal("game-over", "move")
    follow = facts.follow
    for number, move in enumerate(moves, 1):
        try:
            facts = _apply(follow, facts, move)
        except Refusal as refusal:
            raise refusal.at(number) from None
    return _shown(follow, facts)


def phase_of(facts: HandFacts) -> str:
    """The name of the current phase; "form" when something is missing, "done" when the entry is complete."""
    if facts.result:
        return DONE
    for phase in facts.follow.phases:
        if phase.name not in facts.past and phase.is_open(facts):
            return phase.name
    return DONE if complete(facts) else FORM


def _apply(follow: Follow, facts: HandFacts, given: object) -> HandFacts:
    name = phase_of(facts)
    move = read(facts, given)
    kind = str(move["move"])
    for telling in follow.tellings:
        if telling.kind == kind:
            return _given(follow, facts, move, name, telling)
    phase = follow.phase(name)
    if phase and phase.implied and kind not in (*phase.moves, "result", "skip"):
        facts = _past(facts, phase)
        name = phase_of(facts)
    match(facts, move, _offers(follow, facts, name))
    facts = replace(facts, late_king=False)
    if kind == "result":
        return replace(facts, result=str(move["result"]))
    phase = follow.phase(name)
    if kind == "skip":
        return _past(facts, phase) if phase else facts
    return _kind(follow, phase, kind).apply(facts, move)


def _kind(follow: Follow, current: Phase | None, kind: str) -> MoveKind:
    """The kind of move as the current phase has it, else as the first phase that has it."""
    phases = (current, *follow.phases) if current else follow.phases
    return next(phase.moves[kind] for phase in phases if kind in phase.moves)


def _past(facts: HandFacts, phase: Phase) -> HandFacts:
    """The phase is acknowledged or skipped."""
    return phase.skipped(replace(facts, past=facts.past | phase.skips | {phase.name}))


def _given(follow: Follow, facts: HandFacts, move: Move, name: str, telling: Telling) -> HandFacts:
    """A whole part of the hand at once. Raises Refusal, also of totals that no entry could have."""
    if telling not in _tellings(follow, facts, name):
        raise Refusal("not-now", "move")
    facts = telling.apply(replace(facts, late_king=False), move)
    tried = guessed(facts)
    if tried is not None and (facts.totals is not None or facts.showdown_given):
        game.step(facts.state, tried)
    return facts


def _tellings(follow: Follow, facts: HandFacts, name: str) -> tuple[Telling, ...]:
    """Tellings allowed now."""
    if name == DONE:
        return ()
    phase = follow.phase(name)
    if phase and phase.implied:
        after = _past(facts, phase)
        return _tellings(follow, after, phase_of(after))
    return tuple(telling for telling in follow.tellings if telling.may(facts, name))


def _offers(follow: Follow, facts: HandFacts, name: str) -> list[Offer]:
    """The offers of the current phase, of the others, and last those of every phase."""
    phase = follow.phase(name)
    offers = phase.offers(facts) if phase else []
    for other in follow.phases:
        offers += other.anytime(facts, name)
    if name != DONE and (phase is None or phase.ends_deal):
        offers += _result_offers(facts)
    if phase:
        offers.append(offer("Skip", "skip", "", follow.no_hand(facts)))
    return offers


def _result_offers(facts: HandFacts) -> list[Offer]:
    """Deals that come to nothing, while no trick is known (ALL-01)."""
    if facts.played:
        return []
    offers = []
    possible = facts.state.variant.results(facts.state.options)
    for one in facts.state.variant.unplayed:
        if one.result not in possible:
            continue
        off = _called(facts, one.rule) if one.result == PASSED_OUT else None
        offers.append(offer(RESULT_WORDS[one.result], "result", one.rule, off, result=one.result))
    return offers


def _called(facts: HandFacts, rule: str) -> Refusal | None:
    """The refusal of a hand passed out after a call or a bid."""
    if facts.made:
        return Refusal("trump-made", "result", rule)
    return Refusal("bid-made", "result", rule, player=facts.bids[-1].player) if facts.bids else None


def _instructions(follow: Follow, facts: HandFacts, name: str) -> list[Instruction]:
    phase = follow.phase(name)
    if phase:
        return phase.instructions(facts)
    return (follow.over(facts) or _unplayed(follow, facts)) if name == DONE else []


def _unplayed(follow: Follow, facts: HandFacts) -> list[Instruction]:
    """Instructions after a deal that was not played."""
    if not facts.result:
        return []
    if facts.result == REDEAL:
        return [Instruction(facts.dealer + " deals again.", "ALL-01"), *follow.unplayed(facts)]
    follows = game.step(facts.state, entry(facts)).state.next_dealer
    text = "No score. " + str(follows) + " deals next."
    return [Instruction(text, "ALL-01"), *follow.unplayed(facts)]


def _ask(facts: HandFacts, name: str, phase: Phase | None) -> str:
    if phase:
        return phase.ask(facts)
    return "The hand is over" if name == DONE else "Enter the rest on the hand form"


def _shown(follow: Follow, facts: HandFacts) -> Progress:
    name = phase_of(facts)
    phase = follow.phase(name)
    made = entry(facts)
    shown = Progress(
        phase=name,
        ask=_ask(facts, name, phase),
        dealer=facts.dealer,
        dealt_in=facts.dealing,
        order=facts.order,
        deal=facts.deal,
        turned=facts.turned,
        card=facts.card,
        to_act=phase.to_act(facts) if phase else None,
        waiting=phase.waiting(facts) if phase else (),
        offers=tuple(_offers(follow, facts, name)),
        tellings=tuple(telling.kind for telling in _tellings(follow, facts, name)),
        instructions=tuple(_instructions(follow, facts, name)),
        passed=facts.passed,
        bids=facts.bids,
        maker=facts.maker,
        trump=facts.trump,
        bid=facts.bid,
        alone=facts.alone,
        lone_defender=facts.lone_defender,
        sitting_out=facts.sitting_out,
        choices=facts.choices,
        playing=facts.playing,
        tricks=facts.tricks,
        total=facts.total,
        counts=facts.counts,
        tally=facts.tally,
        cards={},
        reneged=facts.reneged,
        accused=facts.accused,
        renege=follow.renege,
        kings=facts.kings + facts.showdown_kings,
        points={},
        scores=dict(facts.state.scores),
        won_by_king=facts.won_by_king,
        entry=made,
        step=game.step(facts.state, made) if name == DONE else None,
    )
    for one in follow.phases:
        shown = one.show(facts, shown)
    return shown
