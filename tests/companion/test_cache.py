"""The cache of tables makes reading quicker and never changes what is read."""

import gc
import tracemalloc
from pathlib import Path

import pytest
from django.utils import timezone

from companion import store
from companion.log.table import Row, Table
from companion.log.table import table as log_table
from companion.models import Entry, Game
from companion.server.cache import MOST_USES, Cache, Cached
from companion.store import entries
from companion.store.entries import MOST_BYTES, TABLE, size
from scoring import VARIANTS, from_json
from tests.companion.factories import device, hand, let_in, long_game, table

pytestmark = pytest.mark.django_db

ANN = device()


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> Cache[Table]:
    fresh = Cache(MOST_BYTES, size)
    monkeypatch.setattr("companion.store.entries.CACHE", fresh)
    return fresh


def read_afresh(made: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """The table as a process reads it that has never seen it."""
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.entries.CACHE", Cache(MOST_BYTES, size))
        return store.load(ANN, made.id).table


def write_elsewhere(made: Table, entry: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process adds an entry."""
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.entries.CACHE", Cache(MOST_BYTES, size))
        seen = store.load(ANN, made.id).table.version
        store.append(ANN, made.id, store.new_key(), seen, entry)


def test_a_table_is_not_read_twice_from_its_first_row(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(**long_game("partnership", 5))
    monkeypatch.setattr("companion.log.table.table", None)
    assert store.load(ANN, made.id).table == made


def test_what_another_process_added_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(**long_game("poker-chips", 5))
    write_elsewhere(made, hand("poker-chips", 5), monkeypatch)
    loaded = store.load(ANN, made.id).table
    assert loaded.version == made.version + 1
    assert loaded == read_afresh(made, monkeypatch)


def test_a_correction_by_another_process_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(**long_game("poker-chips", 5))
    with monkeypatch.context() as patched:
        patched.setattr("companion.store.entries.CACHE", Cache(MOST_BYTES, size))
        store.save(ANN, made.id, store.new_key(), store.Change(made.version, made.version - 1, None))
    loaded = store.load(ANN, made.id).table
    assert loaded.state.hands == 4
    assert loaded == read_afresh(made, monkeypatch)


def test_a_database_put_back_to_an_earlier_day_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(**long_game("partnership", 5))
    Entry.objects.filter(game__public_id=made.id, seq=5).delete()
    assert store.load(ANN, made.id).table.version == 4
    assert store.load(ANN, made.id).table == read_afresh(made, monkeypatch)


def test_another_row_in_the_same_place_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(**long_game("partnership", 5))
    Entry.objects.filter(game__public_id=made.id, seq=5).delete()
    game = Game.objects.get(public_id=made.id)
    body = '{"kind": "hand", "result": "redeal"}'
    Entry.objects.create(game=game, seq=5, key=store.new_key(), body=body, at=timezone.now(), device=ANN)
    loaded = store.load(ANN, made.id).table
    assert loaded.entries[-1].entry == {"kind": "hand", "result": "redeal"}
    assert loaded == read_afresh(made, monkeypatch)


def test_a_table_without_rows_is_kept_and_goes_on(cache: Cache[Table]) -> None:
    made = table()
    assert store.load(ANN, made.id).table == made
    saved = store.append(ANN, made.id, store.new_key(), 0, hand("partnership"))
    assert store.load(ANN, made.id).table == saved.view.table


def test_the_tables_read_least_lately_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (table(**long_game("partnership", 5)) for _table in range(2))
    cache = Cache(size(first) + size(second), size)
    monkeypatch.setattr("companion.store.entries.CACHE", cache)
    for made in (second, first):
        store.load(ANN, made.id)
    assert cache.total == size(first) + size(second)
    third = table(**long_game("partnership", 3))
    assert [bool(cache.get(made.id)) for made in (first, second, third)] == [True, False, True]
    assert cache.total == size(first) + size(third)


def test_what_is_used_once_takes_no_room_from_what_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    used, imported = table(**long_game("partnership", 5)), table(**long_game("partnership", 6))
    cache = Cache(size(imported), size)
    for _time in range(3):
        cache.put(used.id, used)
    cache.put(imported.id, imported)
    assert (cache.get(used.id), cache.get(imported.id)) == (used, None)
    for _time in range(MOST_USES):
        cache.put(imported.id, imported)
    assert (cache.get(used.id), cache.get(imported.id)) == (None, imported)
    assert cache.total == size(imported)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_import_scores_each_entry_once(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = store.drafted(from_json(long_game(variant, 3)))
    with monkeypatch.context() as patched:
        patched.setattr("companion.log.table.step", None)
        store.start(ANN, store.new_key(), draft)
    rows = [Row(seq, None, body, timezone.now(), ANN, "owner") for seq, body in enumerate(draft.bodies, 1)]
    assert log_table("table", draft.header, rows, draft.steps) == log_table("table", draft.header, rows)


def test_tables_without_rows_make_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(2 * TABLE, size)
    monkeypatch.setattr("companion.store.entries.CACHE", cache)
    made = [table() for _table in range(3)]
    assert [bool(cache.get(one.id)) for one in made] == [False, True, True]


@pytest.mark.alike
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_estimate_is_close_to_the_memory_of_a_table(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(**long_game(variant, 60))
    gc.collect()  # else what Python keeps of freed objects is used again, and isn't counted
    patched = Cache(MOST_BYTES, size)
    monkeypatch.setattr("companion.store.entries.CACHE", patched)
    tracemalloc.start()
    loaded = store.load(ANN, made.id).table
    used = (loaded.record, loaded.standing, loaded.live, loaded.events)
    bytes_used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used
    assert bytes_used <= patched.total <= 2 * bytes_used


def test_a_table_that_grows_is_counted_as_one_read_at_once(cache: Cache[Table]) -> None:
    made = table(**long_game("partnership", 2))
    store.append(ANN, made.id, store.new_key(), 2, hand("partnership", 2))
    now = store.load(ANN, made.id).table
    assert cache.total == size(now)


def test_a_table_that_has_lost_rows_is_counted_afresh() -> None:
    long, short = (table(**long_game("partnership", hands)) for hands in (4, 2))
    assert size(short, Cached(long, size(long))) == size(short)


def test_the_limit_is_that_of_the_documents() -> None:
    said = Path("docs/settings.md").read_text(encoding="utf-8")
    assert f"up to\n{MOST_BYTES // 1_000_000} MB of them" in said


def test_a_table_too_large_for_the_shelf_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(TABLE, size)
    monkeypatch.setattr("companion.store.entries.CACHE", cache)
    made = table(**long_game("partnership", 5))
    assert (cache.total, cache.get(made.id)) == (0, None)
    assert store.load(ANN, made.id).table == made


def test_phones_share_it_and_each_sees_with_its_own_roles() -> None:
    made = table(**long_game("partnership", 1))
    bo = let_in(made, "bo", "viewer")
    assert entries.CACHE.get(made.id) is not None
    viewer = store.load(bo.device, made.id).viewer
    assert (viewer.device, viewer.roles) == (bo.device, frozenset(("viewer",)))
    assert store.load(ANN, made.id).viewer.roles == frozenset(("owner",))
