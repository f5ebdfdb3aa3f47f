"""Writes take turns, wait for other processes a while, and see what happened between deciding and writing."""

import threading
from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied

from companion import store
from companion.log import rights
from companion.log.rights import Change
from companion.models import Entry, Phone
from companion.server.admission import WRITING, Turns, Unavailable
from companion.store import phones
from tests.companion.busy import locked
from tests.companion.factories import device, hand, let_in, table

ANN, BO = device("ann"), device("bo")
WAITING = 6
PATIENCE = 20


def test_turns_come_in_order_of_asking() -> None:
    turns, came, waiting = Turns(WRITING), list[int](), list[threading.Thread]()

    def ask(number: int) -> None:
        with turns.turn():
            came.append(number)

    with turns.turn():
        for number in range(WAITING):
            waiting.append(threading.Thread(target=ask, args=(number,)))
            waiting[-1].start()
            until_waiting(turns, number + 1)
    for thread in waiting:
        thread.join(PATIENCE)
    assert came == [*range(WAITING)]


def until_waiting(turns: Turns, number: int) -> None:
    while turns.waiting < number:
        pass


def test_who_gave_up_waiting_is_passed_over() -> None:
    turns = Turns(replace(WRITING, seconds=0.01))
    with turns.turn(), pytest.raises(Unavailable), turns.turn():
        pass
    assert not turns.waiting
    with turns.turn():
        pass


@pytest.mark.django_db
def test_a_change_is_decided_again_if_the_table_changed_before_it_was_written() -> None:
    made = table()
    plan = store.planned(store.load(ANN, made.id), Change(None, None, hand("partnership", 1)))
    store.append(ANN, made.id, store.new_key(), 0, hand("partnership", 0))
    saved = store.write(store.new_key(), plan)
    assert saved.view.table.version == 2
    late = store.planned(saved.view, Change(2, None, hand("partnership", 2)))
    store.append(ANN, made.id, store.new_key(), 2, hand("partnership", 2))
    with pytest.raises(store.Conflict):
        store.write(store.new_key(), late)


@pytest.mark.django_db
def test_who_lost_the_role_before_the_change_was_written_writes_nothing() -> None:
    made = table()
    let_in(made, "bo", "scorekeeper")
    plan = store.planned(store.load(BO, made.id), Change(0, None, hand("partnership", 0)))
    number = Phone.objects.get(device=BO).pk
    phones.take_back(store.load(ANN, made.id), rights.SCOREKEEPER, number)
    with pytest.raises(PermissionDenied):
        store.write(store.new_key(), plan)
    assert not Entry.objects.exists()


@pytest.mark.alike
@pytest.mark.django_db(transaction=True)
def test_a_locked_database_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table()
    with locked(monkeypatch, PATIENCE) as other:
        threading.Timer(0.3, other.execute, ("COMMIT",)).start()
        assert store.append(ANN, made.id, store.new_key(), 0, hand("partnership")).written


@pytest.mark.alike
@pytest.mark.django_db(transaction=True)
def test_a_database_that_stays_locked_is_given_up_and_writes_go_on_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, key = table(), store.new_key()
    with locked(monkeypatch, 0.1), pytest.raises(store.Unavailable):
        store.append(ANN, made.id, key, 0, hand("partnership"))
    assert store.append(ANN, made.id, key, 0, hand("partnership")).written
