"""The cards on the table: packs, ranks, who takes the trick, what may be played.

What the cards of each game do stands in its package (``tests/games/``), one trick a line.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import (
    JOKER,
    NO_TRUMP,
    Card,
    effective_suit,
    may_play,
    name_card,
    parse_card,
    suit_led,
    suit_order,
    trick_winner,
    trump_order,
    write_card,
)
from scoring.refusal import Refusal
from scoring.variants import VARIANTS
from tests import games

POKER = "poker-points"
PACKS = {name: variant.pack for name, variant in VARIANTS.items()}
JOKERS = [name for name, variant in VARIANTS.items() if "jokers" in variant.standard_options]


TRUMPS = [(variant, *line) for variant in VARIANTS for line in games.facts(variant).TRUMPS]


def lines(table):
    """The lines of one table of every game that has cards of its own, each with the game before it."""
    found = {variant: games.tricks(variant) for variant in VARIANTS}
    return [(variant, *line) for variant, part in found.items() if part for line in getattr(part, table)]


def cards(words):
    return tuple(parse_card(word) for word in words.split())


def written(hand):
    return " ".join(write_card(card) for card in hand)


# The packs


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_game_has_its_pack(variant):
    said, whole = games.facts(variant).CARDS, PACKS[variant].cards()
    assert said.inside
    assert said.outside
    assert len(whole) == said.size
    assert len(set(whole)) == said.size
    assert set(cards(said.inside)) <= set(whole)
    assert not set(cards(said.outside)) & set(whole)


@pytest.mark.parametrize("variant", JOKERS)
def test_poker_euchre_may_add_two_jokers_pe_02(variant):
    whole = PACKS[variant].cards(jokers=True)
    assert len(whole) == 54
    assert whole.count(JOKER) == 2


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in JOKERS])
def test_no_other_game_has_the_choice_of_jokers(variant):
    assert PACKS[variant].cards(jokers=True) == PACKS[variant].cards()


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
    assert refused.value.code == ("not-a-card" if isinstance(text, str) else "not-text")


@pytest.mark.parametrize("value", [None, True, 10, 1.0, [], ["AS"], {}])
def test_only_text_is_a_card(value):
    with pytest.raises(Refusal):
        parse_card(value)


@pytest.mark.parametrize("variant", PACKS)
def test_writing_and_reading_a_card_are_each_others_mirror(variant):
    for card in PACKS[variant].cards(jokers=VARIANTS[variant].pack.wild_jokers > 0):
        assert parse_card(write_card(card)) == card


# The rank of the cards


@pytest.mark.parametrize(("variant", "rule", "trump", "order"), TRUMPS)
def test_trumps_rank_from_high_to_low(variant, rule, trump, order):
    assert written(trump_order(PACKS[variant], trump)) == order


def test_every_game_tells_its_trumps_and_no_trump():
    for variant, game in VARIANTS.items():
        told = {trump for name, _rule, trump, _order in TRUMPS if name == variant}
        assert told
        assert (NO_TRUMP in told) == (NO_TRUMP in game.trumps)


@pytest.mark.parametrize(("variant", "rule", "trump", "suit", "order"), lines("SUIT_ORDERS"))
def test_a_suit_ranks_from_high_to_low(variant, rule, trump, suit, order):
    assert written(suit_order(PACKS[variant], trump, suit)) == order


@pytest.mark.parametrize(("variant", "rule", "trump", "card", "suit"), lines("COUNTS_AS"))
def test_a_card_counts_as_a_suit(variant, rule, trump, card, suit):
    assert effective_suit(PACKS[variant], trump, parse_card(card)) == suit


def test_the_suits_of_a_pack_share_all_its_cards_between_them():
    for game in PACKS.values():
        for trump in game.trumps:
            ranked = [
                card
                for suit in ("spades", "hearts", "diamonds", "clubs")
                for card in suit_order(game, trump, suit)
            ]
            assert sorted(map(write_card, ranked)) == sorted(map(write_card, game.cards()))


# Who takes the trick


@pytest.mark.parametrize("last_trick", [False, True])
@pytest.mark.parametrize("line", lines("TRICKS"))
def test_a_trick_is_taken(line, last_trick):
    variant, trump, fell, winner, rules = line
    trick = trick_winner(PACKS[variant], trump, cards(fell), last_trick)
    assert (trick.winner, " ".join(trick.rules)) == (winner, rules)


@pytest.mark.parametrize(("variant", "trump", "fell", "last_trick", "why"), lines("WINNERS"))
def test_the_reason_is_given(variant, trump, fell, last_trick, why):
    assert trick_winner(PACKS[variant], trump, cards(fell), last_trick).why == why


def test_a_trick_is_not_the_last_unless_that_is_said_pe_02():
    fell = cards("Joker AS")
    said = trick_winner(PACKS[POKER], "hearts", fell)
    assert said == trick_winner(PACKS[POKER], "hearts", fell, last_trick=False)
    assert said != trick_winner(PACKS[POKER], "hearts", fell, last_trick=True)


# What may be played


@pytest.mark.parametrize("line", lines("FOLLOWING"))
def test_a_card_may_be_played(line):
    variant, trump, hand, trick, allowed, rules = line
    choice = may_play(PACKS[variant], trump, cards(hand), cards(trick))
    assert (written(choice.cards), " ".join(choice.rules)) == (allowed, rules)


@pytest.mark.parametrize("line", lines("LAST_TRICK"))
def test_a_card_may_be_played_to_the_last_trick(line):
    variant, trump, hand, trick, allowed, rules = line
    choice = may_play(PACKS[variant], trump, cards(hand), cards(trick), last_trick=True)
    assert (written(choice.cards), " ".join(choice.rules)) == (allowed, rules)


@pytest.mark.parametrize(("variant", "trump", "hand", "trick", "why"), lines("CHOICES"))
def test_the_reason_for_a_choice_is_given(variant, trump, hand, trick, why):
    assert may_play(PACKS[variant], trump, cards(hand), cards(trick)).why == why


# What holds for every trick there is


@st.composite
def tables(draw):
    """A game, its trump, a trick and a hand out of its pack, and whether it is the last trick."""
    variant = draw(st.sampled_from(sorted(PACKS)))
    game = PACKS[variant]
    trump = draw(st.sampled_from(game.trumps))
    whole = PACKS[variant].cards(jokers=game.wild_jokers > 0)
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
        winner = trick_winner(PACKS[variant], trump, fell, last_trick).winner
        if VARIANTS[variant].pack.wild_jokers and fell == (JOKER, JOKER):
            assert winner is None
        else:
            assert winner in range(1, len(fell) + 1)


@given(tables())
def test_no_card_that_fell_beats_the_winner_by_the_rank_it_has(table):
    """Checked the long way round: by suit and printed rank, not by the order that the library makes."""
    variant, trump, fell, _, last_trick = table
    jokers = fell.count(JOKER) if VARIANTS[variant].pack.wild_jokers else 0
    if not fell or jokers == 1 or jokers == len(fell):
        return
    others = [card for card in fell if not (jokers and card == JOKER)]
    led = effective_suit(PACKS[variant], trump, others[0])
    strongest = max(others, key=lambda card: strength(variant, trump, led, card))
    assert trick_winner(PACKS[variant], trump, fell, last_trick).winner == fell.index(strongest) + 1


def strength(variant, trump, led, card):
    """How strong a card is, from its face: trump over suit led over nothing."""
    printed = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    color = {"spades": "black", "clubs": "black", "hearts": "red", "diamonds": "red"}
    if card == JOKER:
        return 300
    if trump != NO_TRUMP and card.rank == "J" and color[card.suit] == color[trump]:
        return 202 if card.suit == trump else 201
    if variant == "three-handed" and card == Card("9", "clubs"):
        return 100
    face = printed.index(card.rank) + 1
    return 100 + face if card.suit == trump else face if card.suit == led else 0


@given(tables())
def test_there_is_always_a_card_to_play_and_it_is_in_the_hand(table):
    variant, trump, trick, hand, last_trick = table
    if hand:
        allowed = may_play(PACKS[variant], trump, hand, trick, last_trick).cards
        assert allowed
        assert list(allowed) == [card for card in dict.fromkeys(hand) if card in allowed]


@given(tables())
def test_whoever_can_follow_must_and_whoever_cannot_may_play_all_but_a_joker(table):
    variant, trump, trick, hand, last_trick = table
    led = suit_led(PACKS[variant], trump, trick)
    allowed = set(may_play(PACKS[variant], trump, hand, trick, last_trick).cards) if hand else set()
    able = {card for card in hand if led and effective_suit(PACKS[variant], trump, card) == led}
    if able:
        assert allowed == able
    else:
        assert set(hand) - allowed <= {JOKER}
        if not VARIANTS[variant].pack.wild_jokers:
            assert allowed == set(hand)
