"""Whether a save would succeed now: found out by a write of its own."""

import shutil
from pathlib import Path

from django.db import Error, connection
from django.utils import timezone

from companion.models import WriteCheck
from companion.server.database_trouble import trouble
from companion.store.writing import writing

FILLING = "." * 5000  # more than a page of either database: on a full disk it does not fit
LEAST_FREE = 32 * 1024 * 1024  # bytes


def why_not() -> str:
    """What keeps the database from saving, as the end of a sentence; empty if it saves.

    A disk that is nearly full counts: SQLite could save a little longer, but not for long.
    """
    try:
        _write()
    except Error as error:
        return trouble(error) or "can’t be written"
    return "has hardly any space left" if _free() < LEAST_FREE else ""


def _write() -> None:
    """A row in a page of its own is committed, and the one of last time removed."""
    with writing():
        made = WriteCheck.objects.create(at=timezone.now(), filling=FILLING)
        WriteCheck.objects.exclude(pk=made.pk).delete()


def _free() -> int:
    """Bytes that are free beside an SQLite file; elsewhere the server of the database knows."""
    if connection.vendor != "sqlite":
        return LEAST_FREE
    return shutil.disk_usage(Path(str(connection.settings_dict["NAME"])).parent).free
