"""Types of the entries of a ``bower.game/1`` record, one for each kind of entry and for each game's hands.

Written by ``make generated`` from the fields that the games declare; not for editing. A type doesn't hold
every rule: ``step`` and ``replay`` check entries of any type.
"""

from typing import Literal, NotRequired, TypedDict


class PartnershipHand(TypedDict):
    """A played hand of Euchre."""

    kind: Literal["hand"]
    maker: str
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs"]]
    tricks: dict[str, int]
    alone: NotRequired[bool]
    defended_alone: NotRequired[str]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class KingCutthroatShowdown(TypedDict):
    """The object in a field ``showdown``."""

    winner: NotRequired[str]
    tricks: NotRequired[dict[str, int]]
    kings: NotRequired[list[str]]


class KingCutthroatHand(TypedDict):
    """A played hand of King Cut-Throat Euchre."""

    kind: Literal["hand"]
    maker: str
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs"]]
    tricks: dict[str, int]
    kings: NotRequired[list[str]]
    showdown: NotRequired[KingCutthroatShowdown]
    thrown_in: NotRequired[bool]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class ThreeHandedHand(TypedDict):
    """A played hand of Three-Handed Euchre."""

    kind: Literal["hand"]
    maker: NotRequired[str]
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs"]]
    tricks: NotRequired[dict[str, int]]
    choices: NotRequired[dict[str, Literal["stay", "drop", "switch"]]]
    nine_of_clubs: NotRequired[bool]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class BuckHand(TypedDict):
    """A played hand of Buck Euchre."""

    kind: Literal["hand"]
    maker: NotRequired[str]
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs", "no-trump"]]
    tricks: NotRequired[dict[str, int]]
    choices: NotRequired[dict[str, Literal["stay", "drop"]]]
    turned_club: NotRequired[bool]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class PokerChipsBetting(TypedDict):
    """The object in a field ``betting``."""

    player: str
    action: Literal["check", "bet", "call", "raise", "fold"]
    chips: NotRequired[int]


class PokerChipsHand(TypedDict):
    """A played hand of Poker-Euchre, chips."""

    kind: Literal["hand"]
    maker: NotRequired[str]
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs"]]
    tricks: NotRequired[dict[str, int]]
    reneged: NotRequired[list[str]]
    cards: NotRequired[dict[str, int]]
    away: NotRequired[list[str]]
    betting: NotRequired[list[PokerChipsBetting]]
    bets: NotRequired[dict[str, int]]
    folded: NotRequired[list[str]]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class PokerPointsHand(TypedDict):
    """A played hand of Poker-Euchre, points."""

    kind: Literal["hand"]
    maker: str
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs"]]
    tricks: dict[str, int]
    reneged: NotRequired[list[str]]
    cards: NotRequired[dict[str, int]]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class BidEuchreHand(TypedDict):
    """A played hand of Bid Euchre."""

    kind: Literal["hand"]
    maker: str
    trump: NotRequired[Literal["spades", "hearts", "diamonds", "clubs", "no-trump"]]
    bid: int
    tricks: dict[str, int]
    alone: NotRequired[bool]
    dealer: NotRequired[str]
    result: NotRequired[Literal["played"]]
    note: NotRequired[str]


class UnplayedHand(TypedDict):
    """A deal that came to nothing."""

    kind: Literal["hand"]
    dealer: NotRequired[str]
    result: Literal["passed-out", "misdeal", "redeal"]
    note: NotRequired[str]


class Adjust(TypedDict):
    """An adjustment."""

    kind: Literal["adjust"]
    player: str
    points: int
    reason: str
    note: NotRequired[str]


class Rules(TypedDict):
    """A change of house rules."""

    kind: Literal["rules"]
    options: dict[str, int | bool | str]
    note: NotRequired[str]


class BuyIn(TypedDict):
    """A buy-in."""

    kind: Literal["buy-in"]
    player: str
    chips: int
    on_credit: NotRequired[bool]
    note: NotRequired[str]


class CashOut(TypedDict):
    """A cash-out."""

    kind: Literal["cash-out"]
    player: str
    note: NotRequired[str]


class Join(TypedDict):
    """A new seat."""

    kind: Literal["join"]
    player: str
    left_of: str
    note: NotRequired[str]


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
"""A transfer."""


class End(TypedDict):
    """The end of the game."""

    kind: Literal["end"]
    note: NotRequired[str]


Entry = (
    PartnershipHand
    | KingCutthroatHand
    | ThreeHandedHand
    | BuckHand
    | PokerChipsHand
    | PokerPointsHand
    | BidEuchreHand
    | UnplayedHand
    | Adjust
    | Rules
    | BuyIn
    | CashOut
    | Join
    | Transfer
    | End
)
