"""How the hand form of Three-Handed Euchre is filled in."""

from tests.entering import Fields
from tests.games import UsualHand
from tests.games.countdown import fields

__all__ = ["HALF", "USUAL", "WHOLE", "fields"]

__all__ = ["HALF", "USUAL", "WHOLE", "fields"]

USUAL = UsualHand(
    3,
    {"maker": 0, "trump": "spades", "tricks-0": 3, "tricks-1": "drop", "tricks-2": 2},
    6,
    {"choices": {"Bo": "drop"}, "tricks": {"Ann": 3, "Cy": 2}},
)
HALF: Fields = {"maker": "1", "trump": "hearts", "switch": "0", "tricks-1": "3"}
WHOLE: Fields = {"tricks-0": "2", "tricks-2": "drop"}
