"""Types of the entries of a ``bower.game/1`` record, for programs that write them.

Nothing is checked here: ``step`` and ``replay`` check every entry, whatever its type. A name is a player's,
or a team's where two play together.
"""

from typing import Literal, NotRequired, TypedDict


class UnplayedHand(TypedDict):
    """A deal that came to nothing."""

    kind: Literal["hand"]
    result: Literal["passed-out", "misdeal", "redeal"]
    dealer: NotRequired[str]
    note: NotRequired[str]


class PlayedHand(TypedDict):
    """A hand with the fields of every game; a subclass adds those of one game.

    ``dealer``: by the rotation if missing. ``tricks`` by name; zeros may be left out.
    """

    kind: Literal["hand"]
    maker: NotRequired[str]
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs", "no-trump"]]
    tricks: NotRequired[dict[str, int]]
    result: NotRequired[Literal["played"]]
    dealer: NotRequired[str]
    note: NotRequired[str]


class Adjustment(TypedDict):
    """Points added to one score, or taken off it if below 0."""

    kind: Literal["adjust"]
    player: str
    points: int
    reason: str
    note: NotRequired[str]


class BuyIn(TypedDict):
    """Chips from the bank to a player."""

    kind: Literal["buy-in"]
    player: str
    chips: int
    on_credit: NotRequired[bool]
    note: NotRequired[str]


class CashOut(TypedDict):
    """All of a player's chips back to the bank; the player leaves."""

    kind: Literal["cash-out"]
    player: str
    note: NotRequired[str]


class Join(TypedDict):
    """A new player, in the next seat clockwise from ``left_of``."""

    kind: Literal["join"]
    player: str
    left_of: str
    note: NotRequired[str]


# Not a class, because one of its fields is a keyword.
Transfer = TypedDict(
    "Transfer",
    {
        "kind": Literal["transfer"],
        "from": str,
        "to": str,
        "chips": int,
        "reason": str,
        "note": NotRequired[str],
    },
)
"""Chips from one player or the pot to another."""


class End(TypedDict):
    """The end of a game for chips."""

    kind: Literal["end"]
    note: NotRequired[str]


Entry = UnplayedHand | PlayedHand | Adjustment | BuyIn | CashOut | Join | Transfer | End
