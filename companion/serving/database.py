"""The database at a start: waited for, looked over, and changed by one process at a time."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from django.db import connection

from companion.server.database_trouble import OF_SQLITE
from companion.serving.refusal import CannotStart
from companion.store.announce import direct

WAIT = 30  # seconds for which a server that does not answer is waited for
PAUSE = 0.5  # seconds between two tries
CHECK = 5.0  # seconds for the check of an SQLite file: a large one is checked as far as that
STEPS = 10_000  # of SQLite between two looks at the clock
LOCK = 0x626F776572  # "bower", for PostgreSQL's advisory locks
# A server that says one of these will soon take connections.
SOON = ("starting up", "shutting down", "recovery mode", "too many clients", "remaining connection slots")
RESTORE = "Restore a backup: manage.py restore."

Say = Callable[[str], object]


def ensure_usable(say: Say) -> None:
    """Return when the database takes connections. Raises CannotStart if it doesn't, or is damaged."""
    if connection.vendor == "sqlite":
        _look_over(Path(str(connection.settings_dict["NAME"])))
    else:
        _wait(say)


@contextmanager
def alone(say: Say) -> Iterator[None]:
    """Context manager: no other process is in it with the same PostgreSQL database."""
    if connection.vendor == "sqlite":
        yield
        return
    with psycopg.connect(direct()) as held:  # of the transaction, so that it works through a pooler
        row = held.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK]).fetchone()
        if row != (True,):
            say("Waiting for another Bower that prepares this database.")
            held.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        yield


def place() -> str:
    """Where the database is: its file, or host, port, and name."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(known["NAME"])
    return f"{known['HOST'] or 'localhost'}:{known['PORT'] or 5432}/{known['NAME']}"


def _wait(say: Say) -> None:
    deadline, said = time.monotonic() + WAIT, False
    while why := _refusal():
        if time.monotonic() >= deadline:
            raise CannotStart(
                f"The database at {place()} does not answer ({why}). Start it, or correct DATABASE_URL."
            )
        if not said:
            say(f"Waiting up to {WAIT} seconds for the database at {place()}.")
            said = True
        time.sleep(PAUSE)


def _refusal() -> str:
    """Why the server takes no connection now; "" if it does. Raises CannotStart if it never will."""
    try:
        psycopg.connect(direct()).close()
    except psycopg.OperationalError as error:
        _network, fatal, reason = str(error).partition("FATAL:")
        why = " ".join((reason or str(error)).split("\n")[0].split())
        if fatal and not any(words in why for words in SOON):
            raise CannotStart(
                f"The database at {place()} refuses: {why}. Correct DATABASE_URL, or create what it names."
            ) from None
        return why.rpartition("failed: ")[2]
    return ""


def _look_over(file: Path) -> None:
    """Raise CannotStart if the file can't be opened or is damaged; a missing one is made later."""
    if not file.parent.is_dir():
        raise CannotStart(f"The folder of the database {file} is missing. Make it, or correct DATABASE_URL.")
    if not file.exists() or not file.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(file, timeout=CHECK)) as opened:
            deadline = time.monotonic() + CHECK
            opened.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
            found = str(opened.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return
        raise CannotStart(_about(file, error)) from None
    if found != "ok":
        raise CannotStart(f"The database {file} is damaged ({found.splitlines()[-1]}). {RESTORE}")


def _about(file: Path, error: sqlite3.DatabaseError) -> str:
    words = OF_SQLITE.get(error.sqlite_errorcode & 0xFF, "can't be read")
    hint = f" {RESTORE}" if "damaged" in words else ""
    return f"The database {file} {words} ({error}).{hint}"
