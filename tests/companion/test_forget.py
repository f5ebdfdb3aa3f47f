"""`manage.py forget`: a name is nowhere afterwards, and every score is as it was."""

import re
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from companion import models, store
from companion.bank import payouts
from companion.log import rights
from companion.log.table import Table
from companion.operating import databases, replaying
from companion.operating.words import Trouble
from companion.store import bank, disputes, inventory, phone_list
from scoring import VARIANTS
from tests.companion.factories import Phone, device, hand, let_in, long_game, table, view

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Bower runs: the tests themselves have the database open."""
    monkeypatch.setattr(databases, "refuse_running", lambda _database: None)


def said(**options: Any) -> list[str]:
    out = StringIO()
    call_command("forget", stdout=out, stderr=out, **options)
    return out.getvalue().splitlines()


def everything() -> str:
    """Every text in every table of the database."""
    models_of = apps.get_app_config("companion").get_models()
    rows = (row for model in models_of for row in model._default_manager.values_list())
    return "\n".join(str(value) for row in rows for value in row)


def is_somewhere(name: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", everything(), re.IGNORECASE))


def stored(made: Table) -> Table:
    """The table as a Bower that starts now finds it."""
    found = inventory.listed_one("table", made.id)
    assert found
    assert found.game
    now = replaying.replayed(found.game).table
    assert now
    return now


def in_seat_order(made: Table) -> list[Any]:
    """What a game comes to without any name."""
    standing = stored(made).standing
    hands = [[list(hand.change.values()), list(hand.after.values())] for hand in standing.hands]
    return [list(standing.state.scores.values()), standing.over, len(standing.winners), hands]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_name_is_nowhere_afterwards_and_every_score_as_it_was(variant: str) -> None:
    made = table(**long_game(variant, 6, title="Bo’s birthday", dealer="Bo"))
    entry = {**hand(variant, 6), "note": "bo dealt"}
    made = store.append(device(), made.id, store.new_key(), made.version, entry).view.table
    store.save(device(), made.id, store.new_key(), store.Change(made.version, made.version, hand(variant, 6)))
    models.Phone.objects.update(seat="Bo")
    models.Game.objects.update(title="Thursday with Bo")
    disputes.dispute(view(made), store.new_key(), made.version, "Bo had two tricks")
    before = in_seat_order(made)
    assert is_somewhere("Bo")
    assert said(player="bo")[0] == f"Table {made.id}: now Player 2; every score is as it was."
    assert not is_somewhere("Bo")
    assert in_seat_order(made) == before
    now = stored(made)
    assert (now.header.players[1], now.title) == ("Player 2", "Thursday with Player 2")
    assert phone_list.every("table", now.id)[0].seat == "Player 2"
    assert disputes.of_table(now)[0].words == "Player 2 had two tricks"


def test_a_name_that_is_a_word_of_the_record_is_no_danger() -> None:
    players = ["hand", "spades", "tricks", "Dee"]
    entry = {**hand("partnership"), "maker": "hand", "tricks": {"hand & tricks": 3, "spades & Dee": 2}}
    made = table(players=players, entries=[entry])
    before = in_seat_order(made)
    for name in players[:3]:
        said(player=name)
    assert stored(made).header.players == ("Player 1", "Player 2", "Player 3", "Dee")
    assert in_seat_order(made) == before


def test_ticks_of_payouts_stay() -> None:
    made = table(**long_game("poker-chips", 2))
    [item] = payouts.due(made)
    bank.save_ticks(view(made), {(item.seq, payouts.digest(item)): (frozenset({0}), frozenset())})
    said(player="Bo", new="Someone")
    now = stored(made)
    [item] = payouts.due(now)
    assert bank.tick_counts(now) == {(item.seq, payouts.digest(item)): 1}


def test_who_joined_later_is_found_too() -> None:
    made = table(**long_game("poker-chips", 0))
    joins = {"kind": "join", "player": "Zoe", "left_of": "Ann"}
    store.append(device(), made.id, store.new_key(), None, joins)
    said(player="Zoe")
    assert not is_somewhere("Zoe")


def test_one_name_at_two_tables_may_be_two_people() -> None:
    first, second = table(), table()
    before = everything()
    for options in ({}, {"table": "nothing"}, {"table": first.id, "new": "Ann"}):
        with pytest.raises(SystemExit):
            said(player="Bo", **options)
    assert everything() == before
    said(player="Bo", table=first.id)
    assert is_somewhere("Bo")
    said(player="Bo", everywhere=True)
    assert not is_somewhere("Bo")
    assert stored(second).header.players[1] == "Player 2"


def test_a_table_that_cannot_be_replayed_is_named_and_left_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = table(entries=[hand("partnership")])
    models.Entry.objects.update(body='{"kind": "hand", "maker": "Bo", "tricks": {"Nobody": 9}}')
    before = everything()
    with pytest.raises(SystemExit):
        call_command("forget", player="Bo", everywhere=True)
    assert f"Table {made.id} can’t be replayed, so nothing was changed" in capsys.readouterr().err
    assert everything() == before


def test_a_phone_goes_from_all_its_tables_and_what_it_wrote_stays() -> None:
    made = table()
    bo = let_in(made, "bo", rights.SCOREKEEPER)
    store.append(bo.device, made.id, store.new_key(), None, hand("partnership"))
    phone = models.Phone.objects.get(device=bo.device)
    written = models.Entry.objects.get().device
    assert said(phone=phone.pk)[0] == f"Phone {phone.pk} is out of 1 table; 1 row of its now of nobody."
    assert bo.device not in everything()
    assert written not in everything()
    assert view(made).table.version == 1
    assert len(phone_list.every("table", made.id)) == 1


def test_the_only_host_is_not_forgotten() -> None:
    made = table()
    number = models.Phone.objects.get().pk
    with pytest.raises(SystemExit):
        said(phone=number)
    let_in(made, "bo", rights.OWNER)
    said(phone=number)
    assert store.load(Phone("bo").device, made.id).viewer.may_share


@pytest.mark.django_db(transaction=True)
def test_no_name_changes_under_a_running_bower(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that runs knows the table by its names, and would write the old ones into it."""
    monkeypatch.undo()
    made = table()
    assert models.Game.objects.count() == 1
    with pytest.raises(Trouble, match="stop it first"):
        databases.refuse_running(databases.configured())
    with pytest.raises(SystemExit):
        said(player="Bo")
    assert stored(made).header.players[1] == "Bo"
