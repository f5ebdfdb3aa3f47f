"""Rates with their intervals, and wins in a row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pages.asked import Place
from companion.pages.person_figures import as_maker
from companion.stats.figures import Chance, Figures, Pair, Rate, together
from companion.stats.periods import ALL
from companion.stats.records import Run, current, longest, runs
from scoring import VARIANTS


@pytest.mark.parametrize(
    ("part", "whole", "percent", "likely"),
    [
        (21, 38, 55, (40, 70)),
        (9, 14, 64, (39, 84)),
        (0, 10, 0, (0, 28)),
        (10, 10, 100, (72, 100)),
        (500, 1000, 50, (47, 53)),
        (1, 8, 13, (2, 47)),
        (0, 0, 0, (0, 100)),
    ],
)
def test_a_share_in_whole_percent_with_its_interval(
    part: int, whole: int, percent: int, likely: tuple[int, int]
) -> None:
    found = Rate(part, whole)
    assert (found.percent, found.likely) == (percent, likely)


@given(st.integers(0, 3000), st.integers(1, 3000))
def test_the_share_lies_in_its_interval(part: int, whole: int) -> None:
    found = Rate(min(part, whole), whole)
    low, high = found.likely
    assert 0 <= low <= found.percent <= high <= 100


def test_fewer_than_ten_are_few_and_come_last() -> None:
    assert Rate(9, 9).few
    assert not Rate(0, 10).few
    alone, teams = Chance(40, 100, 20.0), Chance(60, 100, 50.0)
    some = [Chance(9, 9, 4.5), Chance(5, 10, 5.0), Chance(2, 3, 1.5), teams, alone]
    assert sorted(some, key=lambda one: one.order) == [alone, teams, some[1], some[0], some[2]]


def test_a_pair_of_few_games_is_near_its_players_and_one_of_many_near_its_own() -> None:
    once, often = Pair(1, 2, 2, 2, expected=1.0), Pair(1, 3, 200, 130, expected=100.0)
    assert once.likely(0.0) == pytest.approx(12 / 22)
    assert often.likely(0.0) == pytest.approx(140 / 220)
    assert once.likely(0.1) == pytest.approx(14 / 22)
    level = Pair(1, 4, 10, 4, expected=4.0)
    assert level.order(0.0)[1] == 0, "par is what counts, not half"
    assert sorted([once, level, often], key=lambda one: one.order(0.1)) == [often, level, once]


def test_a_likely_share_is_one() -> None:
    assert Pair(1, 2, 1, 0, expected=0.0).likely(-0.2) == 0, "of a table that ended level par is 0"
    assert Pair(1, 2, 1, 1, expected=0.5).likely(0.6) == 1


def test_wins_in_a_row() -> None:
    results = [letter == "w" for letter in "wwlwwwllwwwl"]
    assert longest(results) == Run(True, 3, 3), "of equal ones the first"
    assert current(results) == Run(False, 11, 1)
    assert current([]) is longest([]) is longest([False]) is None


@given(st.lists(st.booleans()))
def test_runs_are_the_games_again(results: list[bool]) -> None:
    assert [run.won for run in runs(results) for _game in range(run.length)] == results
    assert [run.first for run in runs(results)] == [
        place for place, won in enumerate(results) if not place or results[place - 1] != won
    ]


def test_figures_of_parts_add_up() -> None:
    one = Figures(games=3, won=1, points=-4, most_kings=2, comeback=5, fastest=7)
    other = Figures(games=2, won=2, points=9, most_kings=1, comeback=6, fastest=None)
    assert together([one, other]) == Figures(games=5, won=3, points=5, most_kings=2, comeback=6, fastest=7)
    assert together([]) == Figures()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_without_euchres_has_no_line_of_them(name: str) -> None:
    lines = as_maker(Figures(makes=18, made=18), Place(ALL, name), "", person="ann")
    assert ("Euchred" in [line.title for line in lines]) == (name != "king-cutthroat")
