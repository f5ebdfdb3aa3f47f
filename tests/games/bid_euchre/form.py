"""How the hand form of Bid Euchre is filled in."""

from tests.entering import Entry, Fields, Seats
from tests.games import UsualHand

USUAL = UsualHand(
    4,
    {"maker": 1, "bid": 4, "trump": "hearts", "tricks": 5},
    5,
    {"maker": "Bo", "bid": 4, "tricks": {"Bo & Dee": 5, "Ann & Cy": 1}},
)
HALF: Fields = {"maker": "1", "bid": "alone", "trump": "hearts"}
WHOLE: Fields = {"tricks": "6"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """The bid, which may be to play alone, and the makers' tricks; the others' follow."""
    if "tricks" not in entry:
        return {}
    team = " & ".join(at[at.index(entry["maker"]) % 2 :: 2])
    bid = "alone" if entry.get("alone") else str(entry["bid"])
    return {"bid": bid, "tricks": str(entry["tricks"].get(team, 0))}
