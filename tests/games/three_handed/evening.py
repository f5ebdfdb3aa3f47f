"""An evening of Three-Handed Euchre, and a hand of it followed card by card."""

from tests.games.entries import THREE, Entry, Record, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "three-handed",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Cy",
    "options": {"start": 12},
    "entries": [
        hand("Ann", "spades", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop"}),
        hand("Bo", "hearts", tricks={"Ann": 1, "Bo": 3, "Cy": 1}, choices={"Cy": "switch"}),
        hand("Cy", "diamonds", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop"}),
        hand(nine_of_clubs=True, tricks={"Ann": 2, "Bo": 2, "Cy": 1}),
        hand("Ann", "clubs", tricks={"Ann": 4, "Bo": 1, "Cy": 0}),
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 2
ENOUGH = 4

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": THREE}
MOVES = """
turned 9C; trick Bo x 2; trick Ann x 3
"""
ENTRY: Entry = {"nine_of_clubs": True, "tricks": {"Ann": 3, "Bo": 2}}
