"""Tricks at no-trump, without bowers (BU-02)."""

from tests.games import CountsAs, Followed, SuitOrder, Taken, Why, WhyPlayed

SUIT_ORDERS: list[SuitOrder] = [
    ("BU-02", "no-trump", "hearts", "AH KH QH JH 10H 9H"),
]
COUNTS_AS: list[CountsAs] = [
    ("BU-02", "no-trump", "JD", "diamonds"),
    ("BU-02", "hearts", "9C", "clubs"),
]
TRICKS: list[Taken] = [
    # bowers with a trump, none at no-trump
    ("hearts", "JH JD 9S", 1, "BU-02"),
    ("spades", "AS JC", 2, "BU-02 ALL-03"),
    ("no-trump", "QH JH AS KH", 4, "BU-02 ALL-04"),
    ("no-trump", "JS JC AD AH", 1, "BU-02 ALL-04"),
    ("no-trump", "9S AH", 1, "BU-02 ALL-04"),
]
WINNERS: list[Why] = [
    (
        "no-trump",
        "JS 9S",
        False,
        "The Jack of spades is the highest card of the suit led; there is no trump.",
    ),
]
FOLLOWING: list[Followed] = [
    # no bowers at no-trump
    ("no-trump", "JD 9D", "AH", "JD 9D", "ALL-04"),
    ("no-trump", "JD 9H", "AD", "JD", "ALL-04"),
]
LAST_TRICK: list[Followed] = []
CHOICES: list[WhyPlayed] = []
