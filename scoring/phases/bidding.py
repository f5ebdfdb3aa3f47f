"""Bidding in one round, and naming trump: nothing is turned up."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from .. import shape
from ..follow import FLAG, NUMBER, PLAYER, WORD, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..refusal import Refusal
from ..table import PASSED_OUT, Names
from ..variant import NO_TRUMP
from .calling import record, refuse_twice, trump_words
from .facts import BIDDING, RENEGE, TRUMP, Bid, HandFacts


@dataclass(frozen=True)
class Bidding:
    """The bidding of one game: the highest bid is every trick of the hand, above it only the same alone.

    - ``rule``, ``alone``, ``nobody``, ``trump``: ids of the rules of bidding, of playing alone, of a
      hand without a bid, and of naming trump
    - ``least``: the lowest bid that opens, in tricks
    - ``dealer_must``: whether the dealer, last, must bid when no one has
    """

    rule: str
    alone: str
    nobody: str
    trump: str
    least: Callable[[HandFacts], int] = lambda facts: 1
    dealer_must: Callable[[HandFacts], bool] = lambda facts: False


def bidding(rules: Bidding) -> tuple[Phase, Phase]:
    """One round of bids, then the highest bidder, who is the maker, names trump."""
    bids = Phase(
        name=BIDDING,
        is_open=lambda facts: not facts.maker and not facts.played,
        moves={
            "pass": MoveKind(lambda facts, move: _passed(rules, facts, move), PLAYER),
            "bid": MoveKind(_bid, {**PLAYER, "bid": NUMBER, "alone": FLAG}),
        },
        offers=lambda facts: _offers(rules, facts),
        ask=lambda facts: bidders_left(facts)[0] + (": bid" if _must(rules, facts) else ": pass or bid?"),
        instructions=lambda facts: _instructions(rules, facts),
        to_act=lambda facts: bidders_left(facts)[0],
        waiting=lambda facts: bidders_left(facts)[1:],
        skips=frozenset((TRUMP,)),
        tellings=(
            Telling(
                kind="made",
                fields={"maker": WORD, "trump": WORD, "bid": NUMBER, "alone": FLAG},
                may=lambda facts, phase: phase != RENEGE and not (facts.maker and facts.trump and facts.bid),
                apply=lambda facts, move: _given(rules, facts, move),
            ),
        ),
        complete=lambda facts: bool(facts.maker and facts.bid),
        record=lambda facts: {**record(facts), **({"bid": facts.bid} if facts.bid else {})},
        guess=lambda facts: _guess(rules, facts),
        show=lambda facts, progress: replace(progress, bids=facts.bids, bid=facts.bid),
    )
    naming = Phase(
        name=TRUMP,
        is_open=lambda facts: bool(facts.maker) and not facts.trump and not facts.played,
        moves={
            "name": MoveKind(
                lambda facts, move: replace(facts, trump=str(move["trump"])), {**PLAYER, "trump": WORD}
            )
        },
        offers=lambda facts: [
            offer(trump_words(trump), "name", rules.trump, player=facts.maker, trump=trump)
            for trump in facts.state.variant.trumps
        ],
        ask=lambda facts: facts.maker + ": name trump",
        instructions=lambda facts: [
            Instruction(
                facts.maker
                + (
                    " names trump or no trump." if NO_TRUMP in facts.state.variant.trumps else " names trump."
                ),
                rules.trump,
            )
        ],
        to_act=lambda facts: facts.maker,
    )
    return bids, naming


def bidders_left(facts: HandFacts) -> Names:
    """Players yet to bid, in turn order."""
    return facts.order[len(facts.passed) + len(facts.bids) :]


def _must(rules: Bidding, facts: HandFacts) -> bool:
    """Whether the next bidder is a dealer who must bid."""
    return not facts.bids and len(bidders_left(facts)) == 1 and rules.dealer_must(facts)


def _instructions(rules: Bidding, facts: HandFacts) -> list[Instruction]:
    who = bidders_left(facts)[0]
    if _must(rules, facts):
        return [Instruction(who + " must bid.", rules.nobody)]
    highest = facts.bids[-1].tricks if facts.bids else 0
    if highest == facts.total:
        return [Instruction(who + " may bid alone or pass.", rules.alone)]
    bid = "more than " + str(highest) if highest else str(rules.least(facts)) + " or more"
    return [Instruction(who + " may bid " + bid + ", or pass.", rules.rule)]


def _offers(rules: Bidding, facts: HandFacts) -> list[Offer]:
    who = bidders_left(facts)[0]
    off = Refusal("dealer-must-bid", "move", rules.nobody) if _must(rules, facts) else None
    offers = [offer("Pass", "pass", rules.rule, off, player=who)]
    highest = facts.bids[-1] if facts.bids else None
    for tricks in range(rules.least(facts), facts.total + 1):
        off = None
        if highest and tricks <= highest.tricks:
            off = Refusal("bid-more", "bid", rules.rule, player=highest.player, tricks=highest.tricks)
        offers.append(offer("Bid " + str(tricks), "bid", rules.rule, off, player=who, bid=tricks))
    return [*offers, offer("Alone", "bid", rules.alone, player=who, bid=facts.total, alone=True)]


def _passed(rules: Bidding, facts: HandFacts, move: Move) -> HandFacts:
    facts = replace(facts, passed=(*facts.passed, str(move["player"])))
    if bidders_left(facts):
        return facts
    return _closed(facts) if facts.bids else replace(facts, result=PASSED_OUT)


def _bid(facts: HandFacts, move: Move) -> HandFacts:
    number = move["bid"]
    tricks = number if type(number) is int else 0
    facts = replace(facts, bids=(*facts.bids, Bid(str(move["player"]), tricks, "alone" in move)))
    return _closed(facts) if "alone" in move or not bidders_left(facts) else facts


def _closed(facts: HandFacts) -> HandFacts:
    """The highest bidder is the maker; nobody can bid more than one who plays alone."""
    highest = facts.bids[-1]
    return replace(facts, maker=highest.player, bid=highest.tricks, alone=highest.alone)


def _guess(rules: Bidding, facts: HandFacts) -> dict[str, object]:
    made: dict[str, object] = {}
    if not facts.maker:
        made["maker"] = facts.order[0]
    if not facts.bid:
        made["bid"] = rules.least(facts)
    return made


def _given(rules: Bidding, facts: HandFacts, move: Move) -> HandFacts:
    """Maker, bid and trump given outright. Raises Refusal."""
    maker, trump = str(move.get("maker", "")), str(move.get("trump", ""))
    refuse_twice("maker", maker, facts.maker)
    refuse_twice("trump", trump, facts.trump)
    if maker or not facts.maker:
        shape.name(move, "maker", facts.order)
    if trump:
        shape.name(move, "trump", facts.state.variant.trumps)
    alone = "alone" in move
    # playing alone is a bid of every trick
    said = move.get("bid", facts.total if alone and not facts.bid else 0)
    bid = said if type(said) is int else 0
    if bid:
        refuse_twice("bid", str(bid), str(facts.bid) if facts.bid else "")
        least = max(rules.least(facts), facts.bids[-1].tricks if facts.bids else 0)
        if not least <= bid <= facts.total:
            raise Refusal("bid-range", "bid", rules.rule, least=least, most=facts.total)
    if alone and bid != facts.total:
        raise Refusal("alone-bid", "alone", rules.alone, tricks=facts.total)
    if alone and facts.tricks:
        raise Refusal("alone-late", "alone", rules.alone)
    return replace(
        facts,
        maker=maker or facts.maker,
        trump=trump or facts.trump,
        bid=bid or facts.bid,
        alone=alone or facts.alone,
    )
