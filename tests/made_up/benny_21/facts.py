"""Facts of Benny to 21, read from its rules."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(4, 5)
DEALS = {4: Deal(5, 5, 0, "five at a time", "BN-02")}
CARDS = Cards(25, "9S AC Joker", "8S 2H", "the 24 cards from nine to Ace and the Benny")
TRUMPS = [("BN-01", "hearts", "Joker JH JD AH KH QH 10H 9H")]
RESULTS = "played, passed-out or redeal"
SILENT: list[str] = []
WRONG: list[WrongField] = [("tricks", {"Ann & Cy": 6, "Bo & Dee": -1}, "")]
ROWS: list[tuple[Entry, str, str]] = [
    (hand("Bo", "clubs", tricks={"Bo & Dee": 5}), "Bo", "clubs"),
    (hand(result="redeal"), "dealt again", ""),
]
INSTRUCTIONS = {
    "dealt": "Ann turns up the top card of the kitty. (BN-02)",
    "dealt; turned Joker": "Ann names the suit of the Benny. (BN-03)",
}
ASKED = {
    "turned hearts": "Bo: pass or order it up?",
    "turned Joker": "Ann: name the Benny’s suit",
}
REFUSED_MOVES: list[RefusedMove] = [
    ("turned hearts", {"move": "pass", "player": "Cy"}, "player", "turn"),
    ("turned Joker", {"move": "pass", "player": "Bo"}, "move", ""),
]
