"""The database that Bower is set to: where it is, what is in it, who has it open. Never made here."""

import sqlite3
from collections.abc import Container, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.graph import MigrationGraph
from django.db.migrations.loader import MigrationLoader
from django.db.utils import DEFAULT_DB_ALIAS, load_backend
from psycopg import sql

from companion.operating.words import Trouble, first_line

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
BACKEND = {SQLITE: "django.db.backends.sqlite3", POSTGRESQL: "django.db.backends.postgresql"}
GAMES, MIGRATIONS = "companion_game", "django_migrations"
OWN_NAME = "bower-operating"  # of connections to PostgreSQL
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> %s
"""
APPLIED = "SELECT app, name FROM django_migrations"
TOO_OLD = "The database is of a Bower older than 0.2.0: install 0.2.0, start it once, and then this Bower."
CONNECT_SECONDS = 5
BUSY_SECONDS = 10

UNREADABLE = (sqlite3.DatabaseError,)

Rows = Mapping[str, int]


@dataclass(frozen=True)
class Database:
    """A database: its engine, its place in words, and Django's settings of it without a pool."""

    engine: str
    place: str
    settings: Mapping[str, Any]

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(str(self.settings["NAME"]))


def configured() -> Database:
    """The database of DATABASE_URL, or of VAR_DIR."""
    settings = dict(connections[DEFAULT_DB_ALIAS].settings_dict)
    if settings["ENGINE"] == BACKEND[SQLITE]:
        return sqlite(Path(str(settings["NAME"])))
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    settings["OPTIONS"] = {"connect_timeout": CONNECT_SECONDS, **options}
    place = f"{settings['NAME']} at {settings['HOST'] or 'localhost'}:{settings['PORT'] or 5432}"
    return Database(POSTGRESQL, place, settings)


def sqlite(file: Path) -> Database:
    """The SQLite database in this file."""
    plain = {**connections[DEFAULT_DB_ALIAS].settings_dict, "ENGINE": BACKEND[SQLITE], "OPTIONS": {}}
    unused = dict.fromkeys(("USER", "PASSWORD", "HOST", "PORT"), "")
    return Database(SQLITE, str(file), {**plain, **unused, "NAME": str(file)})


@contextmanager
def in_file(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to an SQLite file that exists already; each statement is its own transaction."""
    if not file.is_file():
        raise Trouble(f"There is no database at {file}: look at VAR_DIR and DATABASE_URL.")
    found = sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)
    with closing(found):
        found.isolation_level = None
        yield found


@contextmanager
def on_server(database: Database) -> Iterator[psycopg.Connection]:
    """A connection to PostgreSQL outside Django's pool."""
    parameters = _wrapper(database).get_connection_params()
    djangos = {"context", "cursor_factory", "prepare_threshold"}
    given = {name: value for name, value in parameters.items() if name not in djangos}
    try:
        connection = psycopg.connect(**{**given, "application_name": OWN_NAME})
    except psycopg.OperationalError as error:
        raise Trouble(f"The database {database.place} does not answer: {first_line(error)}.") from None
    with connection:
        yield connection


@contextmanager
def as_default(database: Database) -> Iterator[BaseDatabaseWrapper]:
    """Make it Django's default database, so that data migrations reach no other one."""
    before = connections[DEFAULT_DB_ALIAS]
    wrapper = _wrapper(database)
    connections[DEFAULT_DB_ALIAS] = wrapper
    try:
        yield wrapper
    finally:
        wrapper.close()
        connections[DEFAULT_DB_ALIAS] = before


def overwrite_what_is_deleted() -> None:
    """Let SQLite write zeros over what is deleted from now on, and not only forget where it was."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete=ON")


def counted_in(connection: sqlite3.Connection) -> Rows:
    """The rows of each table of an SQLite database, by name."""
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    mine = [name for (name,) in names if not name.startswith("sqlite_")]
    return {name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for name in mine}  # noqa: S608


def server_rows(server: psycopg.Connection) -> Rows:
    """The rows of each table in the schema that PostgreSQL would write to, by name."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
    counted = {}
    for (name,) in server.execute(query).fetchall():
        count = server.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))).fetchone()
        counted[name] = int(count[0]) if count else 0
    return counted


