"""Three-Handed and Buck Euchre: hands told move by move (TH-02 to TH-16, BU-03 to BU-16)."""

import pytest

from scoring import Refusal
from tests.scoring.progress.tables import after, instructions, may, table, why_not

THREE, BUCK = "three-handed", "buck"


def test_three_hands_and_a_spare_are_dealt() -> None:
    now = after(table(THREE))
    assert (now.deal.cards, now.deal.spare, now.deal.kitty) == (5, 5, 1)
    assert instructions(now) == ["Ann deals 5 each, plus a spare hand face down. (TH-02)"]


def test_the_dealer_picks_it_up_and_then_chooses_first() -> None:
    state = table(THREE)
    now = after(state, "turned hearts; Bo passes; Cy orders")
    assert instructions(now) == ["Ann picks it up and discards one. (TH-03)"]
    line = "turned hearts; Bo passes; Cy orders; taken up"
    for who in ("Ann", "Bo", "Cy"):
        now = after(state, line)
        assert (now.phase, now.to_act) == ("stay or drop", who)
        line += f"; {who} stays"
    now = after(state, line)
    assert (now.phase, now.leader) == ("play", "Bo")
    assert instructions(now) == ["Bo leads. (TH-16)"]
    now = after(state, line, "Bo takes it; Cy takes it; Cy takes it; Cy takes it; Ann takes it")
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 19, "Bo": 19, "Cy": 17}


def test_the_dealer_must_name_a_suit() -> None:
    now = after(table(THREE), "turned hearts; Bo passes; Cy passes; Ann passes; Bo passes; Cy passes")
    assert why_not(now, move="pass", player="Ann") == "dealer-must-name (TH-04)"
    assert why_not(now, move="name", player="Ann", trump="hearts") == "turned-down (TH-04)"
    now = after(
        table(THREE), "turned hearts; Bo passes; Cy passes; Ann passes; Bo passes; Cy passes; Ann names clubs"
    )
    assert (now.phase, now.to_act) == ("stay or drop", "Ann")


def test_the_choice_may_follow_without_a_tap_for_the_card() -> None:
    assert after(table(THREE), "turned hearts; Bo orders; Ann stays").to_act == "Bo"


def test_the_spare_hand_is_taken_once_and_a_drop_is_left_out() -> None:
    state = table(THREE)
    now = after(state, "turned hearts; Bo orders; Ann switches")
    assert why_not(now, move="switch", player="Bo") == "spare-hand-taken (TH-05)"
    now = after(state, "turned hearts; Bo passes; Cy orders; Ann switches; Bo drops; Cy stays")
    assert now.playing == ("Cy", "Ann")
    assert now.leader == "Cy"
    assert [one.move["player"] for one in now.allowed if one.move["move"] == "trick"] == ["Cy", "Ann"]
    assert now.entry["choices"] == {"Ann": "switch", "Bo": "drop", "Cy": "stay"}


def test_nobody_drops_at_five_or_less_but_the_spare_hand_may_be_taken() -> None:
    state = table(THREE, Ann=5, Bo=6)
    now = after(state, "turned hearts; Bo orders; taken up")
    assert why_not(now, move="drop", player="Ann") == "no-drop-at (TH-14)"
    assert may(now) == ["stay", "switch", "result", "skip"]
    with pytest.raises(Refusal) as refused:
        after(state, "turned hearts; Bo orders; Ann drops")
    assert refused.value == Refusal("no-drop-at", "move", "TH-14", entry=3, player="Ann", score=5)
    free = table(THREE, options={"no_drop_at": 0}, Ann=5)
    assert "drop" in may(after(free, "turned hearts; Bo orders; taken up"))


def test_a_maker_concedes_for_the_penalty() -> None:
    state = table(THREE)
    now = after(state, "turned hearts; Bo orders; Ann stays")
    drops = [one for one in now.allowed if one.move["move"] == "drop"]
    assert [(one.words, one.rule) for one in drops] == [("Concede (+5)", "TH-10")]
    now = after(state, "turned hearts; Bo orders; Ann stays; Bo drops; Cy drops")
    assert now.phase == "done"
    assert instructions(now) == ["Only Ann stayed in: 5 tricks. (TH-11)"]
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 15, "Bo": 25, "Cy": 20}
    now = after(state, "turned hearts; Bo orders; Ann drops; Bo drops; Cy drops")
    assert instructions(now) == ["All dropped: the maker takes +5. (TH-11)"]
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 20, "Bo": 25, "Cy": 20}


def test_the_nine_of_clubs_skips_the_calling() -> None:
    state = table(THREE, Ann=3)
    now = after(state, "turned 9C")
    assert (now.phase, now.trump, now.maker, now.leader) == ("play", "clubs", "", "Bo")
    assert instructions(now)[-1] == ("Clubs are trump. The card stays. Everyone needs a trick. (TH-12)")
    now = after(state, "turned 9C", *["Bo takes it"] * 3, *["Cy takes it"] * 2)
    assert now.entry == {
        "kind": "hand",
        "nine_of_clubs": True,
        "trump": "clubs",
        "tricks": {"Bo": 3, "Cy": 2},
    }
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 8, "Bo": 17, "Cy": 18}
    assert after(state, "turned clubs").phase == "calling, round 1"
    with pytest.raises(Refusal) as refused:
        after(state, "turned 9H")
    assert (refused.value.code, refused.value.field) == ("card-not-in-deck", "card")


