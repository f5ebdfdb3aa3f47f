"""The hand forms: an entry and back, what fills itself in, what cannot be and why, what the hand will do."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.forms.hand import HandForm, blank, comes_to, of_entry, of_post
from companion.forms.hand.parts import Choice, Group, Row
from companion.forms.hand.poker_table import BetRow
from scoring import Refusal, State, Step, from_json, opening, step
from tests.companion.factories import record
from tests.scoring.vectors import vectors

ALL_HANDS = [vector for vector in vectors() if "error" not in vector.expect]


def state(variant: str, entries: list[dict[str, Any]] | None = None, **given: Any) -> State:
    """The table after these entries."""
    read = from_json(record(variant=variant, entries=entries or [], **given))
    now = opening(read)
    for entry in read.entries:
        now = step(now, entry).state
    return now


def chips(*amounts: int, **given: Any) -> State:
    names = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"][: len(amounts)]
    bought = [
        {"kind": "buy-in", "player": name, "chips": amount}
        for name, amount in zip(names, amounts, strict=True)
        if amount
    ]
    return state("poker-chips", bought, players=names, **given)


def form(at: State, **said: object) -> HandForm:
    """The form with these fields; ``tricks_0`` is the field tricks-0."""
    fields = {
        name.replace("_", "-") if name[-1].isdigit() else name: str(value) for name, value in said.items()
    }
    return HandForm(at, fields)


def pressed(begun: HandForm, *presses: str) -> HandForm:
    for press in presses:
        begun = begun.press(press)
    return begun


def rows(shown: HandForm) -> list[Row]:
    found = shown.show()["rows"]
    assert isinstance(found, list)
    return found


def group(shown: HandForm, name: str) -> Group:
    found = shown.show()[name]
    assert isinstance(found, Group)
    return found


def off(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {choice.label: choice.off for choice in choices if choice.off}


def checked(shown: HandForm) -> list[str]:
    return [
        next((cell.value for cell in row.strip.cells if cell.checked), "") for row in rows(shown) if row.strip
    ]


def struck_out(shown: HandForm, place: int) -> list[str]:
    strip = rows(shown)[place].strip
    assert strip
    return [cell.value for cell in strip.cells if cell.off]


def hands() -> Iterator[tuple[str, State, dict[str, Any]]]:
    for vector in ALL_HANDS:
        read = from_json(vector.record)
        now = opening(read)
        for entry in vector.record["entries"]:
            if entry["kind"] == "hand":
                yield vector.place, now, entry
            now = step(now, entry).state


def test_every_hand_of_the_samples_goes_into_its_form_and_comes_out_the_same() -> None:
    counted = 0
    for place, before, entry in hands():
        filled = of_entry(before, entry)
        assert filled.missing == (), f"{place}: {entry}"
        assert isinstance(filled.outcome, Step), f"{place}: {entry}"
        assert filled.outcome == step(before, entry), f"{place}: {entry}"
        filled.show()
        counted += 1
    assert counted > 900


def test_a_blank_form_says_what_is_missing_and_shows_the_scores_as_they_are() -> None:
    shown = blank(state("king-cutthroat")).show()
    assert shown["missing"] == ("who made it", "the tricks")
    assert shown["comes_to"] == []
    assert [row.effect.after for row in rows(blank(state("king-cutthroat")))] == [None, None, None]


class TestCommon:
    def test_the_dealer_in_turn_is_not_written_down(self) -> None:
        told = form(state("partnership"), maker=0, tricks=3)
        assert "dealer" not in told.entry
        assert told.show()["dealer"] == "Ann"

    def test_another_dealer_is(self) -> None:
        assert form(state("partnership"), dealer=2, maker=0, tricks=3).entry["dealer"] == "Cy"

    def test_a_dealer_named_though_in_turn_stays_named(self) -> None:
        entry = {"kind": "hand", "dealer": "Ann", "maker": "Ann", "tricks": {"Ann & Cy": 3, "Bo & Dee": 2}}
        told = of_entry(state("partnership"), entry)
        assert told.entry == entry
        panel = told.show()["panel"]
        assert isinstance(panel, tuple)
        assert [choice.value for choice in panel[0].choices if choice.checked] == ["0"]

    def test_a_hand_without_a_score_says_nothing_else(self) -> None:
        told = form(state("king-cutthroat"), result="passed-out", maker=1, tricks_0=3, note=" loud ")
        assert told.entry == {"kind": "hand", "result": "passed-out", "note": "loud"}
        assert told.show()["next_dealer"] == "Bo"

    def test_a_result_that_the_options_forbid_says_why(self) -> None:
        panel = blank(state("partnership")).show()["panel"]
        assert isinstance(panel, tuple)
        assert off(panel[1].choices) == {"Passed out": "the dealer must call (EU-05)"}

    def test_what_is_no_seat_and_no_number_goes_to_scoring_as_it_was_typed(self) -> None:
        told = form(state("partnership"), maker="99", tricks="lots")
        assert isinstance(told.outcome, Refusal)
        assert (told.outcome.field, told.outcome.message) == (
            "maker",
            "expected Ann, Bo, Cy or Dee, got “99”",
        )


class TestPartnership:
    def test_the_tricks_are_the_makers(self) -> None:
        told = form(state("partnership"), maker=1, trump="hearts", tricks=5)
        assert told.entry["tricks"] == {"Bo & Dee": 5, "Ann & Cy": 0}
        assert told.show()["comes_to"] == [("Ann & Cy", "0"), ("Bo & Dee", "2")]

    def test_the_scale_says_what_each_count_scores(self) -> None:
        told = form(state("partnership", options={"lone_euchre_points": 4}), maker=0, alone="on")
        assert told.show()["scale"] == ("euchred, 4 to Bo & Dee", "1 point", "march, 4")

    def test_a_lone_defender_is_off_with_the_reason(self) -> None:
        assert off(group(form(state("partnership"), maker=0, alone="on"), "alone").choices) == {
            "Defend alone": "off in this game"
        }
        allowed = state("partnership", options={"defend_alone": True})
        assert off(group(form(allowed, maker=0), "alone").choices) == {
            "Defend alone": "only against a lone maker"
        }

    def test_a_lone_defender_is_one_of_the_two(self) -> None:
        allowed = state("partnership", options={"defend_alone": True})
        told = form(allowed, maker=0, alone="on", defended_3="on", tricks=2)
        assert told.entry["defended_alone"] == "Dee"
        assert told.show()["comes_to"] == [("Ann & Cy", "0"), ("Bo & Dee", "4")]
        both = form(allowed, maker=0, alone="on", defended_3="on", defended_1="on", tricks=2)
        assert isinstance(both.outcome, Refusal)
        assert both.outcome.field == "defended_alone"

    def test_a_defender_ticked_before_alone_was_taken_back_counts_for_nothing(self) -> None:
        allowed = state("partnership", options={"defend_alone": True})
        assert "defended_alone" not in form(allowed, maker=0, defended_3="on", tricks=2).entry


class TestKing:
    def test_the_last_tricks_fill_themselves_in_and_say_so(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=3, showdown=0)
        assert told.entry["tricks"] == {"Ann": 3, "Bo": 3, "Cy": 1}
        assert rows(told)[2].notes == ("1 trick", "filled in")
        assert told.show()["hidden"] == {"kings": "", "showkings": "", "details": "", "filled-2": "1"}

    def test_what_was_filled_in_follows_when_another_count_changes(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=2, tricks_2=1, filled_2=1)
        assert told.entry["tricks"] == {"Ann": 3, "Bo": 2, "Cy": 2}

    def test_what_was_tapped_does_not(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=2, tricks_2=1)
        assert told.show()["caption"] == "Tricks, 7 in all: 6 were given"
        assert isinstance(told.outcome, Refusal)
        assert told.outcome.field == "tricks"

    def test_counts_that_cannot_be_are_struck_out(self) -> None:
        told = form(state("king-cutthroat"), tricks_0=4, kings="1")
        assert struck_out(told, 1) == ["0", "4", "5", "6", "7"]
        assert struck_out(told, 2) == ["3", "4", "5", "6", "7"]
        assert struck_out(told, 0) == ["7"]

    def test_a_king_needs_a_trick_and_there_are_four(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=6, tricks_1=1, kings="0 0 1")
        assert [row.press.off for row in rows(told) if row.press] == ["", "no trick left", "no trick left"]
        four = pressed(told, "king 0")
        assert {row.press.off for row in rows(four) if row.press} == {"all four fell"}
        assert four.press("king back").entry["kings"] == ["Ann", "Ann", "Bo"]

    def test_a_king_that_wins_the_game_ends_the_hand_where_it_is(self) -> None:
        near = state("king-cutthroat", options={"target": 2})
        told = form(near, maker=0, kings="1 1")
        assert told.missing == ()
        assert told.entry["tricks"] == {"Ann": 0, "Bo": 2, "Cy": 0}
        assert told.show()["ends"] == ("Bo",)
        assert {row.press.off for row in rows(told) if row.press} == {"game won"}

    def test_three_three_one_asks_for_the_showdown_of_the_two(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=1, tricks_1=3)
        assert told.missing == ("who won the showdown",)
        assert off(group(told, "showdown").choices) == {"Ann": "had one"}
        assert form(state("king-cutthroat"), maker=0, tricks_0=2, tricks_1=3).show()["showdown"] is None

    def test_the_showdown_may_have_its_tricks_and_kings(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=3, showdown=1, details="on")
        told = pressed(told, "showking 1", "showking 0", "showking back")
        assert told.entry["showdown"] == {"winner": "Bo", "kings": ["Bo"]}
        with_tricks = form(
            state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=3, showdown=1, showtricks_1=3
        )
        assert with_tricks.missing == ("the showdown’s other tricks",)

    def test_a_king_in_the_showdown_that_ends_the_game_leaves_no_winner(self) -> None:
        near = state("king-cutthroat", options={"target": 1})
        told = form(near, maker=0, tricks_0=3, tricks_1=3, showdown=1, showkings="0")
        assert told.entry["showdown"] == {"kings": ["Ann"]}
        assert told.show()["ends"] == ("Ann",)
        assert set(off(group(told, "showdown").choices).values()) == {"Ann won by a King"}

    def test_a_hand_thrown_in_fills_nothing_in(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=4, tricks_1=1, result="thrown-in")
        assert told.missing == ("the tricks",)
        told = form(state("king-cutthroat"), maker=0, tricks_0=4, tricks_1=1, tricks_2=0, result="thrown-in")
        assert told.entry["thrown_in"] is True
        assert told.show()["comes_to"] == [("Ann", "1"), ("Bo", "0"), ("Cy", "0")]

    def test_the_same_reason_twice_is_said_once(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=5, tricks_1=2, kings="1 1")
        assert [str(why) for why in rows(told)[1].effect.why] == ["a King won a trick +1 twice"]


class TestCountdown:
    def test_the_last_one_fills_in_only_where_a_drop_could_not_be_meant(self) -> None:
        assert checked(form(state("buck"), maker=0, tricks_0=3, tricks_1=1, tricks_2="drop")) == [
            "3",
            "1",
            "drop",
            "1",
        ]
        assert checked(form(state("buck"), maker=0, tricks_0=3, tricks_1=2, tricks_2="drop")) == [
            "3",
            "2",
            "drop",
            "",
        ]
        assert checked(form(state("buck"), maker=3, tricks_0=3, tricks_1=2, tricks_2="drop")) == [
            "3",
            "2",
            "drop",
            "0",
        ]

    def test_everybody_else_dropped(self) -> None:
        told = form(state("buck"), maker=1, tricks_0="drop", tricks_2="drop", tricks_3="drop")
        assert told.entry["tricks"] == {"Bo": 5}
        assert told.entry["choices"] == {"Ann": "drop", "Cy": "drop", "Dee": "drop"}

    def test_the_maker_of_buck_must_play_and_of_three_handed_may_concede(self) -> None:
        def words(at: State) -> list[str]:
            return [
                cell.label
                for row in rows(form(at, maker=0))
                if row.strip
                for cell in row.strip.cells
                if cell.word
            ]

        assert words(state("buck")) == ["must play", "drops", "drops", "drops"]
        assert words(state("three-handed", options={"penalty": 7})) == ["Concede (+7)", "drops", "drops"]

    def test_nobody_drops_at_five_or_less(self) -> None:
        low = state("three-handed", options={"start": 5})
        assert [row.strip.cells[0].label for row in rows(form(low, maker=0)) if row.strip] == [
            "must play"
        ] * 3
        assert checked(form(low, maker=0, tricks_0=5)) == ["5", "0", "0"]

    def test_all_three_dropping_is_a_hand(self) -> None:
        told = form(state("three-handed"), maker=0, tricks_0="drop", tricks_1="drop", tricks_2="drop")
        assert told.missing == ()
        assert told.show()["comes_to"] == [("Ann", "25"), ("Bo", "20"), ("Cy", "20")]

    def test_the_spare_hand_goes_to_one_who_plays(self) -> None:
        told = form(state("three-handed"), maker=0, switch=1, tricks_0=3, tricks_2="drop")
        assert told.entry["choices"] == {"Cy": "drop", "Bo": "switch"}
        assert off(group(told, "spare").choices) == {"Cy": "dropped"}

    def test_a_turned_club_has_no_maker_and_nobody_drops(self) -> None:
        told = form(
            state("buck"), turned_club="on", maker=1, trump="hearts", tricks_0=3, tricks_1=2, tricks_2="drop"
        )
        assert told.entry == {
            "kind": "hand",
            "turned_club": True,
            "tricks": {"Ann": 3, "Bo": 2, "Cy": 0, "Dee": 0},
        }

    def test_the_trump_of_a_turned_club_stays_in_a_corrected_entry(self) -> None:
        entry = {
            "kind": "hand",
            "turned_club": True,
            "trump": "clubs",
            "tricks": {"Ann": 3, "Bo": 2, "Cy": 0, "Dee": 0},
        }
        assert of_entry(state("buck"), entry).entry == entry


class TestPokerPoints:
    def test_sixteen_tricks_leave_the_nought_beside_the_strip(self) -> None:
        strip = rows(blank(state("poker-points", players=["Ann", "Bo", "Cy"])))[0].strip
        assert strip
        assert strip.none
        assert [cell.value for cell in strip.cells] == [str(n) for n in range(1, 17)]

    def test_only_those_in_the_playoff_play(self) -> None:
        entries: list[dict[str, Any]] = [
            {"kind": "adjust", "player": "Ann", "points": 99, "reason": "start"},
            {"kind": "adjust", "player": "Cy", "points": 99, "reason": "start"},
            {"kind": "hand", "maker": "Bo", "tricks": {"Ann": 6, "Bo": 0, "Cy": 6, "Dee": 0}},
        ]
        playoff = state("poker-points", entries)
        assert playoff.playoff == ("Ann", "Cy")
        told = form(playoff, maker=0, tricks_0=13)
        assert [row.effect.name for row in rows(told)] == ["Ann", "Cy"]
        assert told.entry["tricks"] == {"Ann": 13, "Cy": 12}
        assert told.show()["ends"] == ("Ann",)

    def test_after_a_renege_the_cards_are_counted(self) -> None:
        told = form(
            state("poker-points"), maker=0, renege="on", tricks_0=5, tricks_1=4, tricks_2=2, reneged_3="on"
        )
        assert told.missing == ("the cards won",)
        assert told.show()["caption"] == "Tricks, at most 12"
        shown = told.show()["renege"]
        assert [(count.name, count.between[0], count.most) for count in shown.cards] == [  # type: ignore[attr-defined]
            ("Ann", 15, 20),
            ("Bo", 12, 16),
            ("Cy", 6, 8),
        ]
        done = HandForm(told.state, {**told.said, "cards-0": "16", "cards-1": "13", "cards-2": "7"})
        assert done.entry["reneged"] == ["Dee"]
        assert done.entry["cards"] == {"Ann": 16, "Bo": 13, "Cy": 7}
        assert isinstance(done.outcome, Step)


class TestPokerChips:
    def test_who_cannot_pay_sits_out_and_who_is_away_is_not_dealt_in(self) -> None:
        told = form(chips(64, 64, 64, 5), away_2="on")
        notes = {row.name: row.note for row in bet_rows(told)}
        assert notes == {"Bo": "to act", "Ann": "", "Cy": "away", "Dee": "cannot pay 16, sits out"}

    def test_fewer_than_two_who_can_pay_are_sent_to_the_bank(self) -> None:
        assert blank(chips(64, 2, 0)).show()["stuck"] is True

    def test_the_betting_goes_round_from_the_dealers_left(self) -> None:
        told = pressed(form(chips(64, 64, 64), maker=1, chips=3), "bet bet", "bet call")
        assert [row.name for row in bet_rows(told)] == ["Bo", "Cy", "Ann"]
        assert [(row.paid, row.left, row.note) for row in bet_rows(told)] == [
            (19, 45, "bet 3, made it"),
            (19, 45, "called 3"),
            (16, 48, "to act"),
        ]
        assert told.show()["felt"].pot == 54  # type: ignore[attr-defined]

    def test_a_raise_says_where_it_leads_and_what_is_off_says_why(self) -> None:
        told = pressed(form(chips(64, 64, 64, options={"max_raises": 2}), chips=3), "bet bet")
        dock = told.show()["dock"]
        assert (dock.player, dock.owed, dock.holds) == ("Cy", 3, 48)  # type: ignore[attr-defined]
        assert [action.label + " " + action.chosen for action in dock.plain] == ["Fold ", "Raise by 5, to 8"]  # type: ignore[attr-defined]
        raised = pressed(told, "bet raise", "bet raise")
        assert raised.show()["dock"].adding_off == "2 raises were made in this circuit (PC-10)"  # type: ignore[attr-defined]

    def test_who_cannot_match_can_only_fold(self) -> None:
        told = pressed(form(chips(64, 64, 17), chips=5), "bet bet")
        dock = told.show()["dock"]
        assert dock.main.label == "Fold"  # type: ignore[attr-defined]
        assert [action.off for action in dock.plain if action.value == "call"] == [  # type: ignore[attr-defined]
            "Cy cannot match 5 and must fold (PC-11)"
        ]

    def test_an_amount_can_be_typed_and_one_that_cannot_be_is_refused(self) -> None:
        begun = form(chips(64, 64, 64))
        typed = HandForm(begun.state, {"chips-other": "4"}).press("bet bet")
        assert typed.entry["betting"] == [{"player": "Bo", "action": "bet", "chips": 4}]
        assert "chips-other" not in typed.said
        for text, why in (
            ("21", "1 to 20 chips"),
            ("lots", "a whole number of chips"),
            ("0", "1 to 20 chips"),
        ):
            with pytest.raises(Refusal, match=why) as refused:
                HandForm(begun.state, {"chips-other": text}).press("bet bet")
            assert refused.value.field == "betting"

    def test_an_action_is_taken_back_and_the_betting_started_over(self) -> None:
        told = pressed(form(chips(64, 64, 64)), "bet check", "bet fold", "bet back")
        assert told.entry["betting"] == [{"player": "Bo", "action": "check"}]
        assert told.press("bet over").entry["betting"] == []

    def test_betting_out_of_turn_says_so_and_can_be_started_over(self) -> None:
        told = form(chips(64, 64, 64), betting="0k")
        assert told.show()["bet_error"] == "expected Bo to act (PC-23), got Ann"

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
        with pytest.raises(Refusal, match="expected 12 tricks"):
            told.press("trick 1")
        assert told.press("trick back").missing == ("the tricks",)
        with pytest.raises(Refusal, match="somebody who is playing"):
            told.press("trick 9")

    def test_take_back_without_tricks_takes_the_last_action_back(self) -> None:
        told = pressed(form(chips(64, 64, 64), maker=1), *["bet check"] * 3, "trick back")
        assert told.show()["dock"].player == "Ann"  # type: ignore[attr-defined]

    def test_the_betting_can_be_told_in_totals(self) -> None:
        told = form(chips(64, 64, 64, 64), telling="totals", maker=0, level=10, folded_3="on", bets_3=4)
        told = HandForm(told.state, {**told.said, "tricks-0": "6", "tricks-1": "4", "tricks-2": "2"})
        assert told.entry["bets"] == {"Bo": 10, "Cy": 10, "Dee": 4, "Ann": 10}
        assert told.entry["folded"] == ["Dee"]
        assert isinstance(told.outcome, Step)

    def test_a_table_that_told_totals_goes_on_with_them(self) -> None:
        last = {"kind": "hand", "maker": "Ann", "tricks": {"Ann": 12}}
        assert blank(chips(64, 64, 64), last).show()["totals"] is True
        assert blank(chips(64, 64, 64), {**last, "betting": []}).show()["totals"] is False
        assert blank(chips(64, 64, 64), {"kind": "hand", "result": "redeal"}).show()["totals"] is False

    def test_what_was_said_goes_with_the_people_when_the_seats_change(self) -> None:
        before, after = chips(64, 64, 64), chips(64, 64, 64)
        join = {"kind": "join", "player": "Zoe", "left_of": "Ann"}
        after = step(step(after, join).state, {"kind": "buy-in", "player": "Zoe", "chips": 64}).state
        said = {"maker": "1", "betting": "1k 2b5", "seat-0": "Ann", "seat-1": "Bo", "seat-2": "Cy"}
        told = of_post(after, said)
        assert told.entry["maker"] == "Bo"
        assert told.entry["betting"] == HandForm(before, said).entry["betting"]

    def test_twelve_players_bet(self) -> None:
        names = [f"P{place}" for place in range(12)]
        bought = [{"kind": "buy-in", "player": name, "chips": 20} for name in names]
        told = form(state("poker-chips", bought, players=names), maker=5)
        told = pressed(told, *["bet check"] * 12, *["trick 5"] * 3, "trick 11")
        assert isinstance(told.outcome, Step)
        assert told.show()["comes_to"] == [("P5", "+32"), ("P11", "+8"), ("the others", "−4")]


def bet_rows(shown: HandForm) -> list[BetRow]:
    found = shown.show()["rows"]
    assert isinstance(found, list)
    return found


def test_nothing_is_promised_before_the_hand_is_told() -> None:
    assert comes_to(None) == []