def faults_in(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds damaged, a line each: broken pages and indexes, rows that refer to none."""
    try:
        found = [line for (line,) in connection.execute("PRAGMA integrity_check").fetchall() if line != "ok"]
        lost = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        return [first_line(error)]
    return found + [f"row {row} of {table} refers to no row of {to}" for table, row, to, _key in lost]


def refuse_unready() -> None:
    """Raise Trouble unless the database has the tables of the installed Bower. Makes no file."""
    applied = applied_to(configured())
    targets(applied)
    if pending(applied):
        raise Trouble("The database is of an earlier Bower: take a backup, then run manage.py migrate.")


def applied_to(database: Database) -> set[tuple[str, str]]:
    """The migrations that a database has had. Raises Trouble if it has none of Bower's tables."""
    if database.engine == SQLITE:
        with in_file(database.file) as found:
            refuse_nothing(counted_in(found), database.place)
            return set(found.execute(APPLIED).fetchall())
    with on_server(database) as server:
        refuse_nothing(server_rows(server), database.place)
        return {(app, name) for app, name in server.execute(APPLIED).fetchall()}


def refuse_nothing(tables: Container[str], place: str) -> None:
    """Raise Trouble unless Bower's tables are among these."""
    if GAMES not in tables or MIGRATIONS not in tables:
        raise Trouble(f"The database {place} has none of Bower’s tables: look at VAR_DIR and DATABASE_URL.")


def refuse_running(database: Database) -> None:
    """Raise Trouble if anything else has the database open."""
    if database.engine == SQLITE:
        refuse_open(database.file)
        return
    with on_server(database) as server:
        found = server.execute(OTHERS, [OWN_NAME]).fetchone()
    if found and found[0]:
        raise Trouble(f"Bower runs, or something else is connected to {database.place}: stop it first.")


def refuse_open(file: Path) -> None:
    """Raise Trouble if another process has the SQLite file open; otherwise its ``-wal`` is merged into it.

    SQLite leaves its write-ahead log only while no other connection is open, at rest or not.
    """
    if not file.exists():
        return
    try:
        with in_file(file) as found:
            found.execute("PRAGMA busy_timeout=0")
            left = found.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            left = None
        else:
            raise
    except sqlite3.DatabaseError:  # no database, or damaged: nobody can have it open
        return
    if left != ("delete",):
        raise Trouble(f"Bower runs, or something else has {file} open: stop it first.")


def targets(applied: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """The last of the migrations that are *applied*, for each app. Raises Trouble for an unknown one."""
    graph, applied = _steps(applied)
    for app, name in sorted(applied):
        if (app, name) not in graph.nodes:
            raise Trouble(f"This was written by a newer Bower, which knows {name}: install that one first.")
    return sorted(
        node for node in applied if not applied & {child.key for child in graph.node_map[node].children}
    )


def pending(applied: set[tuple[str, str]]) -> int:
    """How many migrations of the installed Bower are still to come."""
    graph, applied = _steps(applied)
    return len(set(graph.nodes) - applied)


def _steps(applied: set[tuple[str, str]]) -> tuple[MigrationGraph, set[tuple[str, str]]]:
    """The installed migrations, and those *applied* with the one that replaces them in their place.

    Raises Trouble if only some of what it replaces are there.
    """
    loader = MigrationLoader(None)
    for key, migration in loader.replacements.items():
        replaced = set(migration.replaces)
        if replaced <= applied:
            applied = applied - replaced | {key}
        elif replaced & applied:
            raise Trouble(TOO_OLD)
    return loader.graph, applied


def _wrapper(database: Database) -> BaseDatabaseWrapper:
    backend = load_backend(BACKEND[database.engine])
    made: BaseDatabaseWrapper = backend.DatabaseWrapper(dict(database.settings), DEFAULT_DB_ALIAS)
    return made
