"""What facts cost the transaction of a write, for which all other tables wait: rows, and no counting."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import store
from companion.log.rights import Change
from companion.models import GameFacts, HandFacts, PlayerFacts
from companion.stats import counted as counting
from companion.stats.counted import read, written
from companion.store import entries, facts
from companion.store.changes import HERE
from companion.store.rebuilding import differ
from scoring import VARIANTS, from_json
from tests.companion.factories import device, hand, long_game, table

pytestmark = pytest.mark.django_db

ANN = device()
VARIED = tuple(VARIANTS)


@pytest.fixture
def counted_outside(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each time that entries were counted, whether it was outside of a transaction that writes."""
    found: list[bool] = []
    count = counting._counted

    def noted(*given: Any) -> Any:
        found.append(not HERE.inside)
        return count(*given)

    monkeypatch.setattr(counting, "_counted", noted)
    return found


@pytest.fixture
def hands_written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows of hands each write inserted."""
    found: list[int] = []
    insert = facts._insert

    def noted(model: Any, columns: Any, rows: Any, *end: str) -> None:
        if model is HandFacts:
            found.append(len(rows))
        insert(model, columns, rows, *end)

    monkeypatch.setattr(facts, "_insert", noted)
    return found


def test_nothing_is_counted_inside_a_transaction(counted_outside: list[bool]) -> None:
    made = table(**long_game("poker-chips", 3))
    joins = {"kind": "join", "player": "Kit", "left_of": "Ann"}
    made = store.append(ANN, made.id, store.new_key(), None, joins).view.table
    made = store.append(ANN, made.id, store.new_key(), None, {"kind": "end"}).view.table
    store.save(ANN, made.id, store.new_key(), store.Change(made.version, made.version, None))
    store.save(
        ANN, made.id, store.new_key(), store.Change(made.version + 1, made.version, None, restores=True)
    )
    assert counted_outside == [True] * 5


def test_a_save_that_comes_too_late_for_its_plan_is_counted_for_the_table_as_it_is() -> None:
    made = table(**long_game("partnership", 2))
    late = entries.planned(store.load(ANN, made.id), Change(None, None, hand("partnership")))
    store.append(ANN, made.id, store.new_key(), None, hand("partnership"))
    entries.write(store.new_key(), late)
    assert list(HandFacts.objects.order_by("seq").values_list("seq", "number")) == [
        (number, number) for number in range(1, 5)
    ]


def test_nothing_is_added_to_facts_that_are_behind_and_the_next_save_counts_them_anew() -> None:
    made = table(**long_game("partnership", 3))
    GameFacts.objects.update(version=made.version - 2)
    game, players = GameFacts.objects.get(), list(PlayerFacts.objects.order_by("seat").values())
    assert not facts.add(game.pk, counting.added(made))
    assert GameFacts.objects.get().hands == game.hands
    assert list(PlayerFacts.objects.order_by("seat").values()) == players
    assert HandFacts.objects.count() == 3
    saved = store.append(ANN, made.id, store.new_key(), None, hand("partnership"))
    assert HandFacts.objects.count() == 4
    assert not differ(game.pk, saved.view.table)


@pytest.mark.parametrize("variant", VARIED)
def test_a_correction_writes_the_hands_that_it_changes(variant: str, hands_written: list[int]) -> None:
    made = table(**long_game(variant, 20))
    target = next(item.seq for item in made.entries if item.kind == "hand")
    entry = dict(made.entries[target - 1].entry)
    entry["note"] = "late"
    store.save(ANN, made.id, store.new_key(), store.Change(made.version, target, entry))
    assert hands_written == [20, 0]
    store.save(ANN, made.id, store.new_key(), store.Change(made.version + 1, made.entries[-1].seq, None))
    assert hands_written == [20, 0, 0]
    assert HandFacts.objects.count() == 19


@pytest.mark.parametrize("hands", [4, 400])
def test_an_import_writes_facts_with_as_many_statements_for_400_hands_as_for_4(hands: int) -> None:
    record = from_json(long_game("partnership", hands))
    with CaptureQueriesContext(connection) as caught:
        store.import_game(ANN, store.new_key(), record)
    facts_of = [query["sql"] for query in caught if "facts" in query["sql"]]
    assert len(facts_of) == 3
    assert (HandFacts.objects.count(), PlayerFacts.objects.count()) == (hands, 4)


@pytest.mark.parametrize("variant", VARIED)
def test_the_parts_of_a_hand_are_read_as_they_were_written(variant: str) -> None:
    made = table(**long_game(variant, 12))
    for item in made.entries:
        parts = counting.parts_of(item)
        if not parts:
            continue
        seats = {name: seat for seat, name in enumerate(counting.names(made))}
        for part, kept in zip(parts, read(parts[0].result, written(parts, seats)), strict=True):
            said = dict(vars(kept))
            assert seats[part.player] == said.pop("seat")
            assert {name: getattr(part, name) for name in said} == said
