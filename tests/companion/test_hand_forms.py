"""The hand forms: an entry and back, what fills itself in, what cannot be and why, what the hand will do."""

from collections.abc import Iterator
from typing import Any

from companion.forms.hand import HandForm, blank, comes_to, of_entry
from companion.forms.hand.base import Group, StripGroup, Typed
from scoring import Refusal, State, Step, from_json, opening, step
from tests.companion.hand_forms import (
    bet_rows,
    checked,
    chips,
    form,
    group,
    missing,
    off,
    pressed,
    rows,
    state,
    struck_out,
)
from tests.scoring.games import Game, each_game
from tests.scoring.vectors import vectors

ALL_HANDS = [vector for vector in vectors() if "error" not in vector.expect]


def hands() -> Iterator[tuple[str, State, dict[str, Any]]]:
    for vector in ALL_HANDS:
        read = from_json(vector.record)
        now = opening(read)
        for entry in vector.record["entries"]:
            if entry["kind"] == "hand":
                yield vector.place, now, entry
            now = step(now, entry).state


def test_every_hand_of_the_samples_goes_into_its_form_and_comes_out_the_same() -> None:
    for place, before, entry in hands():
        filled = of_entry(before, entry)
        assert filled.missing == (), f"{place}: {entry}"
        assert isinstance(filled.outcome, Step), f"{place}: {entry}"
        assert filled.outcome == step(before, entry), f"{place}: {entry}"
        filled.show()


@each_game()
def test_any_hand_that_the_rules_allow_can_be_said_on_its_form(game: Game) -> None:
    for before, entry, done in zip(game.states, game.record["entries"], game.steps, strict=False):
        if entry["kind"] == "hand":
            filled = of_entry(before, entry)
            assert filled.missing == ()
            assert filled.outcome == done
            assert of_entry(before, filled.entry).entry == filled.entry


def messages(told: HandForm) -> dict[str, str]:
    """What Save waits for, by field."""
    return {field: refusal.message for field, refusal in told.unsaid.items()}


def test_a_post_is_parsed_into_names_and_numbers() -> None:
    fields = form(
        state("king-cutthroat"), maker=2, kings="1 0 1", tricks_0=4, tricks_1="03", filled_1=3
    ).fields
    assert (fields.common.maker, fields.kings) == ("Cy", ("Bo", "Ann", "Bo"))
    assert fields.tricks == {"Ann": 4, "Bo": None, "Cy": None}


def test_what_is_no_number_is_refused_at_its_field_and_shown_again() -> None:
    typed = {"telling": "totals", "level": "1o", "folded_2": "on", "bets_2": "two", "tricks_0": "-1"}
    told = form(chips(64, 64, 64), maker=0, **typed)
    assert told.entry["bets"] == {"Ann": "1o", "Bo": "1o", "Cy": "two"}
    shown = told.show()
    assert shown["level"] == Typed("level", "1o")
    assert [row.own and row.own.value for row in bet_rows(told)] == [None, "two", None]
    assert [row.tricks.value for row in bet_rows(told)] == ["", "", "-1"]
    error = form(told.state, **typed, maker=0, tricks_1=16).show()["bet_error"]
    assert isinstance(error, Refusal)
    assert (error.code, error.values) == ("count", {"player": "Bo"})


def test_a_blank_form_says_what_is_missing_and_shows_the_scores_as_they_are() -> None:
    shown = blank(state("king-cutthroat")).show()
    assert shown["missing"] == ("maker", "tricks")
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
        result = blank(state("partnership")).show()["result"]
        assert isinstance(result, Group)
        assert off(result.choices) == {"Passed out": "stick the dealer is on (EU-05)"}

    def test_what_is_no_seat_and_no_number_goes_to_scoring_as_it_was_typed(self) -> None:
        told = form(state("partnership"), maker="99", tricks="lots")
        assert isinstance(told.outcome, Refusal)
        assert (told.outcome.field, told.outcome.code) == ("maker", "not-one")


