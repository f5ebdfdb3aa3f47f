"""An evening of Buck Euchre, and a hand of it followed card by card."""

from tests.games.entries import FOUR, Entry, Record, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "buck",
    "players": ["Ann", "Bo", "Cy", "Dee"],
    "dealer": "Ann",
    "entries": [
        hand("Ann", "spades", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop", "Dee": "drop"}),
        hand(turned_club=True, tricks={"Ann": 1, "Bo": 2, "Cy": 2, "Dee": 0}),
        hand("Bo", "no-trump", tricks={"Bo": 2, "Cy": 3}, choices={"Ann": "drop", "Dee": "drop"}),
        hand(result="passed-out"),
        {"kind": "adjust", "player": "Dee", "points": -2, "reason": "miscounted"},
        hand("Cy", "hearts", tricks={"Cy": 5, "Dee": 0}, choices={"Ann": "drop", "Bo": "drop"}),
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 2
ENOUGH = 5

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FOUR}
MOVES = """
turned diamonds; pass Bo; pass Cy; pass Dee; pass Ann; name Bo no-trump
stay Cy; drop Dee; stay Ann; trick Bo x 3; trick Cy; trick Ann
"""
ENTRY: Entry = {
    **{"maker": "Bo", "trump": "no-trump", "choices": {"Dee": "drop"}},
    "tricks": {"Bo": 3, "Cy": 1, "Ann": 1},
}
