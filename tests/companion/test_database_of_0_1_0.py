"""A database made by Bower 0.1.0 opens: every game in it scores the same, and whoever was let in still is.

``stored/bower-0.1.0.sql.gz`` is the SQL dump of an SQLite database that 0.1.0 wrote: sample games of all six
games of then, with corrections, removed entries, links, seats, phones put out, disputes, hands in progress,
chip sets, ticks and webhooks. ``stored/bower-0.1.0.json.gz`` is what 0.1.0 itself read out of it; of a
standing all but texts and rule ids, since a line may be explained better than it was.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.db import transaction
from django.urls import reverse

from companion import store
from companion.bank import payouts
from companion.log.table import Table
from companion.store import bank, disputes, links, phone_list, progress
from tests.companion.factories import Phone, device
from tests.companion.stored_databases import POSTGRES, SQLITE, Stored, opened, said

BEFORE = Stored("0.1.0", "0007_api")
SECRET_KEY = "bower-0.1.0"
EXPECTED = BEFORE.expected
OWNER, SECOND = device("ann"), device("bo")
WITH_PAGES = sorted(one for one in EXPECTED if EXPECTED[one]["pages"])


# Of what follows from the rows, which are compared on both.
on_sqlite = pytest.mark.parametrize("migrated", [SQLITE], indirect=True)


@pytest.fixture(scope="module", params=[SQLITE, POSTGRES])
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[None]:
    """The database of 0.1.0, brought up to date: SQLite's own file, and the same rows in PostgreSQL."""
    with (
        django_db_blocker.unblock(),
        BEFORE.migrated(request.param, tmp_path_factory.mktemp("stored")),
    ):
        yield


@pytest.fixture(autouse=True)
def old_key(settings: Any, migrated: None) -> Iterator[None]:
    """The key of 0.1.0; what a test writes is rolled back, since tests come in any order."""
    settings.SECRET_KEY = SECRET_KEY
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@on_sqlite
def test_the_migrations_of_0_1_0_still_make_its_tables(tmp_path: Path, django_db_blocker: Any) -> None:
    """So a database of 0.1.0 in PostgreSQL, of which there is no dump, was what the tests start from."""
    file = tmp_path / "bower.sqlite3"
    with django_db_blocker.unblock(), opened(dj_database_url.parse(f"sqlite:///{file}")):
        BEFORE.make_tables()
    with closing(sqlite3.connect(file)) as made, closing(sqlite3.connect(":memory:")) as stored:
        stored.executescript(BEFORE.dump)
        assert schema(made) == schema(stored)


def schema(database: sqlite3.Connection) -> dict[str, str]:
    """The tables and indexes of an SQLite database, as SQL."""
    return dict(database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


@on_sqlite
def test_all_six_games_are_in_it() -> None:
    assert len({one["variant"] for one in EXPECTED.values()}) == 6
    assert len(WITH_PAGES) == 18


@pytest.mark.parametrize("table_id", EXPECTED)
def test_every_game_scores_as_it_did(table_id: str) -> None:
    was, now = EXPECTED[table_id], said(store.load(OWNER, table_id).table)
    assert now == {name: was[name] for name in now}


@pytest.mark.parametrize("table_id", EXPECTED)
def test_what_is_kept_beside_the_log_is_there(table_id: str) -> None:
    was, table = EXPECTED[table_id], store.load(OWNER, table_id).table
    phones = [[one.device[:8], list(one.roles), one.seat, one.out] for one in phone_list.of_table(table)]
    told = [[one.seq, one.words, one.end, one.answer] for one in disputes.of_table(table)]
    now = {
        "phones": phones,
        "disputes": told,
        "moves": [dict(move) for move in progress.of_table(table).moves],
        "bank": banked(table),
    }
    assert now == {name: was.get(name) for name in now}
    assert progress.stored(table).form is None, "0.1.0 kept no hand form"


def banked(table: Table) -> dict[str, Any] | None:
    if not table.variant.has_bank:
        return None
    items = payouts.due(table)
    kept = bank.state(table, [item.seq for item in items])
    return {
        "case": [[one.name, one.value, one.number] for one in kept.case],
        "counted": dict(kept.counted.left) if kept.counted else None,
        "paid": [sorted(kept.paid(item.seq, payouts.digest(item))) for item in items],
        "begun": kept.started is not None,
    }


@on_sqlite
@pytest.mark.parametrize("table_id", WITH_PAGES)
def test_its_pages_open(table_id: str) -> None:
    was, phone = EXPECTED[table_id], Phone("ann")
    now = {name: phone.get(reverse(name, args=[table_id])).status_code for name in was["pages"]}
    assert now == was["pages"]
    assert Phone("bo").get(reverse("table", args=[table_id])).status_code == was["second"]


@on_sqlite
@pytest.mark.parametrize("table_id", WITH_PAGES)
def test_its_links_still_let_in(table_id: str) -> None:
    for number, (role, (token, code)) in enumerate(EXPECTED[table_id]["links"].items()):
        first, second = Phone(f"link {number} of {table_id}"), Phone(f"code {number} of {table_id}")
        assert first.get(reverse("link", args=[token])).headers["Location"] == f"/games/{table_id}/"
        assert links.join_by_code(second.device, code, lambda _link: None) == table_id
        assert (
            store.load(first.device, table_id).viewer.roles
            == {role}
            == store.load(second.device, table_id).viewer.roles
        )
