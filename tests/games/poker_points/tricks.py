"""Tricks with the two Jokers (PE-02)."""

from tests.games.jokers import CHOICES, COUNTS_AS, FOLLOWING, LAST_TRICK, SUIT_ORDERS, TRICKS, WINNERS

__all__ = ["CHOICES", "COUNTS_AS", "FOLLOWING", "LAST_TRICK", "SUIT_ORDERS", "TRICKS", "WINNERS"]
