"""Charts of a season: what is drawn, in words, and as a table."""

import re
from datetime import date, timedelta

import pytest
from django.template.loader import render_to_string

from companion.pages.group_figures import (
    MOST_EVENINGS,
    RatedPerson,
    SeasonChart,
    Winner,
    rating_chart,
    season_chart,
)

FIRST = date(2026, 9, 10)


def season(won: dict[str, list[int]], every: int = 7) -> SeasonChart:
    """The chart of these wins by name and evening."""
    made = season_chart(
        [
            Winner(name, {FIRST + timedelta(every * number): wins for number, wins in enumerate(evenings)})
            for name, evenings in won.items()
        ]
    )
    assert made is not None
    return made


def test_wins_add_up_and_who_won_most_is_first() -> None:
    made = season({"Bo": [1, 0, 2], "Ann": [2, 3, 0]})
    assert made.names == ("Ann", "Bo")
    assert [cells for _on, cells in made.rows] == [("2", "1"), ("5", "1"), ("5", "3")]
    assert [line.label.text for line in made.chart.lines] == ["Bo 3", "Ann 5"]
    assert made.chart.lines[-1].style == "win"
    assert made.words["title"] == "Games won so far by Ann and Bo over 3 evenings"
    assert made.words["description"] == "Ann ends at 5, Bo ends at 3. Every figure is in the table."
    assert made.note == ""


def test_two_who_won_the_same_number_are_both_the_best() -> None:
    made = season({"Ann": [1, 1], "Bo": [2, 0], "Cy": [0, 1]})
    assert [line.style for line in made.chart.lines] == ["d1", "win", "win"]


def test_five_are_drawn_and_it_is_said_of_how_many() -> None:
    made = season({name: [number, 1] for number, name in enumerate("ABCDEFG")})
    assert made.names == ("G", "F", "E", "D", "C")
    assert made.note == "5 of 7 players, those with the most wins."


def test_the_first_and_the_last_evening_have_their_dates() -> None:
    labels = [label.text for label in season({"Ann": [1] * 11}).chart.numbers]
    assert labels == ["Sep 10", "Oct 1", "Oct 22", "Nov 19"]


def test_years_of_evenings_are_drawn_evenly_with_the_last_one() -> None:
    made = season({"Ann": [1] * 500})
    assert len(made.rows) == MOST_EVENINGS
    assert made.rows[-1][1] == ("500",)
    assert next(label.text for label in made.chart.numbers) == "Sep 2026"


@pytest.mark.parametrize("days", [[], [FIRST]])
def test_one_evening_is_no_chart(days: list[date]) -> None:
    assert season_chart([Winner("Ann", dict.fromkeys(days, 2))]) is None
    assert rating_chart([RatedPerson("Ann", dict.fromkeys(days, 1520), 20)]) is None
    assert season_chart([]) is rating_chart([]) is None


LATER = FIRST + timedelta(7)


def ratings() -> list[RatedPerson]:
    return [
        RatedPerson("Ann", {FIRST: 1520, LATER: 1535}, 12),
        RatedPerson("Bo", {FIRST: 1480}, 30, before=1490),
        RatedPerson("Cy", {LATER: 1465}, 10),
    ]


def test_a_rating_of_few_games_is_not_drawn() -> None:
    made = rating_chart([*ratings(), RatedPerson("Guest", {FIRST: 1590}, 3)])
    assert made is not None
    assert made.names == ("Ann", "Bo", "Cy")
    assert rating_chart([RatedPerson("Guest", {FIRST: 1590, LATER: 1600}, 5)]) is None


def test_ratings_start_where_they_were_and_stay_while_somebody_is_away() -> None:
    made = rating_chart(ratings())
    assert made is not None
    assert made.names == ("Ann", "Bo", "Cy")
    assert [cells for _on, cells in made.rows] == [("1520", "1480", "1500"), ("1535", "1480", "1465")]
    starts = {line.label.text: float(re.findall(r"[\d.]+", line.path)[1]) for line in made.chart.lines}
    assert starts["Ann 1535"] == starts["Cy 1465"] < starts["Bo 1480"]
    [start] = [rule for rule in made.chart.rules if rule.is_zero]
    assert start.label.text == "1500"


def test_two_people_shown_by_one_name_have_a_line_each() -> None:
    made = season_chart([Winner("Ann", {FIRST: 1, FIRST + timedelta(7): 1})] * 2)
    assert made is not None
    assert len(made.chart.lines) == 2


def test_hostile_names_are_text() -> None:
    page = render_to_string(
        "stats/_season_chart.html", {"season_chart": season({"<b>&\u202eAnn": [1, 1], "עלמה": [1, 0]})}
    )
    assert "<b>&" not in page
    assert "\u202e" not in page
    assert "\u2068עלמה\u2069" in page
