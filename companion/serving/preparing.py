"""What is made ready before the port is opened: the database, the secret key, and the static files."""

import fcntl
import logging
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.core.management import call_command
from django.db import DatabaseError, connection

from companion.access.shared import shared
from companion.pocket import build as kit
from companion.server import build
from companion.server.bar import Step, Task, untold
from companion.server.database_trouble import OF_SQLITE, trouble
from companion.settings import kept_secret
from companion.store import games, links, rebuilding
from companion.store.changes import direct

LOCK = "starting.lock"
WAIT = 30  # seconds for which a server that does not answer is waited for
PAUSE = 0.5  # seconds between two tries
CHECK = 5.0  # seconds for the check of an SQLite file: a large one is checked as far as that
STEPS = 10_000  # of SQLite between two looks at the clock
DATABASE_LOCK = 0x626F776572  # "bower", for PostgreSQL's advisory locks
# A server that says one of these will soon take connections.
SOON = ("starting up", "shutting down", "recovery mode", "too many clients", "remaining connection slots")
RESTORE = "Restore a backup: manage.py restore."

Say = Callable[[str], object]

LOST = (
    "The database has tables, but {file} is missing: put it back from your backup. "
    "If it is lost, set a new SECRET_KEY; then every phone has to join again."
)
WRONG = "The secret key isn’t the one of this database: no phone will be recognized. See docs/operating.md."

log = logging.getLogger(__name__)


class CannotStart(Exception):
    """Raised when the server can't start. Its text, one sentence or two, is for who runs Bower."""


def prepare(say: Say, task: Task) -> None:
    """Migrate the database, keep the key, and make the static files ready; one process at a time.

    *say* is called with what is waited for, *task* begins what takes long. Raises CannotStart.
    """
    if connection.vendor == "sqlite":
        _look_over(Path(str(connection.settings_dict["NAME"])))
    else:
        _wait(say)
    if bus := shared():
        bus.ask(lambda client: client.ping())  # what is wrong with it is in the log from the start
    try:
        with ExitStack() as locks:
            folders = {Path(settings.VAR_DIR).resolve()}
            if connection.vendor == "sqlite":
                folders.add(Path(str(connection.settings_dict["NAME"])).parent.resolve())
            for folder in sorted(folders):
                locks.enter_context(_alone_in(folder, say))
            locks.enter_context(_alone_in_database(say))
            call_command("migrate", interactive=False, verbosity=0)
            count(say)
            close_to_others()
            keep_key()
            collect(kit.build, task)
    except DatabaseError as error:
        words = trouble(error)
        if not words:
            raise
        raise CannotStart(f"The database at {place()} {words} ({' '.join(str(error).split())}).") from None
    except OSError as error:
        where = error.filename or settings.VAR_DIR
        raise CannotStart(f"Can’t write {where}: {error.strerror}. Its folder is VAR_DIR.") from None


def count(say: Say) -> None:
    """Count the games for the statistics that no Bower before has counted."""
    if rebuilding.is_missing():
        say("Counting the games so far for the statistics. This happens once.")
        rebuilding.fill()


@contextmanager
def _alone_in(folder: Path, say: Say) -> Iterator[None]:
    """Context manager: no other process is in it with the same folder. The lock ends with the process."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"Waiting for another Bower that starts in {folder}.")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _alone_in_database(say: Say) -> Iterator[None]:
    """Context manager: no other process is in it with the same PostgreSQL database."""
    if connection.vendor == "sqlite":
        yield
        return
    with psycopg.connect(direct()) as held:  # of the transaction, so that it works through a pooler
        row = held.execute("SELECT pg_try_advisory_xact_lock(%s)", [DATABASE_LOCK]).fetchone()
        if row != (True,):
            say("Waiting for another Bower that prepares this database.")
            held.execute("SELECT pg_advisory_xact_lock(%s)", [DATABASE_LOCK])
        yield


def place() -> str:
    """Where the database is: its file, or host, port, and name."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(known["NAME"])
    return f"{known['HOST'] or 'localhost'}:{known['PORT'] or 5432}/{known['NAME']}"


