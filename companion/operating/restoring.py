"""Restore a backup where no Bower runs: checked before and after, and what was there is kept aside."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.operating import archive, databases, files, keys, snapshots
from companion.operating.archive import About
from companion.operating.databases import SQLITE, Database
from companion.operating.trouble import Trouble


@dataclass(frozen=True)
class Restored:
    """What was restored, how many migrations it still needs, and the files that were put aside."""

    about: About
    pending: int
    aside: tuple[Path, ...]


def restore(file: Path, database: Database, replace: bool, now: datetime) -> Restored:
    """Restore the backup *file* into the database that Bower is set to, and its key beside.

    replace: put a database with tables aside. Raises Trouble before anything is changed.
    """
    ending = f".before-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"
    # Beside an SQLite database, which may be on another disk than the key: within one, files can be renamed.
    place = database.file.parent if database.engine == SQLITE else keys.file().parent
    files.make_folder(place)
    with files.workroom(place) as room:
        about = archive.unpack(file, room)
        key = (room / archive.KEY).read_text(encoding="ascii").strip()
        _refuse_other_key(key)
        applied = _checked(room / archive.DATABASE, about)
        aside = _put_database(room / archive.DATABASE, database, about, replace, ending)
    aside += _put_key(key, ending)
    return Restored(about, databases.pending(applied), aside)


def _checked(copy: Path, about: About) -> set[tuple[str, str]]:
    """The migrations that the copy has had. Raises Trouble if it is damaged, or of a newer Bower."""
    snapshots.check(copy, about.rows)
    applied = snapshots.applied_in(copy)
    databases.targets(applied)
    return applied


def _put_database(
    copy: Path, database: Database, about: About, replace: bool, ending: str
) -> tuple[Path, ...]:
    """Put the copy in its place, and check it there; the files that were put aside."""
    if database.engine == SQLITE:
        aside = _into_file(copy, database.file, replace, ending)
        snapshots.check(database.file, about.rows)
        return aside
    _refuse_filled(database)
    snapshots.load(copy, database)
    return ()


def _refuse_other_key(key: str) -> None:
    if keys.given() not in {"", key}:
        raise Trouble("SECRET_KEY is set to another key than the backup’s: take the setting away first.")


def _into_file(copy: Path, file: Path, replace: bool, ending: str) -> tuple[Path, ...]:
    """Put the copy in the place of *file*; the files that were put aside."""
    databases.refuse_open(file)
    if _tables_in(file) != 0 and not replace:
        raise Trouble(
            f"{file} has tables already: --replace puts that database aside and restores the backup."
        )
    logs = [log.rename(log.with_name(log.name + ending)) for log in _logs_of(file) if log.exists()]
    aside = _named_after(file, ending)
    return (*logs, *([aside] if files.put_in_place(copy, file, aside) else []))


def _tables_in(file: Path) -> int | None:
    """How many tables the SQLite file has; 0 if it isn't there, None if it cannot be read."""
    if not file.exists():
        return 0
    try:
        with databases.in_file(file) as found:
            return len(databases.counted_in(found))
    except databases.UNREADABLE:
        return None


def _logs_of(file: Path) -> Iterable[Path]:
    return (_named_after(file, "-wal"), _named_after(file, "-shm"))


def _named_after(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def _refuse_filled(database: Database) -> None:
    with databases.on_server(database) as server:
        if databases.server_rows(server):
            raise Trouble(
                f"{database.place} has tables already: make an empty database and name it in DATABASE_URL."
            )


def _put_key(key: str, ending: str) -> tuple[Path, ...]:
    """Put the key in its place, unless it is there or SECRET_KEY is set; the file that was put aside."""
    if key in {keys.given(), keys.kept()}:
        return ()
    aside = _named_after(keys.file(), ending)
    with files.workroom(keys.file().parent) as room:
        draft = room / archive.KEY
        draft.write_text(key, encoding="ascii")
        return (aside,) if files.put_in_place(draft, keys.file(), aside) else ()
