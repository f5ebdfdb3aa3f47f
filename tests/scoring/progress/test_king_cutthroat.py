"""King Cut-Throat Euchre: hands told move by move (KC-02 to KC-21)."""

import pytest

from scoring import Refusal, step
from tests.scoring.progress.tables import after, cited, instructions, may, off, table, why_not

KING = "king-cutthroat"
MADE = "turned hearts; Bo orders; taken up"
OPEN = MADE + "; Bo takes it; Cy takes it; Ann takes it; Bo takes it; Cy takes it; Bo takes it"


def test_the_deal_is_explained_for_three_and_for_two() -> None:
    now = after(table(KING))
    assert (now.deal.cards, now.deal.kitty, now.deal.spare) == (10, 3, 0)
    assert instructions(now)[-1] == "Everyone discards 3 face down (the outside) and keeps 7. (KC-03)"
    assert after(table(KING, 2)).deal.spare == 10


def test_the_turned_card_goes_to_the_makers_left_who_sends_one_outside() -> None:
    assert [one.words for one in after(table(KING), "turned hearts").allowed][:2] == ["Pass", "Make it trump"]
    now = after(table(KING), "turned hearts; Bo passes; Cy orders")
    assert (now.phase, now.to_act) == ("taking up", "Ann")
    assert instructions(now) == [
        "Ann, left of the maker, takes the turned card and discards one. "
        "The other two kitty cards go outside. (KC-05)",
        "The outside has 12 cards. Ann may count them, but not look. (KC-08)",
    ]
    now = after(table(KING, 2), "turned hearts; Bo orders")
    assert now.to_act == "Ann"
    assert instructions(now)[-1] == "The outside has 9 cards. Ann may count them, but not look. (KC-08)"


def test_in_the_second_round_two_kitty_cards_go_there() -> None:
    down = "turned hearts; Bo passes; Cy passes; Ann passes"
    now = after(table(KING), down)
    assert why_not(now, move="name", player="Bo", trump="hearts") == "turned-down (KC-06)"
    now = after(table(KING), down, "Bo names clubs")
    assert (now.to_act, now.trump) == ("Cy", "clubs")
    assert instructions(now)[0] == (
        "Cy, left of the maker, takes the two face-down kitty cards and discards two. "
        "The turned card goes outside. (KC-06)"
    )


def test_everybody_passes_twice() -> None:
    passes = "; Bo passes; Cy passes; Ann passes"
    now = after(table(KING), "turned hearts" + passes + passes)
    assert now.entry == {"kind": "hand", "result": "passed-out"}
    assert now.done


def test_a_turned_joker_is_dealt_again_or_counts_as_a_suit() -> None:
    now = after(table(KING), "turned Joker")
    assert now.entry == {"kind": "hand", "result": "redeal"}
    assert instructions(now) == ["A Joker was turned up. Ann deals again. (KC-04)"]
    assert now.step is not None
    assert now.step.state.next_dealer == "Ann"
    now = after(table(KING, options={"flipped_joker": "spades"}), "turned Joker; Bo orders; taken up")
    assert (now.card, now.turned, now.trump, now.phase) == ("Joker", "spades", "spades", "play")


def test_a_king_scores_at_once_told_with_the_trick_or_after_it() -> None:
    state = table(KING, Ann=4, Bo=2)
    for line in (MADE + "; Bo takes it by a King", MADE + "; Bo takes it; a King"):
        now = after(state, line)
        assert now.kings == ("Bo",)
        assert now.points == {"Bo": 1}
        assert now.scores == {"Ann": 4, "Bo": 3, "Cy": 0}
        assert now.tricks[0].king
        assert now.leader == "Bo"
    assert "king" in may(after(state, MADE + "; Bo takes it"))
    assert "king" not in may(after(state, MADE + "; Bo takes it; a King"))
    with pytest.raises(Refusal):
        after(state, MADE + "; a King")


def test_there_are_four_kings() -> None:
    now = after(table(KING), MADE, *["Bo takes it by a King"] * 4)
    assert why_not(now, move="trick", player="Bo", king=True) == "kings-entered (KC-19)"


