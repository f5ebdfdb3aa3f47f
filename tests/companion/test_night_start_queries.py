"""A round of many tables is started by as many statements as one of few: everybody else waits for them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import store
from companion.log.rights import Draft
from companion.models import Entry, Game, HandFacts, PlayerFacts
from companion.store import entries, groups, night_rounds
from companion.store.changes import HERE
from tests.companion.factories import device, view
from tests.companion.nights import load, night, play

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def statements(people: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many a round of so many people takes, from the lock of the night on."""
    made = night(people)
    monkeypatch.setattr(night_rounds, "ready", outside(night_rounds.ready))
    monkeypatch.setattr(entries, "drafted", outside(entries.drafted))
    with CaptureQueriesContext(connection) as caught:
        night_rounds.start_round(made, store.new_key(), 1)
    assert Game.objects.filter(night_table__round__night__public_id=made.night.id).count() == people // 4
    sql = [query["sql"].strip().split()[0] for query in caught]
    return sum(word in ("SELECT", "INSERT", "UPDATE", "DELETE") for word in sql)


def outside(work: Any) -> Any:
    """The same, which fails inside a transaction that writes."""

    def checked(*given: Any) -> Any:
        assert not HERE.inside
        return work(*given)

    return checked


def test_sixteen_tables_take_as_many_statements_as_two(monkeypatch: pytest.MonkeyPatch) -> None:
    two, sixteen = statements(8, monkeypatch), statements(64, monkeypatch)
    assert sixteen == two


def test_games_started_together_are_as_those_started_alone() -> None:
    made = night(8)
    night_rounds.start_round(made, store.new_key(), 1)
    [of_round] = load(made.night.id).night.started
    play(of_round.tables[0], (1, -2))
    tables = [store.load(device(), one.table_id).table for one in of_round.tables]
    pk = groups.find(device(), made.night.group).pk
    alone = entries.start(device(), store.new_key(), Draft(tables[1].stored, ()), group=pk)[1]
    assert store.load(device(), alone).table.header == tables[1].header
    found = Game.objects.get(public_id=tables[1].id)
    other = Game.objects.get(public_id=alone)
    for of_game in ("phones", "links"):
        assert getattr(found, of_game).count() == getattr(other, of_game).count()
    assert (Entry.objects.count(), HandFacts.objects.count(), PlayerFacts.objects.count()) == (2, 2, 12)
    authors = [view(one).viewer.author for one in tables]
    assert len(set(authors)) == 2
