"""Facts of Call-Ace, read from its rules."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(4, 7)
DEALS = {5: Deal(5, 7, 0, "two and three", "CA-02")}
CARDS = Cards(32, "7S AC", "6S Joker", "the 32 cards from seven to Ace")
TRUMPS = [("CA-01", "hearts", "JH JD AH KH QH 10H 9H 8H 7H")]
RESULTS = "played, passed-out or redeal"
SILENT: list[str] = []
WRONG: list[WrongField] = [
    ("called", "no-trump", "not-one"),
    ("partner", "Zoe", "not-one"),
    ("tricks", {"Ann": 6, "Bo": -1}, ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand("Bo", "clubs", partner="Cy", tricks={"Bo": 5}), "Bo", "clubs"),
    (hand(result="redeal"), "dealt again", ""),
]
INSTRUCTIONS = {
    "turned hearts; Bo orders; taken up": "Bo calls an Ace. (CA-06)",
}
ASKED = {
    "turned hearts": "Bo: pass or order it up?",
    "turned hearts; Bo orders; taken up": "Bo: call an Ace",
    "turned hearts; Bo orders; taken up; skip" + 5 * "; Bo takes": "Which player held the Ace?",
}
REFUSED_MOVES: list[RefusedMove] = [
    ("turned hearts", {"move": "pass", "player": "Cy"}, "player", "turn"),
]
