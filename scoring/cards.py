"""Cards in play: the suit that a card counts as, the winner of a trick, and the cards that may be played.

``parse_card`` and ``asking`` refuse a card that no pack has; the functions on tricks expect cards of their
*pack*.
"""

from dataclasses import dataclass

from .refusal import Refusal, quoted
from .shape import misfit
from .variant import JOKER, NINE_OF_CLUBS, NO_TRUMP, RANKS, SUITS, Card, Pack

__all__ = [
    "JOKER",
    "NINE_OF_CLUBS",
    "NO_TRUMP",
    "RANKS",
    "SUITS",
    "Card",
    "Choice",
    "Pack",
    "Trick",
    "effective_suit",
    "may_play",
    "name_card",
    "parse_card",
    "suit_led",
    "suit_order",
    "trick_winner",
    "trump_order",
    "write_card",
]

SUIT_OF_LETTER = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
LETTER_OF_SUIT = {suit: letter for letter, suit in SUIT_OF_LETTER.items()}
SAME_COLOR = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}
RANK_WORDS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "9": "nine"}


@dataclass(frozen=True)
class Trick:
    """The winner of a trick.

    winner: place of the winning card, from 1; None: nobody wins it. why: in a sentence. rules: their ids.
    """

    winner: int | None
    why: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """The cards that may be played.

    cards: each once, in the order of the hand. why: in a sentence. rules: their ids.
    """

    cards: tuple[Card, ...]
    why: str
    rules: tuple[str, ...]


def parse_card(text: object, field: str | None = None) -> Card:
    """The card written as ``AS``, ``10H`` or ``Joker``. Raises Refusal of *field* for anything else."""
    if text == "Joker":
        return JOKER
    if isinstance(text, str) and text[:-1] in RANKS and text[-1] in SUIT_OF_LETTER:
        return Card(text[:-1], SUIT_OF_LETTER[text[-1]])
    if not isinstance(text, str):
        raise misfit("not-text", field, text, label="card")
    raise Refusal("not-a-card", field, got=quoted(text))


def write_card(card: Card) -> str:
    """The card as ``parse_card`` reads it."""
    if card == JOKER:
        return "Joker"
    return card.rank + LETTER_OF_SUIT[card.suit]


def name_card(card: Card, joker: str = JOKER.rank) -> str:
    """The card in words: "Jack of hearts". *joker*: what a Joker is called."""
    if card == JOKER:
        return joker
    return RANK_WORDS.get(card.rank, card.rank) + " of " + card.suit


def effective_suit(pack: Pack, trump: str, card: Card) -> str:
    """The suit that a card counts as in this hand (ALL-03).

    ``""`` for a Joker of Poker-Euchre, which belongs to none. At no-trump every card keeps its suit.
    """
    if trump == NO_TRUMP:
        return card.suit
    if card in pack.best_bower or card in pack.lowest_trump or _is_left_bower(trump, card):
        return trump
    return card.suit


def _is_left_bower(trump: str, card: Card) -> bool:
    return card.rank == "J" and trump != NO_TRUMP and card.suit == SAME_COLOR[trump]


def trump_order(pack: Pack, trump: str) -> tuple[Card, ...]:
    """The trumps from high to low; () at no-trump."""
    if trump == NO_TRUMP:
        return ()
    bowers = (Card("J", trump), Card("J", SAME_COLOR[trump]))
    others = tuple(Card(rank, trump) for rank in pack.ranks if rank != "J")
    return pack.best_bower + bowers + others + pack.lowest_trump


def suit_order(pack: Pack, trump: str, suit: str) -> tuple[Card, ...]:
    """The cards of one suit from high to low; one that is not trump lacks what counts as trump (ALL-03)."""
    if suit == trump:
        return trump_order(pack, trump)
    printed = tuple(Card(rank, suit) for rank in pack.ranks)
    return tuple(card for card in printed if effective_suit(pack, trump, card) == suit)


def suit_led(pack: Pack, trump: str, trick: tuple[Card, ...]) -> str:
    """The suit to follow: that of the first card that has one; ``""`` while there is none (PE-02)."""
    for card in trick:
        suit = effective_suit(pack, trump, card)
        if suit:
            return suit
    return ""


