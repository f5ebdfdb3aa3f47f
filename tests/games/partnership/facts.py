"""Facts of Euchre, read from the rulebook."""

from scoring.variant import Deal
from tests.games import Cards, RefusedMove, WrongField
from tests.games.entries import Entry, hand

PLAYERS = range(4, 5)
DEALS = {4: Deal(5, 4, 0, "two or three at a time", "EU-02")}
CARDS = Cards(24, "9S AC AS", "8S Joker", "the 24 cards from nine to Ace")
TRUMPS = [
    ("EU-01", "hearts", "JH JD AH KH QH 10H 9H"),
    ("EU-01", "clubs", "JC JS AC KC QC 10C 9C"),
]
RESULTS = "played or redeal"
SILENT = ["farmers_hand", "steal_the_deal"]  # a trade of cards; a deal out of turn is recorded as a dealer
WRONG: list[WrongField] = [
    ("alone", 1, "not-flag"),
    ("alone", "yes", ""),
    ("tricks", 5, "not-object"),
    ("tricks", {"Ann & Cy": 3.5}, "count"),
    ("tricks", {"Ann & Cy": True, "Bo & Dee": 4}, ""),
    ("tricks", {"Ann & Cy": 6, "Bo & Dee": -1}, ""),
    ("tricks", {"Ann": 3, "Bo": 2}, ""),
]
ROWS: list[tuple[Entry, str, str]] = [
    (hand("Bo", "clubs", tricks={"Bo & Dee": 5}), "Bo", "clubs"),
    (hand(result="redeal"), "dealt again", ""),
]
INSTRUCTIONS = {
    "dealt": "Ann turns up the top card of the kitty. (EU-02)",
    "dealt; turned hearts": "Bo may order it up or pass. (EU-03)",
}
ALL_PASS = "; Bo passes; Cy passes; Dee passes; Ann passes"
ASKED = {
    "turned hearts": "Bo: pass or order it up?",
    "turned hearts; Bo orders": "Ann picks it up",
    "turned hearts" + ALL_PASS: "Bo: pass or name a suit?",
    "turned hearts" + ALL_PASS + ALL_PASS[:-12]: "Ann: name a suit",
}
MADE = "turned hearts; Bo orders; taken up"
REFUSED_MOVES: list[RefusedMove] = [
    ("turned hearts", {"move": "order", "player": "Bo", "alone": 1}, "alone", ""),
    ("", {"move": "made"}, "maker", ""),
    ("", {"move": "made", "maker": "Eve"}, "maker", ""),
    ("", {"move": "made", "maker": "Bo", "trump": "no-trump"}, "trump", ""),
    ("", {"move": "made", "trump": "hearts"}, "maker", ""),
    ("skip; skip; skip; Bo takes it", {"move": "made", "maker": "Bo", "alone": True}, "alone", "alone-late"),
    ("", {"move": "tricks", "tricks": {}}, "move", "not-now"),
    (MADE, {"move": "tricks", "tricks": {"Bo & Dee": True}}, "tricks", ""),
]
