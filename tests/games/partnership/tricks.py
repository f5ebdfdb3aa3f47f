"""Tricks with the bowers, as every game has them; nothing else is special."""

from tests.games import CountsAs, Followed, SuitOrder, Taken, Why, WhyPlayed

SUIT_ORDERS: list[SuitOrder] = [
    ("EU-01", "hearts", "spades", "AS KS QS JS 10S 9S"),
    ("ALL-03", "hearts", "diamonds", "AD KD QD 10D 9D"),
]
COUNTS_AS: list[CountsAs] = [
    ("ALL-03", "hearts", "JD", "hearts"),
    ("ALL-03", "diamonds", "JH", "diamonds"),
    ("ALL-03", "spades", "JC", "spades"),
    ("ALL-03", "clubs", "JS", "clubs"),
    ("ALL-03", "hearts", "JS", "spades"),
    ("EU-01", "hearts", "9C", "clubs"),
]
TRICKS: list[Taken] = [
    # highest of the suit led, without trump
    ("hearts", "9S KS AS 10S", 3, "ALL-04"),
    ("hearts", "9S AD AC 10S", 4, "ALL-04"),
    ("hearts", "9S AD KC QD", 1, "ALL-04"),
    # trump beats any other suit
    ("hearts", "AS KS 9H QS", 3, "ALL-04"),
    # the bowers
    ("hearts", "AH JD KH JH", 4, "EU-01"),
    ("hearts", "AH JD KH QH", 2, "EU-01 ALL-03"),
    ("hearts", "AD JD KD 9D", 2, "ALL-04 ALL-03"),
    ("hearts", "JD 9H AD KD", 1, "EU-01 ALL-03"),
    ("clubs", "10C 9C", 1, "EU-01"),
    ("hearts", "JS QS", 2, "ALL-04"),
]
WINNERS: list[Why] = [
    ("hearts", "AH JD", False, "The Jack of diamonds, the left bower, is the highest trump."),
    ("hearts", "AH JH", False, "The Jack of hearts, the right bower, is the highest trump."),
    ("hearts", "AS 9H", False, "The nine of hearts is the only trump."),
    (
        "hearts",
        "9S AS",
        False,
        "The Ace of spades is the highest card of the suit led; nobody played a trump.",
    ),
]
FOLLOWING: list[Followed] = [
    # a lead
    ("hearts", "9S JD AH", "", "9S JD AH", "ALL-04"),
    # suit led must be followed when possible, otherwise any card
    ("hearts", "9S AS AH", "KS", "9S AS", "ALL-04"),
    ("hearts", "9D AC AH", "KS", "9D AC AH", "ALL-04"),
    ("hearts", "9D AC AH", "KS AD", "9D AC AH", "ALL-04"),
    # the left bower follows trump, not the suit printed on it
    ("hearts", "JD 9D", "AH", "JD", "ALL-03 ALL-04"),
    ("hearts", "JD 9D", "AD", "9D", "ALL-03 ALL-04"),
    ("hearts", "JD 9S", "AD", "JD 9S", "ALL-03 ALL-04"),
    ("hearts", "9H AD", "JD", "9H", "ALL-03 ALL-04"),
    ("hearts", "JD 9C", "AS", "JD 9C", "ALL-04"),
    ("hearts", "9S 9C", "AH JD", "9S 9C", "ALL-04"),
]
LAST_TRICK: list[Followed] = []
CHOICES: list[WhyPlayed] = [
    ("hearts", "9S", "", "Leading to the trick: any card may be played."),
    ("hearts", "9S AH", "KS", "Spades were led: follow suit."),
    ("hearts", "9S AH", "KC", "No clubs in the hand: any card may be played."),
    (
        "hearts",
        "9H AS",
        "JD",
        "Hearts were led: follow suit. The Jack of diamonds counts as a trump.",
    ),
]
