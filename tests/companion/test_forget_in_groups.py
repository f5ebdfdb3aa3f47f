"""The operator's commands with groups and nights: a name or a phone forgotten, tables removed for good."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from companion import models, store
from companion.log import rights
from companion.night.standings import standings
from companion.operating import databases
from companion.stats.league import Rules
from companion.store import (
    deleted,
    figures,
    groups,
    leagues,
    night_players,
    night_rounds,
    nights,
    people,
    rebuilding,
    removing,
)
from tests.companion.factories import Phone, device, group, let_in, let_in_group, personal_group, table
from tests.companion.nights import finish, load, night, start
from tests.companion.test_forget import everything, is_somewhere, said

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture(autouse=True)
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "refuse_running", lambda where: None)


def test_a_player_of_a_night_is_nowhere_afterwards() -> None:
    view = finish(start(night(4, title="Night of Bo")))
    nights.end(load(view.night.id), early=True)
    found, around = groups.find(device(), view.night.group), timedelta(days=2)
    days = Rules(view.night.created_at.date() - around, view.night.created_at.date() + around)
    league = leagues.find(found, leagues.create(found, store.new_key(), "League of Bo", days))
    leagues.close(found, league)
    before = [(one.number, one.points) for one in standings(load(view.night.id).night)]
    said(player="Bo", everywhere=True)
    assert not is_somewhere("Bo")
    assert [(one.number, one.points) for one in standings(load(view.night.id).night)] == before


def test_one_who_only_stands_in_a_list_of_people_is_nowhere_afterwards() -> None:
    night(5)
    said(player="Bo", everywhere=True)
    assert not is_somewhere("Bo")


def test_a_phone_goes_from_its_groups_too() -> None:
    found = group()
    let_in_group(found, "bo", rights.SCOREKEEPER)
    bo = let_in(table(group=found.pk), "bo", rights.PLAYER)
    own = personal_group("bo")
    phone = models.Phone.objects.get(device=bo.device)
    said(phone=phone.pk)
    assert bo.device not in everything()
    assert groups.of_device(bo.device) == []
    assert models.Group.objects.get(pk=own.pk).deleted_at, "nobody opens it any more"


def test_the_only_host_of_a_group_is_not_forgotten() -> None:
    found = group()
    made = table(group=found.pk)
    let_in(made, "bo", rights.OWNER)
    number = models.Phone.objects.get(device=device()).pk
    with pytest.raises(SystemExit):
        said(phone=number)
    let_in_group(found, "bo", rights.HOST)
    said(phone=number)
    assert groups.find(device("bo"), found.group_id).may_share


def test_a_night_stands_whose_tables_were_removed_for_good() -> None:
    view = start(finish(start(night(8))))
    first, second = view.night.started[0].tables
    night_rounds.fix_points(view, store.new_key(), first.table_id, 0, 5)
    night_players.claim(view, 1)
    removing.delete("table", first.table_id)
    removing.remove_expired(timezone.now() + removing.KEPT_FOR + timedelta(days=1))
    assert removing.remove("table", second.table_id, timezone.now() + timedelta(days=400), untouched=True)
    left = load(view.night.id)
    assert standings(left.night)
    ann = Phone()
    for room in ("", "me/", "players/", "board/", "rounds/1/", "rounds/2/", "fixes/", "early/"):
        assert ann.get(f"/nights/{view.night.id}/{room}").status_code == 200, room
    for room in ("results/", "results.txt", "results.csv"):
        assert ann.get(f"/nights/{view.night.id}/{room}").status_code == 200, room
    assert start(left, early=True).night.started


def test_facts_are_those_of_the_tables_that_are_left_after_a_purge() -> None:
    found = group()
    view = finish(start(night(8)))
    gone = view.night.started[0].tables[0].table_id
    assert removing.remove("table", gone, timezone.now() + timedelta(days=400), untouched=True)
    columns = ("name", "mu", "sigma", "points", "won", "person")
    before = sorted(models.PlayerFacts.objects.values_list(*columns))
    rebuilding.rebuild()
    assert sorted(models.PlayerFacts.objects.values_list(*columns)) == before
    assert people.listed(found.pk, most=50)


def test_words_of_a_group_go_too_where_the_person_only_played_its_games() -> None:
    found = group(title="Bo and friends")
    won = {"kind": "hand", "maker": "Bo", "trump": "spades", "tricks": {"Bo & Dee": 5, "Ann & Cy": 0}}
    table(group=found.pk, entries=[won] * 5)
    words = {**won, "maker": "Eli", "tricks": {"Eli & Gus": 5, "Fay & Hal": 0}, "note": "Bo was there"}
    table(group=found.pk, players=["Eli", "Fay", "Gus", "Hal"], entries=[words])
    days = Rules(date.today() - timedelta(days=100), date.today() + timedelta(days=100))
    league = leagues.find(found, leagues.create(found, store.new_key(), "", days))
    leagues.close(found, league)
    said(player="Bo", everywhere=True)
    assert not is_somewhere("Bo")
    [league] = leagues.of_group(found)
    assert len(leagues.counted(found, league, figures.people(found.pk)).rows) == 4


def test_a_group_that_was_deleted_comes_back_without_the_name() -> None:
    view = finish(start(night(4, title="Night of Bo")))
    found = groups.find(device(), view.night.group)
    deleted.delete(found)
    said(player="Bo", everywhere=True)
    assert not is_somewhere("Bo")
    assert models.Group.objects.get(public_id=found.group_id).deleted_at
    deleted.put_back(device(), "group", found.group_id)
    assert len(standings(load(view.night.id).night)) == 4