def test_the_game_ends_on_the_king_that_ends_it() -> None:
    state = table(KING, Ann=9, Bo=8)
    now = after(state, MADE, "Bo takes it by a King; Cy takes it; Bo takes it by a King")
    assert (now.phase, now.won_by_king) == ("done", "Bo")
    assert instructions(now) == ["Bo has won the game with a King. Play ends. (KC-11)"]
    assert now.entry == {
        "kind": "hand",
        "maker": "Bo",
        "trump": "hearts",
        "tricks": {"Bo": 2, "Cy": 1},
        "kings": ["Bo", "Bo"],
    }
    assert now.step is not None
    assert now.step.state.winners == ("Bo",)
    with pytest.raises(Refusal) as refused:
        after(state, MADE, "Bo takes it by a King; Bo takes it by a King; Cy takes it")
    assert (refused.value.field, refused.value.entry) == ("move", 6)


def test_a_whole_hand_and_its_last_king() -> None:
    state = table(KING)
    line = (
        MADE + "; Bo takes it; Bo takes it; Bo takes it; Bo takes it; Cy takes it; Cy takes it; Ann takes it"
    )
    now = after(state, line)
    assert now.phase == "done"
    assert now.entry["tricks"] == {"Ann": 1, "Bo": 4, "Cy": 2}
    assert may(now) == ["king"]
    now = after(state, line + "; a King")
    assert now.phase == "done"
    assert now.entry["kings"] == ["Ann"]
    assert now.step == step(state, now.entry)


def test_may_it_be_thrown_in() -> None:
    state = table(KING)
    asked = after(state, MADE).throw_in
    assert asked is not None
    assert cited(asked.off) == "no-trick-yet (KC-20)"
    now = after(state, MADE, *["Bo takes it"] * 4)
    assert off(now, move="throw-in") == Refusal("could-march", "move", "KC-20", player="Bo")
    now = after(state, MADE, *["Bo takes it"] * 3, "Cy takes it")
    assert off(now, move="throw-in") == Refusal("could-catch", "move", "KC-20", player="Cy", leader="Bo")
    now = after(state, MADE, *["Bo takes it"] * 3, "Cy takes it; Ann takes it")
    assert why_not(now, move="throw-in") == "could-catch (KC-20)"
    now = after(state, MADE, *["Bo takes it"] * 3, "Bo takes it by a King; Cy takes it")
    assert now.throw_in is not None
    assert now.throw_in.off is None
    assert now.throw_in.answer == (
        "Yes, if all four Kings have been played (1 won a trick). Bo scores for most tricks."
    )
    now = after(state, MADE, *["Bo takes it by a King"] * 4, "Cy takes it")
    assert now.throw_in is not None
    assert now.throw_in.answer == "Yes. Bo scores for most tricks."
    now = after(state, MADE, *["Bo takes it by a King"] * 4, "Cy takes it; throw it in")
    assert now.entry["thrown_in"] is True
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 0, "Bo": 5, "Cy": 0}


def test_a_showdown_is_guided() -> None:
    state = table(KING, Bo=3, Cy=2)
    now = after(state, OPEN, "Cy takes it")
    assert now.phase == "showdown"
    assert now.showdown is not None
    assert (now.showdown.two, now.showdown.dealer, now.showdown.cards, now.showdown.discard) == (
        ("Bo", "Cy"),
        "Ann",
        6,
        1,
    )
    assert now.to_act == "Cy"
    assert instructions(now) == [
        "Ann shuffles the outside cards and deals Bo and Cy 6 each. "
        "They discard one: best of 5, same trump. (KC-15)",
        "Cy leads. (KC-18)",
    ]
    now = after(state, OPEN, "Cy takes it; Bo takes it by a King; Cy takes it; Bo takes it")
    assert now.showdown is not None
    assert (now.showdown.counts, now.showdown.leader, now.kings) == ({"Bo": 2, "Cy": 1}, "Bo", ("Bo",))
    assert instructions(now) == ["Bo leads. (ALL-04)"], "the cards are dealt once"
    assert now.scores == {"Ann": 0, "Bo": 4, "Cy": 2}


def test_a_decided_showdown_may_stop_when_no_king_can_score() -> None:
    state = table(KING, Bo=3, Cy=2)
    line = OPEN + "; Cy takes it; Bo takes it; Bo takes it; Bo takes it"
    now = after(state, line)
    assert (now.phase, may(now)) == ("showdown", ["trick", "stop", "king", "skip"])
    now = after(state, line + "; stop")
    assert now.phase == "done"
    assert now.entry["showdown"] == {"tricks": {"Bo": 3}, "winner": "Bo"}
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 0, "Bo": 4, "Cy": 1}
    assert after(state, line + "; Cy takes it by a King; Cy takes it").entry["showdown"] == {
        "tricks": {"Bo": 3, "Cy": 2},
        "kings": ["Cy"],
        "winner": "Bo",
    }
    no_kings = table(KING, options={"showdown_kings": False})
    now = after(no_kings, line)
    assert now.phase == "done"
    assert may(after(no_kings, OPEN + "; Cy takes it; Bo takes it; Bo takes it")) == ["trick", "skip"]


