"""An evening of King Cut-Throat, and a hand of it followed card by card."""

from tests.games.entries import THREE, Entry, Record, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "king-cutthroat",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Bo",
    "entries": [
        hand("Bo", "spades", tricks={"Ann": 3, "Bo": 3, "Cy": 1}, kings=["Bo"], showdown={"winner": "Bo"}),
        hand("Cy", "hearts", tricks={"Ann": 1, "Bo": 2, "Cy": 4}, kings=["Ann", "Cy"]),
        hand("Ann", "clubs", tricks={"Ann": 7, "Bo": 0, "Cy": 0}, kings=["Ann", "Ann"]),
        hand("Bo", "diamonds", tricks={"Ann": 0, "Bo": 5, "Cy": 1}, kings=["Bo"], thrown_in=True),
        hand(
            "Cy",
            "spades",
            tricks={"Ann": 3, "Bo": 1, "Cy": 3},
            kings=["Ann"],
            showdown={"winner": "Ann", "tricks": {"Ann": 3, "Cy": 1}, "kings": ["Ann"]},
        ),
        hand("Bo", "hearts", tricks={"Ann": 2, "Bo": 1, "Cy": 0}, kings=["Bo", "Ann", "Ann"]),
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 2
ENOUGH = 5

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": THREE}
MOVES = """
turned hearts; pass Bo; pass Cy; pass Ann; name Bo spades; taken
trick Bo king; trick Cy; trick Bo; trick Cy; trick Ann; trick Bo; trick Cy
trick Bo; trick Cy king; trick Bo; trick Bo; stop
"""
ENTRY: Entry = {
    **{"maker": "Bo", "trump": "spades", "tricks": {"Ann": 1, "Bo": 3, "Cy": 3}, "kings": ["Bo"]},
    "showdown": {"winner": "Bo", "tricks": {"Bo": 3, "Cy": 1}, "kings": ["Cy"]},
}
