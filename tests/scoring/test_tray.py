"""The bank's chips: sets that can be, and amounts that cross the counter in what there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.chips import CHIP_VALUES
from scoring.ledger import BOUGHT_TO_PAY
from scoring.refusal import Refusal
from scoring.tray import (
    USUAL_CASE,
    Change,
    Color,
    Tray,
    across_the_counter,
    case_of,
    counted,
    full,
    in_case,
)
from scoring.variants.base import Posting, Reason


def small(**numbers):
    """A tray of white (1), red (5) and blue (10) chips."""
    values = {"white": 1, "red": 5, "blue": 10}
    return full(case_of(Color(name, values[name], number) for name, number in numbers.items()))


def worth(case, counts):
    return sum(color.value * counts.get(color.name, 0) for color in case)


def test_the_usual_case_holds_500_chips_of_the_usual_values():
    assert sum(color.number for color in USUAL_CASE) == 500
    assert {color.name: color.value for color in USUAL_CASE} == CHIP_VALUES
    assert case_of(USUAL_CASE) == USUAL_CASE


def test_a_case_runs_from_the_most_valuable_down():
    case = case_of((Color("white", 1, 5), Color("pink", 7, 2), Color("red", 3, 9)))
    assert [color.name for color in case] == ["pink", "red", "white"]


@pytest.mark.parametrize(
    ("colors", "field", "code"),
    [
        (
            [Color("red", 1, 5), Color("red", 5, 5)],
            "red",
            "color-twice",
        ),
        ([Color("red", 0, 5)], "red", "range"),
        ([Color("red", 1001, 5)], "red", "range"),
        ([Color("red", 1, 0)], "red", "range"),
        ([Color("red", 1, 2001)], "red", "range"),
        (
            [Color("red", 5, 5)],
            "colors",
            "no-white",
        ),
        ([], "colors", "no-white"),
    ],
)
def test_a_case_that_cannot_be_is_refused(colors, field, code):
    with pytest.raises(Refusal) as refused:
        case_of(colors)
    assert (refused.value.field, refused.value.code) == (field, code)


def test_the_largest_case_that_can_be():
    assert case_of([Color("white", 1, 2000), Color("black", 1000, 1)])[0].value == 1000


def test_an_amount_is_handed_out_in_few_chips_and_missed_in_the_tray():
    change, tray = small(white=10, red=4, blue=3).hand_out(28)
    assert change == Change({"blue": 2, "red": 1, "white": 3}, {})
    assert tray.left == {"blue": 1, "red": 3, "white": 7}
    assert (tray.holds, tray.is_out) == (32, 28)


@pytest.mark.parametrize(
    ("players", "chips", "paid"),
    [
        (4, 64, {"blue": 4, "red": 4, "white": 4}),
        (4, 74, {"blue": 5, "red": 4, "white": 4}),
        (12, 20, {"blue": 1, "red": 1, "white": 5}),
        (4, 63, {"green": 2, "blue": 1, "white": 3}),
        (0, 64, {"green": 2, "blue": 1, "white": 4}),
    ],
)
def test_who_buys_what_the_chart_says_gets_the_charts_chips_pc_03(players, chips, paid):
    change, _tray = full(USUAL_CASE).hand_out(chips, players)
    assert change == Change(paid, {})
    assert list(change.paid) == list(paid)


def test_without_the_charts_chips_few_will_do():
    assert small(white=40, red=8, blue=3).hand_out(64, 4)[0].paid == {"blue": 3, "red": 6, "white": 4}
    other = case_of((Color("white", 1, 50), Color("red", 2, 50), Color("blue", 10, 50)))
    assert full(other).hand_out(64, 4)[0].paid == {"blue": 6, "red": 2}


def test_when_the_small_ones_have_run_out_bigger_ones_go_out_and_small_ones_come_back():
    tray = Tray(small(white=10, red=4, blue=3).case, {"blue": 3, "red": 0, "white": 0})
    change, after = tray.hand_out(7)
    assert change == Change({"blue": 1}, {"white": 3})
    assert after.left == {"blue": 2, "red": 0, "white": 3}
    assert after.is_out == tray.is_out + 7


def test_what_cannot_be_made_is_said():
    tray = small(white=2, blue=3)
    change, after = tray.hand_out(25)
    assert change == Change({"blue": 2, "white": 2}, {}, 3)
    assert (after.unmade, after.is_out) == (3, 25)


def test_more_than_there_is_empties_the_tray_and_comes_back_whole():
    change, after = small(white=2, blue=3).hand_out(100)
    assert change == Change({"blue": 3, "white": 2}, {}, 68)
    assert (after.holds, after.is_out) == (0, 100)
    back, again = after.take_in(100)
    assert back == Change({"blue": 3, "white": 2}, {}, 68)
    assert again == small(white=2, blue=3)


def test_what_comes_back_is_reckoned_as_few_of_those_that_are_out():
    _change, out = small(white=10, red=4, blue=3).hand_out(36)
    change, back = out.take_in(9)
    assert change == Change({"blue": 1}, {"white": 1})
    assert back.left == {"blue": 1, "red": 3, "white": 8}


def test_a_count_says_what_is_there_and_how_far_it_is_from_the_books():
    case = small(white=10, red=4, blue=3).case
    tray = counted(case, {"blue": 1, "red": 3}, 30)
    assert tray.left == {"blue": 1, "red": 3, "white": 0}
    assert (tray.unmade, tray.is_out) == (30 - 35, 30)


def test_only_what_touches_the_bank_crosses_the_counter():
    postings = [
        Posting(1, "Bo", "pot", 5, Reason("PC-05", "ante", "antes")),
        Posting(1, "bank", "Bo", 7, BOUGHT_TO_PAY),
        Posting(2, "Bo", "bank", 7, BOUGHT_TO_PAY),
    ]
    changes, tray = across_the_counter(small(white=10, red=4), postings, 2)
    assert changes == [None, Change({"red": 1, "white": 2}, {}), Change({"red": 1, "white": 2}, {})]
    assert tray == small(white=10, red=4)


def test_an_amount_in_the_whole_case():
    assert in_case(32, USUAL_CASE) == {"green": 1, "red": 1, "white": 2}
    assert in_case(30, case_of([Color("green", 25, 1), Color("blue", 10, 3), Color("white", 1, 9)])) == {
        "blue": 3
    }
    assert in_case(8151, USUAL_CASE) is None


def test_the_pot_pays_in_chips_that_the_players_have_each_of_them_once():
    _dealt, tray = full(USUAL_CASE).hand_out(42, 6)
    assert tray.out == {"black": 0, "green": 0, "blue": 3, "red": 2, "white": 2}
    assert tray.from_the_pot([11, 30, 1]) == [
        Change({"blue": 1, "white": 1}, {}),
        Change({"blue": 2, "red": 2}, {}),
        Change({"white": 1}, {}),
    ]
    assert tray.from_a_stack(32) == Change({"blue": 3, "white": 2}, {})


def test_where_they_cannot_make_it_the_bank_changes_chips():
    _dealt, tray = full(USUAL_CASE).hand_out(42, 6)
    assert [change.swapped for change in tray.from_the_pot([4, 2, 10])] == [True, True, False]
    assert tray.from_the_pot([4]) == [Change({"white": 4}, {}, swapped=True)]
    _dealt, blue = full(USUAL_CASE).hand_out(30)
    assert blue.out["green"] == 1
    only_green = counted(USUAL_CASE, {**blue.left, "red": 150}, 25)
    assert only_green.from_a_stack(7) == Change({"red": 1, "white": 2}, {}, swapped=True)
    assert only_green.from_a_stack(9000) == Change({}, {}, 9000)


PRIMES = (97, 89, 83, 79, 73, 71, 67, 61, 59)
ODD_CASE = case_of([Color(str(value), value, 2000) for value in (*PRIMES, 1)])


def test_an_odd_case_is_paid_out_of_as_quickly():
    change, tray = full(ODD_CASE).hand_out(700_001)
    assert (worth(ODD_CASE, change.paid), change.back, change.missing) == (700_001, {}, 0)
    assert tray.is_out == 700_001


colors = st.lists(
    st.tuples(st.integers(2, 40), st.integers(1, 30)), max_size=4, unique_by=lambda color: color[0]
)
moves = st.lists(st.tuples(st.booleans(), st.integers(1, 300)), max_size=12)


@given(colors, st.integers(1, 40), moves, st.booleans())
def test_no_chip_appears_or_vanishes_and_every_amount_adds_up(others, whites, moves, chart):
    case = case_of([Color("white", 1, whites), *(Color(f"c{v}", v, n) for v, n in others)])
    tray, issued = full(case), 0
    for out, drawn in moves:
        chips = drawn if out else min(drawn, issued)
        change, after = tray.hand_out(chips, 6 * chart) if out else tray.take_in(chips)
        assert worth(case, change.paid) - worth(case, change.back) + change.missing == chips
        assert all(0 <= after.left[color.name] <= color.number for color in case)
        issued += chips if out else -chips
        assert after.is_out == issued
        tray = after


@given(colors, st.integers(1, 40), st.integers(0, 400))
def test_what_can_be_paid_exactly_is_paid_exactly(others, whites, chips):
    case = case_of([Color("white", 1, whites), *(Color(f"c{v}", v, n) for v, n in others)])
    sums = {0}
    for color in case:
        sums = {made + color.value * n for made in sums for n in range(color.number + 1) if made <= 400}
    change, _tray = full(case).hand_out(chips)
    assert (change.missing == 0) == (chips in sums)
