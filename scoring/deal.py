"""The deal: how many cards each, in which batches, what stays over, and who deals, asks and plays when."""

from dataclasses import dataclass

from .cards import CARD_GAMES, pack
from .refusal import Refusal, expected
from .shape import one_of

POKER_CARDS_IN_PLAY = 50
POKER_THREE_WITH_JOKERS = 17
POKER_PLAYERS = range(2, 13)


@dataclass(frozen=True)
class Deal:
    """One game's deal.

    ``cards``: dealt to each player; ``kitty``: cards that stay over, the one turned up among them; ``spare``:
    cards of a hand dealt for nobody; ``batches``: how it is dealt, in words; ``rule``: the rule's id.
    """

    cards: int
    kitty: int
    spare: int
    batches: str
    rule: str


# By the number of players.
DEALS = {
    "partnership": {4: Deal(5, 4, 0, "in batches of two and three; the next card is turned up", "EU-02")},
    "buck": {4: Deal(5, 4, 0, "in batches of two and three; the next card is turned up", "BU-03")},
    "three-handed": {
        3: Deal(5, 1, 5, "five each and a spare hand, face down; the last is turned up", "TH-02"),
    },
    "king-cutthroat": {
        2: Deal(
            10,
            3,
            10,
            "three each, three to the kitty, four each, three each; a third hand for nobody",
            "KC-02",
        ),
        3: Deal(10, 3, 0, "three each, three to the kitty, four each, three each", "KC-02"),
    },
}
POKER_BATCHES = "one card at a time; or round until five are left, then evened out"


def cards_each(players: int, jokers: bool = False) -> int:
    """Cards each in Poker-Euchre for the number of *players* dealt in (PE-04).

    Raises Refusal of ``players`` for fewer than 2 or more than 12.
    """
    if type(players) is not int or players not in POKER_PLAYERS:
        raise expected("players", "2 to 12 players dealt in", players)
    if jokers and players == 3:
        return POKER_THREE_WITH_JOKERS
    return POKER_CARDS_IN_PLAY // players


def deal_for(variant: str, players: int, jokers: bool = False) -> Deal:
    """How *variant* is dealt to that many players (EU-02, BU-03, TH-02, KC-02, PE-04).

    *jokers* is Poker-Euchre's option. Raises Refusal of ``players`` for a number that cannot play it.
    """
    if CARD_GAMES[variant].wild_jokers:
        each = cards_each(players, jokers)
        return Deal(each, len(pack(variant, jokers)) - each * players, 0, POKER_BATCHES, "PE-04")
    deals = DEALS[variant]
    if type(players) is not int or players not in deals:
        raise expected("players", one_of([str(number) for number in deals]) + " players", players)
    return deals[players]


def turn_order(seats: tuple[str, ...], dealer: str) -> tuple[str, ...]:
    """Who is asked, bets, pays and plays in turn: clockwise from the dealer's left, the dealer last.

    *seats* are clockwise (ALL-01). Raises Refusal of ``dealer`` for somebody who does not sit there.
    """
    if dealer not in seats:
        raise Refusal("dealer", "expected " + one_of(seats) + ", got " + dealer)
    left = seats.index(dealer) + 1
    return seats[left:] + seats[:left]
