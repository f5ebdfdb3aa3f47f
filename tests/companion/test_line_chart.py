"""Where the lines and labels of the chart go."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pages.line_chart import (
    LABEL_GAP,
    LABEL_SPACE,
    LEADER,
    LEFT,
    LONGEST_LABEL,
    TOP,
    WIDTH,
    Chart,
    Series,
    chart,
    spread,
)

NAMES = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou"]


def drawn(*totals: list[int], names: list[str] | None = None, hands: list[int | None] | None = None) -> Chart:
    """The chart of these running totals, the first player the best."""
    called = names or NAMES
    series = [
        Series(name, one, place == 0) for place, (name, one) in enumerate(zip(called, totals, strict=False))
    ]
    numbers = hands or [*range(1, len(totals[0]))]
    return chart(series, numbers, {one.name: str(one.totals[-1]) for one in series})


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


def test_a_line_runs_from_its_start_to_its_end() -> None:
    made = drawn([0, 5, 10], [0, 0, 0])
    winner = points(made.lines[-1].path)
    assert [x for x, _y in winner] == [LEFT, (LEFT + made.right) / 2, made.right]
    assert winner[0][1] > winner[1][1] > winner[2][1] == TOP


def test_more_is_higher_and_equal_totals_meet() -> None:
    made = drawn([0, 3], [0, 3], [0, 1])
    ends = {line.label.text: points(line.path)[-1][1] for line in made.lines}
    assert ends["Ann 3"] == ends["Bo 3"] < ends["Cy 1"]


def test_a_line_leads_to_its_label_though_that_stands_elsewhere() -> None:
    made = drawn([0, 3], [0, 3], [0, 3])
    assert len({points(line.path)[-1] for line in made.lines}) == 1
    for line in made.lines:
        [(x, y)] = points(line.leader)
        assert made.right < x == round(made.right + LEADER, 1) < line.label.x
        assert line.label.y - y == 4  # the middle of the letters
    assert len({line.leader for line in made.lines}) == 3


def test_the_best_is_drawn_last_and_the_others_differ() -> None:
    made = drawn([0, 9], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5])
    assert [line.style for line in made.lines] == ["d1", "d2", "d3", "d4", "", "win"]


@pytest.mark.parametrize(
    ("totals", "labels"),
    [
        ([0, 10], ["10", "5", "0"]),
        ([0, 1], ["1", "0"]),
        ([25, 0], ["20", "10", "0"]),
        ([20, 33], ["30", "20", "10", "0"]),
        ([0, -66, 70], ["+50", "0", "−50"]),
        ([0, 0], ["1", "0"]),
        ([0, 100000], ["100000", "50000", "0"]),
    ],
)
def test_the_grid_has_round_numbers_and_nothing_among_them(totals: list[int], labels: list[str]) -> None:
    made = drawn(totals)
    assert [rule.label.text for rule in made.rules] == labels
    assert [rule.is_zero for rule in made.rules] == [text == "0" for text in labels]


def test_hands_are_numbered_and_what_lies_between_them_is_not() -> None:
    made = drawn([0, 1, 2, 3], hands=[1, None, 2])
    assert [(label.text, label.x) for label in made.numbers] == [
        ("1", round(LEFT + (made.right - LEFT) / 3, 1)),
        ("2", made.right),
    ]


@pytest.mark.parametrize(("hands", "numbers"), [(10, 10), (11, 5), (300, 10), (1, 1)])
def test_there_are_never_too_many_numbers(hands: int, numbers: int) -> None:
    assert len(drawn([*range(hands + 1)]).numbers) == numbers


def test_a_long_name_is_cut_and_told_in_full() -> None:
    long = "Maximilian-Alexander von der Hohenstauf"
    made = drawn([0, 1], [0, 2], names=[long, "Bo"])
    label = made.lines[-1].label
    assert label.text.startswith("Maximilian")
    assert label.text.endswith("… 1")
    assert label.full == long
    assert made.lines[0].label.full == ""
    assert made.right >= WIDTH - LONGEST_LABEL - LABEL_SPACE - 4


def test_wide_letters_take_more_room() -> None:
    assert drawn([0, 1], names=["王王王王"]).right < drawn([0, 1], names=["Anna"]).right


def test_all_labels_of_a_full_table_fit_and_keep_apart() -> None:
    made = drawn(*[[0, 7]] * 12)
    ys = sorted(line.label.y for line in made.lines)
    assert all(below - above >= LABEL_GAP - 0.11 for above, below in pairwise(ys))
    assert ys[-1] < made.height


@given(st.lists(st.floats(0, 200), min_size=1, max_size=12))
def test_labels_never_overlap_and_stay_in_their_order(wanted: list[float]) -> None:
    placed = spread(wanted, 14, 0, 200)
    ordered = sorted(placed)
    assert all(below - above >= 13.8 for above, below in pairwise(ordered))
    assert ordered[0] >= 0
    assert ordered[-1] <= 200
    by_wish = [place for _wish, place in sorted(zip(wanted, placed, strict=True), key=lambda pair: pair[0])]
    assert by_wish == sorted(by_wish) or len(set(wanted)) < len(wanted)


@given(st.lists(st.floats(0, 200), min_size=1, max_size=1))
def test_a_label_alone_stands_where_it_should(wanted: list[float]) -> None:
    assert spread(wanted, 14, 0, 200) == [round(wanted[0], 1)]
