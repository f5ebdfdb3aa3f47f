"""The deal of a game by its name: cards for each player, kitty, batches, and the order of turns."""

from .packs import Deal
from .poker import cards_each
from .table import turn_order
from .variants import VARIANTS

__all__ = ["Deal", "cards_each", "deal_for", "turn_order"]


def deal_for(variant: str, players: int, jokers: bool = False) -> Deal:
    """The deal of *variant* for so many players.

    *jokers*: Poker-Euchre's option. Raises Refusal of ``players`` for a number that the game doesn't allow.
    """
    game = VARIANTS[variant]
    return game.deal_for(players, {**game.standard_options, "jokers": jokers})
