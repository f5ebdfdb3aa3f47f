"""An evening of Call-Ace, and a hand of it followed card by card."""

from tests.games.entries import Entry, Record, hand

FIVE = ["Ann", "Bo", "Cy", "Dee", "Eli"]
EVENING: Record = {
    "variant": "call-ace",
    "title": "Tuesday",
    "players": FIVE,
    "dealer": "Dee",
    "options": {"begin": 5},
    "entries": [
        hand("Ann", "spades", called="hearts", partner="Cy", tricks={"Ann": 3, "Bo": 2}),
        hand("Bo", "hearts", partner="Cy", tricks={"Ann": 3, "Bo": 2}),
        hand(result="passed-out"),
        hand("Dee", "clubs", called="spades", partner="Dee", tricks={"Dee": 5}),
        hand(result="redeal", note="two black nines"),
        hand("Ann", "diamonds", called="clubs", partner="Eli", tricks={"Ann": 1, "Eli": 4}),
    ],
}
BEGUN = 2
ENOUGH = 5

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FIVE}
MOVES = """
turned spades; pass Bo; order Cy; taken; ace hearts; trick Bo; trick Cy x 4; held Bo
"""
ENTRY: Entry = {
    **{"maker": "Cy", "trump": "spades", "called": "hearts", "partner": "Bo"},
    "tricks": {"Bo": 1, "Cy": 4},
}
