"""What is made ready before the port is opened: the database, the secret key, and the static files."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection

from companion.access.shared import shared
from companion.pocket import build as kit
from companion.server.database_trouble import trouble
from companion.serving import database
from companion.serving.collecting import collect
from companion.serving.database import Say
from companion.serving.key import KeyLost, close_to_others, keep_key
from companion.serving.refusal import CannotStart
from companion.store import rebuilding

LOCK = "starting.lock"


def prepare(say: Say) -> None:
    """Migrate the database, keep the key, and make the static files ready; one process at a time.

    *say* is called with what is waited for. Raises CannotStart.
    """
    database.ensure_usable(say)
    if bus := shared():
        bus.ask(lambda client: client.ping())  # what is wrong with it is in the log from the start
    try:
        with ExitStack() as locks:
            for folder in _folders():
                locks.enter_context(_alone_in(folder, say))
            locks.enter_context(database.alone(say))
            call_command("migrate", interactive=False, verbosity=0)
            count(say)
            close_to_others()
            keep_key()
            collect(before=kit.build)
    except KeyLost as error:
        raise CannotStart(str(error)) from None
    except DatabaseError as error:
        words = trouble(error)
        if not words:
            raise
        raise CannotStart(f"The database at {database.place()} {words} ({_line(error)}).") from None
    except OSError as error:
        where = error.filename or settings.VAR_DIR
        raise CannotStart(f"Can't write {where}: {error.strerror}. Its folder is VAR_DIR.") from None


def count(say: Say) -> None:
    """Count the games for the statistics that no Bower before has counted."""
    if rebuilding.is_missing():
        say("Counting the games so far for the statistics. This happens once.")
        rebuilding.fill()


def _folders() -> list[Path]:
    """The folders that a start writes to, in an order that is the same for all processes."""
    folders = {Path(settings.VAR_DIR).resolve()}
    if connection.vendor == "sqlite":
        folders.add(Path(str(connection.settings_dict["NAME"])).parent.resolve())
    return sorted(folders)


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


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
