"""Tricks with the best bower (KC-01)."""

from tests.games import CountsAs, Followed, SuitOrder, Taken, Why, WhyPlayed

SUIT_ORDERS: list[SuitOrder] = [
    ("KC-01", "spades", "clubs", "AC KC QC 10C 9C 8C 7C"),
    ("KC-01", "spades", "hearts", "AH KH QH JH 10H 9H 8H 7H"),
]
COUNTS_AS: list[CountsAs] = [
    ("KC-01", "hearts", "Joker", "hearts"),
    ("KC-01", "clubs", "Joker", "clubs"),
]
TRICKS: list[Taken] = [
    # the Joker is the best trump; its source's own four examples
    ("diamonds", "JH KD Joker", 3, "KC-01"),
    ("spades", "10D 9S 9D", 2, "ALL-04"),
    ("diamonds", "JH QD Joker", 3, "KC-01"),
    ("diamonds", "JH AD JD", 3, "KC-01"),
    ("clubs", "8S KH 8D", 1, "ALL-04"),
    ("clubs", "Joker AC JC", 1, "KC-01"),
    ("clubs", "AS Joker KS", 2, "ALL-04 KC-01"),
]
WINNERS: list[Why] = [
    ("hearts", "JD Joker", False, "The Joker, the best bower, is the highest trump."),
]
FOLLOWING: list[Followed] = [
    # the Joker follows trump and, led, asks for trump; the source's examples 1 and 2
    ("spades", "9D 10S", "10D 9S", "9D", "ALL-04"),
    ("diamonds", "QH QD", "JH", "QD", "ALL-03 ALL-04"),
    ("diamonds", "7C Joker", "JH QD", "Joker", "ALL-03 KC-01 ALL-04"),
    ("diamonds", "7D 8C", "Joker", "7D", "KC-01 ALL-04"),
    ("diamonds", "Joker 8C", "", "Joker 8C", "ALL-04"),
    ("diamonds", "Joker 8C", "9C", "8C", "ALL-04"),
]
LAST_TRICK: list[Followed] = [
    # as in any other
    ("diamonds", "Joker", "8C", "Joker", "ALL-04"),
]
CHOICES: list[WhyPlayed] = []
