"""`manage.py groups` and `purge`: groups listed, deleted, brought back, handed on, removed for good."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.http import Http404
from django.utils import timezone

from companion import models
from companion.log import rights
from companion.store import group_games, groups, pairing, removing
from tests.companion.factories import device, group, hand, let_in_group, table, view
from tests.companion.nights import night, start

pytestmark = pytest.mark.django_db

YEAR = 365


def said(*command: Any, **options: Any) -> list[str]:
    """The lines that a command writes."""
    out = StringIO()
    call_command(*command, stdout=out, **options)
    return out.getvalue().splitlines()


def opens(group_id: str, name: str = "ann") -> bool:
    try:
        return groups.find(device(name), group_id).group_id == group_id
    except Http404:
        return False


def age(days: int) -> None:
    """Let everything there is be so many days older."""
    then = timezone.now() - timedelta(days=days)
    for model in (models.Game, models.Group, models.Night):
        model.objects.update(created_at=then)
    for of_time in (models.Entry, models.NightRound):
        of_time.objects.update(at=then)
    models.Phone.objects.update(here_until=then)
    models.GroupPhone.objects.update(joined_at=then)


def test_groups_are_listed_with_what_there_is_of_them() -> None:
    first = group("Thursday")
    group_games.move(view(table(entries=[hand("partnership")])), first.group_id)
    second = start(night(8)).night
    age(1)
    let_in_group(groups.find(device(), second.group), "bo", rights.PLAYER)
    lines = said("groups")
    assert lines[-1] == "3 groups."  # one of them the phone's own
    assert lines[0].startswith(f"{second.group}  20")
    assert lines[0].endswith("  Thursday: 8 names, 2 games, 1 night, 2 phones")
    [line] = [line for line in lines if line.startswith(first.group_id)]
    assert line.endswith("  Thursday: 4 names, 1 game, 0 nights, 1 phone")


def test_a_group_is_shown_with_its_phones_and_nights() -> None:
    view = start(night(8, rounds=3))
    lines = said("groups", view.night.group)
    host = models.GroupPhone.objects.get(group__public_id=view.night.group).pk
    assert lines[1].startswith(f"  phone {host}: host, joined 20")
    assert lines[2].startswith(f"  night {view.night.id}  20")
    assert lines[2].endswith("  Euchre night: 8 players, 1 of 3 rounds")


def test_a_group_whose_hosts_lost_their_phones_is_handed_on() -> None:
    found = group()
    pairing.renew(found, "0" * 24)
    revision = groups.find(device(), found.group_id).revision
    lines = said("groups", hand_on=found.group_id)
    name, _colon, code = lines[0].partition(": ")
    assert name == "Thursday"
    assert lines[1].startswith("Whoever types it under Join")
    with pytest.raises(Http404):
        pairing.use_sheet(device("eve"), "0" * 24)
    assert pairing.use_sheet(device("bo"), code).group_id == found.group_id
    assert groups.find(device("bo"), found.group_id).may_share
    assert groups.find(device("bo"), found.group_id).revision == revision + 2
    assert opens(found.group_id), "who is a host stays one until removed"


def test_a_deleted_group_comes_back_until_it_is_purged_with_its_nights() -> None:
    view = start(night(8))
    group_id = view.night.group
    said("groups", delete=group_id)
    assert not opens(group_id)
    assert said("groups", deleted=True)[-1] == "1 deleted group."
    said("groups", undelete=group_id)
    assert opens(group_id)
    said("groups", delete=group_id)
    assert said("purge") == ["0 tables removed for good."]
    models.Group.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert said("purge", dry_run=True)[-1] == "0 tables and 1 group would be removed for good."
    assert said("purge")[-1] == "0 tables and 1 group removed for good."
    assert not models.Night.objects.exists()
    assert models.Game.objects.filter(group=None).count() == 2, "its games stay"


def test_a_group_that_nobody_touched_goes_with_its_tables_and_nights_when_asked() -> None:
    start(night(8))
    age(YEAR + 1)
    assert said("purge") == ["0 tables removed for good."]
    assert said("purge", days=YEAR)[-1] == "2 tables and 1 group removed for good."
    left = (models.Group, models.Night, models.NightPlayer, models.NightRound, models.Person, models.Game)
    assert [model.objects.count() for model in left] == [0] * len(left)


@pytest.mark.parametrize("touched", ["played", "joined", "night", "round"])
def test_old_tables_stay_while_anybody_touches_their_group(touched: str) -> None:
    view = start(night(8))
    found = groups.find(device(), view.night.group)
    age(YEAR + 1)
    since = timezone.now() - timedelta(days=YEAR)
    assert removing.old("group", since, untouched=True) == [view.night.group]
    now = timezone.now()
    if touched == "played":
        group_games.move(view_of_new_table(), found.group_id)
    elif touched == "joined":
        let_in_group(found, "bo", rights.PLAYER)
    elif touched == "night":
        models.Night.objects.update(created_at=now)
    else:
        models.NightRound.objects.update(at=now)
    assert said("purge", days=YEAR)[-1] == "0 tables removed for good."
    assert not removing.remove("group", found.group_id, since, untouched=True), "it is looked at again"


def view_of_new_table() -> Any:
    return view(table(entries=[hand("partnership")]))


def test_an_unknown_group_is_said_in_a_sentence(capsys: Any) -> None:
    for options in (
        {"delete": "nothing"},
        {"undelete": "nothing"},
        {"group": "nothing"},
        {"hand_on": "nothing"},
    ):
        with pytest.raises(SystemExit):
            call_command("groups", **options)
    assert set(capsys.readouterr().err.splitlines()) == {
        "There is no group nothing: `manage.py groups` lists them."
    }
