"""Is the database there, whole, of this version, and as it should be?"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
from django.conf import settings
from django.utils import timezone

from companion.operating import databases
from companion.operating.databases import GAMES, SQLITE, Database, Rows
from companion.operating.doctor.findings import Finding, look, note, well
from companion.operating.words import some
from companion.store import inventory, rebuilding

AHEAD = timedelta(minutes=2)  # by which clocks may differ
OTHERS = 3  # connections beside those of the threads
LEAST_SERVER = 140_000  # PostgreSQL 14
SAFE = {"fsync": "on", "full_page_writes": "on"}
BROKEN_INDEXES = "SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid"


def whole() -> Iterator[Finding]:
    """Every page of SQLite is right; every table of PostgreSQL can be counted, and a power cut survived."""
    database = databases.configured()
    if database.engine != SQLITE:
        yield from _of_server(database)
        return
    with databases.in_file(database.file) as found:
        faults = databases.faults_in(found)
        if faults:
            yield look(
                f"{database.file} is damaged: {faults[0]}", "stop Bower and restore the last good backup"
            )
            return
        rows = databases.counted_in(found)
    databases.refuse_nothing(rows, database.place)
    yield _counted(database, rows)


def migrations() -> Iterator[Finding]:
    """Is the database of the installed Bower's version?"""
    applied = databases.applied_to(databases.configured())
    databases.targets(applied)
    left = databases.pending(applied)
    if left:
        yield look(f"The database is {some(left, 'step')} behind this Bower", "back up, then start Bower")
    else:
        yield well("Migrations: the database is of this Bower.")


def logs() -> Iterator[Finding]:
    """Is every log whole, and no row from the future?"""
    databases.refuse_unready()
    gaps = inventory.with_gaps()
    for table_id in gaps:
        yield look(f"Rows of the log of table {table_id} are missing", "restore a backup that has them")
    newest = inventory.newest_row()
    ahead = newest - timezone.now() if newest else timedelta()
    if ahead > AHEAD:
        yield look(f"The newest row is {_long(ahead)} in the future", "set the clock, by NTP, and wait")
    if not gaps:
        yield well("Logs: no row is missing.")


def statistics() -> Iterator[Finding]:
    """Does the statistics' count of every game have all its rows?"""
    databases.refuse_unready()
    behind = rebuilding.behind()
    if behind:
        games = some(len(behind), "game")
        yield look(
            f"Statistics do not have all rows of {games}, as of table {behind[0]}", "manage.py rebuild"
        )
    else:
        yield well("Statistics: every game is counted.")


def webhooks() -> Iterator[Finding]:
    """Have webhooks stopped because their addresses did not answer?"""
    databases.refuse_unready()
    stopped = inventory.stopped_webhooks()
    if stopped:
        yield note(f"{some(stopped, 'webhook')} stopped after many tries", "their hosts can add them again")


def _of_server(database: Database) -> Iterator[Finding]:
    with databases.on_server(database) as server:
        rows = databases.server_rows(server)
        databases.refuse_nothing(rows, database.place)
        if server.info.server_version < LEAST_SERVER:
            yield look("PostgreSQL is too old", "upgrade it to 14 or newer")
        if _asked(server, "SHOW transaction_read_only") == "on":
            yield look(
                f"{database.place} takes no writes: it is a standby, or set to read only",
                "name the primary in DATABASE_URL",
            )
        most, mine = int(_asked(server, "SHOW max_connections")), settings.WORKER_THREADS + OTHERS
        if mine > most:
            yield look(
                f"PostgreSQL takes {most} connections, and this Bower opens up to {mine}",
                "set fewer WORKER_THREADS, or more max_connections",
            )
        for name, wanted in SAFE.items():
            if _asked(server, f"SHOW {name}") != wanted:
                yield look(
                    f"PostgreSQL has {name} off: a power cut may damage the database", f"set {name} = on"
                )
        for (index,) in server.execute(BROKEN_INDEXES).fetchall():
            yield look(f"The index {index} is not valid", f"REINDEX INDEX {index}")
        apart = abs(timezone.now() - _asked(server, "SELECT clock_timestamp()"))
        if apart > AHEAD:
            yield look(f"The clocks of Bower and of PostgreSQL are {_long(apart)} apart", "set them by NTP")
    yield _counted(database, rows)


def _asked(server: psycopg.Connection, question: str) -> Any:
    """The one value that answers it."""
    answer = server.execute(question.encode()).fetchone()
    return answer[0] if answer else None


def _counted(database: Database, rows: Rows) -> Finding:
    games, number = some(rows[GAMES], "game"), some(sum(rows.values()), "row")
    return well(f"Database: {database.engine}, {database.place}, whole: {games}, {number}.")


def _long(time: timedelta) -> str:
    minutes = int(time.total_seconds()) // 60
    return some(minutes, "minute") if minutes < 120 else some(minutes // 60, "hour")
