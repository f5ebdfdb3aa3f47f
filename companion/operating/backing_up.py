"""Make a backup: one file with the database and the key, checked before it gets its name."""

import re
from datetime import UTC, datetime
from pathlib import Path

from companion.operating import archive, files, snapshots
from companion.operating.archive import About
from companion.operating.databases import Database
from companion.operating.trouble import Trouble
from scoring import __version__

DATED = re.compile(r"bower-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz")


def dated(now: datetime) -> str:
    """The name of a backup made at this time, in UTC; names sort by time."""
    return f"bower-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.tar.gz"


def back_up(database: Database, key: str, file: Path, now: datetime) -> About:
    """Write the backup *file*, and read it back before it gets this name. Raises Trouble."""
    if file.exists():
        raise Trouble(f"{file} is there already: choose another name.")
    with files.workroom(file.parent) as room:
        rows = snapshots.take(database, room / archive.DATABASE)
        (room / archive.KEY).write_text(key, encoding="ascii")
        digests = {name: archive.digest(room / name) for name in (archive.DATABASE, archive.KEY)}
        about = About(now.isoformat(timespec="seconds"), __version__, database.engine, rows, digests)
        draft = room / file.name
        with draft.open("xb") as out:
            archive.pack(out, about, room)
        if archive.verified(draft) != about:
            raise Trouble("The backup read back is not what was written: nothing was kept.")
        files.name_finally(draft, file)
    return about


def keep_newest(folder: Path, number: int) -> list[Path]:
    """Delete the dated backups in *folder* but the newest *number*; what was deleted."""
    backups = sorted(file for file in folder.iterdir() if DATED.fullmatch(file.name))
    old = backups[:-number]
    for file in old:
        file.unlink()
    return old
