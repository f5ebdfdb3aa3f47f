"""Facts of Poker-Euchre for chips, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(2, 13)
DEALS = {4: Deal(12, 4, 0, "one card at a time", "PE-04")}
CARDS = Cards(52, "2S AC 2H AD", "Joker", "the 52 cards and two Jokers")
TRUMPS = [("PE-01", "diamonds", "JD JH AD KD QD 10D 9D 8D 7D 6D 5D 4D 3D 2D")]
RESULTS = "played, passed-out, misdeal or redeal"
SILENT = ["chip_value_cents"]  # what a chip costs
WRONG: list[WrongField] = [
    ("away", "Ann", ""),
    ("folded", ["Dee", "Dee"], ""),
    ("folded", "Dee", ""),
    ("bets", {"Ann": 5, "Bo": 5, "Cy": 5, "Dee": -2}, ""),
    ("bets", {"Eve": 1}, "not-one"),
    ("dealer", "Eve", ""),
    ("result", "abandoned", ""),
    ("result", None, ""),
    ("result", ["played"], ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand(folded=["Bo", "Cy", "Dee"], bets={}), "no tricks", ""),
    (hand(result="misdeal"), "misdeal", ""),
]
INSTRUCTIONS = {
    "dealt": "Ann turns up the top card of the kitty. (PE-06)",
    "dealt; turned hearts": "Bo may order it up or pass. (PE-06)",
}
MADE = "turned hearts; Bo orders; taken up"
ASKED = {MADE: "Bo to bet"}
REFUSED_MOVES: list[RefusedMove] = [
    (MADE, {"move": "bet", "player": "Bo"}, "chips", ""),
    (MADE, {"move": "bet", "player": "Bo", "chips": True}, "chips", ""),
    (MADE, {"move": "bet", "player": "Bo", "chips": 5.0}, "chips", ""),
    (MADE, {"move": "bet", "player": "Bo", "chips": 53}, "chips", "bet-range"),
]
