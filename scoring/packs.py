"""Cards, packs, deals and turned cards as values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .refusal import Refusal
from .shape import one_of

SUITS = ("spades", "hearts", "diamonds", "clubs")
NO_TRUMP = "no-trump"
# From high to low, in a suit that is not trump.
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@dataclass(frozen=True)
class Card:
    """One card. A Joker has the rank ``Joker`` and no suit (``""``); two Jokers are equal."""

    rank: str
    suit: str


JOKER = Card("Joker", "")
NINE_OF_CLUBS = Card("9", "clubs")


@dataclass(frozen=True)
class Pack:
    """The cards of one game and how they rank.

    ranks: from high to low, in a suit that is not trump. rank_rule: id of the rule that ranks the trumps.
    words: the cards, for a message. best_bower, lowest_trump: cards above and below all other trumps, trump
    whatever is trump. counting_rule: id of the rule that makes those cards trump. wild_jokers: how many
    Jokers may be added that belong to no suit. joker_rule: id of the rule of those Jokers. joker: what a
    Joker is called. no_trump_rule: id of the rule that allows no trump; "": the game has none.
    """

    ranks: tuple[str, ...]
    rank_rule: str
    words: str
    best_bower: tuple[Card, ...] = ()
    lowest_trump: tuple[Card, ...] = ()
    counting_rule: str = ""
    wild_jokers: int = 0
    joker_rule: str = ""
    joker: str = JOKER.rank
    no_trump_rule: str = ""

    @property
    def trumps(self) -> tuple[str, ...]:
        """Allowed trumps: the suits, and no-trump where the game has it."""
        return (*SUITS, NO_TRUMP) if self.no_trump_rule else SUITS

    @property
    def size(self) -> int:
        """Number of cards without wild Jokers."""
        return len(SUITS) * len(self.ranks) + len(self.best_bower) + len(self.lowest_trump)

    def cards(self, jokers: bool = False) -> tuple[Card, ...]:
        """Every card, by suit from high to low; with the wild Jokers if *jokers*."""
        plain = tuple(Card(rank, suit) for suit in SUITS for rank in self.ranks)
        added = (JOKER,) * self.wild_jokers if jokers else ()
        return plain + self.lowest_trump + self.best_bower + added


@dataclass(frozen=True)
class Deal:
    """One game's deal.

    cards: dealt to each player. kitty: cards that stay over, the one turned up among them. spare: cards of a
    hand dealt for nobody. batches: how it is dealt, in words. rule: id of its rule.
    """

    cards: int
    kitty: int
    spare: int
    batches: str
    rule: str


@dataclass(frozen=True)
class TurnUp:
    """The card that is turned up before the calling: which one, in words, and the rule's id."""

    card: str
    rule: str


Options = Mapping[str, int | bool | str]
Deals = Callable[[int, Options], Deal]


def fixed_deals(by_players: Mapping[int, Deal]) -> Deals:
    """A function from players and options to their deal, for a game whose options don't change it.

    The function raises Refusal of ``players`` for a number that is not listed.
    """

    def deal(players: int, options: Options) -> Deal:
        if type(players) is not int or players not in by_players:
            seats = one_of([str(number) for number in by_players])
            raise Refusal("players-dealt", "players", choices=seats)
        return by_players[players]

    return deal
