"""An evening of Bid Euchre, and a hand of it followed card by card."""

from tests.games.entries import FOUR, Entry, Record, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "bid-euchre",
    "title": "Tuesday",
    "players": ["Ann", "Bo", "Cy", "Dee"],
    "dealer": "Dee",
    "options": {"target": 20},
    "entries": [
        hand("Ann", "spades", bid=4, tricks={"Ann & Cy": 5, "Bo & Dee": 1}),
        hand("Bo", "no-trump", bid=3, tricks={"Ann & Cy": 4, "Bo & Dee": 2}),
        hand(result="passed-out"),
        hand("Dee", "clubs", bid=6, alone=True, tricks={"Bo & Dee": 6, "Ann & Cy": 0}),
        hand(result="redeal", note="seven cards"),
        hand("Cy", "diamonds", bid=6, alone=True, tricks={"Ann & Cy": 5, "Bo & Dee": 1}),
        {"kind": "adjust", "player": "Bo & Dee", "points": 8, "reason": "miscounted"},
        hand("Ann", "hearts", bid=2, tricks={"Ann & Cy": 2, "Bo & Dee": 4}),
        hand("Bo", "spades", bid=5, tricks={"Ann & Cy": 0, "Bo & Dee": 6}),
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 2
ENOUGH = 6

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FOUR}
MOVES = """
dealt; pass Bo; bid Cy 3; pass Dee; bid Ann 4; name Ann no-trump; trick Ann x 4; trick Bo; trick Cy
"""
ENTRY: Entry = {
    **{"maker": "Ann", "trump": "no-trump", "bid": 4},
    "tricks": {"Ann & Cy": 5, "Bo & Dee": 1},
}
