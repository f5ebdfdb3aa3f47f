"""The moves of a hand in progress replayed on the table before it; and the moves that an entry still adds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from .. import game, shape
from ..betting import ACTIONS
from ..cards import name_card, parse_card, write_card
from ..follow import (
    CARD,
    DONE,
    FLAG,
    FORM,
    NUMBER,
    WORD,
    Follow,
    Instruction,
    Move,
    Offer,
    Phase,
    Telling,
    offer,
)
from ..phases.deal import JOKER_CARD, suit_of
from ..phases.facts import HandFacts
from ..phases.view import Progress
from ..refusal import Refusal
from ..table import MISDEAL, PASSED_OUT, REDEAL, State
from ..variant import JOKER, SUITS

RESULT_WORDS = {PASSED_OUT: "Everyone passed", REDEAL: "Deal again", MISDEAL: "Misdeal"}
Moves = tuple[Move, ...]


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
    if facts.unopposed and not facts.follow.credits_unopposed:
        return DONE
    phases: tuple[Phase, ...] = facts.follow.phases
    return DONE if all(phase.complete(facts) for phase in phases) else FORM


def _apply(follow: Follow, facts: HandFacts, given: object) -> HandFacts:
    name = phase_of(facts)
    move = read(facts, given)
    kind = str(move["move"])
    for telling in follow.tellings:
        if telling.kind == kind:
            if telling not in _tellings(follow, facts, name):
                raise Refusal("not-now", "move")
            facts = telling.apply(replace(facts, late_king=False), move)
            if not facts.tricks_left and (facts.totals is not None or facts.showdown_given):
                # Totals are checked early, with plausible values for the fields that are missing.
                tried = entry(facts)
                for one in follow.phases:
                    tried.update(one.guess(facts))
                game.step(facts.state, tried)
            return facts
    phase = follow.phase(name)
    if phase and phase.implied and kind not in (*phase.moves, "result", "skip"):
        facts = _past(facts, phase)
        name = phase_of(facts)
    phase = follow.phase(name)
    of_phase = phase.moves.get(kind) if phase else None
    if of_phase is None or not of_phase.so(facts, move):
        match(facts, move, _offers(follow, facts, name))
    facts = replace(facts, late_king=False)
    if kind == "result":
        return replace(facts, result=str(move["result"]))
    if kind == "skip":
        return _past(facts, phase) if phase else facts
    # as the current phase has this kind of move, else as the first phase that has it
    phases = (phase, *follow.phases) if phase else follow.phases
    return next(one.moves[kind] for one in phases if kind in one.moves).apply(facts, move)


def _past(facts: HandFacts, phase: Phase) -> HandFacts:
    """The phase is acknowledged or skipped."""
    return phase.skipped(replace(facts, past=facts.past | phase.skips | {phase.name}))


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
    # Deals that come to nothing, while no trick is known (ALL-01).
    if name != DONE and (phase is None or phase.ends_deal) and not facts.played:
        possible = facts.state.variant.results(facts.state.options)
        for one in facts.state.variant.unplayed:
            if one.result not in possible:
                continue
            off = None
            if one.result == PASSED_OUT and facts.made:
                off = Refusal("trump-made", "result", one.rule)
            elif one.result == PASSED_OUT and facts.bids:
                off = Refusal("bid-made", "result", one.rule, player=facts.bids[-1].player)
            offers.append(offer(RESULT_WORDS[one.result], "result", one.rule, off, result=one.result))
    if phase:
        offers.append(offer("Skip", "skip", "", follow.no_hand(facts)))
    return offers


def _instructions(follow: Follow, facts: HandFacts, name: str) -> list[Instruction]:
    phase = follow.phase(name)
    if phase:
        return phase.instructions(facts)
    over = follow.over(facts) if name == DONE else []
    if over or name != DONE or not facts.result:
        return over
    if facts.result == REDEAL:
        return [Instruction(facts.dealer + " deals again.", "ALL-01"), *follow.unplayed(facts)]
    follows = game.step(facts.state, entry(facts)).state.next_dealer
    text = "No score. " + str(follows) + " deals next."
    return [Instruction(text, "ALL-01"), *follow.unplayed(facts)]


def _shown(follow: Follow, facts: HandFacts) -> Progress:
    name = phase_of(facts)
    phase = follow.phase(name)
    made = entry(facts)
    without = "The hand is over" if name == DONE else "Enter the rest on the hand form"
    shown = Progress(
        phase=name,
        ask=phase.ask(facts) if phase else without,
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
        joker=facts.state.variant.pack.joker if facts.card == JOKER.rank else "",
    )
    for one in follow.phases:
        shown = one.show(facts, shown)
    return shown


# Reading moves strictly, and finding the offer that a move takes up.


def read(facts: HandFacts, given: object) -> dict[str, object]:
    """A move with its fields checked for their types; flags that are false are left out. Raises Refusal."""
    known = facts.follow.fields
    if not isinstance(given, dict):
        raise Refusal("move-field", "move", name="move")
    kind = given.get("move")
    if not isinstance(kind, str) or kind not in known:
        raise Refusal("not-now", "move")
    shape.only(given, ("move", *known[kind]), "A move “" + kind + "”")
    may_lack = any(telling.kind == kind for telling in facts.follow.tellings)
    move: dict[str, object] = {"move": kind}
    for field, what in known[kind].items():
        value = _value(facts, given, field, what, may_lack)
        if value is not None:
            move[field] = value
    return move


def _value(facts: HandFacts, given: Move, field: str, what: str, may_lack: bool) -> object:
    """The value of one field; None for a flag that is false, or for a field left out of a telling."""
    if what == FLAG:
        return shape.flag(given, field) or None
    if field not in given and may_lack:
        return None
    if what == NUMBER:
        return shape.whole(given, field, 1)
    value = given.get(field)
    if what == CARD:
        if isinstance(value, str) and value in SUITS:
            return value
        card = parse_card(value, "card")
        pack = facts.state.variant.pack
        if card not in pack.cards(bool(facts.state.options.get("jokers", False))):
            raise Refusal("card-not-in-deck", "card", card=name_card(card, pack.joker))
        return write_card(card)
    if value is None or (what == WORD and not isinstance(value, str)):
        raise Refusal("move-field", field, name=field)
    return value


def match(facts: HandFacts, move: Move, offers: Sequence[Offer]) -> Offer:
    """The offer that *move* takes up. Raises Refusal of the field that fits none, or that of the offer."""
    kind = str(move["move"])
    left = [one for one in offers if one.move["move"] == kind]
    if not left:
        raise Refusal("not-now", "move")
    for field in facts.follow.fields[kind]:
        if field == "chips":
            continue
        wanted = move.get(field)
        fitting = [one for one in left if one.move.get(field) == wanted]
        if not fitting and field == "card" and wanted != JOKER_CARD:  # which counts as its suit then
            suit = suit_of(str(wanted))
            fitting = [one for one in left if one.move.get(field) == suit]
        if not fitting:
            players = {one.move.get("player") for one in left}
            if field == "player" and len(players) == 1:
                raise Refusal("turn", field, player=str(players.pop()))
            raise Refusal("not-now", field)
        left = fitting
    if left[0].off:
        raise left[0].off
    return left[0]


def rest(state: State, moves: Sequence[Move], entry: Mapping[str, object]) -> Moves:
    """The moves that add what *entry* says; () if there is nothing to add.

    *state* is the table before the hand. *entry* is the hand's as far as it is known. What no move can say
    after *moves* is left out, and so is the part that would end the hand without it.
    """
    more: Moves = ()
    if state.variant.follow is None or state.over:
        return more
    for part in _parts(state.variant.follow, entry, told=[move for move in moves if move["move"] in ACTIONS]):
        try:
            hand = progress(state, (*moves, *more, *part))
        except Refusal:
            continue
        if hand.phase != DONE or all(
            name in hand.entry for name, value in entry.items() if value and name != "note"
        ):
            more = (*more, *part)
    return more


def _parts(follow: Follow, entry: Mapping[str, object], told: Sequence[Move]) -> Iterator[Moves]:
    """The moves for each part of an entry, in the order of the phases; *told*: the betting so far."""
    if "dealer" in entry:
        yield ({"move": "dealer", "player": entry["dealer"]},)
    if "result" in entry:
        yield ({"move": "result", "result": entry["result"]},)
    for name in shape.listed(entry.get("away")):
        yield ({"move": "away", "player": name},)
    actions = [action for action in shape.listed(entry.get("betting")) if isinstance(action, Mapping)]
    for telling in follow.tellings:
        inside = entry.get(telling.kind)
        known = inside if isinstance(inside, Mapping) and telling.kind not in telling.fields else entry
        fields = {name: known[name] for name in telling.fields if name in known}
        if not fields and telling.kind in telling.fields and "tricks" in entry:
            fields = {telling.kind: {}}
        if fields:
            yield ({"move": telling.kind, **fields},)
        if actions and "bets" in telling.fields:
            yield tuple(
                {"move": one.get("action"), **{name: one[name] for name in one if name != "action"}}
                for one in actions[len(told) :]
            )