def test_choices_may_be_told_at_once_or_left_out() -> None:
    state, line = table(THREE, Ann=5), "turned hearts; Bo orders; taken up"
    now = after(state, line, {"move": "choices", "choices": {"Cy": "drop"}})
    assert (now.phase, now.playing) == ("play", ("Bo", "Ann"))
    for choices, code in (
        ({"Ann": "drop"}, "no-drop-at"),
        ({"Cy": "switch", "Bo": "switch"}, "spare-hand-taken"),
        ({"Dee": "drop"}, ""),
        ({"Cy": "fold"}, ""),
        (["Cy"], ""),
    ):
        with pytest.raises(Refusal) as refused:
            after(state, line, {"move": "choices", "choices": choices})
        assert refused.value.field == "choices"
        assert refused.value.code == (code or refused.value.code)
    five = "; Bo takes it; Bo takes it; Bo takes it; Ann takes it; Ann takes it"
    now = after(state, line + "; skip")
    assert (now.phase, now.leader) == ("play", None)
    now = after(state, line + "; skip" + five)
    assert (now.phase, now.tellings) == ("form", ("choices",))
    assert after(state, line + "; skip" + five, {"move": "choices", "choices": {"Cy": "drop"}}).done
    with pytest.raises(Refusal) as refused:
        after(table(THREE), line + "; skip" + five, {"move": "choices", "choices": {"Ann": "drop"}})
    assert refused.value.code == "trick-after-drop"
    lonely = "; skip" + "; Bo takes it" * 5
    with pytest.raises(Refusal) as refused:
        after(table(THREE), line + lonely, {"move": "choices", "choices": {"Ann": "drop", "Cy": "drop"}})
    assert refused.value.code == "two-played"
    everybody = "; Bo takes it; Bo takes it; Bo takes it; Ann takes it; Cy takes it"
    assert after(state, line + "; skip" + everybody).done


def test_in_buck_a_turned_club_settles_it() -> None:
    now = after(table(BUCK), "turned clubs")
    assert (now.phase, now.trump, now.leader) == ("play", "clubs", "Bo")
    assert instructions(now)[-1] == ("Clubs are trump. The card stays. Everyone needs a trick. (BU-04)")
    now = after(table(BUCK), "turned clubs", *["Bo takes it"] * 5)
    assert now.entry["turned_club"] is True
    assert now.step is not None
    assert now.step.state.winners == ("Bo",)


def test_in_buck_no_trump_may_be_named_in_the_second_round() -> None:
    down = "turned hearts; Bo passes; Cy passes; Dee passes; Ann passes"
    assert "no trump" in instructions(after(table(BUCK), down))[0]
    now = after(table(BUCK), down, "Bo names no-trump")
    assert (now.trump, now.phase, now.to_act) == ("no-trump", "stay or drop", "Cy")
    now = after(table(BUCK), down, "Bo passes; Cy passes; Dee passes; Ann passes")
    assert now.entry == {"kind": "hand", "result": "passed-out"}


def test_in_buck_the_others_choose_from_the_makers_left() -> None:
    line = "turned hearts; Bo passes; Cy orders; taken up"
    for who in ("Dee", "Ann", "Bo"):
        now = after(table(BUCK), line)
        assert now.to_act == who
        assert may(now) == ["stay", "drop", "result", "skip"]
        line += f"; {who} drops"
    now = after(table(BUCK), line)
    assert (now.phase, now.playing) == ("done", ("Cy",))
    assert instructions(now) == ["Only Cy stayed in: 5 tricks. (BU-14)"]
    assert now.step is not None
    assert now.step.state.scores["Cy"] == 20


def test_in_buck_the_first_who_plays_from_the_dealers_left_leads() -> None:
    now = after(table(BUCK), "turned hearts; Bo passes; Cy orders; Dee stays; Ann stays; Bo drops")
    assert now.leader == "Cy"
    assert instructions(now) == ["Bo dropped, so Cy leads. (BU-16)"]


def test_in_buck_the_maker_plays_and_choices_wait_for_the_maker() -> None:
    state, five = table(BUCK), ("Bo takes it; " * 5)[:-2]
    with pytest.raises(Refusal) as refused:
        after(state, "turned hearts; Bo passes; Cy orders", {"move": "choices", "choices": {"Cy": "drop"}})
    assert refused.value.field == "choices"
    now = after(state, "turned hearts; skip", five)
    assert (now.phase, now.tellings) == ("form", ("made",))
    now = after(state, "turned hearts; skip", five, {"move": "made", "maker": "Bo"})
    assert (now.phase, now.tellings) == ("form", ("made", "choices"))
    assert after(
        state,
        "turned hearts; skip",
        five,
        {"move": "made", "maker": "Bo"},
        {"move": "choices", "choices": {"Cy": "drop"}},
    ).done


def test_when_two_have_dropped_and_the_rest_is_skipped_nothing_is_left_to_play() -> None:
    state, line = table(THREE), "turned hearts; Bo passes; Cy orders; taken up"
    now = after(state, line, "Ann drops; Bo drops; skip")
    assert (now.phase, now.tellings) == ("form", ("choices",))
    assert after(state, line, "Ann drops; Bo drops; skip", {"move": "choices", "choices": {}}).done
    with pytest.raises(Refusal) as refused:
        after(state, line, "Ann drops; Bo drops; skip", {"move": "choices", "choices": {"Bo": "stay"}})
    assert refused.value.code == "chosen-before"
