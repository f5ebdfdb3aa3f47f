"""Dealing: cards each, the kitty, and whose turn it is."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.poker import cards_each
from scoring.refusal import Refusal
from scoring.table import turn_order
from scoring.variant import Deal
from scoring.variants import VARIANTS
from tests import games

# The dealing chart of Poker-Euchre (PE-04): players, cards each, left over without Jokers and with
CHART = [
    (2, 25, 2, 4),
    (3, 16, 4, None),
    (4, 12, 4, 6),
    (5, 10, 2, 4),
    (6, 8, 4, 6),
    (7, 7, 3, 5),
    (8, 6, 4, 6),
    (9, 5, 7, 9),
    (10, 5, 2, 4),
    (11, 4, 8, 10),
    (12, 4, 4, 6),
]


def deal_for(variant: str, players: int, jokers: bool = False) -> Deal:
    """The deal of a game; *jokers*: Poker-Euchre's option."""
    game = VARIANTS[variant]
    return game.deal_for(players, {**game.standard_options, "jokers": jokers})


@pytest.mark.parametrize(("players", "each", "over", "over_with_jokers"), CHART)
def test_poker_euchre_is_dealt_by_the_chart_pe_04(players, each, over, over_with_jokers):
    assert cards_each(players) == each
    assert deal_for("poker-chips", players).kitty == over
    if over_with_jokers is not None:
        assert cards_each(players, jokers=True) == each
        assert deal_for("poker-points", players, jokers=True).kitty == over_with_jokers


def test_three_with_jokers_get_seventeen_pe_04():
    assert cards_each(3, jokers=True) == 17
    assert deal_for("poker-points", 3, jokers=True).kitty == 3


@pytest.mark.parametrize("players", [-1, 0, 1, 13, True, None, 4.0, "4"])
def test_two_to_twelve_can_play_poker_euchre(players):
    with pytest.raises(Refusal) as refused:
        cards_each(players)
    assert refused.value.field == "players"
    assert refused.value.code == "players-range"


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_game_has_its_deal(variant):
    facts = games.facts(variant)
    assert facts.DEALS
    assert {players: deal_for(variant, players) for players in facts.DEALS} == facts.DEALS


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_uses_the_whole_pack(variant):
    assert VARIANTS[variant].seats == games.facts(variant).PLAYERS
    for players in games.facts(variant).PLAYERS:
        deal = deal_for(variant, players)
        assert deal.cards * players + deal.spare + deal.kitty == len(VARIANTS[variant].pack.cards())


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_not_dealt_to_a_number_that_cannot_play_it(variant):
    facts = games.facts(variant)
    for players in (facts.PLAYERS[0] - 1, facts.PLAYERS[-1] + 1):
        with pytest.raises(Refusal) as refused:
            deal_for(variant, players)
        assert refused.value.field == "players"
        assert refused.value.code in ("players-dealt", "players-range")


def test_the_turn_goes_round_from_the_dealers_left_all_01():
    seats = ("Ann", "Bo", "Cy", "Dee")
    assert turn_order(seats, "Ann") == ("Bo", "Cy", "Dee", "Ann")
    assert turn_order(seats, "Cy") == ("Dee", "Ann", "Bo", "Cy")
    assert turn_order(seats, "Dee") == ("Ann", "Bo", "Cy", "Dee")


def test_only_somebody_at_the_table_deals():
    with pytest.raises(Refusal) as refused:
        turn_order(("Ann", "Bo"), "Cy")
    assert refused.value.field == "dealer"
    assert refused.value.values == {"got": "Cy", "choices": "Ann or Bo"}


@given(st.lists(st.text(min_size=1), min_size=1, max_size=12, unique=True), st.data())
def test_everybody_has_one_turn_and_the_dealer_the_last(names, data):
    seats = tuple(names)
    dealer = data.draw(st.sampled_from(seats))
    order = turn_order(seats, dealer)
    assert order[-1] == dealer
    assert sorted(order) == sorted(seats)
    for here, there in pairwise(order):
        assert seats[(seats.index(here) + 1) % len(seats)] == there