def _wait(say: Say) -> None:
    """Wait until the server takes connections. Raises CannotStart if it doesn't in time, or never will."""
    deadline, said = time.monotonic() + WAIT, False
    while True:
        try:
            return psycopg.connect(direct()).close()
        except psycopg.OperationalError as error:
            _network, fatal, reason = str(error).partition("FATAL:")
            why = " ".join((reason or str(error)).split("\n")[0].split())
        if fatal and not any(words in why for words in SOON):
            raise CannotStart(
                f"The database at {place()} refuses: {why}. Correct DATABASE_URL, or create what it names."
            )
        if time.monotonic() >= deadline:
            why = why.rpartition("failed: ")[2]
            raise CannotStart(
                f"The database at {place()} does not answer ({why}). Start it, or correct DATABASE_URL."
            )
        if not said:
            say(f"Waiting up to {WAIT} seconds for the database at {place()}.")
            said = True
        time.sleep(PAUSE)


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
        words = OF_SQLITE.get(error.sqlite_errorcode & 0xFF, "can’t be read")
        hint = f" {RESTORE}" if "damaged" in words else ""
        raise CannotStart(f"The database {file} {words} ({error}).{hint}") from None
    if found != "ok":
        raise CannotStart(f"The database {file} is damaged ({found.splitlines()[-1]}). {RESTORE}")


def keep_key() -> None:
    """Keep the secret key in its file, unless it is a setting. Call with the database migrated.

    Raises CannotStart. Warns of a key with which the last link of the database wasn't made.
    """
    file: Path = settings.SECRET_KEY_FILE
    if not settings.SECRET_KEY_IS_SET:
        if not file.exists():
            if games.any_started() and not settings.SECRET_KEY_FALLBACKS:
                raise CannotStart(LOST.format(file=file))
            write_secret(file, settings.SECRET_KEY)
        settings.SECRET_KEY = kept_secret(file)
    if not links.last_is_ours():
        log.warning(WRONG)


def write_secret(file: Path, key: str) -> None:
    """Write the key to its file, for its owner only, and wait until the disk has it; never over another key.

    os.link is atomic, so that processes that start together find the same key there.
    """
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=".secret-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(key)
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
    sync(file.parent)


def sync(folder: Path) -> None:
    """Wait until the disk has the names of the files in a folder."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def close_to_others() -> None:
    """Take from other users of this machine what an earlier Bower let them read: the database and the key."""
    for pattern in ("bower.sqlite3*", settings.SECRET_KEY_FILE.name):
        for file in settings.VAR_DIR.glob(pattern):
            file.chmod(file.stat().st_mode & 0o700)


def collect(before: Callable[[Step], object] | None = None, task: Task = lambda _words: untold) -> None:
    """Collect and compress the static files, unless they are there as the last start left them.

    before: makes the files that are collected with the others and need their names. *task* begins what takes
    long.
    """
    if before:
        # Let the storage know the names of the static files before they are collected
        found = {name: (storage, name) for finder in get_finders() for name, storage in finder.list([])}
        with TemporaryDirectory() as folder:
            named = ManifestStaticFilesStorage(location=folder)
            for name, _hashed, done in named.post_process(found):
                if isinstance(done, Exception):
                    raise OSError(f"{name} can’t be collected: {done}")
        staticfiles_storage.hashed_files = named.hashed_files  # type: ignore[attr-defined]
        before(task("Making what phones need without a network"))
    if build.is_current():
        return
    build.stamp().unlink(missing_ok=True)
    staticfiles_storage.step = task("Compressing what phones fetch")  # type: ignore[attr-defined]
    call_command("collectstatic", interactive=False, verbosity=0)
    build.stamp().write_text(build.now(), encoding="utf-8")
