"""A copy of the whole database at one moment, as an SQLite file, while others go on writing.

The copy of a PostgreSQL database is an SQLite file too, made by the same migrations: no program of a matching
version is needed to read it, and it can be restored into either engine.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from psycopg import sql

from companion.operating import databases
from companion.operating.databases import SQLITE, Database, Rows
from companion.operating.trouble import Trouble

PAGES = 1_000  # of 4 KiB, copied in one step
BATCH = 2_000  # rows
UNSYNCED = "PRAGMA synchronous=OFF"  # a copy that a power cut damages is made again

Row = Sequence[object]


def take(database: Database, copy: Path) -> Rows:
    """Copy the database into the new file *copy*, and check it; the rows of each table."""
    counted = _of_sqlite(database.file, copy) if database.engine == SQLITE else _of_server(database, copy)
    check(copy, counted)
    return counted


def check(copy: Path, counted: Rows) -> None:
    """Raise Trouble if the copy is damaged or does not have these rows."""
    with databases.in_file(copy) as found:
        faults = databases.faults_in(found)
        if faults:
            raise Trouble(f"The copy is damaged: {faults[0]}.")
        there = databases.counted_in(found)
    for table in sorted({*counted, *there}):
        if counted.get(table) != there.get(table):
            rows = f"{there.get(table, 'no')} rows of {counted.get(table, 'no')}"
            raise Trouble(f"The copy has {rows} in {table}.")


def applied_in(copy: Path) -> set[tuple[str, str]]:
    """The migrations that the database in the file has had."""
    with databases.in_file(copy) as found:
        return set(found.execute(databases.APPLIED).fetchall())


def load(copy: Path, database: Database) -> Rows:
    """Put the rows of a copy into an empty PostgreSQL database, all or none; the rows of each table."""
    targets = databases.targets(applied_in(copy))
    with (
        databases.in_file(copy) as source,
        databases.as_default(database) as wrapper,
        transaction.atomic(),
    ):
        MigrationExecutor(wrapper).migrate(targets)
        server: psycopg.Connection = wrapper.connection
        server.execute("SET CONSTRAINTS ALL DEFERRED")  # a migration that adds a reference ends that
        counted = databases.counted_in(source)
        tables = sql.SQL(", ").join(map(sql.Identifier, counted))
        server.execute(sql.SQL("TRUNCATE {}").format(tables))
        for table in counted:
            _into_server(source, server, table)
        _refuse_others(server, counted)
    return counted


def _of_sqlite(live: Path, copy: Path) -> Rows:
    """By SQLite's backup within one read transaction: the copy is of one moment, and nobody waits for it.

    Without the transaction every write of another process would start the copy from the beginning.
    """
    with databases.in_file(live) as source, closing(sqlite3.connect(copy)) as target:
        source.execute("BEGIN")
        counted = databases.counted_in(source)
        databases.refuse_nothing(counted, str(live))
        target.execute(UNSYNCED)
        source.backup(target, pages=PAGES)
        source.execute("ROLLBACK")
        target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    return counted


def _of_server(database: Database, copy: Path) -> Rows:
    with databases.on_server(database) as live:
        live.isolation_level, live.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
        counted = databases.server_rows(live)
        databases.refuse_nothing(counted, database.place)
        _make_tables(copy, databases.targets(set(live.execute(databases.APPLIED).fetchall())))
        with closing(sqlite3.connect(copy)) as target:
            target.execute(UNSYNCED)
            made = databases.counted_in(target)
            if set(made) != set(counted):
                odd = sorted(set(made) ^ set(counted))[0]
                raise Trouble(
                    f"The table {odd} is not as the installed Bower makes it: give Bower its own database."
                )
            for table in counted:
                _from_server(live, target, table)
            target.commit()
    return counted


def _make_tables(copy: Path, targets: list[tuple[str, str]]) -> None:
    made = databases.sqlite(copy)
    unsynced = replace(made, settings={**made.settings, "OPTIONS": {"init_command": UNSYNCED}})
    with databases.as_default(unsynced) as wrapper:
        MigrationExecutor(wrapper).migrate(targets)


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [column[1] for column in file.execute(f'PRAGMA table_info("{table}")')]


def _from_server(live: psycopg.Connection, target: sqlite3.Connection, table: str) -> None:
    """Replace the rows of a table of the file by those of the server."""
    columns = _columns(target, table)
    select = sql.SQL("SELECT {} FROM {}").format(_listed(columns), sql.Identifier(table))
    target.execute(f'DELETE FROM "{table}"')  # noqa: S608
    insert = f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})'  # noqa: S608
    with live.cursor("rows") as rows:
        rows.itersize = BATCH
        rows.execute(select)
        target.executemany(insert, map(_as_sqlite, rows))


def _as_sqlite(row: Row) -> list[object]:
    """Values as Django stores them in SQLite."""
    return [_value_in_sqlite(value) for value in row]


def _value_in_sqlite(value: object) -> object:
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, datetime):
        return str(value.astimezone(UTC).replace(tzinfo=None))
    return value


def _into_server(source: sqlite3.Connection, server: psycopg.Connection, table: str) -> None:
    columns = _columns(source, table)
    listed = ", ".join(f'"{name}"' for name in columns)
    with server.cursor() as cursor:
        convert = _conversions(cursor, table, columns)
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _listed(columns))
        with cursor.copy(into) as rows:
            for row in source.execute(f'SELECT {listed} FROM "{table}"'):  # noqa: S608
                rows.write_row([turn(value) for turn, value in zip(convert, row, strict=True)])
        if "id" in columns:
            cursor.execute(_sequence_after(table))


def _conversions(
    cursor: psycopg.Cursor, table: str, columns: Iterable[str]
) -> list[Callable[[object], object]]:
    """For each column what makes a value of SQLite one of PostgreSQL."""
    cursor.execute(sql.SQL("SELECT * FROM {} LIMIT 0").format(sql.Identifier(table)))
    types = {column.name: column.type_code for column in cursor.description or ()}
    by_type = {
        psycopg.adapters.types["bool"].oid: lambda value: value if value is None else bool(value),
        psycopg.adapters.types["timestamptz"].oid: lambda value: value if value is None else f"{value}+00",
    }
    return [by_type.get(types[name], _as_it_is) for name in columns]


def _as_it_is(value: object) -> object:
    return value


def _sequence_after(table: str) -> sql.Composed:
    """The next row gets an id that no row has had."""
    return sql.SQL(
        "SELECT setval(pg_get_serial_sequence({name}, 'id'), greatest(max(id), 1), max(id) IS NOT NULL)"
        " FROM {table}"
    ).format(name=sql.Literal(f'"{table}"'), table=sql.Identifier(table))


def _refuse_others(server: psycopg.Connection, counted: Rows) -> None:
    there = databases.server_rows(server)
    for table, rows in counted.items():
        if there.get(table) != rows:
            raise Trouble(
                f"The database has {there.get(table, 'no')} rows of {rows} in {table}: nothing was kept."
            )


def _listed(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))
