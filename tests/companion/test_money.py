"""Money in words."""

import pytest

from companion.money import money, worth


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
