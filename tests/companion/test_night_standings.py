"""Places at a night: own points, shared places while it goes on, and ties as chosen once it is over."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.night.evening import Evening, Fix, Player, RoundNow, TableNow
from companion.night.standings import CARD, HEAD_TO_HEAD, LONERS, Card, card_of, standings
from companion.pages.night_places import moved, prizes

NOW = datetime(2026, 11, 19, 20, tzinfo=UTC)
Seats = tuple[int, int, int, int]


def table(seats: Seats, points: tuple[int, int], loners: Seats = (0, 0, 0, 0), number: int = 1) -> TableNow:
    return TableNow(number, f"t{number}", seats, told=points, hands=8, loners=loners)


def night(
    *rounds: Sequence[TableNow], players: int = 4, ties: Sequence[str] = (), over: bool = True
) -> Evening:
    there = tuple(Player(number, "", f"P{number}") for number in range(1, players + 1))
    started = tuple(
        RoundNow(
            number,
            NOW,
            tuple(tables),
            tuple(set(range(1, players + 1)).difference(*(one.players for one in tables))),
        )
        for number, tables in enumerate(rounds, 1)
    )
    ended = NOW if over else None
    return Evening(
        *("", "", "", "progressive", 8, 7, "out"),
        *(tuple(ties), {}, 7, 0, 0, NOW),
        ended_at=ended,
        players=there,
        started=started,
    )


def places(evening: Evening) -> list[tuple[int, int]]:
    """Player and rank, in order."""
    return [(one.number, one.rank) for one in standings(evening)]


def test_everybody_keeps_own_points_over_the_rounds() -> None:
    evening = night([table((1, 2, 3, 4), (9, 5))], [table((1, 3, 2, 4), (4, 6))])
    assert [(one.number, one.points) for one in standings(evening)] == [(3, 15), (1, 13), (4, 11), (2, 9)]
    best = standings(evening)[0]
    assert [one.points for one in best.by_round if one] == [9, 6]
    assert best.wins == 2


def test_who_sat_out_has_no_points_of_that_round() -> None:
    evening = night([table((1, 2, 3, 4), (9, 5))], players=5)
    last = standings(evening)[-1]
    assert (last.number, last.points, last.by_round) == (5, 0, (None,))


def test_places_are_shared_while_the_night_goes_on() -> None:
    evening = night([table((1, 2, 3, 4), (9, 5))], ties=(LONERS, HEAD_TO_HEAD, CARD), over=False)
    assert places(evening) == [(1, 1), (3, 1), (2, 3), (4, 3)]
    assert all(one.shared and one.card is None for one in standings(evening))


def test_places_stay_shared_without_tie_breakers() -> None:
    assert places(night([table((1, 2, 3, 4), (5, 5))])) == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_loners_break_a_tie_and_say_so() -> None:
    evening = night([table((1, 2, 3, 4), (9, 5), loners=(0, 1, 2, 1))], ties=(LONERS,))
    assert places(evening) == [(3, 1), (1, 2), (2, 3), (4, 3)]
    assert [(one.tie, one.shared) for one in standings(evening)] == [
        *((LONERS, False), (LONERS, False)),
        *(("", True), ("", True)),
    ]


def test_who_won_the_table_against_the_other_is_before() -> None:
    evening = night(
        [table((2, 1, 3, 4), (5, 6)), table((5, 6, 7, 8), (0, 0), number=2)],
        [table((1, 5, 6, 7), (4, 8)), table((2, 3, 4, 8), (5, 0), number=2)],
        players=8,
        ties=(HEAD_TO_HEAD,),
    )
    found = {one.number: (one.rank, one.points, one.tie, one.against) for one in standings(evening)}
    assert (found[1], found[2]) == ((2, 10, HEAD_TO_HEAD, (1, 0)), (3, 10, HEAD_TO_HEAD, (0, 1)))


def test_who_never_met_stays_tied_by_head_to_head() -> None:
    evening = night([table((1, 2, 3, 4), (9, 5))], ties=(HEAD_TO_HEAD,))
    assert places(evening) == [(1, 1), (3, 1), (2, 3), (4, 3)]
    assert not any(one.ties for one in standings(evening))


def test_three_with_equal_points_are_compared_among_themselves() -> None:
    evening = night(
        [table((1, 2, 7, 8), (7, 5))],
        [table((2, 3, 7, 8), (7, 5))],
        [table((1, 3, 7, 8), (5, 7))],
        players=8,
        ties=(HEAD_TO_HEAD,),
    )
    found = {one.number: (one.rank, one.points, one.shared) for one in standings(evening)}
    assert found[1] == found[2] == found[3] == (found[1][0], 12, True)


def test_the_next_tie_breaker_decides_only_among_those_still_tied() -> None:
    evening = night([table((1, 2, 3, 4), (5, 5), loners=(0, 2, 0, 0))], ties=(LONERS, CARD))
    best, *others = standings(evening)
    assert (best.number, best.rank, best.tie, best.card) == (2, 1, LONERS, None)
    cards = [one.card for one in others]
    heights = [card.height for card in cards if card]
    assert heights == sorted(heights, reverse=True)
    assert [(one.rank, one.ties) for one in others] == [(rank, (LONERS, CARD)) for rank in (2, 3, 4)]


def test_the_card_is_always_the_same_and_another_for_each_player() -> None:
    assert [card_of(7, number) for number in range(1, 65)] == [card_of(7, number) for number in range(1, 65)]
    assert len({card_of(7, number) for number in range(1, 53)}) == 52
    assert len({card_of(seed, 1) for seed in range(30)}) > 15
    assert Card("A", "clubs").height > Card("K", "spades").height < Card("A", "spades").height


def test_points_set_by_hand_count_and_are_marked() -> None:
    fixed = replace(table((1, 2, 3, 4), (9, 5)), fixes=(None, Fix(10, "forgot a march", NOW)))
    found = {one.number: one for one in standings(night([fixed]))}
    assert [found[number].points for number in (1, 2, 3, 4)] == [9, 10, 9, 10]
    assert [one.fixed for one in found[2].by_round if one] == [True]
    assert [one.fixed for one in found[1].by_round if one] == [False]


def test_a_ghost_has_no_place() -> None:
    evening = night([table((1, 2, 0, 3), (9, 5))], players=3)
    assert places(evening) == [(1, 1), (2, 2), (3, 2)]


@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 3, 2, 1)])
def test_all_tie_breakers_together_leave_no_place_shared(order: Seats) -> None:
    evening = night([table(order, (5, 5))], ties=(LONERS, HEAD_TO_HEAD, CARD))
    assert [one.rank for one in standings(evening)] == [1, 2, 3, 4]
    assert not any(one.shared for one in standings(evening))


def test_places_and_loners_for_prizes_name_all_who_share_them() -> None:
    evening = night([table((1, 2, 3, 4), (5, 5), loners=(0, 2, 0, 2))], ties=(LONERS,))
    told = prizes(evening, standings(evening))
    assert [(what, figure) for what, _names, figure in told] == [
        ("3rd place, shared", "5"),
        ("Most loners", "2"),
    ]
    names = {player.number: player.name for player in evening.players}
    assert [who for _what, who, _figure in told] == [
        f"{names[1]} and {names[3]}",
        f"{names[2]} and {names[4]}",
    ]
    running = replace(evening, ended_at=None)
    assert prizes(running, standings(running)) == ()


def test_points_set_by_hand_say_what_they_change() -> None:
    fix = Fix(3, "counted again", NOW)
    first = replace(table((1, 2, 3, 4), (9, 5)), fixes=(fix, None))
    second = table((5, 6, 7, 8), (4, 6), number=2)
    of = night([first, second], players=8)
    assert moved(of, 1, first) == ("P1 9 → 3 points, 1st → 7th", "P3 9 → 3 points, 1st → 7th")
    assert moved(of, 1, second) == ()
    same = replace(first, fixes=(Fix(9, "", NOW), None))
    assert moved(night([same, second], players=8), 1, same) == ()
