"""Facts of Poker-Euchre for points, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(2, 13)
DEALS = {4: Deal(12, 4, 0, "one card at a time", "PE-04")}
CARDS = Cards(52, "2S AC 2H AD", "Joker", "the 52 cards and two Jokers")
TRUMPS = [("PE-01", "diamonds", "JD JH AD KD QD 10D 9D 8D 7D 6D 5D 4D 3D 2D")]
RESULTS = "played, passed-out, misdeal or redeal"
SILENT: list[str] = []
WRONG: list[WrongField] = [
    ("reneged", "Dee", ""),
    ("cards", {"Ann": 20, "Bo": 10, "Cy": 7.0}, ""),
    ("cards", [20, 10, 7], ""),
]
ROWS: list[tuple[Entry, str, str]] = [(hand(result="misdeal"), "misdeal", "")]
INSTRUCTIONS = {
    "dealt": "Ann turns up the top card of the kitty. (PE-06)",
    "dealt; turned hearts": "Bo may order it up or pass. (PE-06)",
}
RENEGE = "turned hearts; Bo orders; taken up; Bo takes it; Cy takes it; Cy reneges"
ASKED = {
    RENEGE: "Was it called in time?",
    RENEGE + "; in time": "Did Cy renege?",
    RENEGE + "; in time; guilty": "In which trick did Cy renege?",
}
REFUSED_MOVES: list[RefusedMove] = [
    ("turned hearts", {"move": "pass", "player": "Cy"}, "player", "turn"),
]
