"""The store: one row a key, one phone at a time, and a log that is only ever added to."""

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from companion import store
from companion.log.table import Author, Table
from companion.models import Access, Entry, Game
from companion.server.cache import Cache
from companion.store.entries import size
from scoring import Refusal, from_json, replay
from tests.companion.factories import device, hand, let_in, long_game, opening, record, table

pytestmark = pytest.mark.django_db

ANN, BO = device("ann"), device("bo")
WEIRD = "\0 \x1b \ud800 \U0001f0cf \u202eabc ' \" \\ %s <script> a\u0301"


def shared(**given: Any) -> Table:
    """A table of Ann's phone that Bo's phone may write to as well."""
    made = table(**given)
    let_in(made, "bo", "scorekeeper")
    return made


def append(made: Table, entry: dict[str, Any], owner: str = ANN, key: str | None = None) -> store.Saved:
    """One more entry by a phone that has seen *made*."""
    return store.append(owner, made.id, key or store.new_key(), made.version, entry)


def rows(made: Table) -> list[tuple[Any, ...]]:
    return list(
        Entry.objects.filter(game__public_id=made.id)
        .order_by("pk")
        .values_list("pk", "seq", "target", "body")
    )


def test_the_same_key_writes_once_and_answers_the_same() -> None:
    made, key = table(), store.new_key()
    first = append(made, hand("partnership"), key=key)
    again = append(made, hand("partnership"), key=key)
    assert (first.written, again.written) == (True, False)
    assert again.view.table == first.view.table
    assert len(rows(made)) == 1


def test_the_same_key_is_looked_up_before_the_version() -> None:
    made, key = table(), store.new_key()
    first = append(made, hand("partnership"), key=key)
    append(first.view.table, hand("partnership", 1))
    again = append(made, hand("partnership"), key=key)
    assert (again.written, again.view.table.version) == (False, 2)


def test_the_same_key_starts_one_game() -> None:
    key = store.new_key()
    first = store.import_game(ANN, key, from_json(record()))
    again = store.import_game(ANN, key, from_json(record(players=["Bo", "Cy", "Dee", "Eli"])))
    assert again == first
    assert Game.objects.count() == 1


def test_another_phone_gains_nothing_by_the_key_of_a_game() -> None:
    key = store.new_key()
    store.import_game(ANN, key, from_json(record()))
    with pytest.raises(Http404):
        store.import_game(BO, key, from_json(record()))
    assert Access.objects.count() == 1


def test_a_key_that_is_none_is_refused_in_words() -> None:
    for write in (
        lambda: append(table(), hand("partnership"), key="7"),
        lambda: store.import_game(ANN, "", from_json(record())),
    ):
        with pytest.raises(Refusal) as caught:
            write()
        assert (caught.value.field, caught.value.message) == (
            "key",
            "This page is out of date. Reload it and try again.",
        )


def test_a_phone_that_has_not_seen_the_last_entry_is_told_what_happened() -> None:
    made = shared()
    append(made, hand("partnership"), BO)
    with pytest.raises(store.Conflict) as caught:
        append(made, hand("partnership"))
    conflict = caught.value
    assert conflict.view.table.version == 1
    by = Author(store.load(BO, made.id).viewer.author, "scorekeeper")
    assert [(item.seq, item.what, item.by) for item in conflict.meanwhile] == [(1, "entry", by)]
    assert len(rows(made)) == 1


def test_what_happened_meanwhile_includes_corrections_and_leaves_out_what_was_seen() -> None:
    made = append(shared(), hand("partnership")).view.table
    two = append(made, hand("partnership", 1), BO).view.table
    store.save(BO, made.id, store.new_key(), store.Change(two.version, 1, None))
    with pytest.raises(store.Conflict) as caught:
        append(made, hand("partnership", 1))
    assert [(item.seq, item.what) for item in caught.value.meanwhile] == [(2, "entry"), (3, "strike")]


def test_a_version_from_the_future_is_a_conflict_too() -> None:
    made = table()
    with pytest.raises(store.Conflict) as caught:
        store.append(ANN, made.id, store.new_key(), 5, hand("partnership"))
    assert caught.value.meanwhile == []


def test_the_stored_log_is_only_ever_added_to() -> None:
    made = append(table(), hand("partnership")).view.table
    before = rows(made)
    made = store.save(ANN, made.id, store.new_key(), store.Change(1, 1, hand("partnership", 1))).view.table
    made = append(made, hand("partnership", 2)).view.table
    made = store.save(ANN, made.id, store.new_key(), store.Change(3, 3, None)).view.table
    after = rows(made)
    assert after[:1] == before
    assert [(seq, target, body == "") for _pk, seq, target, body in after] == [
        (1, None, False),
        (2, 1, False),
        (3, None, False),
        (4, 3, True),
    ]


def test_a_refused_entry_or_correction_leaves_no_row() -> None:
    made = append(table(), hand("partnership")).view.table
    with pytest.raises(Refusal):
        append(made, hand("partnership", tricks={}))
    with pytest.raises(Refusal):
        store.save(ANN, made.id, store.new_key(), store.Change(1, 1, hand("partnership", maker="Zoë")))
    with pytest.raises(Refusal):
        store.save(ANN, made.id, store.new_key(), store.Change(1, 2, None))
    assert len(rows(made)) == 1
    assert store.load(ANN, made.id).table.version == 1


def test_what_is_stored_is_what_was_answered() -> None:
    made = table(variant="poker-chips")
    made = append(made, {"kind": "buy-in", "player": "Ann", "chips": 40, "on_credit": True}).view.table
    made = store.save(
        ANN, made.id, store.new_key(), store.Change(1, 1, {**made.entries[0].entry, "chips": 50})
    ).view.table
    loaded = store.load(ANN, made.id).table
    assert loaded == made
    assert loaded.state.scores["Ann"] == 50


