"""Nights as they are stored: started once, by whom, and what is refused in words."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from companion import store
from companion.log import rights
from companion.models import Game, Night, NightRound, Person
from companion.night import plans
from companion.night.evening import NightView
from companion.pocket.phone.kept import kept_of
from companion.store import groups, night_players, night_rounds, nights
from companion.store.night_players import NewNight
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from tests.companion.factories import Phone, device, group, let_in_group, table
from tests.companion.nights import finish, hand, load, night, people, play, start
from tests.companion.outbox import item, read, rows_of, send

pytestmark = pytest.mark.django_db


def test_the_same_key_starts_one_night() -> None:
    found, key, new = group(), store.new_key(), NewNight(people=people(4))
    first = night_players.start_night(found, key, new)
    assert night_players.start_night(found, key, new) == first
    assert [one.id for one in nights.of_group(found)] == [first]


def test_a_night_is_listed_with_what_was_planned_and_started() -> None:
    view = start(night(9, title="Club", rounds=3))
    [listed] = nights.of_group(groups.find(device(), view.night.group))
    assert (listed.title, listed.rounds, listed.started, listed.players) == ("Club", 3, 1, 9)


@pytest.mark.parametrize(
    ("field", "given", "words"),
    [
        ("plan", {"plan": "swiss"}, "Choose one."),
        ("sitting", {"sitting": "standing"}, "Choose one."),
        ("ties", {"ties": ["age"]}, "Choose one."),
        ("ties", {"ties": ["card", "card"]}, "Choose one."),
        ("hands", {"hands": 21}, "Type a number from 1 to 20."),
        ("rounds", {"rounds": 0}, "Type a number from 1 to 40."),
        ("title", {"title": "x" * 61}, "That’s 61 characters; 60 at most."),
        ("people", {"people": ["Ann", "ann"]}, "Two players are called ann. Change one name."),
        ("people", {"people": ["x" * 41]}, "Use 1 to 40 characters, no space at either end."),
        ("people", {"people": people(65)}, "That’s 65 players; a night takes 64 at most."),
        ("options", {"options": {"jokers": True}}, None),
    ],
)
def test_a_night_that_cannot_be_is_refused_at_its_field(
    field: str, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal) as caught:
        night(**given)
    assert caught.value.field == field
    assert words is None or caught.value.message == words
    assert not Night.objects.exists()


def organizing(view: NightView) -> list[Callable[[], object]]:
    """Everything that only an organizer may do, by the phone of *view*."""
    [table_id, *_rest] = [one.table_id for one in view.night.playing]
    found = groups.find(view.viewer.device, view.night.group, rights.NIGHTS)
    return [
        lambda: night_players.start_night(found, store.new_key(), NewNight()),
        lambda: night_rounds.start_round(view, store.new_key(), 2, early=True),
        lambda: night_rounds.codes(view, 1),
        lambda: night_rounds.open_table(view, table_id),
        lambda: night_players.arrive(view, ["Zoe"]),
        lambda: night_players.leave(view, 1),
        lambda: night_players.come_back(view, 1),
        lambda: night_players.release(view, 1),
        lambda: night_rounds.fix_points(view, store.new_key(), table_id, 0, 5),
        lambda: night_rounds.unfix_points(view, store.new_key(), table_id, 0),
        lambda: nights.end(view, early=True),
        lambda: nights.reopen(view),
        lambda: nights.plan(view, 9, "Mine"),
    ]


@pytest.mark.parametrize("role", [rights.PLAYER, rights.VIEWER])
def test_only_who_may_start_games_in_the_group_starts_a_night_and_runs_it(role: str) -> None:
    view = start(night(8))
    let_in_group(groups.find(device(), view.night.group), "bo", role)
    for forbidden in organizing(load(view.night.id, "bo")):
        with pytest.raises(PermissionDenied):
            forbidden()
    assert load(view.night.id).night == view.night


def test_a_scorekeeper_of_the_group_runs_its_nights_too() -> None:
    view = night(8)
    let_in_group(groups.find(device(), view.night.group), "bo", rights.SCOREKEEPER)
    started = night_rounds.start_round(load(view.night.id, "bo"), store.new_key(), 1)
    assert not started.by_another
    assert len(load(view.night.id).night.playing) == 2


def test_who_has_no_role_in_the_group_does_not_see_its_night() -> None:
    view = night(8)
    with pytest.raises(Http404):
        load(view.night.id, "bo")
    with pytest.raises(Http404):
        load("0000000000")


def test_each_table_of_a_round_is_a_game_of_the_group_that_never_ends_by_itself() -> None:
    view = start(night(8, hands=20))
    [one, other] = view.night.started[0].tables
    assert Game.objects.filter(group__public_id=view.night.group).count() == 2
    names = {player.number: player.name for player in view.night.players}
    seated = store.load(device(), one.table_id)
    assert seated.table.state.players == tuple(names[number] for number in one.seats)
    assert seated.table.title == "Round 1, table 1"
    assert seated.night
    assert (seated.night.night, seated.night.round, seated.night.table) == (
        view.night.id,
        1,
        1,
    )
    play(one, [4] * 12)
    assert not store.load(device(), one.table_id).table.state.over
    assert sorted(one.seats + other.seats) == [*range(1, 9)]


def test_a_table_takes_no_further_hand_after_its_hands_but_corrections_and_undo() -> None:
    view = start(night(4, hands=2))
    [table] = view.night.playing
    play(table, [1, 2])
    full = store.load(device(), table.table_id)
    assert full.round_over
    with pytest.raises(AppRefusal) as caught:
        play(table, [1])
    assert caught.value.message == "This round is over after 2 hands. Fix a hand instead."
    corrected = store.save(
        device(), table.table_id, store.new_key(), store.Change(2, 2, hand(full.table, -1))
    )
    assert [*corrected.view.table.state.scores.values()] == [1, 1]
    removed = store.save(device(), table.table_id, store.new_key(), store.Change(3, 1, None))
    assert not removed.view.round_over
    play(table, [1])
    with pytest.raises(AppRefusal, match="This round is over"):
        store.save(device(), table.table_id, store.new_key(), store.Change(5, 1, None, restores=True))


def test_a_deal_that_came_to_nothing_is_no_hand_of_the_round() -> None:
    [table] = start(night(4, hands=1)).night.playing
    store.append(device(), table.table_id, store.new_key(), 0, {"kind": "hand", "result": "redeal"})
    play(table, [1])
    assert store.load(device(), table.table_id).round_over
    with pytest.raises(AppRefusal, match="This round is over"):
        store.save(
            device(), table.table_id, store.new_key(), store.Change(2, 1, hand(table_of(table.table_id), 1))
        )


def table_of(table_id: str) -> Any:
    return store.load(device(), table_id).table


def test_a_table_outside_of_nights_takes_as_many_hands_as_ever() -> None:
    view = store.load(device(), table().id)
    assert (view.night, view.round_over) == (None, False)


def test_the_next_round_waits_for_the_tables_unless_the_organizer_says_so() -> None:
    view = start(night(8, hands=2))
    one, other = view.night.playing
    for played, words in (
        ([], "2 tables still play."),
        ([1, 1], f"Table {other.number} still has 2 hands to play."),
    ):
        play(one, played)
        with pytest.raises(AppRefusal) as caught:
            start(view)
        assert (caught.value.field, caught.value.message) == ("early", words)
    play(other, [1])
    with pytest.raises(AppRefusal, match=f"Table {other.number} still has its last hand to play."):
        nights.end(load(view.night.id))
    assert len(start(view, early=True).night.started) == 2


def test_a_hand_of_an_earlier_round_that_comes_late_counts_there() -> None:
    view = start(start(night(8, hands=2)), early=True)
    first, _second = view.night.started
    play(first.tables[0], [2, 1])
    night_now = load(view.night.id).night
    assert night_now.started[0].tables[0].points == (3, 0)
    assert [table.points for table in night_now.started[1].tables] == [(0, 0), (0, 0)]
    assert night_now.version == view.night.version + 2


def test_a_round_is_refused_after_the_last_one_and_after_the_end() -> None:
    view = finish(start(night(4, hands=1, rounds=1)))
    with pytest.raises(
        AppRefusal, match=r"Every planned round was started. Plan more rounds, or end the night."
    ):
        night_rounds.start_round(view, store.new_key(), 2)
    nights.plan(view, 2, "")
    nights.end(load(view.night.id))
    with pytest.raises(AppRefusal, match=r"This night was ended. Open it again first."):
        night_rounds.start_round(view, store.new_key(), 2)
    nights.reopen(load(view.night.id))
    assert len(start(view).night.started) == 2


def test_a_schedule_for_three_is_refused() -> None:
    with pytest.raises(AppRefusal, match=r"That’s 3 players; a round takes 4 at least."):
        start(night(3))
    with pytest.raises(AppRefusal, match="This page is out of date"):
        night_rounds.start_round(night(4), store.new_key(), 2)


def test_a_round_of_one_pair_says_that_the_others_have_no_partner() -> None:
    view = finish(start(night(6, plan=plans.PAIRS, hands=1)))
    for number in (3, 5):
        night_players.leave(view, number)
    said = r"A round takes two pairs at least. Add a partner for a player who has none."
    with pytest.raises(AppRefusal, match=said):
        start(view)
    night_players.arrive(view, ["Late"])
    assert len(start(view).night.started) == 2


def test_the_same_round_again_starts_nothing_and_another_phone_is_told() -> None:
    view, key = night(8), store.new_key()
    let_in_group(groups.find(device(), view.night.group), "bo", rights.SCOREKEEPER)
    first = night_rounds.start_round(view, key, 1)
    again = night_rounds.start_round(view, key, 1)
    other = night_rounds.start_round(load(view.night.id, "bo"), store.new_key(), 1)
    assert (first.by_another, again.by_another, other.by_another) == (False, False, True)
    assert NightRound.objects.count() == 1
    assert Game.objects.count() == 2


def test_ghosts_fill_the_tables_and_say_nothing() -> None:
    view = start(night(5, sitting=plans.GHOSTS))
    [one, other] = view.night.playing
    assert sorted(one.seats + other.seats) == [0, 0, 0, 1, 2, 3, 4, 5]
    [found] = [table for table in (one, other) if table.seats.count(0) == 2]
    seated = table_of(found.table_id)
    assert {"Ghost", "Ghost 2"} < set(seated.state.players)
    ghost = seated.state.players.index("Ghost")
    partner = seated.state.players[(ghost + 2) % 4]
    side = [*seated.state.scores][ghost % 2]
    tricks = {name: 5 if name == side else 0 for name in seated.state.scores}
    said = {"kind": "hand", "trump": "spades", "tricks": tricks}
    for wrong, words in (
        ({"maker": "Ghost"}, "Ghost isn’t a player. Choose someone who played."),
        (
            {"maker": partner, "alone": True},
            f"{partner} plays without a partner anyway. Save it without Alone.",
        ),
    ):
        with pytest.raises(AppRefusal) as caught:
            store.append(device(), found.table_id, store.new_key(), 0, {**said, **wrong})
        assert caught.value.message == words
    saved = store.append(device(), found.table_id, store.new_key(), 0, {**said, "maker": partner})
    assert saved.view.table.state.scores[side] == 2
    hidden = Person.objects.filter(told__startswith="Ghost").values_list("hidden", flat=True)
    assert set(hidden) == {True}


def test_somebody_who_is_called_ghost_plays() -> None:
    view = start(night(people=["Ghost", "Bo", "Cy", "Ghost 2", "Dee"], sitting=plans.GHOSTS))
    names = {name for one in view.night.playing for name in table_of(one.table_id).state.players}
    assert names == {"Ghost", "Ghost 2", "Bo", "Cy", "Dee", "Ghost 3", "Ghost 4"}


def test_what_a_phone_without_a_network_recorded_counts_in_its_round_and_no_further_hand() -> None:
    phone = Phone()
    view = start(start(night(8, hands=2)), early=True)
    late, other = view.night.started[0].tables
    made = store.load(phone.device, late.table_id).table
    kept = kept_of(read(rows_of(phone, made)))
    assert kept.view.night == store.load(phone.device, late.table_id).night
    sent = [read(send(phone, item(made, seen=seen, entry=hand(made, 2)))) for seen in range(3)]
    assert [one.get("seq") for one in sent] == [1, 2, None]
    assert sent[2]["sentence"] == "This round is over after 2 hands. Fix a hand instead."
    now = load(view.night.id).night
    assert [table.points for table in now.started[0].tables] == [(4, 0), other.points]
    assert all(table.points == (0, 0) for table in now.started[1].tables)


def test_a_table_that_is_gone_for_good_still_says_who_sat_there() -> None:
    view = start(night(4))
    [table] = view.night.playing
    Game.objects.filter(public_id=table.table_id).delete()
    [gone] = load(view.night.id).night.started[0].tables
    assert (gone.seats, gone.table_id, gone.complete) == (table.seats, "", True)


def test_reading_a_night_takes_few_queries_however_long_it_is(
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    view = start(start(start(night(16)), early=True), early=True)
    with django_assert_max_num_queries(8):
        nights.load(device(), view.night.id)
    with django_assert_max_num_queries(4):
        known = nights.load(device(), view.night.id)
    assert known.night == view.night
