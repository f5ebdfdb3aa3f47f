"""Cards for pages, and their ranking under each trump."""

from dataclasses import dataclass

from scoring.cards import (
    CARD_GAMES,
    JOKER,
    NO_TRUMP,
    SAME_COLOR,
    SUITS,
    Card,
    effective_suit,
    name_card,
    suit_order,
    trump_order,
)

RED = ("hearts", "diamonds")


@dataclass(frozen=True)
class Drawn:
    """One card: its print, its name in words, and its name in this hand ("" if it is the same)."""

    rank: str
    suit: str
    name: str
    called: str = ""

    @property
    def red(self) -> bool:
        """Whether it is printed in red."""
        return self.suit in RED


@dataclass(frozen=True)
class Order:
    """Cards from high to low: those of one suit, of trump, or the Jokers that belong to no suit."""

    suit: str
    trump: bool
    cards: tuple[Drawn, ...]


def drawn(card: Card, called: str = "") -> Drawn:
    """The card as a page draws it."""
    return Drawn(card.rank, card.suit, name_card(card), called)


def orders(variant: str, trump: str, jokers: bool = False) -> tuple[Order, ...]:
    """Rankings of all cards, trump first; with the wild Jokers before all if *jokers* (PE-02)."""
    beside = (Order("", False, (drawn(JOKER), drawn(JOKER))),) if jokers else ()
    suits = sorted(SUITS, key=lambda suit: (suit != trump, SUITS.index(suit)))
    return beside + tuple(
        Order(
            suit,
            suit == trump,
            tuple(drawn(card, _called(variant, trump, card)) for card in suit_order(variant, trump, suit)),
        )
        for suit in suits
    )


def _called(variant: str, trump: str, card: Card) -> str:
    """The name of a card only while this is trump (EU-01, KC-01, TH-13); "" for most."""
    if card in CARD_GAMES[variant].best_bower:
        return "best bower"
    if trump == NO_TRUMP or effective_suit(variant, trump, card) != trump:
        return ""
    if card.rank == "J":
        return "right bower" if card.suit == trump else "left bower"
    return "lowest trump" if card == trump_order(variant, trump)[-1] and _is_stray(variant, card) else ""


def _is_stray(variant: str, card: Card) -> bool:
    return card in CARD_GAMES[variant].lowest_trump


def lent(trump: str) -> str:
    """The suit whose Jack counts as trump; "" at no-trump (ALL-03)."""
    return SAME_COLOR.get(trump, "")


def rules(variant: str, trump: str, jokers: bool = False) -> list[str]:
    """Ids of the rules behind a ranking."""
    game = CARD_GAMES[variant]
    named = [game.rank_rule, game.counting_rule, game.joker_rule if jokers else ""]
    own = [rule for rule in dict.fromkeys(named) if rule]
    return own if trump == NO_TRUMP else [*own, "ALL-03"]
