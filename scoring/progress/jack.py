"""Drawing the first dealer: cards are dealt round face up until a player gets a Jack (PE-03)."""

from collections.abc import Sequence

from .. import shape
from ..cards import parse_card
from ..refusal import Refusal
from ..table import Names


def first_dealer(seats: Names, first: str, jack: int) -> str:
    """The first dealer, when the first Jack is card number *jack*, from 1.

    *seats* are clockwise, *first* gets the first card. Raises Refusal of ``player`` or ``cards``.
    """
    shape.name({"player": first}, "player", seats)
    if type(jack) is not int or jack < 1:
        raise Refusal("first-jack", "cards")
    return seats[(seats.index(first) + jack - 1) % len(seats)]


def first_jack(cards: Sequence[object]) -> int:
    """The number of the first Jack, from 1, in *cards* such as ``AS``, in the order dealt.

    Raises Refusal of ``cards`` for an invalid card, or without a Jack.
    """
    for place, card in enumerate(cards, 1):
        if parse_card(card, "cards").rank == "J":
            return place
    raise Refusal("no-jack", "cards")
