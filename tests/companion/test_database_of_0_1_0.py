"""A database made by Bower 0.1.0 opens: every game in it scores the same, and whoever was let in still is.

``stored/bower-0.1.0.sql.gz`` is the SQL dump of an SQLite database that 0.1.0 wrote: sample games of all six
games of then, with corrections, removed entries, links, seats, phones put out, disputes, hands in progress,
chip sets, ticks and webhooks. ``stored/bower-0.1.0.json.gz`` is what 0.1.0 itself read out of it; of a
standing all but texts and rule ids, since a line may be explained better than it was.
"""

import gzip
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend
from django.urls import reverse

from companion import store
from companion.bank import payouts
from companion.log.table import Table
from companion.operating.replaying import digest_of, numbers
from companion.store import bank, disputes, links, phone_list, progress
from tests.companion.factories import Phone, device
from tests.service.databases import postgres

LAST_MIGRATION = ("companion", "0007_api")  # of 0.1.0
BOOLEAN = 16  # PostgreSQL's number of the type
STORED = Path(__file__).parent / "stored"
SECRET_KEY = "bower-0.1.0"
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    gzip.decompress((STORED / "bower-0.1.0.json.gz").read_bytes())
)
OWNER, SECOND = device("ann"), device("bo")
WITH_PAGES = sorted(one for one in EXPECTED if EXPECTED[one]["pages"])


SQLITE = pytest.param("sqlite", marks=pytest.mark.alike)
POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)
# Of what follows from the rows, which are compared on both.
on_sqlite = pytest.mark.parametrize("migrated", [SQLITE], indirect=True)


@pytest.fixture(scope="module", params=[SQLITE, POSTGRES])
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[None]:
    """The database of 0.1.0, brought up to date: SQLite's own file, and the same rows in PostgreSQL."""
    file = tmp_path_factory.mktemp("stored") / "bower.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(gzip.decompress((STORED / "bower-0.1.0.sql.gz").read_bytes()).decode())
    with django_db_blocker.unblock():
        if request.param == "sqlite":
            with opened(dj_database_url.parse(f"sqlite:///{file}")):
                call_command("migrate", verbosity=0)
                yield
            return
        with postgres() as database, opened(dj_database_url.parse(database.url)):
            schema_of_0_1_0()
            copy_rows(file)
            call_command("migrate", verbosity=0)
            yield


@contextmanager
def opened(database: Mapping[str, Any]) -> Iterator[None]:
    """Make this database the default one."""
    before = connections["default"]
    given = {**before.settings_dict, **database, "OPTIONS": {}}
    connections["default"] = load_backend(given["ENGINE"]).DatabaseWrapper(given)
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before


def schema_of_0_1_0() -> None:
    """Make the tables that 0.1.0 made, by its own migrations."""
    MigrationExecutor(connections["default"]).migrate([LAST_MIGRATION])


def copy_rows(file: Path) -> None:
    """Copy all rows of an SQLite file, as an operator who moves to PostgreSQL does, with their ids."""
    connection = connections["default"]
    with closing(sqlite3.connect(file)) as old, transaction.atomic(), connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if table == "django_migrations":
                continue
            rows = old.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a table of the schema
            names = [column[0] for column in rows.description]
            into = ", ".join(f'"{name}"' for name in names)
            values = ", ".join(["%s"] * len(names))
            cursor.execute(f'SELECT {into} FROM "{table}" WHERE false')  # noqa: S608
            flags = [column.type_code == BOOLEAN for column in cursor.description]
            for row in rows:
                given = [bool(one) if flag else one for one, flag in zip(row, flags, strict=True)]
                cursor.execute(f'INSERT INTO "{table}" ({into}) VALUES ({values})', given)  # noqa: S608
        models = MigrationExecutor(connection).loader.project_state([LAST_MIGRATION]).apps.get_models()
        for order in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(order)


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
        schema_of_0_1_0()
    dump = gzip.decompress((STORED / "bower-0.1.0.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(file)) as made, closing(sqlite3.connect(":memory:")) as stored:
        stored.executescript(dump)
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
    was, table = EXPECTED[table_id], store.load(OWNER, table_id).table
    now = {
        "variant": table.variant.name,
        "version": table.version,
        "scores": dict(table.state.net or table.state.scores),
        "over": table.state.over,
        "winners": list(table.state.winners),
        "standing": digest_of(numbers(table.standing.as_json())),
        "record": digest_of(table.record.as_json()),
        "header": digest_of(table.header.as_json()),
    }
    assert now == {name: was[name] for name in now}


@pytest.mark.parametrize("table_id", EXPECTED)
def test_what_is_kept_beside_the_log_is_there(table_id: str) -> None:
    was, table = EXPECTED[table_id], store.load(OWNER, table_id).table
    phones = [[one.device[:8], list(one.roles), one.seat, one.out] for one in phone_list.of_table(table)]
    said = [[one.seq, one.words, one.end, one.answer] for one in disputes.of_table(table)]
    now = {
        "phones": phones,
        "disputes": said,
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
