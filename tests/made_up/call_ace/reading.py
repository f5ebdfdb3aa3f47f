"""Call-Ace as its rules say it, for the sample games: nothing here comes from ``scoring``."""

from collections.abc import Mapping, Sequence
from typing import Any

GOAL, USUAL, DOWN = "begin", 10, True


def sides(players: Sequence[str]) -> list[str]:
    """Everyone is alone but for one hand."""
    return list(players)


def change(players: Sequence[str], entry: Mapping[str, Any]) -> dict[str, int]:
    """What a played hand brings (CA-07 to CA-09)."""
    makers = {entry["maker"], entry["partner"]}
    taken = sum(entry["tricks"].get(name, 0) for name in makers)
    if taken < 3:
        return {name: -2 for name in players if name not in makers}
    return {name: -2 if taken == 5 else -1 for name in players if name in makers}
