"""How the hand form of Benny to 21 is filled in."""

from tests.entering import Entry, Fields, Seats
from tests.games import UsualHand

USUAL = UsualHand(
    4,
    {"maker": 1, "trump": "hearts", "tricks": 5},
    4,
    {"maker": "Bo", "tricks": {"Bo & Dee": 5, "Ann & Cy": 0}},
)
HALF: Fields = {"maker": "1", "trump": "hearts"}
WHOLE: Fields = {"tricks": "5"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """The makers' tricks; the others' follow."""
    if "tricks" not in entry:
        return {}
    team = " & ".join(at[at.index(entry["maker"]) % 2 :: 2])
    return {"tricks": str(entry["tricks"].get(team, 0))}
