"""What the order of play tells: pairs, wins by day, streaks."""

from datetime import date

from companion.stats.figures import Pair
from companion.stats.records import Row, Streak, Wins, pairs, rated, wins

ANN, BO, CY, DEE, ANNIE = range(1, 6)
ROOTS = {ANN: ANN, BO: BO, CY: CY, DEE: DEE, ANNIE: ANN}


def game(number: int, day: int, *seats: int, won: int = 0) -> list[Row]:
    """A game of two sides, of which *won* (0 or 1) has won; the last one to sit down is read first."""
    return [
        (number, person, seat, seat % 2, int(seat % 2 == won), f"2026-01-{day:02}", 20.0 + number, number)
        for seat, person in reversed(list(enumerate(seats)))
    ]


def test_pairs_are_added_up_under_every_spelling() -> None:
    rows = [*game(1, 1, ANN, BO, CY, DEE), *game(2, 1, BO, ANNIE, DEE, CY), *game(3, 8, ANN, BO, won=1)]
    assert pairs(rows, ROOTS) == [
        Pair(ANN, BO, 0, 0, ahead=1, behind=2),
        Pair(ANN, CY, together=2, won=1, expected=1.0),
        Pair(ANN, DEE, 0, 0, ahead=1, behind=1),
        Pair(BO, CY, 0, 0, ahead=1, behind=1),
        Pair(BO, DEE, together=2, won=1, expected=1.0),
        Pair(CY, DEE, 0, 0, ahead=1, behind=1),
    ]


def test_nobody_is_ahead_where_both_have_won_or_neither() -> None:
    level = [
        (1, person, seat, seat, int(seat < 2), "2026-01-01", None, 0) for seat, person in enumerate(ROOTS)
    ]
    found = {(one.one, one.other): (one.ahead, one.behind) for one in pairs(level[:4], ROOTS)}
    assert (found[ANN, BO], found[CY, DEE], found[ANN, CY]) == ((0, 0), (0, 0), (1, 0))


def test_of_equal_streaks_the_first_is_told_and_of_partners_the_first_seats() -> None:
    rows = [*game(1, 1, ANN, BO, CY, DEE), *game(2, 8, CY, BO, ANNIE, DEE)]
    later = [row for number in (3, 4) for row in game(number, 7 + number, ANN, BO, CY, DEE, won=1)]
    found = wins(rows + later, ROOTS)
    assert found.streak == Streak(CY, 2, date(2026, 1, 1), date(2026, 1, 8))
    assert [*found.won[ANN]] == [date(2026, 1, day) for day in (1, 8, 10, 11)]
    assert wins([*rows, *game(3, 9, ANN, BO)], ROOTS).streak == Streak(
        ANN, 3, date(2026, 1, 1), date(2026, 1, 9)
    )


def test_who_is_not_shown_has_no_evening() -> None:
    won = {date(2026, 1, 1): 1}
    shown = {ANN: ANN, ANNIE: ANN}
    assert wins(game(1, 1, ANNIE, BO), shown) == Wins({ANN: won}, None)
    assert wins([], shown) == Wins({}, None)
    assert rated([*game(1, 1, ANN, BO), *game(2, 1, ANNIE, CY)], shown)[ANN].mu == {date(2026, 1, 1): 22.0}
