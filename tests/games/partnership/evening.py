"""An evening of Euchre, two against two, and a hand of it followed card by card."""

from tests.games.entries import FOUR, Entry, Record, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "partnership",
    "title": "Tuesday",
    "players": ["Ann", "Bo", "Cy", "Dee"],
    "dealer": "Dee",
    "options": {"defend_alone": True, "stick_the_dealer": False},
    "entries": [
        hand("Ann", "spades", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
        hand("Bo", "hearts", tricks={"Ann & Cy": 3, "Bo & Dee": 2}),
        hand(result="passed-out"),
        hand("Dee", "clubs", tricks={"Bo & Dee": 5, "Ann & Cy": 0}, alone=True),
        hand(result="redeal", note="two black nines"),
        hand("Cy", "diamonds", tricks={"Ann & Cy": 3, "Bo & Dee": 2}, alone=True, defended_alone="Bo"),
        hand("Ann", "hearts", tricks={"Ann & Cy": 5, "Bo & Dee": 0}, alone=True),
        hand("Bo", "spades", tricks={"Ann & Cy": 4, "Bo & Dee": 1}),
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 2
ENOUGH = 6

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FOUR}
MOVES = """
turned spades; pass Bo; order Cy alone; taken; trick Bo; trick Cy x 4
"""
ENTRY: Entry = {
    **{"maker": "Cy", "trump": "spades", "alone": True},
    "tricks": {"Ann & Cy": 4, "Bo & Dee": 1},
}
