"""How the hand form of Euchre, two against two is filled in."""

from tests.entering import Entry, Fields, Seats, ticks
from tests.games import UsualHand

USUAL = UsualHand(
    4,
    {"maker": 1, "trump": "hearts", "tricks": 5},
    4,
    {"maker": "Bo", "tricks": {"Bo & Dee": 5, "Ann & Cy": 0}},
)
HALF: Fields = {"maker": "1", "trump": "hearts", "alone": "on"}
WHOLE: Fields = {"tricks": "5"}


def fields(entry: Entry, at: Seats, options: Entry) -> Fields:
    """The makers' tricks; the others' follow."""
    if "tricks" not in entry:
        return {}
    team = " & ".join(at[at.index(entry["maker"]) % 2 :: 2])
    said = {"alone": "on"} if entry.get("alone") else {}
    said |= ticks("defended", at, [entry["defended_alone"]] if "defended_alone" in entry else [])
    return said | {"tricks": str(entry["tricks"].get(team, 0))}
