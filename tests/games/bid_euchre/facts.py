"""Facts of Bid Euchre, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(4, 5)
DEALS = {4: Deal(6, 0, 0, "three at a time; nothing is turned up", "BE-02")}
CARDS = Cards(24, "9S AC 9H", "8S 2H Joker", "the 24 cards from nine to Ace")
TRUMPS = [
    ("BE-01", "hearts", "JH JD AH KH QH 10H 9H"),
    ("BE-01", "clubs", "JC JS AC KC QC 10C 9C"),
    ("BE-01", "no-trump", ""),
]
RESULTS = "played, passed-out or redeal"
SILENT: list[str] = []
WRONG: list[WrongField] = [
    ("bid", True, ""),
    ("bid", "6", ""),
    ("bid", 7, "range"),
    ("alone", 1, "not-flag"),
    ("tricks", {"Ann": 3, "Bo": 3}, ""),
    ("trump", ["clubs"], ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand("Bo", "no-trump", bid=3, tricks={"Ann & Cy": 2, "Bo & Dee": 4}), "Bo", "no-trump"),
    (hand(result="passed-out"), "passed out", ""),
]
INSTRUCTIONS = {
    "dealt": "Bo may bid 1 or more, or pass. (BE-03)",
    "dealt; Bo bids 3": "Cy may bid more than 3, or pass. (BE-03)",
}
ASKED = {
    "dealt": "Bo: pass or bid?",
    "dealt; Bo bids 6 alone": "Bo: name trump",
    "dealt; Bo bids 6 alone; Bo names hearts": "Who won trick 1 of 6?",
}
REFUSED_MOVES: list[RefusedMove] = [
    ("", {"move": "turned", "card": "hearts"}, "move", "not-now"),
    ("dealt", {"move": "pass", "player": "Cy"}, "player", "turn"),
]
