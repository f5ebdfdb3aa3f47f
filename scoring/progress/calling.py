"""From the deal to trump: who deals, what is turned, who calls, who plays alone, who takes the card."""

from dataclasses import replace

from .. import possible
from ..cards import CARD_GAMES, SUITS
from ..refusal import Refusal
from ..shape import one_of
from ..variants.base import MISDEAL, PASSED_OUT, REDEAL, left_of
from . import told as t
from .moves import Move, Offer, offer, special_cards, suit_of
from .phases import FIRST_ROUND, SECOND_ROUND, call_round, callers_left
from .told import Told

# Rules by game: the round for the turned card, the round for another suit, nobody calls.
CALL_RULES = {
    t.PARTNERSHIP: ("EU-03", "EU-04", "EU-05"),
    t.KING: ("KC-05", "KC-06", "KC-07"),
    t.THREE_HANDED: ("TH-03", "TH-04", "TH-04"),
    t.BUCK: ("BU-05", "BU-06", "BU-07"),
    t.POINTS: ("PE-06", "PE-07", "PE-07"),
    t.CHIPS: ("PE-06", "PE-07", "PE-07"),
}
RESULT_RULES = {REDEAL: "ALL-01", MISDEAL: "PE-05"}
RESULT_WORDS = {REDEAL: "Deal again", MISDEAL: "Misdeal", PASSED_OUT: "Everybody passed twice"}


def no_hand(told: Told) -> str:
    """Why no hand can be played: fewer than two can pay the ante (PC-05)."""
    if told.game != t.CHIPS or len(told.order) > 1:
        return ""
    return "fewer than two can pay the ante of " + str(told.total) + " (PC-05)"


def deal_offers(told: Told) -> list[Offer]:
    """Before the cards: another dealer, who is away, and what is turned."""
    off = no_hand(told)
    offers = [offer("The cards are dealt", "dealt", told.deal.rule, off)]
    offers += turn_offers(told, off)
    for name in told.dealing:
        if name != told.dealer:
            offers.append(offer(name + " deals", "dealer", "ALL-02", player=name))
    return offers + _seat_offers(told)


def _seat_offers(told: Told) -> list[Offer]:
    if told.game != t.CHIPS:
        return []
    offers = []
    for name in told.state.players:
        if name in told.away:
            offers.append(offer(name + " is back", "back", "PC-05", player=name))
        else:
            offers.append(offer(name + " is away", "away", "PC-05", _why_not_away(told, name), player=name))
    return offers


def _why_not_away(told: Told, name: str) -> str:
    if len(told.dealing) < 3:
        return "two players or more are dealt in (PC-05)"
    return name + " was named to deal (ALL-02)" if name == told.named_dealer else ""


def turn_offers(told: Told, off: str = "") -> list[Offer]:
    """What the turned card may be: a suit, or a card of its own kind."""
    offers = [offer(suit.capitalize(), "turned", told.deal.rule, off, card=suit) for suit in SUITS]
    rule = {t.THREE_HANDED: "TH-12", t.KING: "KC-04"}.get(told.game, "PE-06")
    for card in special_cards(told):
        words = "Nine of clubs" if told.game == t.THREE_HANDED else "Joker"
        offers.append(offer(words, "turned", rule, off, card=card))
    return offers


def result_offers(told: Told) -> list[Offer]:
    """Deals that come to nothing, as long as no trick was noted (ALL-01)."""
    if told.tricks or told.totals is not None:
        return []
    offers = []
    for result in told.state.variant.results(told.state.options):
        called = told.maker or told.clubs_turned
        rule = RESULT_RULES.get(result, CALL_RULES[told.game][2])
        off = "trump has been made (" + rule + ")" if result == PASSED_OUT and called else ""
        offers.append(offer(RESULT_WORDS[result], "result", rule, off, result=result))
    return offers


def call_offers(told: Told) -> list[Offer]:
    """What the next to speak may say: pass, order up or name a suit; in partnership also alone."""
    who = callers_left(told)[0]
    first, second, _nobody = CALL_RULES[told.game]
    in_first = call_round(told) == FIRST_ROUND
    offers = [offer("Pass", "pass", first if in_first else second, _why_not_pass(told), player=who)]
    if in_first:
        words = "Make it trump" if told.game == t.KING else "Pick it up"
        offers += _with_alone(told, words, "order", first, player=who)
        return offers + _trade_offers(told, who)
    for trump in told.trumps:
        offers += _with_alone(
            told, trump.capitalize(), "name", second, _why_not_named(told, trump), player=who, trump=trump
        )
    return offers


def _with_alone(told: Told, words: str, kind: str, rule: str, off: str = "", **fields: object) -> list[Offer]:
    offers = [offer(words, kind, rule, off, **fields)]
    if told.game == t.PARTNERSHIP:
        offers.append(offer(words + ", alone", kind, "EU-09", off, **fields, alone=True))
    return offers


def _trade_offers(told: Told, who: str) -> list[Offer]:
    if told.game != t.PARTNERSHIP or not told.state.options["farmers_hand"]:
        return []
    off = told.traded + " has taken the kitty's cards (EU-15)" if told.traded else ""
    return [offer("Trade three for the kitty, and pass", "trade", "EU-15", off, player=who)]


def must_name(told: Told) -> bool:
    """Whether the next to speak is the dealer who has to name a suit (EU-05, TH-04)."""
    if call_round(told) != SECOND_ROUND or len(callers_left(told)) > 1:
        return False
    return told.game == t.THREE_HANDED or bool(told.state.options.get("stick_the_dealer", False))


