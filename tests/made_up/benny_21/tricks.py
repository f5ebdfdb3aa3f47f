"""Tricks with the Benny, the best bower (BN-01)."""

from tests.games import CountsAs, Followed, SuitOrder, Taken, Why, WhyPlayed

SUIT_ORDERS: list[SuitOrder] = []
COUNTS_AS: list[CountsAs] = [("BN-01", "hearts", "Joker", "hearts")]
TRICKS: list[Taken] = [("spades", "AH JS Joker JC", 3, "BN-01")]
WINNERS: list[Why] = [
    ("hearts", "AS Joker", False, "The Benny, the best bower, is the only trump."),
]
FOLLOWING: list[Followed] = [("hearts", "Joker AS", "QH", "Joker", "BN-01 ALL-04")]
LAST_TRICK: list[Followed] = []
CHOICES: list[WhyPlayed] = [
    ("hearts", "Joker AS", "QH", "Hearts were led: follow suit. The Benny counts as a trump."),
]
