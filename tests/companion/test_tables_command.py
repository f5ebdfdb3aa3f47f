"""`manage.py tables` and `purge`: tables listed, deleted, brought back, and removed for good."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.http import Http404
from django.utils import timezone

from companion import models, store
from companion.log import rights
from companion.log.table import Table
from companion.store import pairing, progress, removing
from tests.companion.factories import device, hand, let_in, table, view

pytestmark = pytest.mark.django_db

YEAR = 365


def said(*command: Any, **options: Any) -> list[str]:
    """The lines that a command writes."""
    out = StringIO()
    call_command(*command, stdout=out, **options)
    return out.getvalue().splitlines()


def age(made: Table, days: int) -> None:
    """Let a table be untouched for so many days."""
    then = timezone.now() - timedelta(days=days)
    models.Game.objects.filter(public_id=made.id).update(created_at=then)
    models.Entry.objects.filter(game__public_id=made.id).update(at=then)
    models.Phone.objects.filter(game__public_id=made.id).update(here_until=then)


def opens(made: Table) -> bool:
    try:
        return store.load(device(), made.id).table.id == made.id
    except Http404:
        return False


def test_tables_are_listed_with_what_there_is_of_them() -> None:
    first = table(title="Thursday", entries=[hand("partnership", 0), hand("partnership", 1)])
    second = table()
    age(second, 1)
    let_in(first, "bo", rights.PLAYER, rights.SCOREKEEPER)
    lines = said("tables")
    assert lines[2:] == ["2 tables."]
    assert lines[0].startswith(f"{first.id}  20")
    assert "  Thursday, Euchre: 2 hands, 2 rows, " in lines[0]
    assert lines[0].endswith(" bytes, 2 phones")
    assert lines[1].startswith(f"{second.id}  20")
    assert "  Euchre: 0 hands, 0 rows, " in lines[1]


def test_a_table_is_shown_with_its_phones() -> None:
    made = table()
    let_in(made, "bo", rights.PLAYER)
    models.Phone.objects.filter(device=device("bo")).update(seat="Bo")
    numbers = models.Phone.objects.order_by("pk").values_list("pk", flat=True)
    assert [line.partition(", last seen")[0] for line in said("tables", made.id)[1:]] == [
        f"  phone {numbers[0]}: host",
        f"  phone {numbers[1]}: player, seat Bo",
    ]


def test_a_deleted_table_comes_back_until_it_is_purged() -> None:
    made = table()
    said("tables", delete=made.id)
    assert not opens(made)
    assert said("tables") == ["0 tables."]
    assert said("tables", deleted=True)[-1] == "1 deleted table."
    said("tables", undelete=made.id)
    assert opens(made)
    said("tables", delete=made.id)
    assert said("purge") == ["0 tables removed for good."]
    models.Game.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert said("purge", dry_run=True)[-1] == "1 table would be removed for good."
    assert said("purge")[-1] == "1 table removed for good."
    left = (models.Game, models.Entry, models.Phone, models.Access, models.Link)
    assert [model.objects.count() for model in left] == [0] * len(left)


def test_untouched_tables_go_only_when_asked() -> None:
    old, young = table(entries=[hand("partnership")]), table()
    age(old, YEAR + 1)
    age(young, YEAR - 1)
    assert said("purge") == ["0 tables removed for good."]
    assert said("purge", days=YEAR, dry_run=True)[-1] == "1 table would be removed for good."
    assert opens(old)
    assert said("purge", days=YEAR)[-1] == "1 table removed for good."
    assert (opens(old), opens(young)) == (False, True)


@pytest.mark.parametrize("touched", ["written to", "open on a phone", "a hand begun", "deleted"])
def test_a_table_that_was_touched_stays(touched: str) -> None:
    made = table(variant="poker-chips")
    age(made, YEAR + 1)
    since = timezone.now() - timedelta(days=YEAR)
    assert removing.old("table", since, untouched=True) == [made.id]
    if touched == "written to":
        entry = {"kind": "buy-in", "player": "Ann", "chips": 10}
        store.append(device(), made.id, store.new_key(), None, entry)
    elif touched == "open on a phone":
        models.Phone.objects.update(here_until=timezone.now())
    elif touched == "a hand begun":
        progress.keep_started(view(made), started=True)
    else:
        removing.delete("table", made.id)
    assert removing.old("table", since, untouched=True) == []
    assert not removing.remove("table", made.id, since, untouched=True), (
        "it is looked at again when it is removed"
    )
    assert models.Game.objects.count() == 1


def test_an_unknown_table_is_said_in_a_sentence(capsys: Any) -> None:
    for options in ({"delete": "nothing"}, {"undelete": "nothing"}, {"table": "nothing"}):
        with pytest.raises(SystemExit):
            call_command("tables", **options)
    assert set(capsys.readouterr().err.splitlines()) == {
        "There is no table nothing: `manage.py tables` lists them."
    }


def test_a_table_whose_hosts_lost_their_phones_is_handed_on(settings: Any) -> None:
    made = table(title="Thursday")
    settings.GIVEN_HOSTS, settings.HTTPS = ["bower.example.org"], True
    first, words = said("tables", hand_on=made.id)
    name, _colon, code = first.partition(": ")
    assert name == "Thursday, Euchre"
    assert f", or opens https://bower.example.org/R/{code.replace('-', '')}, becomes a host" in words
    assert pairing.use_sheet(device("bo"), code).table_id == made.id
    assert store.load(device("bo"), made.id).viewer.roles == {rights.OWNER}
    assert opens(made), "the phone that is a host stays one until it is removed"
