"""An evening of Benny to 21, and a hand of it followed card by card."""

from tests.games.entries import FOUR, Entry, Record, hand

EVENING: Record = {
    "variant": "benny-21",
    "title": "Tuesday",
    "players": FOUR,
    "dealer": "Dee",
    "options": {"up_to": 7},
    "entries": [
        hand("Ann", "spades", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
        hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
        hand(result="passed-out"),
        hand("Dee", "clubs", tricks={"Bo & Dee": 5, "Ann & Cy": 0}),
        hand(result="redeal", note="two black nines"),
        hand("Cy", "diamonds", tricks={"Ann & Cy": 5, "Bo & Dee": 0}),
        hand("Bo", "spades", tricks={"Ann & Cy": 4, "Bo & Dee": 1}),
    ],
}
BEGUN = 2
ENOUGH = 6

# Ann deals, and the Benny is turned up. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FOUR}
MOVES = """
turned Joker; suit spades; pass Bo; order Cy; taken; trick Bo; trick Cy x 4
"""
ENTRY: Entry = {"maker": "Cy", "trump": "spades", "tricks": {"Ann & Cy": 4, "Bo & Dee": 1}}
