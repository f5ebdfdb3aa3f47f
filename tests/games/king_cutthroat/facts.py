"""Facts of King Cut-Throat, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(2, 4)
BATCHES = "first 3, then 3 to the kitty, then 4 and 3"
DEALS = {
    3: Deal(10, 3, 0, BATCHES, "KC-02"),
    2: Deal(10, 3, 10, BATCHES + ", plus a phantom hand", "KC-02"),
}
CARDS = Cards(33, "7S 7D AC Joker", "6S 6D 2C", "the 32 cards from seven to Ace and one Joker")
TRUMPS = [
    ("KC-01", "spades", "Joker JS JC AS KS QS 10S 9S 8S 7S"),
    ("KC-01", "diamonds", "Joker JD JH AD KD QD 10D 9D 8D 7D"),
]
RESULTS = "played, passed-out or redeal"
SILENT = ["showdown_leader", "flipped_joker"]  # who leads, and a turned card
WRONG: list[WrongField] = [
    ("kings", "Cy", "not-list"),
    ("kings", {"Cy": 1}, ""),
    ("kings", [["Cy"]], ""),
    ("thrown_in", 0, ""),
    ("showdown", True, ""),
    ("showdown", {"winner": "Ann", "loser": "Bo"}, ""),
    ("showdown", {"winner": ["Ann"]}, ""),
    ("showdown", {"winner": "Ann", "tricks": {"Ann": True}}, ""),
    ("showdown", {"winner": "Ann", "tricks": None}, ""),
    ("showdown", {"winner": "Ann", "kings": "Ann"}, ""),
    ("showdown", {"winner": "Ann", "kings": None}, ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand("Ann", "spades", tricks={"Ann": 4, "Bo": 2, "Cy": 1}, kings=["Bo"]), "Ann", "spades"),
    (hand(result="passed-out"), "passed out", ""),
]
INSTRUCTIONS = {
    "dealt": "Ann turns up the top card of the kitty. (KC-03)",
    "dealt; turned hearts": "Bo may make it trump or pass. (KC-05)",
}
MADE = "turned hearts; Bo orders; taken up"
ASKED = {
    "turned hearts": "Bo: pass or make it trump?",
    MADE: "Who won trick 1 of 7?",
}
REFUSED_MOVES: list[RefusedMove] = [(MADE, {"move": "king"}, "move", "not-now")]
