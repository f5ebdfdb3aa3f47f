"""Who plays with whom at an evening of many tables: everybody once a round, and nobody twice with anybody."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from companion.night.draw import (
    FIRST_ROUNDS,
    FOURSOMES,
    GHOST,
    LEAST,
    MOST,
    Round,
    Seats,
    foursomes,
    meetings,
    moved_up,
    next_round,
    numbered,
    perfect,
    round_robin,
    rounds_of_foursomes,
)

# The largest number of rounds without partners twice: the partnerships of everybody, over those of a round.
MOST_ROUNDS = {6: 7, 7: 10, 10: 11, 11: 13}


def names(number: int) -> list[str]:
    return [f"P{at}" for at in range(number)]


def evening(players: list[str], number: int, ghosts: bool = False, planned: int = 0) -> list[Round]:
    rounds: list[Round] = []
    for _round in range(number):
        rounds.append(next_round(players, rounds, ghosts=ghosts, rounds=planned))
    return rounds


def is_whole(one: Round, players: Sequence[str]) -> bool:
    """Whether everybody has exactly one place in the round, or sits out."""
    placed = [name for table in one.tables for name in table.players if name != GHOST]
    return sorted([*placed, *one.out]) == sorted(players)


@pytest.mark.parametrize("size", [*FIRST_ROUNDS, 9])
def test_a_whist_tournament_makes_everybody_partners_once_and_opponents_twice(size: int) -> None:
    players = names(size)
    numbers = range(1, size if size % 4 == 0 else size + 1)
    rounds = [one for number in numbers if (one := perfect(players, number))]
    assert len(rounds) == len(numbers)
    assert all(is_whole(one, players) for one in rounds)
    met, pairs = meetings(rounds), {frozenset(pair) for pair in combinations(players, 2)}
    assert met.partners == dict.fromkeys(pairs, 1)
    assert met.opponents == dict.fromkeys(pairs, 2)
    assert perfect(players, len(rounds) + 1) is None


@pytest.mark.parametrize("size", [20, *FOURSOMES])
def test_nobody_meets_anybody_twice_in_foursomes(size: int) -> None:
    players, last = names(size), rounds_of_foursomes(size)
    rounds = [one for number in range(1, last + 1) if (one := foursomes(players, number))]
    assert len(rounds) == last == (5 if size == 20 else (size - 1) // 3)
    assert all(is_whole(one, players) for one in rounds)
    assert set(meetings(rounds).together.values()) == {1}
    assert foursomes(players, last + 1) is None
    assert foursomes(names(size + 1), 1) is None


@pytest.mark.parametrize(
    ("size", "rounds", "most"),
    [(16, 5, 0), (20, 5, 0), (24, 7, 0), (40, 8, 0), (64, 4, 0), (16, 7, 48), (24, 8, 18)],
)
def test_people_sit_together_again_as_seldom_as_can_be(size: int, rounds: int, most: int) -> None:
    night = evening(names(size), rounds, planned=rounds)
    assert (meetings(night).partners_again, meetings(night).together_again) == (0, most)


def test_nobody_stays_at_a_table_three_times_in_a_row_and_few_twice() -> None:
    for size, stay in ((16, 16), (24, 0), (64, 0)):
        night = evening(names(size), 5 if size == 16 else 3, planned=5)
        sat = [
            [at for one in night for at, table in enumerate(one.tables) if name in table.players]
            for name in names(size)
        ]
        stays = [[one == other for one, other in pairwise(tables)] for tables in sat]
        assert sum(map(sum, stays)) == stay, "of 16, four sit at each table, one from each of four"
        assert not any(one and other for row in stays for one, other in pairwise(row))


def test_a_schedule_goes_on_when_its_tables_were_numbered_otherwise() -> None:
    players = names(16)
    drawn_before = [Round(one.tables[::-1]) for number in (1, 2, 3) if (one := perfect(players, number))]
    following = perfect(players, 4)
    assert following
    found = next_round(players, drawn_before, rounds=15)
    assert {*found.tables} == {*following.tables}
    assert {*numbered(found, drawn_before).tables} == {*found.tables}


@pytest.mark.parametrize("ghosts", [False, True])
@pytest.mark.parametrize("size", [*range(LEAST, 24), 41, MOST])
def test_everybody_sits_or_plays_and_sitting_out_is_shared(size: int, ghosts: bool) -> None:
    players = names(size)
    rounds = evening(players, 2 if size == MOST else 4, ghosts)
    assert all(is_whole(one, players) for one in rounds)
    met = meetings(rounds)
    out = [met.out[name] for name in players]
    assert max(out) - min(out) <= 1
    if size % 4 and ghosts and size not in (5, 9, 13, 17, 21):
        assert not any(out)
        assert all(
            (GHOST, GHOST) not in (table.first, table.second) for one in rounds for table in one.tables
        )


@pytest.mark.parametrize(
    ("size", "rounds"), [*MOST_ROUNDS.items(), (14, 12), (15, 12), (18, 10), (22, 10), (30, 8)]
)
def test_nobody_partners_anybody_twice_while_that_is_possible(size: int, rounds: int) -> None:
    assert meetings(evening(names(size), rounds)).partners_again == 0


@pytest.mark.parametrize(("size", "most"), [(8, 2), (12, 2), (16, 2), (20, 2), (32, 1), (48, 1)])
def test_opponents_meet_as_seldom_as_can_be_in_seven_rounds(size: int, most: int) -> None:
    met = meetings(evening(names(size), 7))
    assert (met.partners_again, max(met.opponents.values())) == (0, most)


def test_late_arrivals_and_leavers_keep_what_was_played() -> None:
    players = names(12)
    rounds = evening(players, 3)
    rounds.append(next_round([*players, "Late"], rounds))
    assert len(rounds[-1].out) == 1
    left = [name for name in [*players, "Late"] if name not in ("P3", "P4")]
    rounds.append(next_round(left, rounds))
    assert is_whole(rounds[-1], left)
    assert meetings(rounds).partners_again == 0


def test_the_same_evening_gives_the_same_round() -> None:
    rounds = evening(names(11), 5)
    assert rounds == evening(names(11), 5)


@pytest.mark.parametrize("size", [0, 3, 65])
def test_too_few_and_too_many_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="from 4 to 64"):
        next_round(names(size), [])


@pytest.mark.parametrize("size", [2, 3, 6, 7])
def test_fixed_pairs_all_meet_once_and_begin_again(size: int) -> None:
    pairs = names(size)
    numbers = range(1, size if size % 2 == 0 else size + 1)
    met = Counter(frozenset(one) for number in numbers for one in round_robin(pairs, number))
    assert met == dict.fromkeys((frozenset(pair) for pair in combinations(pairs, 2)), 1)
    assert round_robin(pairs, len(numbers) + 1) == round_robin(pairs, 1)


def test_winners_move_up_and_part() -> None:
    tables = (
        Seats(("A", "B"), ("C", "D")),
        Seats(("E", "F"), ("G", "H")),
        Seats(("I", "J"), ("K", "L")),
    )
    after = moved_up(tables, (0, 1, 0))
    assert [sorted(table.players) for table in after] == [
        ["A", "B", "G", "H"],
        ["E", "F", "I", "J"],
        ["C", "D", "K", "L"],
    ]
    together = {frozenset(pair) for table in tables for pair in (table.first, table.second)}
    assert together.isdisjoint(frozenset(pair) for table in after for pair in (table.first, table.second))


def test_at_one_table_partners_change() -> None:
    assert moved_up((Seats(("A", "B"), ("C", "D")),), (1,)) == (Seats(("C", "A"), ("D", "B")),)
