"""How the hand form of Buck Euchre is filled in."""

from tests.entering import Fields
from tests.games import UsualHand
from tests.games.countdown import fields

__all__ = ["HALF", "USUAL", "WHOLE", "fields"]

__all__ = ["HALF", "USUAL", "WHOLE", "fields"]

USUAL = UsualHand(
    4,
    {"maker": 2, "trump": "diamonds", "tricks-0": 2, "tricks-1": "drop", "tricks-2": 3, "tricks-3": 0},
    7,
    {"choices": {"Bo": "drop"}, "tricks": {"Ann": 2, "Cy": 3, "Dee": 0}},
)
HALF: Fields = {"maker": "1", "trump": "no-trump", "tricks-1": "3", "tricks-2": "drop"}
WHOLE: Fields = {"tricks-0": "2", "tricks-3": "0"}
