"""A renege, question by question, and the cards that nobody has to count (PE-08)."""

import pytest

from scoring import Refusal
from tests.scoring.progress.tables import FOLLOWED, after, follow_of, instructions, may, moves, table, why_not

POINTS = "poker-points"
# Four players, twelve cards each: Bo has taken two tricks, Cy one, Dee one; Dee leads.
LINE = "turned hearts; Bo orders; taken up; Bo takes it; Bo takes it; Cy takes it; Dee takes it"
CAUGHT = LINE + "; Cy reneges; in time; guilty"


def wrong(number: int, laid: bool = False) -> dict[str, object]:
    return {"move": "wrong-trick", "number": number, **({"laid": True} if laid else {})}


def test_play_stops_and_the_questions_come_one_by_one() -> None:
    state = table(POINTS)
    now = after(state, LINE, "Cy reneges")
    assert now.phase == "renege"
    assert instructions(now)[0].startswith("Call a renege before tricks are counted.")
    assert [one.words for one in now.allowed] == [
        "In time",
        "Too late, already counted",
        "Skip",
    ]
    assert may(after(state, LINE, "Cy reneges; in time")) == ["guilty", "not-guilty", "skip"]
    assert may(after(state, CAUGHT)) == ["wrong-trick", "skip"]


@pytest.mark.parametrize("verdict", ["too late", "in time; not guilty", "in time; skip", "skip"])
def test_without_a_verdict_play_goes_on_as_before(verdict: str) -> None:
    state = table(POINTS)
    now, before = after(state, LINE, "Cy reneges; " + verdict), after(state, LINE)
    assert (now.phase, now.counts, now.playing) == ("play", before.counts, before.playing)
    assert now.entry == before.entry
    assert now.accused is None
    assert after(state, LINE, "Cy reneges; " + verdict, "Dee reneges").phase == "renege"


def test_who_led_to_a_trick_cannot_have_reneged_in_it() -> None:
    now = after(table(POINTS), CAUGHT)
    assert why_not(now, move="wrong-trick", number=4) == "led-that-trick (ALL-04)"
    assert why_not(now, move="wrong-trick", number=5) == ""


@pytest.mark.parametrize("seats", [2, 4])
def test_who_led_to_every_trick_cannot_be_accused(seats: int) -> None:
    state = table(POINTS, seats)
    why = "led-every-trick (ALL-04)"
    for line in ("", "; Bo takes it", "; Bo takes it; Bo takes it"):
        now = after(state, "turned hearts; Bo orders; taken up" + line)
        assert why_not(now, move="renege", player="Bo") == why
        assert why_not(now, move="renege", player="Ann") == ""
    with pytest.raises(Refusal, match="led every trick"):
        after(state, "turned hearts; Bo orders; taken up; Bo takes it; Bo reneges")
    now = after(state, "turned hearts; Bo orders; taken up; Bo takes it; Ann takes it")
    assert why_not(now, move="renege", player="Bo") == ""
    whole = moves("turned hearts; Bo orders; taken up", *["Bo takes it"] * now.total)
    assert why_not(after(state, *whole), move="renege", player="Bo") == why


def test_the_trick_that_the_wrong_card_won_goes_to_its_rightful_winner() -> None:
    state = table(POINTS)
    now = after(state, CAUGHT, wrong(3))
    assert now.ask == "Who should have won trick 3?"
    assert [one.words for one in now.allowed][:4] == ["Bo", "Dee", "Ann", "Nobody (can’t tell)"]
    now = after(state, CAUGHT, wrong(3), "Ann deserves it")
    assert (now.phase, now.reneged, now.playing) == ("play", ("Cy",), ("Bo", "Dee", "Ann"))
    assert now.counts == {"Ann": 1, "Bo": 2, "Cy": 0, "Dee": 1}
    assert now.cards == {"Ann": 4, "Bo": 8, "Dee": 4}
    assert now.leader == "Dee"


def test_where_it_cannot_be_told_the_trick_is_nobodys() -> None:
    now = after(table(POINTS), CAUGHT, wrong(3), "nobody’s")
    assert now.counts == {"Ann": 0, "Bo": 2, "Cy": 0, "Dee": 1}
    assert now.tricks[2].taker is None


def test_a_wrong_card_that_did_not_win_leaves_the_trick_and_costs_the_others_won() -> None:
    now = after(table(POINTS), CAUGHT, wrong(1))
    assert now.phase == "play"
    assert now.counts == {"Ann": 0, "Bo": 2, "Cy": 0, "Dee": 1}


def test_tricks_after_it_hold_fewer_cards_and_the_record_says_how_many() -> None:
    state = table(POINTS)
    now = after(state, CAUGHT, wrong(3), "Ann deserves it", *["Ann takes it"] * 6, *["Dee takes it"] * 2)
    assert now.phase == "done"
    assert now.entry == {
        "kind": "hand",
        "maker": "Bo",
        "trump": "hearts",
        "tricks": {"Ann": 7, "Bo": 2, "Dee": 3},
        "reneged": ["Cy"],
        "cards": {"Ann": 4 + 18, "Bo": 8, "Dee": 4 + 6},
    }
    assert now.step is not None
    assert now.step.state.scores == {"Ann": 22 + 4, "Bo": 8 - 4, "Cy": 0, "Dee": 10}


def test_a_card_already_on_the_table_stays_in_its_trick() -> None:
    state = table(POINTS)
    for answer in (wrong(5), wrong(1, laid=True)):
        now = after(state, CAUGHT, answer, "Ann takes it; Ann takes it")
        assert now.cards == {"Ann": 4 + 3, "Bo": 8, "Dee": 4}
        now = after(state, CAUGHT, answer, "nobody’s; Ann takes it")
        assert now.cards == {"Ann": 3, "Bo": 8, "Dee": 4}
    assert "nobody" not in may(after(state, CAUGHT, wrong(5), "Ann takes it"))


