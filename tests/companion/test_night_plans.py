"""Rounds of a night in all plans: everybody has one place, waiting is shared, nothing depends on chance."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.night import plans
from companion.night.draw import meetings
from companion.night.evening import NO_ONE, Evening, Player, RoundNow, TableNow
from companion.night.plans import GHOSTS, HEAD_AND_FOOT, PAIRS, PROGRESSIVE, SIT_OUT, drawn, even_rounds

# Rounds without partners twice, by number of players; of 6, 7, 10 and 11 there can't be more.
FRESH = [
    *((6, 7), (7, 10), (8, 7), (9, 9), (10, 11), (11, 13), (12, 11)),
    *((14, 10), (18, 8), (26, 8), (40, 7)),
]
NOW = datetime(2026, 11, 19, 20, tzinfo=UTC)


def evening(players: int, plan: str = PROGRESSIVE, sitting: str = SIT_OUT, seed: int = 7) -> Evening:
    there: list[Player] = []
    night = Evening("", "", "", plan, 8, 7, sitting, (), {}, seed, 0, 0, NOW)
    for _player in range(players):
        there.append(came(replace(night, players=tuple(there))))
    return replace(night, players=tuple(there))


def came(night: Evening) -> Player:
    pair = plans.next_pair(night.players) if night.plan == PAIRS else None
    number = len(night.players) + 1
    return Player(number, "", f"P{number}", first=len(night.started) + 1, pair=pair)


def with_arrival(night: Evening) -> Evening:
    return replace(night, players=(*night.players, came(night)))


def without(night: Evening, number: int) -> Evening:
    """The night after a player has left."""
    left = tuple(
        replace(player, last=len(night.started)) if player.number == number else player
        for player in night.players
    )
    return replace(night, players=left)


def played(night: Evening, points: int = 0) -> Evening:
    """The night with one more round; *points* decides who has how many."""
    draw, number = drawn(night), len(night.started) + 1
    tables = tuple(
        TableNow(at, "", place.seats, told=((points + at) % 9, (points * 3 + at * 5) % 9), hands=8)
        for at, place in enumerate(draw.tables, 1)
    )
    return replace(night, started=(*night.started, RoundNow(number, NOW, tables, draw.out)))


def after(night: Evening, rounds: int) -> Evening:
    for number in range(rounds):
        night = played(night, number)
    return night


def is_whole(night: Evening, one: RoundNow) -> bool:
    """Whether everybody who was there has exactly one place, or sits out."""
    here = sorted(player.number for player in night.players if player.here(one.number))
    return sorted([number for table in one.tables for number in table.players] + [*one.out]) == here


def lone_ghosts(one: RoundNow) -> bool:
    """Whether every ghost has a partner."""
    return not any(table.seats[at] == table.seats[at + 2] == NO_ONE for table in one.tables for at in (0, 1))


@st.composite
def nights(draw: st.DrawFn) -> Evening:
    """A night of some rounds, between which people come and leave."""
    plan, sitting = draw(st.sampled_from(plans.PLANS)), draw(st.sampled_from(plans.SITTING))
    night = evening(draw(st.integers(4, 64)), plan, sitting, draw(st.integers(0, 99)))
    for change in draw(st.lists(st.integers(-3, 3), max_size=4)):
        night = played(night, change)
        for _one in range(abs(change)):
            here = [player.number for player in night.here]
            if change > 0 and len(here) < plans.MOST:
                night = with_arrival(night)
            if change < 0 and len(here) > 8:
                night = without(night, draw(st.sampled_from(here)))
    return night


@settings(max_examples=40)
@given(nights())
def test_everybody_has_one_place_in_every_round_whoever_comes_and_leaves(night: Evening) -> None:
    night = played(night)
    for one in night.started:
        assert is_whole(night, one)
        assert lone_ghosts(one)
        assert len({number for table in one.tables for number in table.players}) + len(one.out) >= plans.LEAST
    assert drawn(night) == drawn(replace(night, title="Another name", revision=9))


@pytest.mark.parametrize("plan", [PROGRESSIVE, HEAD_AND_FOOT])
def test_nobody_sits_out_twice_before_everybody_did_once(plan: str) -> None:
    for players in range(4, 65):
        night = after(evening(players, plan), 3)
        assert all(is_whole(night, one) for one in night.started), players
        out = Counter(number for one in night.started for number in one.out)
        assert {len(one.out) for one in night.started} == {players % 4}
        assert not out or max(out.values()) - min(out[player.number] for player in night.players) <= 1


@pytest.mark.parametrize("plan", [PROGRESSIVE, HEAD_AND_FOOT])
@pytest.mark.parametrize("players", [*range(4, 12), 22, 63])
def test_with_ghosts_nobody_sits_out_and_ghosts_are_shared(plan: str, players: int) -> None:
    night = after(evening(players, plan, GHOSTS), 3)
    assert all(is_whole(night, one) and lone_ghosts(one) and not one.out for one in night.started)
    ghosts = [seat for one in night.started for table in one.tables for seat in table.seats if seat == NO_ONE]
    assert len(ghosts) == 3 * (-players % 4)


@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11, 13, 14])
def test_nobody_has_a_ghost_twice_before_everybody_had_one(players: int) -> None:
    ghosts = -players % 4
    night = after(evening(players, PROGRESSIVE, GHOSTS), players // ghosts)
    met = meetings(map(plans.of_started, night.started))
    assert max(times for pair, times in met.partners.items() if "" in pair) == 1


@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11])
def test_after_even_rounds_all_have_sat_out_equally_often(players: int) -> None:
    rounds = even_rounds(PROGRESSIVE, SIT_OUT, players)
    out = Counter(number for one in after(evening(players), rounds).started for number in one.out)
    assert set(out.values()) == {rounds * (players % 4) // players}
    assert len(out) == players


def test_an_odd_player_among_fixed_pairs_takes_turns_at_sitting_out() -> None:
    for players, rounds in ((9, 4), (9, 9), (13, 13)):
        night = after(evening(players, PAIRS), rounds)
        assert all(is_whole(night, one) for one in night.started)
        out = Counter(number for one in night.started for number in one.out)
        waited = [out[player.number] for player in night.players]
        assert max(waited) - min(waited) == (rounds == 4)


def test_fixed_pairs_do_not_stay_at_their_tables() -> None:
    night = after(evening(16, PAIRS), 4)
    tables = [[one.table_of(number) for one in night.started] for number in range(1, 17)]
    numbers = [[table.number for table in row if table] for row in tables]
    assert not any(
        one == other == third
        for row in numbers
        for one, other, third in zip(row, row[1:], row[2:], strict=False)
    )


def test_even_rounds_of_other_plans() -> None:
    assert (even_rounds(PAIRS, SIT_OUT, 9), even_rounds(PAIRS, SIT_OUT, 11)) == (9, 1)
    assert even_rounds(PAIRS, GHOSTS, 9) == 5
    assert even_rounds(PAIRS, SIT_OUT, 10) == 5
    assert even_rounds(PAIRS, SIT_OUT, 8) == even_rounds(PROGRESSIVE, GHOSTS, 9) == 1


def test_who_comes_late_does_not_begin_by_sitting_out() -> None:
    night = with_arrival(after(evening(8), 2))
    assert night.players[-1].number not in drawn(night).out


def test_late_arrivals_and_leavers_do_not_repeat_partners_that_can_be_avoided() -> None:
    night = after(evening(12), 3)
    night = after(with_arrival(without(with_arrival(night), 4)), 3)
    assert meetings(map(plans.of_started, night.started)).partners_again == 0


@pytest.mark.parametrize("plan", plans.PLANS)
@pytest.mark.parametrize("players", [0, 3, 65])
def test_too_few_and_too_many_are_refused(plan: str, players: int) -> None:
    with pytest.raises(ValueError, match="4 to 64"):
        drawn(evening(players, plan))


def test_two_pairs_are_needed() -> None:
    night = without(without(evening(6, PAIRS), 3), 6)
    assert [player.pair for player in night.here] == [1, 1, 2, 3]
    with pytest.raises(ValueError, match="two pairs"):
        drawn(night)
    assert len(drawn(replace(night, sitting=GHOSTS)).tables) == 1


@pytest.mark.parametrize("players", [8, 10, 14])
def test_fixed_pairs_stay_together_and_all_meet_once(players: int) -> None:
    pairs = players // 2
    night = after(evening(players, PAIRS), pairs - (pairs % 2 == 0))
    met: Counter[frozenset[int]] = Counter()
    for one in night.started:
        assert is_whole(night, one)
        for table in one.tables:
            sides = [frozenset((table.seats[at], table.seats[at + 2])) for at in (0, 1)]
            assert all(max(side) == min(side) + 1 and min(side) % 2 for side in sides)
            met[frozenset(min(side) for side in sides)] += 1
    assert set(met.values()) == {1}
    assert len(met) == pairs * (pairs - 1) // 2


def test_fixed_pairs_meet_evenly_after_a_pair_has_come() -> None:
    night = after(with_arrival(with_arrival(after(evening(8, PAIRS), 1))), 4)
    met = Counter(
        frozenset(min(table.seats[at], table.seats[at + 2]) for at in (0, 1))
        for one in night.started
        for table in one.tables
    )
    assert set(met.values()) == {1}


def test_somebody_without_a_partner_waits_or_has_a_ghost() -> None:
    night = evening(9, PAIRS)
    assert drawn(night).out == (9,)
    tables = drawn(replace(night, sitting=GHOSTS)).tables
    with_nine = [table.seats for table in tables if 9 in table.seats]
    assert not with_nine or with_nine[0].index(9) % 2 == with_nine[0].index(NO_ONE) % 2


def ladder(*tables: tuple[tuple[int, int, int, int], tuple[int, int]]) -> Evening:
    """A night of head and foot after one round: seats and points from the head to the foot."""
    now = tuple(TableNow(at, "", seats, told) for at, (seats, told) in enumerate(tables, 1))
    return replace(evening(4 * len(tables), HEAD_AND_FOOT), started=(RoundNow(1, NOW, now),))


def test_winners_move_up_losers_of_the_head_go_to_the_foot_and_partners_change() -> None:
    night = ladder(((1, 2, 3, 4), (9, 5)), ((5, 6, 7, 8), (2, 8)), ((9, 10, 11, 12), (7, 6)))
    draw = drawn(night)
    assert [sorted(table.seats) for table in draw.tables] == [[1, 3, 6, 8], [5, 7, 9, 11], [2, 4, 10, 12]]
    together = {frozenset(table.seats[at::2]) for table in draw.tables for at in (0, 1)}
    before = {frozenset(table.seats[at::2]) for table in night.started[0].tables for at in (0, 1)}
    assert together.isdisjoint(before)


def test_points_set_by_hand_decide_who_moves_up() -> None:
    night = ladder(((1, 2, 3, 4), (9, 5)), ((5, 6, 7, 8), (2, 8)))
    assert sorted(drawn(night).tables[0].seats) == [1, 3, 6, 8]
    night = ladder(((1, 2, 3, 4), (9, 5)), ((5, 6, 7, 8), (9, 8)))
    assert sorted(drawn(night).tables[0].seats) == [1, 3, 5, 7]


def test_with_equal_points_the_cut_of_a_card_decides_which_is_always_the_same() -> None:
    table = TableNow(2, "", (1, 2, 3, 4), (5, 5))
    cuts = [plans.winner(seed, 3, table) for seed in range(40)]
    assert cuts == [plans.winner(seed, 3, table) for seed in range(40)]
    assert set(cuts) == {0, 1}


def test_in_head_and_foot_who_stands_lowest_sits_out_and_comes_back_at_the_foot() -> None:
    night = after(evening(9, HEAD_AND_FOOT), 1)
    [first] = night.started[0].out
    night = played(night)
    foot = night.started[1].tables[-1]
    assert first in foot.seats
    assert night.started[1].out != (first,)


def test_no_ghost_deals_first() -> None:
    for seed in range(20):
        for place in drawn(evening(5, PROGRESSIVE, GHOSTS, seed)).tables:
            assert place.seats[place.dealer] != NO_ONE


def test_another_seed_seats_people_otherwise() -> None:
    assert len({drawn(evening(16, seed=seed)) for seed in range(5)}) == 5


@pytest.mark.parametrize(("players", "rounds"), FRESH)
def test_nobody_partners_anybody_twice_while_that_is_possible(players: int, rounds: int) -> None:
    night = after(replace(evening(players), rounds=rounds), rounds)
    assert meetings(map(plans.of_started, night.started)).partners_again == 0


def apart(night: Evening, players: Sequence[int]) -> int:
    """How many rounds more than another one of these players anybody has sat out."""
    out = Counter(number for one in night.started for number in one.out)
    waited = [out[number] for number in players]
    return max(waited, default=0) - min(waited, default=0)


@settings(max_examples=30)
@given(nights().filter(lambda night: night.plan != PAIRS), st.integers(2, 6))
def test_waiting_is_shared_among_those_who_stay_whoever_has_come_and_left(
    night: Evening, rounds: int
) -> None:
    night = replace(night, sitting=SIT_OUT)
    here = [player.number for player in night.here]
    assert apart(after(night, rounds), here) <= max(1, apart(night, here))


@settings(max_examples=30)
@given(nights().filter(lambda night: night.plan == PAIRS), st.integers(2, 6))
def test_byes_are_shared_among_fixed_pairs_whoever_has_come_and_left(night: Evening, rounds: int) -> None:
    night = replace(night, sitting=SIT_OUT)
    together = Counter(player.pair for player in night.here)
    whole = [player.number for player in night.here if together[player.pair] == 2]
    assert apart(after(night, rounds), whole) <= max(1, apart(night, whole))


@settings(max_examples=30)
@given(nights().filter(lambda night: night.plan == HEAD_AND_FOOT))
def test_in_head_and_foot_ghosts_sit_at_the_foot(night: Evening) -> None:
    for one in played(replace(night, sitting=GHOSTS, started=())).started:
        ghosts = [table.seats.count(NO_ONE) for table in one.tables]
        number = sum(ghosts)
        assert ghosts == [0] * (len(ghosts) - 2) + ([0, number] if number < 3 else [1, 2])[-len(ghosts) :]
