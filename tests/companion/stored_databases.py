"""Databases that earlier versions wrote: ``stored/bower-<version>.sql.gz``, SQL dumps of SQLite files.

Each is opened as SQLite's own file, and as the same rows in PostgreSQL.
"""

import gzip
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from companion.log.table import Table
from companion.operating.replaying import numbers
from companion.store.bringing import digest_of
from tests.service.databases import postgres

BOOLEAN = 16  # PostgreSQL's number of the type
STORED = Path(__file__).parent / "stored"
SQLITE = pytest.param("sqlite", marks=pytest.mark.alike)
POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)


@dataclass(frozen=True)
class Stored:
    """The database of a version; *last* is the last migration that the version had."""

    version: str
    last: str

    @property
    def dump(self) -> str:
        """The database as SQL."""
        return gzip.decompress((STORED / f"bower-{self.version}.sql.gz").read_bytes()).decode()

    @property
    def expected(self) -> dict[str, Any]:
        """What the version itself read out of it."""
        found: dict[str, Any] = json.loads(
            gzip.decompress((STORED / f"bower-{self.version}.json.gz").read_bytes())
        )
        return found

    @contextmanager
    def migrated(self, engine: str, folder: Path) -> Iterator[None]:
        """The default database is this one, brought up to date."""
        file = folder / "bower.sqlite3"
        with closing(sqlite3.connect(file)) as made:
            made.executescript(self.dump)
        if engine == "sqlite":
            with opened(dj_database_url.parse(f"sqlite:///{file}")):
                call_command("migrate", verbosity=0)
                yield
            return
        with postgres() as database, opened(dj_database_url.parse(database.url)):
            self.make_tables()
            self._copy_rows(file)
            call_command("migrate", verbosity=0)
            yield

    def make_tables(self) -> None:
        """Make the tables that the version made."""
        MigrationExecutor(connections["default"]).migrate([("companion", self.last)])

    def _copy_rows(self, file: Path) -> None:
        """Copy all rows of an SQLite file, as an operator who moves to PostgreSQL does, with their ids."""
        connection = connections["default"]
        with closing(sqlite3.connect(file)) as old, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            for table in connection.introspection.table_names():
                if table == "django_migrations":  # those of the version, not the one that replaces them
                    cursor.execute("DELETE FROM django_migrations")
                rows = old.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a table of the schema
                names = [column[0] for column in rows.description]
                into = ", ".join(f'"{name}"' for name in names)
                values = ", ".join(["%s"] * len(names))
                cursor.execute(f'SELECT {into} FROM "{table}" WHERE false')  # noqa: S608
                flags = [column.type_code == BOOLEAN for column in cursor.description]
                for row in rows:
                    given = [
                        bool(one) if flag and one is not None else one
                        for one, flag in zip(row, flags, strict=True)
                    ]
                    cursor.execute(f'INSERT INTO "{table}" ({into}) VALUES ({values})', given)  # noqa: S608
            state = MigrationExecutor(connection).loader.project_state([("companion", self.last)])
            for order in connection.ops.sequence_reset_sql(no_style(), state.apps.get_models()):
                cursor.execute(order)


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


def said(table: Table) -> dict[str, Any]:
    """What a table comes to: of its standing all but texts and rule ids, which may be worded anew."""
    return {
        "variant": table.variant.name,
        "version": table.version,
        "scores": dict(table.state.net or table.state.scores),
        "over": table.state.over,
        "winners": list(table.state.winners),
        "standing": digest_of(numbers(table.standing.as_json())),
        "record": digest_of(table.record.as_json()),
        "header": digest_of(table.header.as_json()),
    }
