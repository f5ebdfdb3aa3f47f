"""Facts of Buck Euchre, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(4, 5)
DEALS = {4: Deal(5, 4, 0, "two or three at a time", "BU-03")}
CARDS = Cards(24, "9C AH 9H", "8C 2H Joker", "the 24 cards from nine to Ace")
TRUMPS = [
    ("BU-02", "spades", "JS JC AS KS QS 10S 9S"),
    ("BU-02", "no-trump", ""),
]
RESULTS = "played, passed-out or redeal"
SILENT: list[str] = []
WRONG: list[WrongField] = [
    ("turned_club", "clubs", ""),
    ("choices", {"Bo": "switch"}, ""),
    ("trump", ["clubs"], ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand(result="redeal"), "dealt again", ""),
    (hand(turned_club=True, tricks={"Ann": 5}), "turned", "clubs"),
    (hand("Ann", "no-trump", tricks={"Ann": 3, "Bo": 2}, choices={"Cy": "drop"}), "Ann", "no-trump"),
]
INSTRUCTIONS = {
    "dealt": "Ann turns up the top card of the kitty. (BU-03)",
    "dealt; turned hearts": "Bo may order it up or pass. (BU-05)",
}
MADE = "turned hearts; Bo orders; taken up"
ASKED = {MADE: "Cy: stay or drop?"}
REFUSED_MOVES: list[RefusedMove] = [
    ("", {"move": "turned"}, "card", ""),
    ("", {"move": "turned", "card": "8H"}, "card", "card-not-in-deck"),
    ("", {"move": "turned", "card": "Joker"}, "card", "card-not-in-deck"),
    ("", {"move": "pass", "player": "Bo"}, "move", "not-now"),
    ("turned hearts", {"move": "pass"}, "player", "move-field"),
    ("turned hearts", {"move": "pass", "player": "Cy"}, "player", "turn"),
    ("turned hearts", {"move": "pass", "player": 1}, "player", "move-field"),
    ("turned hearts", {"move": "order", "player": "Bo", "alone": True}, "alone", ""),
    (MADE, {"move": "stay", "player": "Bo"}, "player", "turn"),
    (MADE, {"move": "switch", "player": "Cy"}, "move", "not-now"),
    (MADE, {"move": "bets"}, "move", "not-now"),
    ("", {"move": "result", "result": "misdeal"}, "result", "not-now"),
    ("", {"move": "made", "maker": "Bo", "alone": True}, "alone", ""),
]
