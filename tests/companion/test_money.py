"""Money in words, as the reader writes it, and as somebody types it."""

from datetime import UTC, datetime

import pytest
from django.test import Client, override_settings

from companion.wording.dates import day, moment
from companion.wording.money import cents_of, money, worth
from companion.wording.reader import read_by
from scoring import Refusal


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "€0.00"),
        (5, "€0.05"),
        (500, "€5.00"),
        (-10, "−€0.10"),
        (-12345, "−€123.45"),
        (123456789, "€1,234,567.89"),
    ],
)
def test_cents_are_written_as_money(cents: int, words: str) -> None:
    assert money(cents) == words


def test_chips_are_worth_what_a_white_one_is_and_play_chips_nothing() -> None:
    assert (worth(50, 10), worth(-3, 25), worth(50, 0)) == ("€5.00", "−€0.75", "")


@pytest.mark.parametrize(
    ("languages", "words"),
    [
        ("", "−€1,234.50"),
        ("en-GB,de;q=0.9", "−€1,234.50"),
        ("de-DE,de;q=0.9,en;q=0.8", "−1.234,50\u00a0€"),
        ("de-AT", "−€\u00a01.234,50"),
        ("de-CH", "−€\u00a01’234.50"),
        ("fr-FR", "−1\u202f234,50\u00a0€"),
        ("nl", "−€\u00a01.234,50"),
        ("pt-BR", "−€\u00a01.234,50"),
        ("sv", "−1\u00a0234,50\u00a0€"),
        ("xx, *;q=0.5", "−€1,234.50"),
        ("xx,fi;q=0.3", "−1\u00a0234,50\u00a0€"),
        (";;;=,", "−€1,234.50"),
    ],
)
def test_it_is_written_as_the_reader_writes_it(languages: str, words: str) -> None:
    with read_by(languages):
        assert money(-123450) == words
    assert money(-123450) == "−€1,234.50"


@override_settings(LANGUAGE_CODE="de")
def test_without_a_known_language_it_is_that_of_the_house() -> None:
    with read_by("xx"):
        assert money(500) == "5,00\u00a0€"


@pytest.mark.parametrize(("sign", "words"), [("$", "$5.00"), ("", "5.00"), ("Fr.", "Fr.\u00a05.00")])
def test_the_sign_is_that_of_the_house(sign: str, words: str) -> None:
    with override_settings(CURRENCY=sign):
        assert money(500) == words


@pytest.mark.parametrize(
    ("languages", "typed", "cents"),
    [
        ("en", "12", 1200),
        ("en", " € 12.50 ", 1250),
        ("en", "12,5", 1250),
        ("en", "1,234", 123400),
        ("en", "1,234.5", 123450),
        ("de", "1.234", 123400),
        ("de", "1.234,00 €", 123400),
        ("de", "12.50", 1250),
        ("fr", "1\u202f234,05", 123405),
        ("de-CH", "1’234.05", 123405),
        ("en", "0", 0),
        ("en", "0.05", 5),
    ],
)
def test_an_amount_is_read_as_it_was_typed(languages: str, typed: str, cents: int) -> None:
    with read_by(languages):
        assert cents_of(typed, "counted") == cents


@pytest.mark.parametrize(
    ("languages", "typed"),
    [
        *[("en", typed) for typed in ("", "x", "-5", "1.234", "1..5", "1,2,3", "12.345.67", "٣", "1" * 10)],
        ("de", "1,234"),
        ("de", "1.234.5"),
    ],
)
def test_what_is_no_amount_is_refused(languages: str, typed: str) -> None:
    with read_by(languages), pytest.raises(Refusal) as refused:
        cents_of(typed, "counted")
    assert refused.value.field == "counted"
    assert refused.value.message.startswith("Type an amount like ")


@pytest.mark.django_db
def test_pages_say_that_they_depend_on_the_language() -> None:
    assert "Accept-Language" in Client().get("/").headers["Vary"]


@pytest.mark.parametrize(
    ("languages", "words"),
    [
        ("", ("November 14, 2026", "Nov 14, 20:05")),
        ("en-GB", ("14 November 2026", "14 Nov, 20:05")),
        ("de-DE", ("November 14, 2026", "Nov 14, 20:05")),
    ],
)
def test_dates_are_written_in_the_readers_english(languages: str, words: tuple[str, str]) -> None:
    with read_by(languages):
        assert (day("2026-11-14"), moment(datetime(2026, 11, 14, 20, 5, tzinfo=UTC))) == words
    assert day("") == ""