@pytest.mark.parametrize("variant", ["partnership", "poker-chips"])
def test_a_record_survives_import_storage_and_export(variant: str) -> None:
    brought = from_json(long_game(variant, 12, title="Thursday", played_on="2026-11-19", dealer="Bo"))
    made = store.import_game(ANN, store.new_key(), brought)
    again = store.import_game(ANN, store.new_key(), from_json(made.record.as_json()))
    assert replay(brought) == made.standing == again.standing
    assert made.record == again.record
    assert made.record.as_json()["entries"] == list(brought.entries)


def test_any_text_survives_storage_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = "Zoë \u202e' \" & 🂡\u200b"
    players = ["Ann", odd, "王", "بنيامين"]
    entry = hand("buck", maker=odd, tricks={"Ann": 3, odd: 2}, note=WEIRD)
    made = append(table(variant="buck", players=players, title=WEIRD), entry).view.table
    monkeypatch.setattr("companion.store.entries.CACHE", Cache(0, size))
    loaded = store.load(ANN, made.id).table
    assert loaded.header.players == tuple(players)
    assert loaded.title == WEIRD
    assert loaded.entries[0].entry == entry


def test_a_row_is_plain_ascii_json() -> None:
    made = append(table(), hand("partnership", note="Zoë 王 \0")).view.table
    [(_pk, _seq, _target, body)] = rows(made)
    assert body.isascii()
    assert "\0" not in body
    assert json.loads(body)["note"] == "Zoë 王 \0"


@override_settings(MAX_ENTRIES=3)
def test_a_game_holds_only_so_many_entries_and_says_how_many() -> None:
    made = table(entries=[hand("partnership", number) for number in range(3)])
    expected = "That’s 4 entries; a game has 3 at most."
    with pytest.raises(Refusal, match="4 entries") as caught:
        append(made, hand("partnership", 3))
    assert caught.value.message == expected
    with pytest.raises(Refusal, match="4 entries") as caught:
        table(entries=[hand("partnership", number) for number in range(4)])
    assert (caught.value.field, caught.value.message) == ("entries", expected)
    assert Game.objects.count() == 1


def test_a_wrong_import_writes_nothing() -> None:
    with pytest.raises(Refusal) as caught:
        table(entries=[hand("partnership"), hand("partnership", tricks={"Ann & Cy": 9})])
    assert (caught.value.entry, caught.value.field) == (2, "tricks")
    assert (Game.objects.count(), Entry.objects.count(), Access.objects.count()) == (0, 0, 0)


def test_tables_are_listed_by_their_last_entry_and_a_new_one_first() -> None:
    first, second = table(title="first"), table(title="second")
    append(first, hand("partnership"))
    assert [made.title for made in store.tables(ANN)] == ["first", "second"]
    third = table(title="third")
    assert [made.title for made in store.tables(ANN)] == ["third", "first", "second"]
    append(second, hand("partnership"))
    assert [made.id for made in store.tables(ANN)] == [second.id, third.id, first.id]
    assert store.tables(BO) == []


def test_a_new_table_is_listed_however_many_older_ones_there_are() -> None:
    for _table in range(store.LISTED):
        table(entries=[hand("partnership")])
    newest = table()
    listed = store.tables(ANN)
    assert (len(listed), listed[0].id) == (store.LISTED, newest.id)


@pytest.mark.parametrize("table_id", ["", "nothere", "with\0nul", "x" * 500, "ann'--"])
def test_an_id_that_is_none_is_not_found(table_id: str) -> None:
    with pytest.raises(Http404):
        store.load(ANN, table_id)
    with pytest.raises(Http404):
        store.append(ANN, table_id, store.new_key(), 0, hand("partnership"))


def test_another_device_finds_nothing() -> None:
    made = table()
    for write in (
        lambda: store.load(BO, made.id),
        lambda: append(made, hand("partnership"), BO),
        lambda: store.save(BO, made.id, store.new_key(), store.Change(0, 1, None)),
    ):
        with pytest.raises(Http404):
            write()
    assert rows(made) == []


def queries(work: Any) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        work()
    return sum(not query["sql"].startswith(("BEGIN", "SAVEPOINT", "RELEASE")) for query in caught)


@pytest.mark.alike
@pytest.mark.parametrize("variant", ["partnership", "poker-chips"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "first read"])
@pytest.mark.parametrize("hands", [3, 300])
def test_as_many_queries_at_hand_300_as_at_hand_3(
    variant: str, hands: int, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.entries.CACHE", Cache(1000 if known else 0, size))
    made = table(**long_game(variant, hands))
    assert queries(lambda: store.load(ANN, made.id)) == 2
    assert queries(lambda: store.tables(ANN)) == 2
    assert queries(lambda: append(made, hand(variant, hands))) == 7
    seen = made.version + 1
    assert queries(lambda: store.save(ANN, made.id, store.new_key(), store.Change(seen, seen, None))) == 12


@pytest.mark.parametrize(
    ("role", "target", "becomes"),
    [
        ("scorekeeper", 5, {"kind": "buy-in", "player": "Ann", "chips": 777}),
        ("banker", 1, hand("poker-chips")),
    ],
)
def test_a_correction_takes_the_right_of_what_was_and_of_what_will_be(
    role: str, target: int, becomes: dict[str, Any]
) -> None:
    made = table(variant="poker-chips", entries=[*opening("poker-chips"), hand("poker-chips")])
    bo = let_in(made, "bo", role)
    with pytest.raises(PermissionDenied):
        store.save(bo.device, made.id, store.new_key(), store.Change(made.version, target, becomes))
    assert len(rows(made)) == made.version