def trick_winner(pack: Pack, trump: str, cards: tuple[Card, ...], last_trick: bool = False) -> Trick:
    """The winner of a trick (ALL-04, PE-02).

    *cards* in the order played, at least one. *last_trick* never changes who wins: a Joker led too early, or
    a second one played by mistake, is judged like any other.
    """
    jokers = cards.count(JOKER) if pack.wild_jokers else 0
    jokers_rule = (pack.joker_rule,)
    stands = "" if last_trick or (jokers < 2 and cards[0] != JOKER) else " A played card stays."
    if jokers == 1:
        return Trick(cards.index(JOKER) + 1, "The " + pack.joker + " beats everything." + stands, jokers_rule)
    if jokers == len(cards):
        return Trick(None, "Only Jokers: they cancel out." + stands, jokers_rule)
    led = suit_led(pack, trump, cards)
    ranking = trump_order(pack, trump) + suit_order(pack, trump, led)
    best = min((card for card in cards if card in ranking), key=ranking.index)
    why = "The " + name_card(best)
    if best == JOKER:
        why = "The " + pack.joker + ", the best bower,"
    elif _is_left_bower(trump, best):
        why += ", the left bower,"
    elif best == Card("J", trump):
        why += ", the right bower,"
    own_rule = _counting_rule(pack, trump, best)
    trumps = [card for card in cards if effective_suit(pack, trump, card) == trump]
    rules: tuple[str, ...] = ("ALL-04",)
    if len(trumps) > 1:
        why, rules = why + " is the highest trump.", _each_once(pack.rank_rule, *own_rule)
    elif trumps:
        why, rules = why + " is the only trump.", ("ALL-04", *own_rule)
    elif trump == NO_TRUMP:
        why += " is the highest card of the suit led; there is no trump."
        rules = (pack.no_trump_rule, "ALL-04")
    else:
        why += " is the highest card of the suit led; nobody played a trump."
    if jokers:
        return Trick(cards.index(best) + 1, "The two Jokers cancel out. " + why + stands, jokers_rule + rules)
    return Trick(cards.index(best) + 1, why, rules)


def _counting_rule(pack: Pack, trump: str, card: Card) -> tuple[str, ...]:
    """Ids of the rule by which a card counts as another suit than the printed one; () if it doesn't."""
    if effective_suit(pack, trump, card) == card.suit:
        return ()
    return (pack.counting_rule,) if card in pack.best_bower + pack.lowest_trump else ("ALL-03",)


def _each_once(*rules: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))


def may_play(
    pack: Pack, trump: str, hand: tuple[Card, ...], trick: tuple[Card, ...], last_trick: bool = False
) -> Choice:
    """The cards of *hand* that may be played to *trick*, and why (ALL-04, PE-02).

    *trick* in the order played, empty for a lead; *hand* at least one card. Never empty: a rule that would
    leave no card to play is waived.
    """
    led = suit_led(pack, trump, trick)
    following = tuple(card for card in hand if led and effective_suit(pack, trump, card) == led)
    others = tuple(card for card in hand if card != JOKER)
    limit = _joker_limit(pack, hand, trick, last_trick)
    start = "No " + led + " in the hand" if led else "No suit was led yet"
    if not trick:
        start = "Leading to the trick"
    if following:
        allowed, why = following, led.capitalize() + " were led: follow suit."
    elif not limit:
        allowed, why = hand, start + ": any card may be played."
    elif others:
        allowed, why = others, start + ": any card but a Joker. " + limit
    else:
        allowed, why = hand, limit + " But only Jokers are left: play one."
    # Cards that count as trump against their printed suit, where that changes which cards may be played.
    asked = [card for card in trick if effective_suit(pack, trump, card)][:1]
    asked += [card for card in hand if led in (trump, card.suit)]
    misleading = [card for card in asked if led and _counting_rule(pack, trump, card)]
    notes = tuple("The " + name_card(card, pack.joker) + " counts as a trump." for card in misleading)
    rules = tuple(rule for card in misleading for rule in _counting_rule(pack, trump, card))
    if pack.wild_jokers and JOKER in hand + trick:
        rules += (pack.joker_rule,)
    return Choice(tuple(dict.fromkeys(allowed)), " ".join((why, *notes)), _each_once(*rules, "ALL-04"))


def _joker_limit(pack: Pack, hand: tuple[Card, ...], trick: tuple[Card, ...], last_trick: bool) -> str:
    """Why a Joker may not be played from a hand that need not follow; ``""`` if it may (PE-02)."""
    if not pack.wild_jokers or JOKER not in hand or last_trick:
        return ""
    if not trick:
        return "Lead a Joker only to the last trick."
    return "There is a Joker in the trick." if JOKER in trick else ""