def _why_not_pass(told: Told) -> str:
    if not must_name(told):
        return ""
    return "the dealer must name a suit (" + CALL_RULES[told.game][2] + ")"


def _why_not_named(told: Told, trump: str) -> str:
    if trump == told.turned:
        return "the turned suit is out (" + CALL_RULES[told.game][1] + ")"
    return ""


def defend_offers(told: Told) -> list[Offer]:
    """Whether a defender plays alone against the lone maker (EU-13)."""
    opponents = possible.sides(told.state, told.maker).opponents
    offers = [offer(name + " defends alone", "defend", "EU-13", player=name) for name in opponents]
    return [*offers, offer("Both defend", "together", "EU-13")]


def taker_of_card(told: Told) -> str:
    """Who takes up the turned card or the kitty's: the dealer, or the maker's left (KC-05, KC-06, PE-06)."""
    return left_of(told.state.players, told.maker) if told.game == t.KING else told.order[-1]


def named_dealer(told: Told, move: Move) -> Told:
    """Another dealer (ALL-02)."""
    return replace(told, named_dealer=str(move["player"]))


def gone(told: Told, move: Move) -> Told:
    """Somebody who is not dealt in (PC-05)."""
    names = (*told.away, str(move["player"]))
    return replace(told, away=tuple(name for name in told.state.players if name in names))


def back(told: Told, move: Move) -> Told:
    """Somebody who is dealt in after all."""
    return replace(told, away=tuple(name for name in told.away if name != move["player"]))


def turned(told: Told, move: Move) -> Told:
    """The turned card, and what it settles at once (KC-04, TH-12, BU-04, PE-06)."""
    card = str(move["card"])
    suit = suit_of(told, card)
    told = replace(told, past=told.past | {t.DEALING})
    if not suit and told.game == t.KING:
        return replace(told, card=card, result=REDEAL)
    if not suit:
        return replace(told, jokers_turned=told.jokers_turned + 1)
    settled = card == "9C" if told.game == t.THREE_HANDED else told.game == t.BUCK and suit == "clubs"
    return replace(told, card=card, turned=suit, clubs_turned=settled, trump=suit if settled else "")


def result(told: Told, move: Move) -> Told:
    """The deal came to nothing."""
    return replace(told, result=str(move["result"]))


def passed(told: Told, move: Move) -> Told:
    """One pass; the last one of the second round ends the hand (EU-05, KC-07, BU-07, PE-07)."""
    told = replace(told, passed=(*told.passed, str(move["player"])))
    if len(told.passed) < 2 * len(told.order):
        return told
    return replace(told, result=MISDEAL if told.is_poker else PASSED_OUT)


def traded(told: Told, move: Move) -> Told:
    """The farmer's hand, and the pass that goes with it (EU-15)."""
    return passed(replace(told, traded=str(move["player"])), move)


def ordered(told: Told, move: Move) -> Told:
    """The turned suit is trump."""
    return replace(
        told,
        maker=str(move["player"]),
        trump=told.turned,
        call=FIRST_ROUND if told.turned else 0,
        alone="alone" in move,
    )


def named(told: Told, move: Move) -> Told:
    """Another suit is trump, or in buck none."""
    trump = str(move["trump"])
    return replace(told, maker=str(move["player"]), trump=trump, call=SECOND_ROUND, alone="alone" in move)


def defends(told: Told, move: Move) -> Told:
    """A lone defender (EU-13)."""
    return replace(told, lone_defender=str(move["player"]))


def may_tell_made(told: Told) -> bool:
    """Whether maker or trump can still be named outright."""
    return not told.clubs_turned and not (told.maker and told.trump) and not no_hand(told)


def tell_made(told: Told, move: Move) -> Told:
    """Maker and trump named outright, without the calling; raises Refusal."""
    maker, trump = str(move.get("maker", "")), str(move.get("trump", ""))
    _refuse_twice("maker", maker, told.maker)
    _refuse_twice("trump", trump, told.trump)
    if not maker and not told.maker and (not trump or t.NAMING not in told.past):
        raise Refusal("maker", "expected a maker, got nothing")
    if told.turned and trump == told.turned and len(told.passed) >= len(told.order):
        raise Refusal("trump", "expected another suit, got " + trump + ": " + _why_not_named(told, trump))
    if maker and maker not in _makers(told):
        raise Refusal("maker", "expected " + one_of(_makers(told)) + ", got “" + maker + "”")
    if trump and trump not in CARD_GAMES[told.game].trumps:
        raise Refusal("trump", "expected " + one_of(told.trumps) + ", got “" + trump + "”")
    alone = "alone" in move
    if alone and (told.game != t.PARTNERSHIP or not maker or told.tricks):
        raise Refusal("alone", "expected it of a maker in partnership, before the play (EU-09)")
    told = replace(told, maker=maker or told.maker, trump=trump or told.trump, alone=alone or told.alone)
    if told.call or not told.turned or not told.maker or not told.trump:
        return told
    return replace(told, call=FIRST_ROUND if told.trump == told.turned else SECOND_ROUND)


def _refuse_twice(field: str, value: str, before: str) -> None:
    if value and before:
        raise Refusal(field, "expected nothing new, for it is " + before + ", got “" + value + "”")


def _makers(told: Told) -> tuple[str, ...]:
    """Who may have made trump: in buck not who dropped (BU-08)."""
    if told.game == t.BUCK and told.choices:
        return tuple(name for name in told.order if told.choices.get(name) != "drop")
    return told.order
