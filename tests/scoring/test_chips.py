"""Chips: their values, the hand-out chart, and an amount in colors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.chips import CHIP_VALUES, hand_out, in_colors
from scoring.poker import cards_each
from scoring.refusal import Refusal


def test_the_colors_have_their_values_pc_02():
    assert list(CHIP_VALUES.items()) == [
        ("black", 100),
        ("green", 25),
        ("blue", 10),
        ("red", 5),
        ("white", 1),
    ]


# PC-03: players, least to start with, blue/red/white
CHART = [
    (2, 128, "8/8/8"),
    (3, 96, "6/6/6"),
    (4, 64, "4/4/4"),
    (5, 48, "3/3/3"),
    (6, 42, "3/2/2"),
    (7, 36, "2/3/1"),
    (8, 30, "2/1/5"),
    (9, 25, "1/2/5"),
    (10, 25, "1/2/5"),
    (11, 20, "1/1/5"),
    (12, 20, "1/1/5"),
]


@pytest.mark.parametrize(("players", "least", "chips"), CHART)
def test_the_least_to_start_with_is_on_the_chart_pc_03(players, least, chips):
    start = hand_out(players)
    assert start.least == least
    assert f"{start.blue}/{start.red}/{start.white}" == chips
    worth = start.blue * CHIP_VALUES["blue"] + start.red * CHIP_VALUES["red"] + start.white
    assert worth == least
    assert abs(least - 5 * cards_each(players)) <= 16


@pytest.mark.parametrize("players", [1, 13, 0])
def test_the_chart_goes_from_two_to_twelve(players):
    with pytest.raises(Refusal) as refused:
        hand_out(players)
    assert refused.value.field == "players"
    assert refused.value.values == {"least": 2, "most": 12}


@pytest.mark.parametrize(
    ("amount", "chips"),
    [
        (0, {}),
        (1, {"white": 1}),
        (4, {"white": 4}),
        (30, {"green": 1, "red": 1}),
        (64, {"green": 2, "blue": 1, "white": 4}),
        (128, {"black": 1, "green": 1, "white": 3}),
        (1_000_000_199, {"black": 10_000_001, "green": 3, "blue": 2, "white": 4}),
    ],
)
def test_an_amount_in_the_fewest_chips_from_big_to_small_pc_02(amount, chips):
    assert list((in_colors(amount) or {}).items()) == list(chips.items())


@pytest.mark.parametrize(
    ("amount", "left", "chips"),
    [
        (30, {"green": 1, "blue": 3, "white": 2}, {"blue": 3}),
        (30, {"green": 1, "blue": 2, "white": 9}, {"green": 1, "white": 5}),
        (30, {"green": 1, "blue": 2, "white": 4}, None),
        (30, {"green": 9}, None),
        (30, {}, None),
        (0, {}, {}),
        (250, {"black": 1, "green": 6}, {"black": 1, "green": 6}),
        (310, {"black": 1, "green": 5, "blue": 9}, None),
        (230, {"black": 1, "green": 5, "blue": 9}, {"black": 1, "green": 4, "blue": 3}),
        (7, {"white": 10_000_000}, {"white": 7}),
    ],
)
def test_the_bank_pays_exactly_with_what_it_has_left_or_says_that_it_cannot(amount, left, chips):
    assert in_colors(amount, available=left) == chips


@pytest.mark.parametrize(
    ("amount", "colors", "chips"),
    [
        (30, {"green": 25, "blue": 10}, {"blue": 3}),
        (35, {"green": 25, "blue": 10}, {"green": 1, "blue": 1}),
        (31, {"green": 25, "blue": 10}, None),
        (15, {"green": 25, "blue": 10}, None),
        (12, {"red": 9, "blue": 6, "white": 1}, {"blue": 2}),
        (12, {"white": 1, "blue": 6, "red": 9}, {"blue": 2}),
        (6, {"one": 3, "other": 3}, {"one": 2}),
        (9, {"big": 4, "small": 3}, {"small": 3}),
        (12, {"big": 4, "small": 3}, {"big": 3}),
        (13, {"big": 4, "small": 3}, {"big": 1, "small": 3}),
        (1_000_003, {"big": 1000, "small": 7}, {"big": 997, "small": 429}),
        (5, {}, None),
        (0, {}, {}),
    ],
)
def test_any_values_may_be_painted_on_the_chips(amount, colors, chips):
    assert in_colors(amount, colors) == chips


def test_when_the_big_chips_run_short_small_ones_make_it_up():
    assert in_colors(12, {"big": 4, "small": 3}, {"big": 2, "small": 4}) == {"small": 4}
    assert in_colors(12, {"big": 4, "small": 3}, {"big": 2, "small": 3}) is None


@pytest.mark.parametrize(
    ("field", "asked", "values"),
    [
        ("chips", {"amount": -1}, {"least": 0, "name": "the amount"}),
        ("chips", {"amount": True}, {"least": 0, "name": "the amount"}),
        ("chips", {"amount": 1.0}, {"least": 0, "name": "the amount"}),
        ("colors", {"amount": 1, "colors": {"white": 0}}, {"least": 1, "name": "white"}),
        ("colors", {"amount": 1, "colors": {"white": True}}, {"least": 1, "name": "white"}),
        ("available", {"amount": 1, "available": {"white": -1}}, {"least": 0, "name": "white"}),
        ("available", {"amount": 1, "available": {"white": "1"}}, {"least": 0, "name": "white"}),
    ],
)
def test_chips_are_counted_in_whole_numbers(field, asked, values):
    with pytest.raises(Refusal) as refused:
        in_colors(**asked)
    assert (refused.value.field, refused.value.code) == (field, "number-for")
    assert refused.value.values == values


VALUES = st.lists(st.integers(1, 12), min_size=1, max_size=4)


def every_way(amount, values, limits):
    """The slow way: every number of every color that makes the amount."""
    if not values:
        return [()] if amount == 0 else []
    return [
        (count, *others)
        for count in range(min(limits[0], amount // values[0]) + 1)
        for others in every_way(amount - count * values[0], values[1:], limits[1:])
    ]


@given(st.integers(0, 30), VALUES, st.data())
def test_no_way_has_fewer_chips_and_of_as_few_none_has_more_big_ones(amount, values, data):
    values = sorted(values, reverse=True)
    colors = {f"color {place}": value for place, value in enumerate(values)}
    limited = data.draw(st.booleans())
    limits = data.draw(st.lists(st.integers(0, 9), min_size=len(values), max_size=len(values)))
    available = dict(zip(colors, limits, strict=True)) if limited else None
    ways = every_way(amount, values, limits if limited else [amount] * len(values))
    best = min(ways, key=lambda counts: (sum(counts), [-count for count in counts]), default=None)
    answer = in_colors(amount, colors, available)
    if best is None:
        assert answer is None
    else:
        assert answer == {name: count for name, count in zip(colors, best, strict=True) if count}


@given(st.integers(0, 10**9))
def test_white_chips_make_every_amount_exactly(amount):
    answer = in_colors(amount)
    assert answer is not None
    assert sum(CHIP_VALUES[name] * count for name, count in answer.items()) == amount


@given(st.integers(0, 3000), st.fixed_dictionaries({name: st.integers(0, 30) for name in CHIP_VALUES}))
def test_the_bank_never_gives_chips_that_it_does_not_have(amount, left):
    answer = in_colors(amount, available=left)
    if answer is not None:
        assert sum(CHIP_VALUES[name] * count for name, count in answer.items()) == amount
        assert all(0 < count <= left[name] for name, count in answer.items())