def test_four_kings_in_play_and_showdown_decide_whether_it_must_be_confirmed() -> None:
    line = MADE + "; Bo takes it by a King; Cy takes it by a King; Ann takes it; Bo takes it; Cy takes it"
    line += "; Bo takes it"
    now = after(table(KING), line, "Cy takes it; Bo takes it by a King; Bo takes it by a King")
    assert why_not(now, move="trick", player="Cy", king=True) == "kings-entered (KC-19)"
    now = after(table(KING), line, "Cy takes it; Bo takes it by a King; Bo takes it by a King; Bo takes it")
    assert now.phase == "done"
    now = after(table(KING), line, "Cy takes it; Bo takes it by a King; Bo takes it; Bo takes it")
    assert now.phase == "showdown"


def test_a_king_may_end_the_game_in_the_showdown_or_before_it() -> None:
    state = table(KING, Bo=9)
    now = after(state, OPEN, "Cy takes it; Bo takes it; a King")
    assert now.phase == "done"
    assert now.entry["showdown"] == {"tricks": {"Bo": 1}, "kings": ["Bo"]}
    assert now.step is not None
    assert now.step.state.winners == ("Bo",)
    now = after(table(KING, Cy=9), OPEN, "Cy takes it; a King")
    assert (now.phase, now.showdown) == ("done", None)


def test_the_mediator_may_decide_who_leads() -> None:
    state = table(KING, options={"showdown_leader": "mediator"})
    now = after(state, OPEN, "Cy takes it")
    assert now.to_act is None
    assert (now.ask, instructions(now)[-1]) == ("Who leads the showdown?", "Ann decides who leads. (KC-18)")
    assert may(now) == ["lead", "king", "skip"]
    assert after(state, OPEN, "Cy takes it; Bo leads").to_act == "Bo"


def test_tricks_and_showdown_may_be_told_at_once() -> None:
    state = table(KING, Bo=3)
    tricks = {"move": "tricks", "tricks": {"Ann": 1, "Bo": 3, "Cy": 3}, "kings": ["Bo"]}
    now = after(state, MADE, tricks)
    assert (now.phase, now.to_act) == ("showdown", None)
    assert instructions(now)[-1] == "The last of the two to win a trick leads. (KC-18)"
    now = after(state, MADE, tricks, {"move": "showdown", "winner": "Cy"})
    assert now.entry["showdown"] == {"winner": "Cy"}
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 0, "Bo": 3, "Cy": 1}
    for told, field in (
        ([tricks, {"move": "showdown", "winner": "Ann"}], "showdown"),
        ([{"move": "tricks", "tricks": {"Bo": 3}}], "tricks"),
    ):
        with pytest.raises(Refusal) as refused:
            after(state, MADE, *told)
        assert refused.value.field == field
    thrown = {"move": "tricks", "tricks": {"Bo": 4, "Cy": 1}, "thrown_in": True}
    assert after(state, MADE, thrown).entry["thrown_in"] is True
    with pytest.raises(Refusal) as refused:
        after(state, MADE, "Bo takes it by a King", {**tricks, "kings": ["Cy"]})
    assert refused.value.code == "kings-so-far"


def test_skipping_fills_the_form_with_what_is_known() -> None:
    now = after(table(KING), MADE, "Bo takes it by a King; skip")
    assert (now.phase, now.done) == ("form", False)
    assert now.entry == {
        "kind": "hand",
        "maker": "Bo",
        "trump": "hearts",
        "tricks": {"Bo": 1},
        "kings": ["Bo"],
    }
    now = after(table(KING), OPEN, "Cy takes it; Bo takes it by a King; Bo takes it; skip")
    assert now.phase == "form"
    assert now.entry["showdown"] == {"tricks": {"Bo": 2}, "kings": ["Bo"]}
    done = after(
        table(KING), OPEN, "Cy takes it; Bo takes it by a King; skip", {"move": "showdown", "winner": "Bo"}
    )
    assert done.entry["showdown"] == {"winner": "Bo", "kings": ["Bo"]}
    assert done.kings == ("Bo",)
    assert done.scores == {"Ann": 0, "Bo": 1, "Cy": 0}
