"""How the hand form of Call-Ace is filled in."""

from tests.entering import Entry, Fields, Seats, by_seat, seat, with_zeros
from tests.games import UsualHand

USUAL = UsualHand(
    5,
    {
        "maker": 0,
        "trump": "hearts",
        "tricks-0": 3,
        "tricks-1": 0,
        "tricks-2": 0,
        "tricks-3": 0,
        "partner": 1,
    },
    8,
    {"maker": "Ann", "partner": "Bo", "tricks": {"Ann": 3, "Bo": 0, "Cy": 0, "Dee": 0, "Eli": 2}},
)
HALF: Fields = {"maker": "1", "trump": "hearts", "called": "spades", "tricks-1": "3", "partner": "2"}
WHOLE: Fields = {"tricks-0": "2"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """The Ace, everybody's tricks, the partner or nobody."""
    if "tricks" not in entry:
        return {}
    said = {"called": entry["called"]} if "called" in entry else {}
    return said | by_seat("tricks", at, with_zeros(entry, at)) | {"partner": seat(at, entry["partner"])}
