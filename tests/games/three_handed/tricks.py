"""Tricks with the nine of clubs, which is always trump (TH-13)."""

from tests.games import CountsAs, Followed, SuitOrder, Taken, Why, WhyPlayed

SUIT_ORDERS: list[SuitOrder] = [
    ("TH-13", "hearts", "clubs", "AC KC QC JC 10C"),
    ("TH-13", "spades", "clubs", "AC KC QC 10C"),
]
COUNTS_AS: list[CountsAs] = [
    ("TH-13", "hearts", "9C", "hearts"),
    ("TH-13", "clubs", "9C", "clubs"),
]
TRICKS: list[Taken] = [
    # the nine of clubs is the lowest trump, and beats everything that is no trump
    ("hearts", "AS KS 9C", 3, "ALL-04 TH-13"),
    ("hearts", "9C 10H AS", 2, "EU-01"),
    ("hearts", "9C AC KC", 1, "ALL-04 TH-13"),
    ("hearts", "AC 9C KC", 2, "ALL-04 TH-13"),
    ("clubs", "9C 10C", 2, "EU-01"),
    ("clubs", "AS 9C KS", 2, "ALL-04"),
]
WINNERS: list[Why] = []
FOLLOWING: list[Followed] = [
    # the nine of clubs is a trump
    ("hearts", "9C AS", "QH", "9C", "TH-13 ALL-04"),
    ("hearts", "9C AC", "KC", "AC", "TH-13 ALL-04"),
    ("hearts", "9C AS", "KC", "9C AS", "TH-13 ALL-04"),
    ("hearts", "AH AC", "9C", "AH", "TH-13 ALL-04"),
    ("clubs", "9C AS", "KC", "9C", "ALL-04"),
    ("hearts", "JD 9C AD", "10H", "JD 9C", "ALL-03 TH-13 ALL-04"),
]
LAST_TRICK: list[Followed] = []
CHOICES: list[WhyPlayed] = [
    ("hearts", "9C AS", "QH", "Hearts were led: follow suit. The nine of clubs counts as a trump."),
]
