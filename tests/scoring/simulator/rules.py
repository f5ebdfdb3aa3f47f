"""How cards rank, follow and win, written from the rulebook and from nothing else.

A card is text such as "JH"; a Joker is "Joker". Nothing here comes from ``scoring``.
"""

from typing import NamedTuple

LETTERS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
PARTNER = {"S": "C", "C": "S", "H": "D", "D": "H"}
LONG = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
JOKER = "Joker"


class Ranking(NamedTuple):
    """For one trump: the suit each card counts as, and its strength in that suit; the trump suit, or ""."""

    suit: dict[str, str]
    strength: dict[str, int]
    trump: str


class Game(NamedTuple):
    """One game: its ranks, what may be trump, cards beside the suits, whether Jokers are wild."""

    ranks: list[str]
    trumps: list[str]
    extra: list[str]
    wild: bool

    @property
    def pack(self) -> list[str]:
        """Every card once; Poker-Euchre's two Jokers are added where a table plays with them."""
        return [rank + suit for suit in "SHDC" for rank in self.ranks] + self.extra


SUITS = list(LETTERS)


def ranking(game: Game, trump: str) -> Ranking:
    """What every card of a game counts as under one trump."""
    letter = LETTERS.get(trump, "")
    suit = {card: card[-1] for card in game.pack if card != JOKER}
    strength = {card: -LONG.index(card[:-1]) for card in suit}
    if letter:
        left = "J" + PARTNER[letter]
        suit[left] = letter
        strength[left], strength["J" + letter] = 1, 2
        for card in game.extra:
            suit[card] = letter
            strength[card] = 3 if card == JOKER else -99
    return Ranking(suit, strength, letter)


def led(rank: Ranking, trick: list[str]) -> str:
    """The suit to follow; Jokers set none (PE-02)."""
    for card in trick:
        if card in rank.suit:
            return rank.suit[card]
    return ""


def legal(rank: Ranking, hand: list[str], trick: list[str], last: bool) -> list[str]:
    """What may be played, in the order of the hand, equal Jokers once (ALL-04, PE-02)."""
    suit = led(rank, trick)
    follow = [card for card in hand if suit and rank.suit.get(card) == suit]
    if follow:
        return follow
    others = [card for card in hand if card in rank.suit]
    wild_allowed = last or (bool(trick) and JOKER not in trick)
    if others and not wild_allowed:
        return others
    return [card for place, card in enumerate(hand) if card not in hand[:place]]


def taker(rank: Ranking, trick: list[str]) -> int | None:
    """The place of the card that takes the trick, from 1; None when only Jokers fell (ALL-04, PE-02)."""
    wild = [place for place, card in enumerate(trick, 1) if card not in rank.suit]
    if len(wild) == 1:
        return wild[0]
    suit, best, won = led(rank, trick), None, None
    for place, card in enumerate(trick, 1):
        if card not in rank.suit or rank.suit[card] not in (suit, rank.trump):
            continue
        value = (rank.suit[card] == rank.trump, rank.strength[card])
        if best is None or value > best:
            best, won = value, place
    return won
