"""Poker-Euchre: hands told move by move, with chips and without (PE-02 to PE-12, PC-05 to PC-12, PP-08)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import Refusal, step
from tests.scoring.progress.tables import NAMES, Move, after, instructions, may, moves, table, why_not

POINTS, CHIPS = "poker-points", "poker-chips"
MADE = "turned hearts; Bo orders; taken up"
CHECKED = MADE + "; Bo checks; Cy checks; Dee checks; Ann checks"


def takes(**tricks: int) -> list[Move]:
    """Tricks one by one."""
    return [move for name, count in tricks.items() for move in moves(*[f"{name} takes it"] * count)]


def made_over(now: Any, **expected: int) -> bool:
    return now.step is not None and {name: now.step.state.scores[name] for name in expected} == expected


# Both ways


@pytest.mark.parametrize(
    ("seats", "jokers", "cards", "kitty"),
    [(2, False, 25, 2), (3, False, 16, 4), (3, True, 17, 3), (7, True, 7, 5), (12, False, 4, 4)],
)
def test_the_deal_is_explained(seats: int, jokers: bool, cards: int, kitty: int) -> None:
    now = after(table(POINTS, seats, {"jokers": jokers}))
    assert (now.deal.cards, now.deal.kitty, now.total) == (cards, kitty, cards)
    assert instructions(now)[0] == f"{NAMES[seats - 1]} cuts. (PE-05)"
    assert instructions(now)[1:3] == [
        f"Ann deals {cards} each, one card at a time. (PE-04)",
        f"The other {kitty} cards are the kitty. (PE-04)",
    ]


def test_a_turned_joker_goes_to_the_bottom() -> None:
    state = table(POINTS, options={"jokers": True})
    now = after(state, "turned Joker")
    assert now.phase == "turned card"
    assert instructions(now)[-1] == "The Joker goes to the bottom. Turn up the next card. (PE-06)"
    assert after(state, "turned Joker; turned Joker; turned hearts").phase == "calling, round 1"
    with pytest.raises(Refusal):
        after(state, "turned Joker; turned Joker; turned Joker")
    with pytest.raises(Refusal) as refused:
        after(table(POINTS), "turned Joker")
    assert refused.value.code == "card-not-in-deck"


def test_the_dealer_takes_the_card_and_buries_one() -> None:
    now = after(table(POINTS), "turned hearts; Bo passes; Cy orders")
    assert now.to_act == "Ann"
    assert instructions(now) == ["Ann picks it up and buries the lowest card that isn’t trump. (PE-06)"]


def test_when_nobody_names_a_suit_it_is_a_misdeal() -> None:
    passes = "; Bo passes; Cy passes; Dee passes; Ann passes"
    now = after(table(POINTS), "turned hearts" + passes)
    assert why_not(now, move="name", player="Bo", trump="hearts") == "turned-down (PE-07)"
    now = after(table(POINTS), "turned hearts" + passes + passes)
    assert now.entry == {"kind": "hand", "result": "misdeal"}
    assert now.step is not None
    assert now.step.state.next_dealer == "Bo"


def test_a_whole_hand_for_points() -> None:
    state = table(POINTS)
    now = after(state, MADE, *takes(Bo=5, Cy=4, Dee=2))
    assert (now.phase, now.leader) == ("play", "Dee")
    assert now.cards == {"Ann": 0, "Bo": 20, "Cy": 16, "Dee": 8}
    now = after(state, MADE, *takes(Bo=5, Cy=4, Dee=2, Ann=1))
    assert now.entry == {
        "kind": "hand",
        "maker": "Bo",
        "trump": "hearts",
        "tricks": {"Ann": 1, "Bo": 5, "Cy": 4, "Dee": 2},
    }
    assert made_over(now, Ann=4, Bo=24, Cy=16, Dee=8)


def test_two_jokers_alone_are_nobodys_trick_where_two_play() -> None:
    state = table(POINTS, 2, {"jokers": True})
    line = "turned hearts; Bo orders; taken up"
    now = after(state, line, *takes(Bo=24), "two Jokers")
    assert now.done
    assert now.entry["tricks"] == {"Bo": 24}
    assert "cancelled" not in may(after(state, line, "two Jokers"))
    assert "cancelled" not in may(after(table(POINTS, 3, {"jokers": True}), line))
    assert "cancelled" not in may(after(table(POINTS, 2), line))


def test_in_a_playoff_only_those_who_are_level_play() -> None:
    state = replace(table(POINTS, 5, Bo=90, Dee=90), playoff=("Bo", "Dee"))
    now = after(state)
    assert (now.dealer, now.dealt_in, now.order, now.total) == ("Bo", ("Bo", "Dee"), ("Dee", "Bo"), 25)
    now = after(state, "turned hearts; Dee passes; Bo orders; taken up", *takes(Bo=13, Dee=12))
    assert now.step is not None
    assert now.step.state.winners == ("Bo",)
    with pytest.raises(Refusal):
        after(state, "Ann deals")


# With chips


def test_everybody_antes_and_who_cannot_sits_out() -> None:
    now = after(table(CHIPS, Cy=11))
    assert instructions(after(table(CHIPS)))[4:] == [
        "Everyone antes 12 before looking, dealer’s left first. (PC-05)"
    ]
    assert now.order == ("Bo", "Dee", "Ann")
    assert now.dealt_in == ("Ann", "Bo", "Cy", "Dee")
    assert now.betting is None, "nobody has paid yet"
    now = after(table(CHIPS, Cy=11), "dealt")
    assert now.betting is not None
    assert now.betting.pot == 36
    assert now.betting.left == {"Bo": 52, "Dee": 52, "Ann": 52}


@pytest.mark.parametrize("result", ["misdeal", "passed-out", "redeal"])
def test_antes_on_the_table_stand_for_the_next_deal(result: str) -> None:
    unplayed = {"kind": "hand", "result": result}
    state = step(table(CHIPS), unplayed).state
    assert instructions(after(state))[4:] == ["The antes stay in. Top up to 12 each. (PC-06)"]
    state = step(state, {"kind": "buy-in", "player": "Bo", "chips": 9}).state
    assert instructions(after(state))[4].endswith("(PC-06)"), "buying in moves nothing on the table"
    assert instructions(after(step(table(CHIPS, Cy=11), unplayed).state, "Dee deals"))[4:] == [
        "The antes stay in. Ann, Bo and Dee top up to 12 each. (PC-06)",
        "Cy can’t pay the ante: Cy sits out and buries the cards unseen. (PC-05)",
    ]
    played = {"kind": "hand", "maker": "Bo", "tricks": {"Bo": 12}}
    assert instructions(after(step(state, played).state))[4].endswith("(PC-05)")


def test_a_dealer_who_sits_out_only_deals() -> None:
    now = after(table(CHIPS, Ann=0), "turned hearts; Bo passes; Cy passes; Dee orders")
    assert (now.dealer, now.to_act) == ("Ann", "Dee")


def test_with_fewer_than_two_who_can_pay_there_is_no_hand() -> None:
    state = table(CHIPS, 2, Ann=5)
    now = after(state)
    why = "two-must-pay (PC-05)"
    assert why_not(now, move="dealt") == why_not(now, move="turned", card="hearts") == why
    assert why_not(now, move="skip") == why
    assert may(now) == ["dealer", "result"]
    assert instructions(now) == [
        "Two players must be able to pay. A player who is short buys chips or cashes out. (PC-05)"
    ]
    with pytest.raises(Refusal):
        after(state, {"move": "made", "maker": "Bo", "trump": "hearts"})


def test_two_who_can_pay_are_enough() -> None:
    now = after(table(CHIPS, 3, Ann=0), "turned hearts; Bo orders; Bo checks; Cy checks")
    assert (now.phase, now.order, now.total) == ("play", ("Bo", "Cy"), 16)


def test_who_is_away_gets_no_cards_and_may_come_back() -> None:
    state = table(CHIPS, 5)
    now = after(state, "Ann leaves; Cy leaves")
    assert (now.dealer, now.dealt_in, now.total, now.order) == (
        "Bo",
        ("Bo", "Dee", "Eli"),
        16,
        ("Dee", "Eli", "Bo"),
    )
    assert now.entry == {"kind": "hand", "away": ["Ann", "Cy"]}
    assert after(state, "Ann leaves; Ann returns").entry == {"kind": "hand"}
    now = after(state, "Ann leaves", {"move": "result", "result": "misdeal"})
    assert now.entry == {"kind": "hand", "dealer": "Bo", "result": "misdeal"}
    assert now.step is not None
    assert now.step.state.next_dealer == "Cy"
    assert why_not(after(state, "Cy deals"), move="away", player="Cy") == "named-to-deal (ALL-02)"
    assert why_not(after(table(CHIPS, 3)), move="away", player="Ann") == ""
    assert why_not(after(table(CHIPS, 2, Ann=30, Bo=30)), move="away", player="Ann") == (
        "two-players-in (PC-05)"
    )


def test_the_betting_goes_round_within_its_limits() -> None:
    state = table(CHIPS, Cy=15)
    now = after(state, MADE)
    assert (now.phase, now.to_act) == ("betting", "Bo")
    assert instructions(now)[-1] == "Bo called trump and is expected to bet well. (PC-24)"
    assert instructions(after(state, MADE, "Bo checks")) == [
        "Bet until everyone still in has put in the same. (PC-07)"
    ]
    assert len(instructions(after(table(CHIPS), MADE, "Bo bets 5; Cy calls; Dee calls; Ann raises 5"))) == 1
    assert why_not(now, move="call", player="Bo") == "nothing-to-call (PC-08)"
    bet = next(one for one in now.offers if one.move["move"] == "bet")
    assert (bet.least, bet.most) == (1, 20)
    now = after(state, MADE, "Bo bets 5")
    assert (now.to_act, may(now)) == ("Cy", ["fold", "result", "skip"])
    assert why_not(now, move="call", player="Cy") == "call-too-high (PC-11)"
    assert now.betting is not None
    assert now.betting.turn is not None
    assert (now.betting.pot, now.betting.turn.to_call) == (53, 5)
    with pytest.raises(Refusal) as refused:
        after(state, MADE, "Bo bets 21")
    assert refused.value == Refusal("bet-range", "chips", "PC-09", entry=4, least=1, most=20)
    assert [one.words for one in after(state, MADE, "Bo bets 5; Cy folds").allowed][:3] == [
        "Call 5",
        "Raise",
        "Fold",
    ]
    with pytest.raises(Refusal, match="It’s Cy’s turn"):
        after(state, MADE, "Bo bets 5; Dee calls")


def test_a_whole_hand_for_chips() -> None:
    state = table(CHIPS)
    line = MADE + "; Bo checks; Cy bets 5; Dee folds; Ann raises 5; Bo calls; Cy calls"
    now = after(state, line)
    assert (now.phase, now.playing, now.leader) == ("play", ("Bo", "Cy", "Ann"), "Bo")
    assert now.betting is not None
    assert (now.betting.put, now.betting.folded, now.betting.turn) == (
        {"Bo": 10, "Cy": 10, "Dee": 0, "Ann": 10},
        ("Dee",),
        None,
    )
    assert now.betting.left == {"Bo": 42, "Cy": 42, "Dee": 52, "Ann": 42}
    now = after(state, line, *takes(Bo=6, Cy=4, Ann=2))
    assert now.entry["betting"] == [
        {"player": "Bo", "action": "check"},
        {"player": "Cy", "action": "bet", "chips": 5},
        {"player": "Dee", "action": "fold"},
        {"player": "Ann", "action": "raise", "chips": 5},
        {"player": "Bo", "action": "call"},
        {"player": "Cy", "action": "call"},
    ]
    assert made_over(now, Bo=64 + 38, Cy=64 - 10, Ann=64 - 16, Dee=64 - 12)


def test_when_the_others_have_folded_the_hand_is_over() -> None:
    now = after(table(CHIPS), MADE, "Bo bets 5; Cy folds; Dee folds; Ann folds")
    assert now.phase == "done"
    assert instructions(now) == ["Everyone else folded: Bo takes the pot. (PC-12)"]
    assert "tricks" not in now.entry
    assert made_over(now, Bo=64 + 36)


def test_the_first_active_player_from_the_dealers_left_leads() -> None:
    assert after(table(CHIPS), MADE, "Bo folds; Cy checks; Dee checks; Ann checks").leader == "Cy"
    assert (
        after(table(CHIPS, Bo=0), "turned hearts; Cy orders; Cy checks; Dee checks; Ann checks").leader
        == "Cy"
    )


def test_the_betting_may_be_skipped_and_told_afterwards_as_totals() -> None:
    state = table(CHIPS)
    now = after(state, MADE, "skip")
    assert (now.phase, now.leader) == ("play", None)
    assert instructions(now) == ["First player in, left of the dealer, leads. (PE-12)"]
    line = moves(MADE + "; skip") + takes(Bo=6, Cy=4, Ann=2)
    now = after(state, *line)
    assert (now.phase, now.tellings) == ("form", ("bets",))
    assert "bets" not in now.entry
    bets: Move = {"move": "bets", "bets": {"Bo": 10, "Cy": 10, "Ann": 10}, "folded": ["Dee"]}
    now = after(state, *line, bets)
    assert now.entry["bets"] == {"Bo": 10, "Cy": 10, "Ann": 10}
    assert made_over(now, Bo=64 + 38, Dee=64 - 12)
    assert after(state, MADE, bets).leader == "Bo"
    assert after(state, "turned hearts; Bo orders", bets).phase == "play"
    for wrong, field, code in (
        ({**bets, "bets": {"Bo": 10}}, "bets", "bets-level"),
        ({**bets, "folded": ["Dee", "Cy", "Bo", "Ann"]}, "folded", "all-folded"),
        ({**bets, "folded": ["Dee", "Cy"]}, "folded", "played-on"),
        ({**bets, "bets": {"Bo": 60, "Cy": 60, "Ann": 60}}, "bets", "chips-held"),
        ({**bets, "bets": {"Bo": 10, "Cy": 10, "Ann": 10, "Dee": 11}}, "bets", "bets-of-folded"),
        ({**bets, "bets": {}, "folded": ["Dee", "Cy", "Ann"]}, "folded", "two-played"),
    ):
        with pytest.raises(Refusal) as refused:
            after(state, *line, wrong)
        assert (refused.value.field, refused.value.code) == (field, code)


def test_a_betting_broken_off_is_not_recorded() -> None:
    now = after(table(CHIPS), MADE, "Bo bets 5; Cy folds; skip", *takes(Bo=6, Dee=4, Ann=2))
    assert now.phase == "form"
    assert "betting" not in now.entry


def test_tricks_may_be_told_as_totals() -> None:
    state = table(CHIPS)
    now = after(state, CHECKED, {"move": "tricks", "tricks": {"Bo": 7, "Ann": 5}})
    assert now.done
    assert now.step == step(state, now.entry)
    for told, field in (
        ({"tricks": {"Bo": 7}}, "tricks"),
        ({"tricks": {"Bo": 12}, "kings": ["Bo"]}, "kings"),
    ):
        with pytest.raises(Refusal) as refused:
            after(state, CHECKED, {"move": "tricks", **told})
        assert refused.value.field == field
