"""The deal and the turned card."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..follow import CARD, PLAYER, Instruction, MoveKind, Offer, Phase, offer
from ..refusal import Refusal
from ..variant import JOKER, SUITS
from .facts import DEALING, TURNING, HandFacts

Notes = Callable[[HandFacts], list[Instruction]]
JOKER_CARD = JOKER.rank
SUIT_OF_LETTER = {suit[0].upper(): suit for suit in SUITS}


@dataclass(frozen=True)
class Special:
    """A turned card that does more than offer its suit: as in the record, in words, and its rule's id."""

    card: str
    words: str
    rule: str


def turns_up(facts: HandFacts, card: str, suit: str) -> HandFacts:
    """The card is turned up and offers its suit."""
    return replace(facts, card=card, turned=suit)


def settles(facts: HandFacts, card: str, suit: str) -> HandFacts:
    """The turned card makes its suit trump by itself."""
    return replace(facts, card=card, turned=suit, trump=suit, settled=True)


@dataclass(frozen=True)
class Turning:
    """The turned card of one game, beside its ``turn_up``.

    - ``specials``: the cards offered beside the four suits
    - ``turned``: the facts after a card; its suit is "" for a Joker
    - ``notes``: further instructions
    - ``settled_field``: the record's field for a card that made trump by itself
    """

    specials: Callable[[HandFacts], tuple[Special, ...]] = lambda facts: ()
    turned: Callable[[HandFacts, str, str], HandFacts] = turns_up
    notes: Notes = lambda facts: []
    settled_field: str = ""


@dataclass(frozen=True)
class Dealing:
    """The deal of one game.

    - ``ask``: the question of the page; ``before`` and ``after``: further instructions
    - ``turning``: the card turned up in it; None: nothing is turned
    - ``away``: the id of the rule by which players may be left out of a deal; "" where nobody may
    - ``no_hand``: the instruction when nobody can deal
    """

    ask: str = "Deal. Which card is up?"
    before: Notes = lambda facts: []
    after: Notes = lambda facts: []
    turning: Turning | None = None
    away: str = ""
    no_hand: Instruction | None = None


def dealing(rules: Dealing) -> tuple[Phase, ...]:
    """The deal, and the turned card where one is turned."""
    moves = {
        "dealt": MoveKind(lambda facts, move: replace(facts, past=facts.past | {DEALING})),
        "dealer": MoveKind(
            lambda facts, move: replace(facts, named_dealer=str(move["player"])),
            PLAYER,
            lambda facts, move: move["player"] == facts.dealer,
        ),
    }
    if rules.away:
        moves["away"] = MoveKind(
            lambda facts, move: replace(
                facts,
                away=tuple(name for name in facts.state.players if name in (*facts.away, move["player"])),
            ),
            PLAYER,
        )
        moves["back"] = MoveKind(
            lambda facts, move: replace(
                facts, away=tuple(name for name in facts.away if name != move["player"])
            ),
            PLAYER,
        )
    deal = Phase(
        name=DEALING,
        is_open=lambda facts: not dealt(facts),
        moves=moves,
        offers=lambda facts: _deal_offers(rules, facts),
        ask=lambda facts: "Can’t deal yet" if facts.follow.no_hand(facts) else rules.ask,
        instructions=lambda facts: _deal(rules, facts),
        to_act=lambda facts: facts.dealer,
        record=lambda facts: {"away": list(facts.away)} if facts.away else {},
    )
    turning = rules.turning
    if turning is None:
        return (deal,)
    turn = Phase(
        name=TURNING,
        is_open=lambda facts: not (facts.turned or facts.card or facts.passed or facts.made),
        moves={
            "turned": MoveKind(
                lambda facts, move: turning.turned(
                    replace(facts, past=facts.past | {DEALING}), str(move["card"]), suit_of(str(move["card"]))
                ),
                {"card": CARD},
            )
        },
        offers=lambda facts: _turn_offers(turning, facts),
        ask=lambda facts: "Which card is up?",
        instructions=lambda facts: [*_turn(facts), *turning.notes(facts)],
        to_act=lambda facts: facts.dealer,
        record=lambda facts: {turning.settled_field: True} if facts.settled else {},
    )
    return deal, turn


def _turn(facts: HandFacts) -> list[Instruction]:
    up = facts.state.variant.turn_up
    return [Instruction(facts.dealer + " turns up " + up.card + ".", up.rule)] if up else []


def dealt(facts: HandFacts) -> bool:
    """Whether the cards are dealt."""
    later = facts.turned or facts.card or facts.passed or facts.bids or facts.made
    return DEALING in facts.past or bool(later)


def _deal(rules: Dealing, facts: HandFacts) -> list[Instruction]:
    if rules.no_hand and facts.follow.no_hand(facts):
        return [rules.no_hand]
    deal = facts.deal
    cards = facts.dealer + " deals " + str(deal.cards) + " each, " + deal.batches + "."
    return [*rules.before(facts), Instruction(cards, deal.rule), *rules.after(facts)]


def _deal_offers(rules: Dealing, facts: HandFacts) -> list[Offer]:
    off = facts.follow.no_hand(facts)
    offers = [offer("The cards are dealt", "dealt", facts.deal.rule, off)]
    if rules.turning:
        offers += _turn_offers(rules.turning, facts, off)
    for name in facts.dealing:
        if name != facts.dealer:
            offers.append(offer(name + " deals", "dealer", "ALL-02", player=name))
    for name in facts.state.players if rules.away else ():
        if name in facts.away:
            offers.append(offer(name + " is back", "back", rules.away, player=name))
        else:
            off = None
            if len(facts.dealing) < 3:
                off = Refusal("two-players-in", "away", rules.away)
            elif name == facts.named_dealer:
                off = Refusal("named-to-deal", "away", "ALL-02", player=name)
            offers.append(offer(name + " is away", "away", rules.away, off, player=name))
    return offers


def _turn_offers(rules: Turning, facts: HandFacts, off: Refusal | None = None) -> list[Offer]:
    rule = facts.deal.rule
    offers = [offer(suit.capitalize(), "turned", rule, off, card=suit) for suit in SUITS]
    special = [offer(one.words, "turned", one.rule, off, card=one.card) for one in rules.specials(facts)]
    return offers + special


def suit_of(card: str) -> str:
    """The suit of a card as written in a move, which may be only a suit; "" for a Joker."""
    if card in SUITS:
        return card
    return "" if card == JOKER_CARD else SUIT_OF_LETTER[card[-1]]
