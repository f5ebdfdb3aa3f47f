"""An evening of Poker-Euchre for chips, and a hand of it followed card by card."""

from tests.games.entries import FOUR, Entry, Record, acts, bought, hand

# From the first deal to the end, with what is rare in it as well.
EVENING: Record = {
    "variant": "poker-chips",
    "title": "Friday",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Ann",
    "entries": [
        bought("Ann", 96),
        bought("Bo", 96),
        bought("Cy", 96),
        hand(
            "Bo",
            "spades",
            betting=acts("Bo bet 5, Cy raise 7, Ann fold, Bo call"),
            tricks={"Bo": 9, "Cy": 7},
        ),
        bought("Ann", 30, on_credit=True),
        {"kind": "join", "player": "Dee", "left_of": "Ann"},
        bought("Dee", 60),
        hand("Ann", "hearts", betting=acts("Cy check, Ann bet 3, Dee fold, Bo fold, Cy fold")),
        {"kind": "transfer", "from": "Cy", "to": "pot", "chips": 2, "reason": "looked at a card"},
        hand(
            "Cy",
            "diamonds",
            away=["Dee"],
            betting=acts("Ann check, Bo check, Cy check"),
            tricks={"Ann": 5, "Bo": 5, "Cy": 6},
        ),
        {"kind": "cash-out", "player": "Bo"},
        {"kind": "end"},
    ],
}
# Entries of it before a hand that is told, with something to see already; and with something of every kind.
BEGUN = 3
ENOUGH = 12

# Ann deals. "x N" is a trick N times over; ENTRY is what the moves come to.
TABLE: Record = {"players": FOUR, "entries": [bought(name, 60) for name in FOUR]}
MOVES = """
turned clubs; pass Bo; order Cy; taken; check Bo; bet Cy 3; call Dee; fold Ann; call Bo
trick Cy x 6; trick Dee x 4; trick Bo x 2
"""
ENTRY: Entry = {
    **{"maker": "Cy", "trump": "clubs", "bets": {"Cy": 3, "Dee": 3, "Bo": 3}, "folded": ["Ann"]},
    "tricks": {"Cy": 6, "Dee": 4, "Bo": 2},
}
