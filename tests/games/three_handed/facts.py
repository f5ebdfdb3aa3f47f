"""Facts of Three-Handed Euchre, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(3, 4)
DEALS = {3: Deal(5, 1, 5, "plus a spare hand face down", "TH-02")}
CARDS = Cards(21, "10S AC 9C", "9S 9H 9D Joker", "the cards from 10 to Ace and the nine of clubs")
TRUMPS = [
    ("TH-13", "hearts", "JH JD AH KH QH 10H 9C"),
    ("TH-13", "spades", "JS JC AS KS QS 10S 9C"),
    ("TH-13", "clubs", "JC JS AC KC QC 10C 9C"),
]
RESULTS = "played or redeal"
SILENT: list[str] = []
WRONG: list[WrongField] = [
    ("choices", {"Bo": True}, ""),
    ("choices", {"Bo": "pass"}, ""),
    ("choices", ["Bo"], ""),
    ("choices", [], "not-object"),
    ("nine_of_clubs", 1, ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand(nine_of_clubs=True, tricks={"Ann": 5}), "turned", "clubs"),
]
INSTRUCTIONS = {
    "dealt": "Ann turns up the last card. (TH-02)",
    "dealt; turned hearts": "Bo may order it up or pass. (TH-03)",
}
ASKED = {
    "turned hearts": "Bo: pass or order it up?",
    "turned hearts; Bo orders; taken up": "Ann: stay, drop or spare hand?",
}
REFUSED_MOVES: list[RefusedMove] = [
    ("turned hearts", {"move": "pass", "player": "Cy"}, "player", "turn"),
]
