"""What both ways of Poker-Euchre share: tricks with the two Jokers (PE-01, PE-02)."""

from tests.games import CountsAs, Followed, SuitOrder, Taken, Why, WhyPlayed

SUIT_ORDERS: list[SuitOrder] = [
    ("PE-01", "hearts", "clubs", "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C"),
    ("PE-01", "clubs", "clubs", "JC JS AC KC QC 10C 9C 8C 7C 6C 5C 4C 3C 2C"),
]
COUNTS_AS: list[CountsAs] = [
    ("PE-02", "hearts", "Joker", ""),
]
TRICKS: list[Taken] = [
    # Poker-Euchre without a Joker in the trick
    ("spades", "2H AH 2S 3S JC", 5, "PE-01 ALL-03"),
    ("spades", "2H 3D 4C 5D", 1, "ALL-04"),
    # PE-02: one Joker beats everything, wherever it stands and whichever trick it is
    ("spades", "AH JS Joker JC", 3, "PE-02"),
    ("spades", "Joker JS JC", 1, "PE-02"),
    ("spades", "Joker", 1, "PE-02"),
    # PE-02: two cancel out, and the highest other card takes the trick
    ("spades", "AH Joker KH Joker", 1, "PE-02 ALL-04"),
    ("spades", "KH Joker AH Joker 2S", 5, "PE-02 ALL-04"),
    ("spades", "KS Joker JC Joker 2S", 3, "PE-02 PE-01 ALL-03"),
    # PE-02: a Joker led that is cancelled sets no suit: the first other card does
    ("spades", "Joker 4H Joker AD 5H", 5, "PE-02 ALL-04"),
    ("spades", "Joker Joker 4H AD KC", 3, "PE-02 ALL-04"),
    ("spades", "Joker 4H AD Joker", 2, "PE-02 ALL-04"),
    # PE-02: only Jokers fell
    ("spades", "Joker Joker", None, "PE-02"),
]
WINNERS: list[Why] = [
    ("hearts", "AS Joker", False, "The Joker beats everything."),
    ("hearts", "Joker AS", True, "The Joker beats everything."),
    ("hearts", "Joker AS", False, "The Joker beats everything. A played card stays."),
    (
        "hearts",
        "2H Joker Joker",
        False,
        "The two Jokers cancel out. The 2 of hearts is the only trump. A played card stays.",
    ),
    ("hearts", "2H Joker Joker", True, "The two Jokers cancel out. The 2 of hearts is the only trump."),
    ("hearts", "Joker Joker", True, "Only Jokers: they cancel out."),
]
FOLLOWING: list[Followed] = [
    # PE-02: not led before the last trick
    ("spades", "Joker 2H", "", "2H", "PE-02 ALL-04"),
    ("spades", "Joker 2H Joker 3C", "", "2H 3C", "PE-02 ALL-04"),
    # ... unless there is nothing else
    ("spades", "Joker", "", "Joker", "PE-02 ALL-04"),
    ("spades", "Joker Joker", "", "Joker", "PE-02 ALL-04"),
    # PE-02: only without the suit led
    ("spades", "Joker 2H JC", "AH", "2H", "PE-02 ALL-04"),
    ("spades", "Joker 2H JC", "AS", "JC", "ALL-03 PE-02 ALL-04"),
    ("spades", "Joker 2C Joker", "AH", "Joker 2C", "PE-02 ALL-04"),
    # PE-02: only one to a trick, unless there is nothing else
    ("spades", "Joker 2C", "AH Joker", "2C", "PE-02 ALL-04"),
    ("spades", "Joker", "AH Joker", "Joker", "PE-02 ALL-04"),
    # a Joker led, or two cancelled ones, set no suit: the first other card does
    ("spades", "Joker 2C 3D", "Joker", "2C 3D", "PE-02 ALL-04"),
    ("spades", "Joker", "Joker", "Joker", "PE-02 ALL-04"),
    ("spades", "2C 3D", "Joker", "2C 3D", "PE-02 ALL-04"),
    ("spades", "2C 3D", "Joker 7D", "3D", "PE-02 ALL-04"),
    ("spades", "2C 3D", "Joker Joker", "2C 3D", "PE-02 ALL-04"),
    ("spades", "2C 3D AH", "Joker Joker 4H AC", "AH", "PE-02 ALL-04"),
    ("spades", "Joker 3D", "Joker 7D", "3D", "PE-02 ALL-04"),
    # without Jokers
    ("spades", "2C 3D", "7D", "3D", "ALL-04"),
]
LAST_TRICK: list[Followed] = [
    # PE-02: a Joker may be led, and a second one played
    ("spades", "Joker", "", "Joker", "PE-02 ALL-04"),
    ("spades", "Joker 2H", "", "Joker 2H", "PE-02 ALL-04"),
    ("spades", "Joker", "AH Joker", "Joker", "PE-02 ALL-04"),
    ("spades", "Joker 2C", "AH Joker", "Joker 2C", "PE-02 ALL-04"),
    # ... but still only without the suit led
    ("spades", "Joker 2H", "AH", "2H", "PE-02 ALL-04"),
]
CHOICES: list[WhyPlayed] = [
    (
        "spades",
        "Joker 2H",
        "",
        "Leading to the trick: any card but a Joker. Lead a Joker only to the last trick.",
    ),
    (
        "spades",
        "Joker",
        "",
        "Lead a Joker only to the last trick. But only Jokers are left: play one.",
    ),
    (
        "spades",
        "Joker 2C",
        "AH Joker",
        "No hearts in the hand: any card but a Joker. There is a Joker in the trick.",
    ),
    ("spades", "2C", "Joker", "No suit was led yet: any card may be played."),
]
