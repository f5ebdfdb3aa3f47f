"""Periods by name and in words; what the query of a page of statistics may say."""

from datetime import date

import pytest

from companion.pages.asked import inside, words
from companion.stats import periods
from companion.stats.periods import ALL, Period
from companion.views.statistics import asked

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("day", "slug", "first", "last"),
    [
        (date(2026, 11, 22), "fall-2026", date(2026, 9, 1), date(2026, 11, 30)),
        (date(2026, 12, 1), "winter-2026", date(2026, 12, 1), date(2027, 2, 28)),
        (date(2028, 2, 29), "winter-2027", date(2027, 12, 1), date(2028, 2, 29)),
        (date(2026, 3, 1), "spring-2026", date(2026, 3, 1), date(2026, 5, 31)),
        (date(2026, 8, 31), "summer-2026", date(2026, 6, 1), date(2026, 8, 31)),
    ],
)
def test_a_season_has_three_months(day: date, slug: str, first: date, last: date) -> None:
    assert periods.season(day) == Period(slug, first, last) == periods.named(slug)


def test_the_first_and_the_last_day_that_there_is_have_a_season() -> None:
    assert (periods.season(date.min).first, periods.season(date.min).last) == (date.min, date(1, 2, 28))
    assert (periods.season(date.max).first, periods.season(date.max).last) == (date(9999, 12, 1), date.max)


def test_every_day_is_in_its_season() -> None:
    for number in range(date(2026, 1, 1).toordinal(), date(2029, 1, 1).toordinal()):
        found = periods.season(date.fromordinal(number))
        assert found.first
        assert found.last
        assert found.first.toordinal() <= number <= found.last.toordinal()


def test_seasons_back_to_the_first_game_are_offered_then_years_then_all_time() -> None:
    found = [one.slug for one in periods.offered(TODAY, date(2025, 12, 31))]
    assert found == ["fall-2026", "summer-2026", "spring-2026", "winter-2025", "2026", "2025", "all"]
    assert [one.slug for one in periods.offered(TODAY, None)] == ["fall-2026", "all"]
    assert len(periods.offered(TODAY, date(1950, 1, 1))) < 25


def test_what_is_offered_is_understood_again() -> None:
    for one in periods.offered(TODAY, date(2016, 1, 1)):
        assert periods.named(one.slug) == one


@pytest.mark.parametrize(
    ("slug", "said", "after_a_comma"),
    [
        ("fall-2026", "This fall", "this fall"),
        ("fall-2025", "Fall 2025", "fall 2025"),
        ("winter-2099", "Winter 2099–00", "winter 2099–00"),
        ("2026", "2026", "2026"),
        ("all", "All time", "all time"),
        ("2026-11-19..2026-11-19", "November 19, 2026", "November 19, 2026"),
        ("1888-11-19..1888-11-19", "November 19, 1888", "November 19, 1888"),
        ("9999-12-31..", "December 31, 9999 and later", "December 31, 9999 and later"),
        (
            "2026-11-01..2026-11-19",
            "November 1, 2026 to November 19, 2026",
            "November 1, 2026 to November 19, 2026",
        ),
        ("2026-11-01..", "November 1, 2026 and later", "November 1, 2026 and later"),
        ("..2026-11-01", "Until November 1, 2026", "until November 1, 2026"),
    ],
)
def test_a_period_in_words(slug: str, said: str, after_a_comma: str) -> None:
    period = periods.named(slug)
    assert period
    assert (words(period, TODAY), inside(period, TODAY)) == (said, after_a_comma)


@pytest.mark.parametrize(
    "slug",
    [
        *("", "fall", "fall-26", "autumn-2026", "2026-13-40..", "..", "2026-02-01..2026-01-01", "20266"),
        *("fall-٢٠٢٦", "-2026", "1-2026", "2026-11-19", "all ", "0001", "9999-99-99..9999-99-99", "٢٠٢٦"),
    ],
)
def test_no_other_text_is_a_period(slug: str) -> None:
    assert periods.named(slug) is None


@pytest.mark.parametrize(
    ("given", "field", "sentence"),
    [
        ({"period": "autumn-2026"}, "period", "Choose a period from the list."),
        ({"game": "whist"}, "game", "Choose a game from the list."),
        ({"from": "2026-02-30"}, "from", "That date doesn’t exist. Write it as 2026-11-19."),
        ({"to": "yesterday"}, "to", "That date doesn’t exist. Write it as 2026-11-19."),
        ({"from": "2026-02-02", "to": "2026-02-01"}, "to", "The last day is before the first."),
    ],
)
def test_a_wrong_query_is_refused_at_its_field(given: dict[str, str], field: str, sentence: str) -> None:
    found = asked(given)
    assert found.error
    assert (list(found.errors), found.error.field, found.error.message) == ([field], field, sentence)


def test_days_win_over_a_named_period() -> None:
    found = asked({"period": "2026", "from": "2026-02-01", "to": "", "game": "buck"})
    assert (found.period, found.variant, found.errors) == (
        periods.between(date(2026, 2, 1), None),
        "buck",
        {},
    )


def test_nothing_asked_names_no_period() -> None:
    assert asked({}).period is None
    assert asked({"period": "all"}).period == ALL


@pytest.mark.parametrize("days", [("2026-02-01", "2026-02-03"), ("1888-11-19", "1888-11-19")])
def test_a_link_with_days_fills_the_fields_of_the_days(days: tuple[str, str]) -> None:
    found = asked({"period": "..".join(days)})
    assert (found.first, found.last) == days
    assert asked({"from": days[0], "to": days[1]}) == found
