"""What happens at one table of a night, as its other phones and its addresses hear of it; ends of rounds."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from companion import store
from companion.log.at_night import TOPIC
from companion.models import NightRound
from companion.night.evening import NightView, TableNow
from companion.night.standings import standings
from companion.store import deleted, groups, naming, night_players, night_rounds, nights, removing
from companion.store.night_players import NewNight
from tests.companion.factories import Phone, device, group
from tests.companion.nights import finish, load, night, people, play, start
from tests.companion.pages import page

pytestmark = pytest.mark.django_db


def test_every_change_of_a_night_and_of_its_tables_is_announced(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(store.changes, "subscribers", {told.append})
    view = night(4, hands=1)
    topic = TOPIC + view.night.id
    with django_capture_on_commit_callbacks(execute=True):
        view = start(view)
    assert topic in told
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        play(view.night.playing[0], [1])
    assert set(told) == {topic, groups.TOPIC + view.night.group, view.night.playing[0].table_id}
    assert len(told) == 3
    before, now = view.night, nights.versions([view.night.id])[view.night.id]
    assert (now.version, now.revision) == (before.version + 1, before.revision)
    assert now.devices == {device()}


def test_a_round_is_over_when_its_last_table_is() -> None:
    view = start(night(8, hands=1))
    over = []
    for one in view.night.playing:
        play(one, [1])
        over.append(NightRound.objects.filter(over_at__isnull=False).exists())
    assert over == [False, True]
    assert load(view.night.id).night.last_round is not None


def test_a_table_that_is_deleted_has_no_points_and_keeps_nobody_waiting() -> None:
    view = start(night(8, hands=2))
    one, other = view.night.playing
    play(one, [1])
    deleted.delete(store.load(device(), one.table_id))
    now = load(view.night.id).night
    assert [(table.points, table.is_deleted) for table in now.started[0].tables] == [
        ((0, 0), True),
        ((0, 0), False),
    ]
    assert [table.number for table in now.playing] == [other.number]
    deleted.put_back(device(), "table", one.table_id)
    assert load(view.night.id).night.started[0].tables[0].points == (1, 0)


def is_over(view: NightView) -> bool:
    """Whether the last round was written down as over."""
    return NightRound.objects.filter(night__public_id=view.night.id, over_at__isnull=False).exists()


def delete(table: TableNow) -> None:
    deleted.delete(store.load(device(), table.table_id))


def test_a_round_is_over_when_its_last_playing_table_is_deleted() -> None:
    view = start(night(8, hands=1))
    one, other = view.night.playing
    play(one, [1])
    assert not is_over(view)
    delete(other)
    assert is_over(view)


def test_a_round_is_over_when_its_last_hand_is_restored() -> None:
    view = start(night(8, hands=1))
    one, other = view.night.playing
    play(one, [1])
    before = store.load(device(), one.table_id).table
    store.save(device(), one.table_id, store.new_key(), store.Change(before.version, 1, None))
    play(other, [1])
    assert not is_over(view)
    store.save(
        device(), one.table_id, store.new_key(), store.Change(before.version + 1, 1, None, restores=True)
    )
    assert is_over(view)


def test_a_table_that_goes_and_comes_is_announced_to_the_night(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(store.changes, "subscribers", {told.append})
    view = start(night(8, hands=1))
    one, _other = view.night.playing
    play(one, [1])
    seen = nights.versions([view.night.id])[view.night.id]
    for change in (lambda: delete(one), lambda: deleted.put_back(device(), "table", one.table_id)):
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change()
        assert TOPIC + view.night.id in told
    now = nights.versions([view.night.id])[view.night.id]
    assert (now.version, now.revision) == (
        seen.version,
        seen.revision + 2,
    )  # no page is taken for another one


def test_points_fixed_by_hand_stay_when_their_table_is_removed_for_good() -> None:
    view = start(night(8, hands=1))
    one, other = view.night.playing
    for table in (one, other):
        play(table, [1])
    night_rounds.fix_points(view, store.new_key(), one.table_id, 0, 7, "counted again")
    delete(one)
    organizer = Phone()
    address = reverse("night_table", args=[view.night.id, 1, one.number])
    for now in (timezone.now(), timezone.now() + 2 * removing.KEPT_FOR):
        removing.remove_expired(now)
        tables = load(view.night.id).night.started[0].tables
        assert [table.points for table in tables] == [(7, 0), (1, 0)]
        assert [table.is_deleted for table in tables] == [True, False]
        text = page(organizer.get(address)).text
        assert "The game of this table was deleted." in text
        assert "7 instead of 0" in text
    assert tables[0].table_id == ""


def test_a_round_does_not_wait_for_a_table_that_was_removed_for_good() -> None:
    view = start(night(8, hands=1))
    one, other = view.night.playing
    delete(one)
    removing.remove_expired(timezone.now() + 2 * removing.KEPT_FOR)
    play(other, [1])
    assert is_over(view)


def test_the_list_of_nights_names_who_won_each_of_them(django_assert_num_queries: Any) -> None:
    found, views = group(), []
    for ties in ((), ("card",), ()):
        new = NewNight(people=people(8), hands=1, rounds=1, ties=ties)
        views.append(finish(start(load(night_players.start_night(found, store.new_key(), new)))))
    ids = [view.night.id for view in views]
    for view in views[:2]:
        nights.end(load(view.night.id))
    best = nights.winners(found, ids)
    assert best.keys() == set(ids[:2])
    for one in ids[:2]:
        night_now = load(one).night
        names = {player.number: player.name for player in night_now.players}
        first = [names[place.number] for place in standings(night_now) if place.rank == 1]
        assert [person.name for person in best[one]] == first
    assert [len(best[one]) for one in ids[:2]] == [4, 1]
    with django_assert_num_queries(3):
        assert nights.winners(found, ids) == best
    naming.rename(found, best[ids[1]][0].public_id, "Winnie")
    assert "Winnie" in page(Phone().get(reverse("nights", args=[found.group_id]))).text
    table = load(ids[1]).night.started[0].tables[1]
    night_rounds.fix_points(load(ids[1]), store.new_key(), table.table_id, 1, 9, "counted wrong")
    fixed = {player.person for player in load(ids[1]).night.players if player.number in table.seats[1::2]}
    assert {person.public_id for person in nights.winners(found, ids)[ids[1]]} <= fixed


def test_a_night_of_another_year_is_shown_with_it() -> None:
    found = group()
    new = NewNight(people=people(4), hands=1, rounds=1)
    view = finish(start(load(night_players.start_night(found, store.new_key(), new))))
    nights.end(load(view.night.id))
    NightRound.objects.update(at=datetime(2019, 3, 14, 20, tzinfo=UTC))
    [winner, *_others] = nights.winners(found, [view.night.id])[view.night.id]
    pages = [reverse(name, args=[found.group_id]) for name in ("group", "nights")]
    for address in (*pages, reverse("person", args=[found.group_id, winner.public_id])):
        assert "March 14, 2019" in page(Phone().get(address)).text
    file = Phone().get(reverse("night_results_csv", args=[view.night.id])).headers["Content-Disposition"]
    assert "2019-03-14" in file
