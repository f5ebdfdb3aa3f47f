"""How the hand form of King Cut-Throat is filled in."""

from tests.entering import Entry, Fields, Seats, by_seat, in_order, seat, with_zeros
from tests.games import UsualHand

KINGS = 4
USUAL = UsualHand(
    3,
    {"maker": 1, "trump": "diamonds", "tricks-0": 2, "tricks-1": 4},
    5,
    {"tricks": {"Ann": 2, "Bo": 4, "Cy": 1}},
)
HALF: Fields = {"maker": "1", "trump": "hearts", "kings": "1 2", "tricks-0": "3"}
WHOLE: Fields = {"tricks-1": "3", "showdown": "0", "showtricks-0": "3", "showtricks-1": "1"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """The Kings in order, everybody's tricks, the showdown."""
    showdown = entry.get("showdown", {})
    said = {"result": "thrown-in"} if entry.get("thrown_in") else {}
    said |= {"all-played": "on"} if said and len(entry.get("kings", ())) < KINGS else {}
    said |= {"kings": in_order(at, entry["kings"])} if entry.get("kings") else {}
    said |= by_seat("tricks", at, with_zeros(entry, at))
    said |= {"showdown": seat(at, showdown["winner"])} if "winner" in showdown else {}
    if "tricks" in showdown:
        two = [name for name, taken in entry["tricks"].items() if taken == 3]
        said |= by_seat("showtricks", at, {**dict.fromkeys(two, 0), **showdown["tricks"]})
    return said | ({"showkings": in_order(at, showdown["kings"])} if showdown.get("kings") else {})
