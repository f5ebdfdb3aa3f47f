"""Benny to 21 as its rules say it, for the sample games: nothing here comes from ``scoring``."""

from collections.abc import Mapping, Sequence
from typing import Any

GOAL, USUAL, DOWN = "up_to", 11, False


def sides(players: Sequence[str]) -> list[str]:
    """Partners face each other."""
    return [" & ".join(players[::2]), " & ".join(players[1::2])]


def change(players: Sequence[str], entry: Mapping[str, Any]) -> dict[str, int]:
    """What a played hand brings (BN-07 to BN-09)."""
    makers, others = sides(players)[:: 1 if players.index(entry["maker"]) % 2 == 0 else -1]
    taken = entry["tricks"].get(makers, 0)
    return {makers: 2 if taken == 5 else 1} if taken > 2 else {others: 2}