def test_skipping_the_last_question_leaves_the_trick_on_the_table_as_it_was() -> None:
    state = table(POINTS)
    now = after(state, CAUGHT, wrong(3, laid=True), "skip")
    assert "nobody" not in may(now)
    assert after(state, CAUGHT, wrong(3, laid=True), "skip; Ann takes it").cards["Ann"] == 4


@pytest.mark.parametrize(
    ("first", "second", "cards"),
    [
        (wrong(5), wrong(5), 4),
        (wrong(5), wrong(1, laid=True), 4),
        (wrong(5), wrong(1), 3),
        (wrong(1), wrong(5), 3),
        (wrong(1), wrong(1), 2),
    ],
)
def test_two_put_out_during_one_trick_each_leave_their_card_in_it(
    first: dict[str, object], second: dict[str, object], cards: int
) -> None:
    accused = "Ann reneges; in time; guilty"
    now = after(table(POINTS), CAUGHT, first, accused, second, "Bo takes it; Dee takes it")
    assert now.cards == {"Bo": 8 + cards, "Dee": 4 + 2}


def test_the_last_one_left_wins_the_cards_of_both_others_in_the_trick_on_the_table() -> None:
    line = "turned hearts; Bo orders; taken up; Cy takes it; Bo reneges; in time; guilty"
    now = after(table(POINTS, 3), line, wrong(2), "Ann reneges; in time; guilty", wrong(2))
    assert now.entry["cards"] == {"Cy": 3 + 3 + 14}


def test_after_the_guilty_one_was_to_lead_no_rule_says_who_does() -> None:
    line = "turned hearts; Bo orders; taken up; Bo takes it; Cy takes it; Cy reneges; in time; guilty"
    now = after(table(POINTS), line, wrong(1))
    assert now.leader is None
    assert instructions(now) == ["No rule says who leads. Agree. (PE-08)"]


def test_a_last_one_left_takes_the_tricks_still_to_come() -> None:
    line = "turned hearts; Bo orders; taken up; Bo takes it; Ann takes it; Ann takes it"
    now = after(table(POINTS, 2), line, "Bo reneges; in time; guilty", wrong(4))
    assert now.phase == "done"
    assert now.entry["tricks"] == {"Ann": 24}
    assert now.entry["cards"] == {"Ann": 2 * 2 + 2 + 21}
    assert now.step is not None
    now = after(table(POINTS, 2), line, "Bo reneges; in time; guilty", wrong(3))
    assert now.entry["cards"] == {"Ann": 2 * 2 + 22}


def test_a_second_one_may_be_put_out_but_not_the_last() -> None:
    state = table(POINTS, 3)
    line = "turned hearts; Bo orders; taken up; Cy takes it; Cy takes it; Bo reneges; in time; guilty"
    now = after(state, line, wrong(2), "Ann takes it; Cy reneges; in time; guilty", wrong(3))
    assert now.phase == "done"
    assert now.entry["reneged"] == ["Bo", "Cy"]
    assert now.entry["cards"] == {"Ann": 2 + 13}
    assert may(now) == []
    assert now.step is not None


def test_a_trick_given_to_its_rightful_winner_keeps_its_own_cards() -> None:
    line = "turned hearts; Bo orders; taken up; Ann takes it; Cy reneges; in time; guilty"
    now = after(
        table(POINTS),
        line,
        wrong(1),
        "Dee takes it; Dee reneges; in time; guilty",
        wrong(2),
        "Bo deserves it",
    )
    assert now.cards == {"Ann": 4, "Bo": 3}


def test_it_may_still_be_called_after_the_last_trick() -> None:
    state = table(POINTS)
    line = moves("turned hearts; Bo orders; taken up", *["Bo takes it"] * 6, *["Cy takes it"] * 6)
    line[8], line[9] = line[9], line[8]
    now = after(state, *line)
    assert now.phase == "done"
    assert may(now) == ["renege"]
    asked = after(state, *line, *moves("Bo reneges; in time; guilty"))
    assert [one.words for one in asked.offers if one.move["move"] == "wrong-trick"] == [
        f"Trick {number}" for number in range(1, 13)
    ]
    now = after(state, *line, *moves("Bo reneges; in time; guilty"), wrong(7), *moves("Dee deserves it"))
    assert now.done
    assert now.entry["tricks"] == {"Cy": 6, "Dee": 1}
    assert now.entry["cards"] == {"Cy": 24, "Dee": 4}


def test_with_chips_who_folded_is_told_first() -> None:
    state = table("poker-chips")
    now = after(state, "turned hearts; Bo orders; taken up; skip; Bo takes it")
    assert why_not(now, move="renege", player="Bo") == "folds-first (PE-08)"
    bets = {"move": "bets", "folded": ["Dee"]}
    now = after(
        state,
        "turned hearts; Bo orders; taken up",
        bets,
        "Bo takes it; Cy reneges; in time; guilty",
        wrong(1),
    )
    assert now.playing == ("Bo", "Ann")
    assert now.cards == {"Ann": 0, "Bo": 3}


def test_tricks_are_not_told_as_totals_after_it() -> None:
    with pytest.raises(Refusal):
        after(table(POINTS), CAUGHT, wrong(1), {"move": "tricks", "tricks": {"Bo": 12}})


def test_the_other_games_name_no_penalty() -> None:
    assert follow_of("poker-chips").renege.rule == "PE-08"
    others = [name for name in FOLLOWED if follow_of(name).phase("renege") is None]
    assert others
    for variant in others:
        assert follow_of(variant).renege.text.startswith("This game has no penalty for a renege.")
        assert "renege" not in follow_of(variant).fields
