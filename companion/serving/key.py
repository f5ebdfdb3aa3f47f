"""The secret key of a server: kept in VAR_DIR from its first start on, for its owner only."""

import logging
import os
import tempfile
from pathlib import Path

from django.conf import settings

from companion.settings import kept_secret
from companion.store import games, links

log = logging.getLogger(__name__)

LOST = (
    "The database has tables, but {file} is missing: put it back from your backup. "
    "If it is lost, set a new SECRET_KEY; then every phone has to join again."
)
WRONG = "The secret key isn't the one of this database: no phone will be recognized. See docs/operating.md."


class KeyLost(Exception):
    """Raised when a new key would be made for a database with tables. Its text is for who runs Bower."""


def keep_key() -> None:
    """Keep the secret key in its file, unless it is a setting. Call with the database migrated.

    Raises KeyLost. Warns of a key with which the last link of the database wasn't made.
    """
    file: Path = settings.SECRET_KEY_FILE
    if not settings.SECRET_KEY_IS_SET:
        if not file.exists():
            if games.any_started() and not settings.SECRET_KEY_FALLBACKS:
                raise KeyLost(LOST.format(file=file))
            write(file, settings.SECRET_KEY)
        settings.SECRET_KEY = kept_secret(file)
    if not links.last_is_ours():
        log.warning(WRONG)


def write(file: Path, key: str) -> None:
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
