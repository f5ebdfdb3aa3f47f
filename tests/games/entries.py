"""Entries written short, and who sits at the tables of the tests."""

from collections.abc import Sequence
from typing import Any

Record = dict[str, Any]
Entry = dict[str, Any]

SUITS = ("spades", "hearts", "diamonds", "clubs")
FOUR, THREE = ["Ann", "Bo", "Cy", "Dee"], ["Ann", "Bo", "Cy"]


def hand(maker: str = "", trump: str = "", **said: Any) -> Entry:
    called = {name: value for name, value in (("maker", maker), ("trump", trump)) if value}
    return {"kind": "hand", **called, **said}


def acts(text: str) -> list[Entry]:
    """ "Bo check, Cy bet 5, Ann fold" as the record holds it."""
    told = [action.split() for action in text.split(", ")]
    return [
        {"player": who, "action": what, **({"chips": int(chips[0])} if chips else {})}
        for who, what, *chips in told
    ]


def bought(player: str, chips: int, **said: Any) -> Entry:
    return {"kind": "buy-in", "player": player, "chips": chips, **said}


def shared(order: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    """So many for the first, the second and so on."""
    return dict(zip(order, numbers, strict=False))
