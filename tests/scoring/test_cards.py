"""The cards on the table: packs, ranks, who takes the trick, what may be played.

The tables are meant to be read with the rules pages at hand; a line is one trick, in the order played.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import (
    CARD_GAMES,
    JOKER,
    NO_TRUMP,
    Card,
    effective_suit,
    may_play,
    name_card,
    pack,
    parse_card,
    suit_led,
    suit_order,
    trick_winner,
    trump_order,
    write_card,
)
from scoring.refusal import Refusal
from scoring.variants import VARIANTS

PARTNERS, KING, THREE, BUCK, POKER = "partnership", "king-cutthroat", "three-handed", "buck", "poker-points"
JOKERS = [name for name, variant in VARIANTS.items() if "jokers" in variant.standard_options]


def cards(words):
    return tuple(parse_card(word) for word in words.split())


def written(hand):
    return " ".join(write_card(card) for card in hand)


# The packs


@pytest.mark.parametrize(
    ("variant", "size", "in_it", "not_in_it"),
    [
        ("partnership", 24, "9S AC", "8S Joker"),
        ("buck", 24, "9C AH", "8C Joker"),
        ("three-handed", 21, "10S AC 9C", "9S 9H 9D Joker"),
        ("king-cutthroat", 33, "7S AC Joker", "6S"),
        ("poker-chips", 52, "2S AC", "Joker"),
        ("poker-points", 52, "2H AD", "Joker"),
    ],
)
def test_each_game_has_its_pack(variant, size, in_it, not_in_it):
    whole = pack(variant)
    assert len(whole) == size
    assert len(set(whole)) == size
    assert set(cards(in_it)) <= set(whole)
    assert not set(cards(not_in_it)) & set(whole)


@pytest.mark.parametrize("variant", JOKERS)
def test_poker_euchre_may_add_two_jokers_pe_02(variant):
    whole = pack(variant, jokers=True)
    assert len(whole) == 54
    assert whole.count(JOKER) == 2


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in JOKERS])
def test_no_other_game_has_the_choice_of_jokers(variant):
    with pytest.raises(Refusal) as refused:
        pack(variant, jokers=True)
    assert refused.value.field == "jokers"
    assert refused.value.message == f"expected the pack of {variant}, got a wish for two Jokers more"


# How cards are written


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AS", "Ace of spades"),
        ("KH", "King of hearts"),
        ("QS", "Queen of spades"),
        ("JD", "Jack of diamonds"),
        ("10H", "10 of hearts"),
        ("9C", "nine of clubs"),
        ("2C", "2 of clubs"),
        ("Joker", "Joker"),
    ],
)
def test_a_card_is_written_rank_then_suit(text, words):
    assert name_card(parse_card(text)) == words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "S",
        "SA",
        "as",
        "aS",
        "1S",
        "TS",
        "11S",
        "010S",
        "AS ",
        " AS",
        "A S",
        "AX",
        "joker",
        "JOKER",
        "JS1",
    ],
)
def test_anything_else_is_no_card(text):
    with pytest.raises(Refusal) as refused:
        parse_card(text, "hand")
    assert refused.value.field == "hand"
    assert refused.value.message.startswith("expected a card such as AS, 10H, JD or Joker, got ")


@pytest.mark.parametrize("value", [None, True, 10, 1.0, [], ["AS"], {}])
def test_only_text_is_a_card(value):
    with pytest.raises(Refusal):
        parse_card(value)


@pytest.mark.parametrize("variant", CARD_GAMES)
def test_writing_and_reading_a_card_are_each_others_mirror(variant):
    for card in pack(variant, jokers=variant.startswith("poker")):
        assert parse_card(write_card(card)) == card


# The rank of the cards


@pytest.mark.parametrize(
    ("rule", "variant", "trump", "order"),
    [
        ("EU-01", PARTNERS, "hearts", "JH JD AH KH QH 10H 9H"),
        ("EU-01", PARTNERS, "clubs", "JC JS AC KC QC 10C 9C"),
        ("KC-01", KING, "spades", "Joker JS JC AS KS QS 10S 9S 8S 7S"),
        ("KC-01", KING, "diamonds", "Joker JD JH AD KD QD 10D 9D 8D 7D"),
        ("TH-13", THREE, "hearts", "JH JD AH KH QH 10H 9C"),
        ("TH-13", THREE, "spades", "JS JC AS KS QS 10S 9C"),
        ("TH-13", THREE, "clubs", "JC JS AC KC QC 10C 9C"),
        ("BU-02", BUCK, "spades", "JS JC AS KS QS 10S 9S"),
        ("BU-02", BUCK, "no-trump", ""),
        ("PE-01", POKER, "diamonds", "JD JH AD KD QD 10D 9D 8D 7D 6D 5D 4D 3D 2D"),
    ],
)
def test_trumps_rank_from_high_to_low(rule, variant, trump, order):
    assert written(trump_order(variant, trump)) == order


@pytest.mark.parametrize(
    ("rule", "variant", "trump", "suit", "order"),
    [
        ("EU-01", PARTNERS, "hearts", "spades", "AS KS QS JS 10S 9S"),
        ("ALL-03", PARTNERS, "hearts", "diamonds", "AD KD QD 10D 9D"),
        ("KC-01", KING, "spades", "clubs", "AC KC QC 10C 9C 8C 7C"),
        ("KC-01", KING, "spades", "hearts", "AH KH QH JH 10H 9H 8H 7H"),
        ("TH-13", THREE, "hearts", "clubs", "AC KC QC JC 10C"),
        ("TH-13", THREE, "spades", "clubs", "AC KC QC 10C"),
        ("BU-02", BUCK, "no-trump", "hearts", "AH KH QH JH 10H 9H"),
        ("PE-01", POKER, "hearts", "clubs", "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C"),
        ("PE-01", POKER, "clubs", "clubs", "JC JS AC KC QC 10C 9C 8C 7C 6C 5C 4C 3C 2C"),
    ],
)
def test_a_suit_ranks_from_high_to_low(rule, variant, trump, suit, order):
    assert written(suit_order(variant, trump, suit)) == order


@pytest.mark.parametrize(
    ("rule", "variant", "trump", "card", "suit"),
    [
        ("ALL-03", PARTNERS, "hearts", "JD", "hearts"),
        ("ALL-03", PARTNERS, "diamonds", "JH", "diamonds"),
        ("ALL-03", PARTNERS, "spades", "JC", "spades"),
        ("ALL-03", PARTNERS, "clubs", "JS", "clubs"),
        ("ALL-03", PARTNERS, "hearts", "JS", "spades"),
        ("BU-02", BUCK, "no-trump", "JD", "diamonds"),
        ("KC-01", KING, "hearts", "Joker", "hearts"),
        ("KC-01", KING, "clubs", "Joker", "clubs"),
        ("TH-13", THREE, "hearts", "9C", "hearts"),
        ("TH-13", THREE, "clubs", "9C", "clubs"),
        ("EU-01", PARTNERS, "hearts", "9C", "clubs"),
        ("BU-02", BUCK, "hearts", "9C", "clubs"),
        ("PE-02", POKER, "hearts", "Joker", ""),
    ],
)
def test_a_card_counts_as_a_suit(rule, variant, trump, card, suit):
    assert effective_suit(variant, trump, parse_card(card)) == suit


def test_the_suits_of_a_pack_share_all_its_cards_between_them():
    for variant, game in CARD_GAMES.items():
        for trump in game.trumps:
            ranked = [
                card
                for suit in ("spades", "hearts", "diamonds", "clubs")
                for card in suit_order(variant, trump, suit)
            ]
            assert sorted(map(write_card, ranked)) == sorted(map(write_card, pack(variant)))


# Who takes the trick: game, trump, the cards in order, the place of the winner, the rules named

TRICKS = [
    # highest of the suit led, without trump
    (PARTNERS, "hearts", "9S KS AS 10S", 3, "ALL-04"),
    (PARTNERS, "hearts", "9S AD AC 10S", 4, "ALL-04"),
    (PARTNERS, "hearts", "9S AD KC QD", 1, "ALL-04"),
    # trump beats any other suit
    (PARTNERS, "hearts", "AS KS 9H QS", 3, "ALL-04"),
    # the bowers
    (PARTNERS, "hearts", "AH JD KH JH", 4, "EU-01"),
    (PARTNERS, "hearts", "AH JD KH QH", 2, "EU-01 ALL-03"),
    (PARTNERS, "hearts", "AD JD KD 9D", 2, "ALL-04 ALL-03"),
    (PARTNERS, "hearts", "JD 9H AD KD", 1, "EU-01 ALL-03"),
    (PARTNERS, "clubs", "10C 9C", 1, "EU-01"),
    (PARTNERS, "hearts", "JS QS", 2, "ALL-04"),
    # buck: bowers with a trump, none at no-trump
    (BUCK, "hearts", "JH JD 9S", 1, "BU-02"),
    (BUCK, "spades", "AS JC", 2, "BU-02 ALL-03"),
    (BUCK, "no-trump", "QH JH AS KH", 4, "BU-02 ALL-04"),
    (BUCK, "no-trump", "JS JC AD AH", 1, "BU-02 ALL-04"),
    (BUCK, "no-trump", "9S AH", 1, "BU-02 ALL-04"),
    # three-handed: the nine of clubs is the lowest trump, and beats everything that is no trump
    (THREE, "hearts", "AS KS 9C", 3, "ALL-04 TH-13"),
    (THREE, "hearts", "9C 10H AS", 2, "EU-01"),
    (THREE, "hearts", "9C AC KC", 1, "ALL-04 TH-13"),
    (THREE, "hearts", "AC 9C KC", 2, "ALL-04 TH-13"),
    (THREE, "clubs", "9C 10C", 2, "EU-01"),
    (THREE, "clubs", "AS 9C KS", 2, "ALL-04"),
    # king-cutthroat: the Joker is the best trump; its source's own four examples
    (KING, "diamonds", "JH KD Joker", 3, "KC-01"),
    (KING, "spades", "10D 9S 9D", 2, "ALL-04"),
    (KING, "diamonds", "JH QD Joker", 3, "KC-01"),
    (KING, "diamonds", "JH AD JD", 3, "KC-01"),
    (KING, "clubs", "8S KH 8D", 1, "ALL-04"),
    (KING, "clubs", "Joker AC JC", 1, "KC-01"),
    (KING, "clubs", "AS Joker KS", 2, "ALL-04 KC-01"),
    # Poker-Euchre without a Joker in the trick
    (POKER, "spades", "2H AH 2S 3S JC", 5, "PE-01 ALL-03"),
    (POKER, "spades", "2H 3D 4C 5D", 1, "ALL-04"),
    # PE-02: one Joker beats everything, wherever it stands and whichever trick it is
    (POKER, "spades", "AH JS Joker JC", 3, "PE-02"),
    (POKER, "spades", "Joker JS JC", 1, "PE-02"),
    (POKER, "spades", "Joker", 1, "PE-02"),
    # PE-02: two cancel out, and the highest other card takes the trick
    (POKER, "spades", "AH Joker KH Joker", 1, "PE-02 ALL-04"),
    (POKER, "spades", "KH Joker AH Joker 2S", 5, "PE-02 ALL-04"),
    (POKER, "spades", "KS Joker JC Joker 2S", 3, "PE-02 PE-01 ALL-03"),
    # PE-02: a Joker led that is cancelled sets no suit: the first other card does
    (POKER, "spades", "Joker 4H Joker AD 5H", 5, "PE-02 ALL-04"),
    (POKER, "spades", "Joker Joker 4H AD KC", 3, "PE-02 ALL-04"),
    (POKER, "spades", "Joker 4H AD Joker", 2, "PE-02 ALL-04"),
    # PE-02: only Jokers fell
    (POKER, "spades", "Joker Joker", None, "PE-02"),
]


@pytest.mark.parametrize("last_trick", [False, True])
@pytest.mark.parametrize("line", TRICKS)
def test_a_trick_is_taken(line, last_trick):
    variant, trump, fell, winner, rules = line
    trick = trick_winner(variant, trump, cards(fell), last_trick)
    assert (trick.winner, " ".join(trick.rules)) == (winner, rules)


@pytest.mark.parametrize(
    ("variant", "trump", "fell", "last_trick", "why"),
    [
        (PARTNERS, "hearts", "AH JD", False, "The Jack of diamonds, the left bower, is the highest trump."),
        (PARTNERS, "hearts", "AH JH", False, "The Jack of hearts, the right bower, is the highest trump."),
        (PARTNERS, "hearts", "AS 9H", False, "The nine of hearts is the only trump."),
        (
            PARTNERS,
            "hearts",
            "9S AS",
            False,
            "The Ace of spades is the highest card of the suit led; nobody played a trump.",
        ),
        (
            BUCK,
            "no-trump",
            "JS 9S",
            False,
            "The Jack of spades is the highest card of the suit led; there is no trump.",
        ),
        (KING, "hearts", "JD Joker", False, "The Joker, the best bower, is the highest trump."),
        (POKER, "hearts", "AS Joker", False, "The Joker beats everything."),
        (POKER, "hearts", "Joker AS", True, "The Joker beats everything."),
        (POKER, "hearts", "Joker AS", False, "The Joker beats everything. A card played is not taken back."),
        (
            POKER,
            "hearts",
            "2H Joker Joker",
            False,
            "The two Jokers cancel out. The 2 of hearts is the only trump. A card played is not taken back.",
        ),
        (
            POKER,
            "hearts",
            "2H Joker Joker",
            True,
            "The two Jokers cancel out. The 2 of hearts is the only trump.",
        ),
        (POKER, "hearts", "Joker Joker", True, "Only Jokers fell and cancel out: nobody takes the trick."),
    ],
)
def test_the_reason_is_given(variant, trump, fell, last_trick, why):
    assert trick_winner(variant, trump, cards(fell), last_trick).why == why


def test_a_trick_is_not_the_last_unless_that_is_said_pe_02():
    fell = cards("Joker AS")
    assert trick_winner(POKER, "hearts", fell) == trick_winner(POKER, "hearts", fell, last_trick=False)
    assert trick_winner(POKER, "hearts", fell) != trick_winner(POKER, "hearts", fell, last_trick=True)


# What may be played: game, trump, hand, trick so far, what may be played, the rules named

FOLLOWING = [
    # a lead
    (PARTNERS, "hearts", "9S JD AH", "", "9S JD AH", "ALL-04"),
    # suit led must be followed when possible, otherwise any card
    (PARTNERS, "hearts", "9S AS AH", "KS", "9S AS", "ALL-04"),
    (PARTNERS, "hearts", "9D AC AH", "KS", "9D AC AH", "ALL-04"),
    (PARTNERS, "hearts", "9D AC AH", "KS AD", "9D AC AH", "ALL-04"),
    # the left bower follows trump, not the suit printed on it
    (PARTNERS, "hearts", "JD 9D", "AH", "JD", "ALL-03 ALL-04"),
    (PARTNERS, "hearts", "JD 9D", "AD", "9D", "ALL-03 ALL-04"),
    (PARTNERS, "hearts", "JD 9S", "AD", "JD 9S", "ALL-03 ALL-04"),
    (PARTNERS, "hearts", "9H AD", "JD", "9H", "ALL-03 ALL-04"),
    (PARTNERS, "hearts", "JD 9C", "AS", "JD 9C", "ALL-04"),
    (PARTNERS, "hearts", "9S 9C", "AH JD", "9S 9C", "ALL-04"),
    # buck: no bowers at no-trump
    (BUCK, "no-trump", "JD 9D", "AH", "JD 9D", "ALL-04"),
    (BUCK, "no-trump", "JD 9H", "AD", "JD", "ALL-04"),
    # three-handed: the nine of clubs is a trump
    (THREE, "hearts", "9C AS", "QH", "9C", "TH-13 ALL-04"),
    (THREE, "hearts", "9C AC", "KC", "AC", "TH-13 ALL-04"),
    (THREE, "hearts", "9C AS", "KC", "9C AS", "TH-13 ALL-04"),
    (THREE, "hearts", "AH AC", "9C", "AH", "TH-13 ALL-04"),
    (THREE, "clubs", "9C AS", "KC", "9C", "ALL-04"),
    (THREE, "hearts", "JD 9C AD", "10H", "JD 9C", "ALL-03 TH-13 ALL-04"),
    # king-cutthroat: the Joker follows trump and, led, asks for trump; the source's examples 1 and 2
    (KING, "spades", "9D 10S", "10D 9S", "9D", "ALL-04"),
    (KING, "diamonds", "QH QD", "JH", "QD", "ALL-03 ALL-04"),
    (KING, "diamonds", "7C Joker", "JH QD", "Joker", "ALL-03 KC-01 ALL-04"),
    (KING, "diamonds", "7D 8C", "Joker", "7D", "KC-01 ALL-04"),
    (KING, "diamonds", "Joker 8C", "", "Joker 8C", "ALL-04"),
    (KING, "diamonds", "Joker 8C", "9C", "8C", "ALL-04"),
    # PE-02: not led before the last trick
    (POKER, "spades", "Joker 2H", "", "2H", "PE-02 ALL-04"),
    (POKER, "spades", "Joker 2H Joker 3C", "", "2H 3C", "PE-02 ALL-04"),
    # ... unless there is nothing else
    (POKER, "spades", "Joker", "", "Joker", "PE-02 ALL-04"),
    (POKER, "spades", "Joker Joker", "", "Joker", "PE-02 ALL-04"),
    # PE-02: only without the suit led
    (POKER, "spades", "Joker 2H JC", "AH", "2H", "PE-02 ALL-04"),
    (POKER, "spades", "Joker 2H JC", "AS", "JC", "ALL-03 PE-02 ALL-04"),
    (POKER, "spades", "Joker 2C Joker", "AH", "Joker 2C", "PE-02 ALL-04"),
    # PE-02: only one to a trick, unless there is nothing else
    (POKER, "spades", "Joker 2C", "AH Joker", "2C", "PE-02 ALL-04"),
    (POKER, "spades", "Joker", "AH Joker", "Joker", "PE-02 ALL-04"),
    # a Joker led, or two cancelled ones, set no suit: the first other card does
    (POKER, "spades", "Joker 2C 3D", "Joker", "2C 3D", "PE-02 ALL-04"),
    (POKER, "spades", "Joker", "Joker", "Joker", "PE-02 ALL-04"),
    (POKER, "spades", "2C 3D", "Joker", "2C 3D", "PE-02 ALL-04"),
    (POKER, "spades", "2C 3D", "Joker 7D", "3D", "PE-02 ALL-04"),
    (POKER, "spades", "2C 3D", "Joker Joker", "2C 3D", "PE-02 ALL-04"),
    (POKER, "spades", "2C 3D AH", "Joker Joker 4H AC", "AH", "PE-02 ALL-04"),
    (POKER, "spades", "Joker 3D", "Joker 7D", "3D", "PE-02 ALL-04"),
    # without Jokers
    (POKER, "spades", "2C 3D", "7D", "3D", "ALL-04"),
]

FOLLOWING_IN_THE_LAST_TRICK = [
    # PE-02: a Joker may be led, and a second one played
    (POKER, "spades", "Joker", "", "Joker", "PE-02 ALL-04"),
    (POKER, "spades", "Joker 2H", "", "Joker 2H", "PE-02 ALL-04"),
    (POKER, "spades", "Joker", "AH Joker", "Joker", "PE-02 ALL-04"),
    (POKER, "spades", "Joker 2C", "AH Joker", "Joker 2C", "PE-02 ALL-04"),
    # ... but still only without the suit led
    (POKER, "spades", "Joker 2H", "AH", "2H", "PE-02 ALL-04"),
    # no other game knows the difference
    (KING, "diamonds", "Joker", "8C", "Joker", "ALL-04"),
]


@pytest.mark.parametrize("line", FOLLOWING)
def test_a_card_may_be_played(line):
    variant, trump, hand, trick, allowed, rules = line
    choice = may_play(variant, trump, cards(hand), cards(trick))
    assert (written(choice.cards), " ".join(choice.rules)) == (allowed, rules)


@pytest.mark.parametrize("line", FOLLOWING_IN_THE_LAST_TRICK)
def test_a_card_may_be_played_to_the_last_trick(line):
    variant, trump, hand, trick, allowed, rules = line
    choice = may_play(variant, trump, cards(hand), cards(trick), last_trick=True)
    assert (written(choice.cards), " ".join(choice.rules)) == (allowed, rules)


@pytest.mark.parametrize(
    ("variant", "trump", "hand", "trick", "why"),
    [
        (PARTNERS, "hearts", "9S", "", "Leading to the trick: any card may be played."),
        (PARTNERS, "hearts", "9S AH", "KS", "Spades were led and must be followed."),
        (PARTNERS, "hearts", "9S AH", "KC", "No clubs in the hand: any card may be played."),
        (
            THREE,
            "hearts",
            "9C AS",
            "QH",
            "Hearts were led and must be followed. The nine of clubs counts as a trump.",
        ),
        (
            PARTNERS,
            "hearts",
            "9H AS",
            "JD",
            "Hearts were led and must be followed. The Jack of diamonds counts as a trump.",
        ),
        (
            POKER,
            "spades",
            "Joker 2H",
            "",
            "Leading to the trick: any card but a Joker, for a Joker is not led before the last trick.",
        ),
        (
            POKER,
            "spades",
            "Joker",
            "",
            "Leading to the trick: a Joker is not led before the last trick, "
            "but there is nothing else to play.",
        ),
        (
            POKER,
            "spades",
            "Joker 2C",
            "AH Joker",
            "No hearts in the hand: any card but a Joker, for there is a Joker in the trick.",
        ),
        (POKER, "spades", "2C", "Joker", "No suit is set yet: any card may be played."),
    ],
)
def test_the_reason_for_a_choice_is_given(variant, trump, hand, trick, why):
    assert may_play(variant, trump, cards(hand), cards(trick)).why == why


# What holds for every trick there is


@st.composite
def tables(draw):
    """A game, its trump, a trick and a hand out of its pack, and whether it is the last trick."""
    variant = draw(st.sampled_from(sorted(CARD_GAMES)))
    game = CARD_GAMES[variant]
    trump = draw(st.sampled_from(game.trumps))
    whole = pack(variant, jokers=game.wild_jokers > 0)
    # Jokers are rare in a pack of 54 and are what goes wrong: put them in often
    extra = draw(st.integers(0, whole.count(JOKER)))
    drawn = draw(st.lists(st.sampled_from(range(len(whole))), min_size=2, max_size=16, unique=True))
    chosen = [whole[index] for index in drawn if whole[index] != JOKER] + [JOKER] * extra
    mixed = draw(st.permutations(chosen))
    size = draw(st.integers(0, min(len(mixed) - 1, VARIANTS[variant].seats[-1] - 1))) if mixed else 0
    return variant, trump, tuple(mixed[:size]), tuple(mixed[size:]), draw(st.booleans())


@given(tables())
def test_somebody_who_played_a_card_takes_the_trick_unless_only_jokers_fell(table):
    variant, trump, fell, _, last_trick = table
    if fell:
        winner = trick_winner(variant, trump, fell, last_trick).winner
        if variant.startswith("poker") and fell == (JOKER, JOKER):
            assert winner is None
        else:
            assert winner in range(1, len(fell) + 1)


@given(tables())
def test_no_card_that_fell_beats_the_winner_by_the_rank_it_has(table):
    """Checked the long way round: by suit and printed rank, not by the order that the library makes."""
    variant, trump, fell, _, last_trick = table
    jokers = fell.count(JOKER) if variant.startswith("poker") else 0
    if not fell or jokers == 1 or jokers == len(fell):
        return
    others = [card for card in fell if not (jokers and card == JOKER)]
    led = effective_suit(variant, trump, others[0])
    strongest = max(others, key=lambda card: strength(variant, trump, led, card))
    assert trick_winner(variant, trump, fell, last_trick).winner == fell.index(strongest) + 1


def strength(variant, trump, led, card):
    """How strong a card is, from its face: trump over suit led over nothing."""
    printed = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    colour = {"spades": "black", "clubs": "black", "hearts": "red", "diamonds": "red"}
    if card == JOKER:
        return 300
    if trump != NO_TRUMP and card.rank == "J" and colour[card.suit] == colour[trump]:
        return 202 if card.suit == trump else 201
    if variant == "three-handed" and card == Card("9", "clubs"):
        return 100
    face = printed.index(card.rank) + 1
    return 100 + face if card.suit == trump else face if card.suit == led else 0


@given(tables())
def test_there_is_always_a_card_to_play_and_it_is_in_the_hand(table):
    variant, trump, trick, hand, last_trick = table
    if hand:
        allowed = may_play(variant, trump, hand, trick, last_trick).cards
        assert allowed
        assert list(allowed) == [card for card in dict.fromkeys(hand) if card in allowed]


@given(tables())
def test_whoever_can_follow_must_and_whoever_cannot_may_play_all_but_a_joker(table):
    variant, trump, trick, hand, last_trick = table
    led = suit_led(variant, trump, trick)
    allowed = set(may_play(variant, trump, hand, trick, last_trick).cards) if hand else set()
    able = {card for card in hand if led and effective_suit(variant, trump, card) == led}
    if able:
        assert allowed == able
    else:
        assert set(hand) - allowed <= {JOKER}
        if not variant.startswith("poker"):
            assert allowed == set(hand)
