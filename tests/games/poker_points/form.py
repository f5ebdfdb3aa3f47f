"""How the hand form of Poker-Euchre for points is filled in."""

from tests.entering import Entry, Fields, Seats, by_seat, cards, renege
from tests.games import UsualHand

USUAL = UsualHand(
    3,
    {"maker": 1, "trump": "clubs", "tricks-0": 7, "tricks-1": 5},
    5,
    {"tricks": {"Ann": 7, "Bo": 5, "Cy": 4}},
)
HALF: Fields = {"maker": "1", "trump": "hearts", "tricks-1": "6"}
WHOLE: Fields = {"tricks-0": "6"}


def fields(entry: Entry, at: Seats) -> Fields:
    return renege(entry, at) | by_seat("tricks", at, entry.get("tricks", {})) | cards(entry, at)
