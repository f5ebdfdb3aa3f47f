"""How the hand form of Poker-Euchre for points is filled in."""

from tests.entering import Entry, Fields, Seats, by_seat, cards, renege, with_zeros
from tests.games import UsualHand

USUAL = UsualHand(
    3,
    {"maker": 1, "trump": "clubs", "tricks-0": 7, "tricks-1": 5},
    5,
    {"tricks": {"Ann": 7, "Bo": 5, "Cy": 4}},
)
HALF: Fields = {"maker": "1", "trump": "hearts", "tricks-1": "6"}
WHOLE: Fields = {"tricks-0": "6"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """Tricks of everyone who did not renege, and after a renege the cards."""
    taken = {name: count for name, count in with_zeros(entry, at).items() if "reneged" in entry or count}
    out = entry.get("reneged", [])
    tricks = {name: count for name, count in taken.items() if name not in out}
    return renege(entry, at) | by_seat("tricks", at, tricks) | cards(entry, at)