class TestPartnership:
    def test_the_tricks_are_the_makers(self) -> None:
        told = form(state("partnership"), maker=1, trump="hearts", tricks=5)
        assert told.entry["tricks"] == {"Bo & Dee": 5, "Ann & Cy": 0}
        assert told.show()["comes_to"] == [("Ann & Cy", "0"), ("Bo & Dee", "2")]

    def test_the_scale_says_what_each_count_scores(self) -> None:
        told = form(state("partnership", options={"lone_euchre_points": 4}), maker=0, alone="on")
        tricks = told.show()["tricks"]
        assert isinstance(tricks, StripGroup)
        assert tricks.scale == ("euchred, 4 to Bo & Dee", "1 point", "march, 4")

    def test_a_lone_defender_is_asked_for_only_where_one_may_be(self) -> None:
        assert form(state("partnership"), maker=0, alone="on").show()["defended"] is None
        allowed = state("partnership", options={"defend_alone": True})
        assert form(allowed, maker=0).show()["defended"] is None
        asked = group(form(allowed, maker=0, alone="on"), "defended")
        assert [choice.label for choice in asked.choices] == ["Bo", "Dee"]

    def test_alone_stands_beside_the_suits_and_the_tricks_say_who_sits_out(self) -> None:
        told = form(state("partnership"), maker=0, alone="on")
        assert [choice.label for choice in group(told, "trump").choices][-1] == "Alone"
        tricks = told.show()["tricks"]
        assert isinstance(tricks, StripGroup)
        assert tricks.strip.label == "Tricks for Ann & Cy: Cy sits out"

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
        assert rows(told)[2].notes == ("1 trick",)
        assert told.show()["hidden"] == {"kings": "", "showkings": "", "details": "", "filled-2": "1"}

    def test_what_was_filled_in_follows_when_another_count_changes(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=2, tricks_2=1, filled_2=1)
        assert told.entry["tricks"] == {"Ann": 3, "Bo": 2, "Cy": 2}

    def test_what_was_tapped_does_not(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=2, tricks_2=1)
        assert told.show()["caption"] == "Tricks: 6 of 7"
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
        assert {row.press.off for row in rows(four) if row.press} == {"all 4 Kings entered"}
        assert four.press("king back").entry["kings"] == ["Ann", "Ann", "Bo"]

    def test_a_king_that_wins_the_game_ends_the_hand_where_it_is(self) -> None:
        near = state("king-cutthroat", options={"target": 2})
        told = form(near, maker=0, kings="1 1")
        assert told.missing == ()
        assert told.entry["tricks"] == {"Ann": 0, "Bo": 2, "Cy": 0}
        assert told.show()["ends"] == ("Bo",)
        assert {row.press.off for row in rows(told) if row.press} == {"Bo has won"}

    def test_three_three_one_asks_for_the_showdown_of_the_two(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=1, tricks_1=3)
        assert missing(told) == ["showdown winner"]
        assert off(group(told, "showdown").choices) == {"Ann": "had one"}
        assert form(state("king-cutthroat"), maker=0, tricks_0=2, tricks_1=3).show()["showdown"] is None

    def test_the_showdown_may_have_its_tricks_and_kings(self) -> None:
        told = form(state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=3, showdown=1, details="on")
        told = pressed(told, "showking 1", "showking 0", "showking back")
        assert told.entry["showdown"] == {"winner": "Bo", "kings": ["Bo"]}
        with_tricks = form(
            state("king-cutthroat"), maker=0, tricks_0=3, tricks_1=3, showdown=1, showtricks_1=3
        )
        assert missing(with_tricks) == ["showdown tricks"]

    def test_a_king_in_the_showdown_that_ends_the_game_leaves_no_winner(self) -> None:
        near = state("king-cutthroat", options={"target": 1})
        told = form(near, maker=0, tricks_0=3, tricks_1=3, showdown=1, showkings="0")
        assert told.entry["showdown"] == {"kings": ["Ann"]}
        assert told.show()["ends"] == ("Ann",)
        assert off(group(told, "showdown").choices) == {
            "Ann": "Ann won with a King",
            "Bo": "Ann won with a King",
            "Cy": "had one",
        }

    def test_a_hand_thrown_in_fills_nothing_in(self) -> None:
        thrown = {"maker": 0, "result": "thrown-in", "tricks_0": 4, "tricks_1": 1}
        assert missing(form(state("king-cutthroat"), **thrown)) == ["tricks", "all Kings played"]
        told = form(state("king-cutthroat"), **thrown, tricks_2=0, **{"all-played": "on"})
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

    def test_a_0_that_costs_points_is_tapped(self) -> None:
        for maker in (0, 3):
            told = form(state("buck"), maker=maker, tricks_0=3, tricks_1=2, tricks_2="drop")
            assert checked(told) == ["3", "2", "drop", ""]
            assert isinstance(
                form(told.state, maker=maker, tricks_0=3, tricks_1=2, tricks_2="drop", tricks_3=0).outcome,
                Step,
            )

    def test_once_all_tricks_are_given_each_of_the_others_says_stay_or_drop(self) -> None:
        told = form(state("buck"), maker=0, tricks_0=3, tricks_1=2)
        assert missing(told) == ["did Cy and Dee stay or drop?"]
        assert messages(told) == {"tricks": "Did Cy and Dee stay or drop? Tap drop, or the tricks."}
        assert missing(form(state("three-handed"), maker=0, tricks_0=5, tricks_1="drop")) == [
            "did Cy stay or drop?"
        ]

    def test_the_last_one_who_may_drop_says_it_though_everyone_else_dropped(self) -> None:
        told = form(state("three-handed"), maker=0, tricks_1="drop", tricks_2="drop")
        assert checked(told) == ["", "drop", "drop"]
        assert missing(told) == ["did Ann stay or drop?"]

    def test_one_who_must_play_says_the_0(self) -> None:
        low = state("three-handed", options={"start": 5})
        assert missing(form(low, maker=0, tricks_0=3, tricks_1=2)) == ["tricks for Cy"]
        assert missing(form(state("buck"), maker=3, tricks_0=3, tricks_1=2, tricks_2="drop")) == [
            "tricks for Dee"
        ]
        turned = form(state("buck"), turned_club="on", tricks_0=3, tricks_1=2)
        assert messages(turned) == {"tricks": "How many tricks for Cy and Dee? Tap 0 for none."}

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

        assert words(state("buck")) == ["must play", "drop", "drop", "drop"]
        assert words(state("three-handed", options={"penalty": 7})) == ["Concede (+7)", "drop", "drop"]

    def test_nobody_drops_at_five_or_less(self) -> None:
        low = state("three-handed", options={"start": 5})
        assert [row.strip.cells[0].label for row in rows(form(low, maker=0)) if row.strip] == [
            "must play"
        ] * 3
        assert checked(form(low, maker=0, tricks_0=5)) == ["5", "", ""]

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
            state("buck"), turned_club="on", maker=1, trump="hearts", tricks_0=3, tricks_1=1, tricks_2=1
        )
        assert told.entry == {
            "kind": "hand",
            "turned_club": True,
            "tricks": {"Ann": 3, "Bo": 1, "Cy": 1},
        }
        assert missing(told) == ["tricks for Dee"]

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

    def test_a_renege_names_who(self) -> None:
        fields = {"maker": 0, "renege": "on", "tricks_0": 6, "tricks_1": 4, "tricks_2": 2, "tricks_3": 0}
        told = form(state("poker-points"), **fields)
        assert missing(told) == ["who reneged"]
        assert told.unsaid["reneged"].message == "Still needed: who reneged."

    def test_after_a_renege_nobody_may_have_won_the_other_tricks(self) -> None:
        fields = {"maker": 0, "renege": "on", "reneged_3": "on", "tricks_0": 6, "tricks_1": 4}
        cards = {"cards_0": 20, "cards_1": 14}
        told = form(state("poker-points"), **fields, **cards)
        assert missing(told) == ["tricks"]
        assert [choice.label for choice in group(told, "unwon").choices] == ["Nobody won the other 2 tricks"]
        sure = form(state("poker-points"), **fields, **cards, unwon=2)
        assert sure.entry["tricks"] == {"Ann": 6, "Bo": 4, "Cy": 0}
        assert missing(form(state("poker-points"), **fields, **cards, unwon=1)) == ["tricks"]

    def test_with_two_jokers_the_other_player_s_tricks_do_not_follow(self) -> None:
        two = state("poker-points", players=["Ann", "Bo"], options={"jokers": True})
        assert missing(form(two, maker=0, tricks_0=13)) == ["tricks"]
        assert isinstance(form(two, maker=0, tricks_0=13, tricks_1=11).outcome, Step)

    def test_after_a_renege_the_cards_are_counted(self) -> None:
        fields = {"maker": 0, "renege": "on", "tricks_0": 5, "tricks_1": 4, "tricks_2": 2, "reneged_3": "on"}
        told = form(state("poker-points"), **fields)
        assert missing(told) == ["cards won"]
        assert told.show()["caption"] == "Tricks: 11, at most 12"
        shown = told.show()["renege"]
        assert [(count.name, count.between[0], count.most) for count in shown.cards] == [  # type: ignore[attr-defined]
            ("Ann", 15, 20),
            ("Bo", 12, 16),
            ("Cy", 6, 8),
        ]
        done = form(told.state, **fields, cards_0=16, cards_1=13, cards_2=7)
        assert done.entry["reneged"] == ["Dee"]
        assert done.entry["cards"] == {"Ann": 16, "Bo": 13, "Cy": 7}
        assert isinstance(done.outcome, Step)


def test_a_refusal_leads_only_to_a_field_that_is_drawn() -> None:
    refusal = {"maker": Refusal("choose", "maker", label="maker")}
    at = state("bid-euchre")
    assert form(at).show(refusal)["wrong_at"] == "maker"
    assert form(at, result="passed-out", maker=0).show(refusal)["wrong_at"] == ""


def test_nothing_is_promised_before_the_hand_is_told() -> None:
    assert comes_to(None) == []
