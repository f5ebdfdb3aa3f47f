"""The kinds of entries of a record and their fields, beside those of a played hand."""

from . import ledger
from .fields import FLAG, NOTE, PLAYER, SIDE, Chosen, Field, Kind, Player, Text, Whole, Word
from .shape import REASON_LENGTH
from .table import MISDEAL, PASSED_OUT, PLAYED, REDEAL

RESULTS = (PLAYED, PASSED_OUT, MISDEAL, REDEAL)
CHIPS = Field("chips", Whole(1), ledger.BUY_IN_RULE, "Chips", needed=True)
REASON = Field("reason", Text(REASON_LENGTH, 1), "ALL-05", "Reason", needed=True)
WHO = Field("player", PLAYER, ledger.BUY_IN_RULE, "Player", needed=True)

HAND = Kind(
    "hand",
    "Hand",
    "a hand",
    (Field("dealer", PLAYER, "ALL-01", "Dealer"), Field("result", Word(RESULTS), label="Result"), NOTE),
)
"""A hand; a played one has the game's own fields as well."""

ADJUST = Kind(
    "adjust",
    "Adjustment",
    "an adjustment",
    (
        Field("player", SIDE, "ALL-05", "Player", needed=True),
        Field("points", Whole(None), "ALL-05", "Points", needed=True),
        REASON,
        NOTE,
    ),
)
RULES = Kind(
    "rules",
    "House rules",
    "a change of house rules",
    (Field("options", Chosen(), "ALL-06", "House rules", needed=True), NOTE),
    between_hands=True,
)
"""House rules that hold from the next entry on (ALL-06)."""

BUY_IN = Kind(
    "buy-in",
    "Buy-in",
    "a buy-in",
    (WHO, CHIPS, Field("on_credit", FLAG, ledger.BUY_IN_RULE, "On credit"), NOTE),
    between_hands=True,
)
CASH_OUT = Kind("cash-out", "Cash-out", "a cash-out", (WHO, NOTE), between_hands=True)
JOIN = Kind(
    "join",
    "New player",
    "a new seat",
    (
        Field("player", Player(new=True), ledger.BUY_IN_RULE, "Player", needed=True),
        Field("left_of", PLAYER, ledger.BUY_IN_RULE, "Left of", needed=True),
        NOTE,
    ),
    between_hands=True,
)
TRANSFER = Kind(
    "transfer",
    "Transfer",
    "a transfer",
    (
        Field("from", Player(pot=True), "ALL-05", "From", needed=True),
        Field("to", Player(pot=True), "ALL-05", "To", needed=True),
        CHIPS,
        REASON,
        NOTE,
    ),
)
END = Kind("end", "Pot shared", "the end of the game", (NOTE,), between_hands=True)

POINTS_KINDS = (HAND, ADJUST, RULES)
BANK_KINDS = (HAND, BUY_IN, CASH_OUT, JOIN, TRANSFER, END, RULES)
KINDS = {kind.name: kind for kind in (*POINTS_KINDS, *BANK_KINDS)}
