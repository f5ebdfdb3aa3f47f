"""An evening of Poker-Euchre for points, and a hand of it followed card by card."""

from tests.games.entries import FOUR, Entry, Record, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "poker-points",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Bo",
    "options": {"target": 30},
    "entries": [
        hand("Ann", "spades", tricks={"Ann": 6, "Bo": 6, "Cy": 4}),
        {"kind": "adjust", "player": "Ann", "points": -2, "reason": "counted twice"},
        hand("Bo", "hearts", tricks={"Ann": 5, "Bo": 5, "Cy": 6}),
        hand("Bo", "diamonds", tricks={"Bo": 13, "Cy": 12}),
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 1
ENOUGH = 2

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FOUR}
MOVES = """
turned hearts; order Bo; taken; trick Bo x 6; trick Cy x 3; trick Ann x 3
"""
ENTRY: Entry = {"maker": "Bo", "trump": "hearts", "tricks": {"Bo": 6, "Cy": 3, "Ann": 3}}
