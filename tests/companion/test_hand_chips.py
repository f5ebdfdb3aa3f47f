"""The hand form of Poker-Euchre with chips: the betting action by action, then a tap for each trick."""

from typing import Any

import pytest

from companion.forms.hand import blank, of_entry, of_post
from scoring import Refusal, Step, step
from tests.companion.hand_forms import bet_rows, chips, form, missing, pressed, state


class TestPokerChips:
    def test_who_cannot_pay_sits_out_and_who_is_away_is_not_dealt_in(self) -> None:
        told = form(chips(64, 64, 64, 5), away_2="on")
        notes = {row.name: row.note for row in bet_rows(told)}
        assert notes == {"Bo": "to act", "Ann": "", "Cy": "away", "Dee": "can’t pay 16, sits out"}

    def test_only_those_who_paid_the_ante_can_be_the_maker(self) -> None:
        told = form(chips(64, 64, 64, 5), away_2="on").show()["maker"]
        assert [choice.label for choice in told.choices] == ["Ann", "Bo"]  # type: ignore[attr-defined]

    def test_fewer_than_two_who_can_pay_are_sent_to_the_bank(self) -> None:
        shown = blank(chips(64, 2, 0)).show()
        assert shown["stuck"] is True
        assert shown["wrong_at"] == "", "none of its fields is drawn"

    def test_the_betting_goes_round_from_the_dealers_left(self) -> None:
        told = pressed(form(chips(64, 64, 64), maker=1, trump="spades", chips=3), "bet bet", "bet call")
        assert [row.name for row in bet_rows(told)] == ["Bo", "Cy", "Ann"]
        assert [(row.paid, row.left, row.note) for row in bet_rows(told)] == [
            (19, 45, "bet 3, maker"),
            (19, 45, "called 3"),
            (16, 48, "to act"),
        ]
        felt: Any = told.show()["felt"]
        assert (felt.pot, felt.caption) == (54, "Bo called spades. 0 of 3 raises used.")

    def test_a_raise_says_where_it_leads_and_what_is_off_says_why(self) -> None:
        told = pressed(form(chips(64, 64, 64, options={"max_raises": 2}), chips=3), "bet bet")
        dock = told.show()["dock"]
        assert (dock.player, dock.owed, dock.holds) == ("Cy", 3, 48)  # type: ignore[attr-defined]
        assert [action.label + " " + action.chosen for action in dock.plain] == ["Fold ", "Raise by 5, to 8"]  # type: ignore[attr-defined]
        raised = pressed(told, "bet raise", "bet raise")
        assert raised.show()["dock"].adding_off.code == "no-raise-left"  # type: ignore[attr-defined]

    def test_more_chips_than_a_player_has_are_refused_while_they_are_entered(self) -> None:
        at = chips(64, 64, 38, 64)
        told = form(at, telling="totals", level=30)
        error = told.show()["level_error"]
        assert isinstance(error, Refusal)
        assert (error.message, error.field) == ("Cy has only 26 chips.", "bets")
        filled = form(at, maker=0, telling="totals", level=30, tricks_0=12)
        assert str(filled.outcome) == error.message
        fine = form(at, telling="totals", level=26)
        assert fine.show()["level_error"] is None
        folded = form(at, telling="totals", folded_2="on", bets_2=30)
        assert folded.show()["level_error"] is None
        assert [row.wrong.message for row in bet_rows(folded) if row.wrong] == ["Cy has only 26 chips."]
        higher = form(at, telling="totals", level=9, folded_2="on", bets_2=10)
        assert [row.wrong.message for row in bet_rows(higher) if row.wrong] == ["Cy folded: 9 at most."]

    def test_tricks_that_were_typed_are_undone_by_taps(self) -> None:
        at = chips(64, 64, 64, 64)
        typed = form(at, maker=0, telling="totals", level=10, tricks_0=7, tricks_1=5)
        assert typed.show()["has_tricks"]
        undone = pressed(typed, "trick back", "trick 0", "trick back", "trick 2")
        assert undone.entry["tricks"] == {"Ann": 7, "Bo": 4, "Cy": 1}
        assert pressed(undone, "trick back").entry["tricks"] == {"Ann": 7, "Bo": 4}

    def test_without_a_trick_none_can_be_undone(self) -> None:
        emptied = form(chips(64, 64), maker=0, telling="totals", level=10, order="0 0", tricks_0=0)
        assert not emptied.show()["has_tricks"]

    def test_who_cannot_match_can_only_fold(self) -> None:
        told = pressed(form(chips(64, 64, 17), chips=5), "bet bet")
        dock = told.show()["dock"]
        assert dock.main.label == "Fold"  # type: ignore[attr-defined]
        [call] = [action for action in dock.plain if action.value == "call"]  # type: ignore[attr-defined]
        assert call.off.message == "Cy can’t call 5 and must fold."

    def test_an_amount_can_be_typed_and_one_that_cannot_be_is_refused(self) -> None:
        begun = form(chips(64, 64, 64))
        typed = form(begun.state, chips_other=4).press("bet bet")
        assert typed.entry["betting"] == [{"player": "Bo", "action": "bet", "chips": 4}]
        assert typed.show()["other"] == ""
        for text, why in (
            ("21", "Bet 1 to 20."),
            ("lots", "Type a whole number, 1 or more."),
            ("0", "Bet 1 to 20."),
        ):
            with pytest.raises(Refusal, match=why) as refused:
                form(begun.state, chips_other=text).press("bet bet")
            assert refused.value.field == "betting"

    def test_an_action_is_taken_back_and_the_betting_started_over(self) -> None:
        told = pressed(form(chips(64, 64, 64)), "bet check", "bet fold", "bet back")
        assert told.entry["betting"] == [{"player": "Bo", "action": "check"}]
        assert told.press("bet over").entry["betting"] == []

    def test_betting_out_of_turn_says_so_and_can_be_started_over(self) -> None:
        told = form(chips(64, 64, 64), betting="0k")
        error = told.show()["bet_error"]
        assert isinstance(error, Refusal)
        assert error.message == "It’s Bo’s turn."

    def test_one_left_takes_the_pot_without_tricks(self) -> None:
        told = pressed(form(chips(64, 64, 64), maker=0, chips=2), "bet bet", "bet fold", "bet fold")
        assert told.missing == ()
        assert "tricks" not in told.entry
        assert told.show()["comes_to"] == [("Ann", "−16"), ("Bo", "+32"), ("Cy", "−16")]

    def test_a_tap_is_a_trick_and_is_taken_back(self) -> None:
        told = pressed(form(chips(64, 64, 64, 64), maker=1), *["bet check"] * 4)
        told = pressed(told, *["trick 1"] * 7, *["trick 2"] * 4, "trick back", "trick 0", "trick 3")
        assert told.entry["tricks"] == {"Ann": 1, "Bo": 7, "Cy": 3, "Dee": 1}
        assert told.show()["comes_to"] == [("Ann", "−8"), ("Bo", "+16"), ("Cy", "0"), ("Dee", "−8")]
        with pytest.raises(Refusal, match=r"All 12 tricks are entered\. Undo one\."):
            told.press("trick 1")
        assert missing(told.press("trick back")) == ["tricks"]
        with pytest.raises(Refusal, match="9 isn’t playing"):
            told.press("trick 9")

    def test_take_back_without_tricks_takes_the_last_action_back(self) -> None:
        told = pressed(form(chips(64, 64, 64), maker=1), *["bet check"] * 3, "trick back")
        assert told.show()["dock"].player == "Ann"  # type: ignore[attr-defined]

    def test_the_betting_can_be_told_in_totals(self) -> None:
        totals = {"telling": "totals", "level": 10, "folded_3": "on", "bets_3": 4}
        told = form(chips(64, 64, 64, 64), maker=0, **totals, tricks_0=6, tricks_1=4, tricks_2=2)
        assert told.entry["bets"] == {"Bo": 10, "Cy": 10, "Dee": 4, "Ann": 10}
        assert told.entry["folded"] == ["Dee"]
        assert isinstance(told.outcome, Step)

    def test_in_totals_no_bet_is_taken_for_0(self) -> None:
        totals = {"telling": "totals", "folded_3": "on", "tricks_0": 6, "tricks_1": 4, "tricks_2": 2}
        told = form(chips(64, 64, 64, 64), maker=0, **totals)
        assert missing(told) == ["bets", "Dee’s bets before folding"]
        assert isinstance(form(told.state, maker=0, **totals, level=0, bets_3=0).outcome, Step)

    def test_everyone_else_folding_in_totals_still_names_the_bets(self) -> None:
        told = form(chips(64, 64), telling="totals", folded_1="on")
        assert missing(told) == ["bets", "Bo’s bets before folding"]

    def test_tricks_that_nobody_won_are_confirmed(self) -> None:
        begun = pressed(form(chips(64, 64, 64, 64), maker=1), *["bet check"] * 4, *["trick 1"] * 11)
        assert begun.show()["unwon"] is None
        told = pressed(begun, "renege")
        assert missing(told) == ["tricks", "who reneged"]
        texts = {**told.drawn, "reneged-0": "on", "cards-1": "40"}
        assert missing(of_post(told.state, texts)) == ["tricks"]
        assert missing(of_post(told.state, {**texts, "unwon": "1"})) == []
        assert missing(of_post(told.state, {**texts, "unwon": "2"})) == ["tricks"]

    def test_a_hand_in_which_no_trick_counted_is_corrected_as_it_was_entered(self) -> None:
        begun = pressed(form(chips(64, 64, 64), maker=1), *["bet check"] * 3, "renege")
        told = of_post(begun.state, {**begun.drawn, "reneged-0": "on", "unwon": "16"})
        assert missing(told) == []
        again = of_entry(told.state, told.entry)
        assert missing(again) == []
        assert again.outcome == told.outcome

    def test_the_last_trick_of_two_with_jokers_is_confirmed_as_nobody_s(self) -> None:
        told = pressed(form(chips(64, 64, options={"jokers": True}), maker=1), *["bet check"] * 2)
        told = pressed(told, *["trick 1"] * 13, *["trick 0"] * 11)
        assert missing(told) == ["tricks"]
        assert missing(of_post(told.state, {**told.drawn, "unwon": "1"})) == []

    def test_a_table_that_told_totals_goes_on_with_them(self) -> None:
        last = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 12}}
        redeal = {"kind": "hand", "result": "redeal"}
        assert blank(chips(64, 64, 64), [last]).show()["totals"] is True
        assert blank(chips(64, 64, 64), [last, redeal]).show()["totals"] is True
        assert blank(chips(64, 64, 64), [last, {**last, "betting": []}]).show()["totals"] is False
        assert blank(chips(64, 64, 64), [redeal]).show()["totals"] is False

    def test_what_was_said_goes_with_the_people_when_the_seats_change(self) -> None:
        before, after = chips(64, 64, 64), chips(64, 64, 64)
        join = {"kind": "join", "player": "Zoe", "left_of": "Ann"}
        after = step(step(after, join).state, {"kind": "buy-in", "player": "Zoe", "chips": 64}).state
        said = {"maker": "1", "betting": "1k 2b5", "seat-0": "Ann", "seat-1": "Bo", "seat-2": "Cy"}
        told = of_post(after, said)
        assert told.entry["maker"] == "Bo"
        assert told.entry["betting"] == of_post(before, said).entry["betting"]

    def test_twelve_players_bet(self) -> None:
        names = [f"P{place}" for place in range(12)]
        bought = [{"kind": "buy-in", "player": name, "chips": 20} for name in names]
        told = form(state("poker-chips", bought, players=names), maker=5)
        told = pressed(told, *["bet check"] * 12, *["trick 5"] * 3, "trick 11")
        assert isinstance(told.outcome, Step)
        assert told.show()["comes_to"] == [("P5", "+32"), ("P11", "+8"), ("everyone else", "−4")]
