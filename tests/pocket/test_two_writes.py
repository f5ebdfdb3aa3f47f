"""Forms that write two rows, on a phone without a network."""

import pytest
from django.urls import reverse

from companion import store
from companion.log.table import Table
from tests.companion.factories import Phone, device, hand, let_in, table
from tests.companion.pages import page
from tests.pocket.offline import Kit, Worker
from tests.pocket.test_offline import press

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def away(kit: Kit, made: Table) -> Worker:
    worker = Worker(kit, Phone())
    worker.fetches(made)
    return worker


def now_of(made: Table) -> Table:
    return store.load(device(), made.id).table


def test_a_renege_arrives_with_its_hand(kit: Kit) -> None:
    made = table(entries=[hand("partnership")])
    worker = away(kit, made)
    form = worker.ask(reverse("adjustments", args=[made.id]) + "?renege=1").form("adjustments/")
    assert "Undo Bo & Dee’s adjustment" in worker.ask(form.action, form.data(player="Bo & Dee")).text
    worker.flushes()
    assert [item.entry["kind"] for item in now_of(made).entries] == ["hand", "hand", "adjust"]
    assert now_of(made).state.next_dealer == made.state.next_dealer


def test_a_renege_that_two_phones_recorded_counts_once(kit: Kit) -> None:
    made = table(entries=[hand("partnership")])
    worker, bo = away(kit, made), let_in(made, "bo", "scorekeeper")
    room = reverse("adjustments", args=[made.id])
    form = worker.ask(room + "?renege=1").form("adjustments/")
    worker.ask(form.action, form.data(player="Bo & Dee"))
    theirs = page(bo.get(room + "?renege=1")).form("adjustments/")
    bo.post(theirs.action, theirs.data(player="Bo & Dee"))
    assert worker.flushes() == [409]
    asked = press(worker, worker.ask(reverse("conflict", args=[made.id])), "Same hand")
    assert asked.text.count("Bo & Dee +2, adjusted: renege") == 1
    assert worker.flushes() == []
    assert now_of(made).state.scores == {"Ann & Cy": 1, "Bo & Dee": 2}


def test_a_hand_that_does_not_count_arrives_with_the_dealer_of_the_next(kit: Kit) -> None:
    made = table(entries=[hand("partnership", number) for number in range(3)])
    worker = away(kit, made)
    press(worker, worker.ask(reverse("hands", args=[made.id]) + "?remove=2"), "Make it no hand")
    worker.flushes()
    assert [row.target for row in now_of(made).rows] == [None, None, None, 3, 2]
    dealers = [[item.hand.dealer for item in one.entries if item.hand] for one in (made, now_of(made))]
    assert dealers[0] == dealers[1]
