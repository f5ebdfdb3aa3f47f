"""Backups: one file with the database and the key, made, checked, and restored where no Bower runs.

A backup is a ``.tar.gz``: unpacked by hand, ``bower.sqlite3`` and ``secret-key`` are what ``VAR_DIR`` holds.
What they are comes first, as ``about.json``::

    {"format": "bower.backup/1", "made_at": "2026-11-22T05:31:12+00:00", "bower": "0.1.0", "engine": "SQLite",
     "rows": {"companion_game": 12, ...}, "sha256": {"bower.sqlite3": "...", "secret-key": "..."}}

The database is copied at one moment, while others go on writing. The copy of a PostgreSQL database is an
SQLite file too, made by the same migrations: no program of a matching version is needed to read it, and it
can be restored into either engine.
"""

import hashlib
import io
import json
import os
import re
import sqlite3
import tarfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import transaction
from django.db.migrations.executor import MigrationExecutor
from psycopg import sql

from companion.operating import databases, files
from companion.operating.databases import SQLITE, Database, Rows
from companion.operating.words import Trouble
from scoring import __version__

PAGES = 1_000  # of 4 KiB, copied in one step
BATCH = 2_000  # rows
UNSYNCED = "PRAGMA synchronous=OFF"  # a copy that a power cut damages is made again

Row = Sequence[object]
FORMAT = "bower.backup/1"
ABOUT, DATABASE, KEY = "about.json", "bower.sqlite3", "secret-key"
PIECE = 1 << 20  # bytes read at once
LONGEST_ABOUT = 1 << 20
DAMAGED = (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, TypeError)
DATED = re.compile(r"bower-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz")


def copy_database(database: Database, copy: Path) -> Rows:
    """Copy the database into the new file *copy*, and check it; the rows of each table."""
    if database.engine == SQLITE:
        # By SQLite's backup within one read transaction: the copy is of one moment, and nobody waits for it.
        # Without it every write of another process would start the copy from the beginning.
        with databases.in_file(database.file) as source, closing(sqlite3.connect(copy)) as target:
            source.execute("BEGIN")
            counted = databases.counted_in(source)
            databases.refuse_nothing(counted, str(database.file))
            target.execute(UNSYNCED)
            source.backup(target, pages=PAGES)
            source.execute("ROLLBACK")
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    else:
        counted = _of_server(database, copy)
    check_copy(copy, counted)
    return counted


def check_copy(copy: Path, counted: Rows) -> None:
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


def load_copy(copy: Path, database: Database) -> Rows:
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
        there = databases.server_rows(server)
        for table, rows in counted.items():
            if there.get(table) != rows:
                raise Trouble(
                    f"The database has {there.get(table, 'no')} rows of {rows} in {table}: nothing was kept."
                )
    return counted


def _of_server(database: Database, copy: Path) -> Rows:
    with databases.on_server(database) as live:
        live.isolation_level, live.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
        counted = databases.server_rows(live)
        databases.refuse_nothing(counted, database.place)
        empty = databases.sqlite(copy)
        unsynced = replace(empty, settings={**empty.settings, "OPTIONS": {"init_command": UNSYNCED}})
        with databases.as_default(unsynced) as wrapper:
            applied = databases.targets(set(live.execute(databases.APPLIED).fetchall()))
            MigrationExecutor(wrapper).migrate(applied)
        with closing(sqlite3.connect(copy)) as target:
            target.execute(UNSYNCED)
            made = databases.counted_in(target)
            if set(made) != set(counted):
                odd = sorted(set(made) ^ set(counted))[0]
                raise Trouble(
                    f"The table {odd} is not as the installed Bower makes it: give Bower its own database."
                )
            for table in counted:
                columns = _columns(target, table)
                select = sql.SQL("SELECT {} FROM {}").format(_listed(columns), sql.Identifier(table))
                target.execute(f'DELETE FROM "{table}"')  # noqa: S608
                insert = f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})'  # noqa: S608
                with live.cursor("rows") as rows:
                    rows.itersize = BATCH
                    rows.execute(select)
                    target.executemany(insert, ([_value_in_sqlite(value) for value in row] for row in rows))
            target.commit()
    return counted


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [column[1] for column in file.execute(f'PRAGMA table_info("{table}")')]


def _value_in_sqlite(value: object) -> object:
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, datetime):
        return str(value.astimezone(UTC).replace(tzinfo=None))
    return value


def _into_server(source: sqlite3.Connection, server: psycopg.Connection, table: str) -> None:
    columns = _columns(source, table)
    listed = ", ".join(f'"{name}"' for name in columns)
    # What makes a value of SQLite one of PostgreSQL.
    by_type = {
        psycopg.adapters.types["bool"].oid: lambda value: value if value is None else bool(value),
        psycopg.adapters.types["timestamptz"].oid: lambda value: value if value is None else f"{value}+00",
    }
    with server.cursor() as cursor:
        cursor.execute(sql.SQL("SELECT * FROM {} LIMIT 0").format(sql.Identifier(table)))
        types = {column.name: column.type_code for column in cursor.description or ()}
        convert: list[Callable[[object], object]] = [
            by_type.get(types[name], lambda value: value) for name in columns
        ]
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _listed(columns))
        with cursor.copy(into) as rows:
            for row in source.execute(f'SELECT {listed} FROM "{table}"'):  # noqa: S608
                rows.write_row([turn(value) for turn, value in zip(convert, row, strict=True)])
        if "id" in columns:
            # The next row gets an id that no row has had.
            after = sql.SQL(
                "SELECT setval(pg_get_serial_sequence({name}, 'id'),"
                " greatest(max(id), 1), max(id) IS NOT NULL) FROM {table}"
            )
            name, place = sql.Literal(f'"{table}"'), sql.Identifier(table)
            cursor.execute(after.format(name=name, table=place))


def _listed(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


@dataclass(frozen=True)
class About:
    """What a backup holds: when, by which Bower and from which engine; rows by table, SHA-256 by file."""

    made_at: str
    bower: str
    engine: str
    rows: Mapping[str, int]
    sha256: Mapping[str, str]
    format: str = FORMAT


def _private(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info


def unpack(archive: Path, folder: Path | None) -> About:
    """What the archive holds, after reading every byte. Raises Trouble if any is not as written.

    Its files are written into *folder*, if one is given, readable by their owner only.
    """
    if not archive.is_file():
        raise Trouble(f"There is no file {archive}.")
    try:
        with tarfile.open(archive, "r:gz") as opened:
            first = opened.next()
            content = opened.extractfile(first) if first and first.name == ABOUT else None
            if content is None:
                raise ValueError("expected about.json")
            about = About(**json.loads(content.read(LONGEST_ABOUT)))
            if about.format != FORMAT:
                raise Trouble(f"This backup is in the format {about.format}: a newer Bower reads it.")
            found: dict[str, str] = {}  # SHA-256 by file
            for info in opened:
                if info.name == ABOUT:
                    continue
                content = opened.extractfile(info)
                if content is None or info.name not in about.sha256 or "/" in info.name:
                    raise ValueError(f"unexpected {info.name}")
                whole = hashlib.sha256()
                place = folder and os.open(folder / info.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with open(os.devnull if place is None else place, "wb") as out:
                    while piece := content.read(PIECE):
                        whole.update(piece)
                        out.write(piece)
                found[info.name] = whole.hexdigest()
    except DAMAGED as error:
        raise Trouble(
            f"{archive.name} is no backup of Bower, or is damaged ({type(error).__name__})."
        ) from None
    if found != about.sha256 or DATABASE not in found or KEY not in found:
        raise Trouble(f"{archive.name} is damaged: take another backup.")
    return about


def key_file() -> Path:
    """Where the key is kept unless SECRET_KEY is set."""
    return Path(settings.VAR_DIR) / "secret-key"


def given_key() -> str:
    """The key in SECRET_KEY; "" without one."""
    return settings.SECRET_KEY if settings.SECRET_KEY_IS_SET else ""


def kept_key() -> str:
    """The key in the file; "" without one."""
    return key_file().read_text(encoding="utf-8", errors="replace").strip() if key_file().is_file() else ""


def current_key() -> str:
    """The key. Raises Trouble if there is none."""
    key = given_key() or kept_key()
    if not key:
        raise Trouble(f"There is no secret key: neither SECRET_KEY is set nor is there one in {key_file()}.")
    return key


def knows(key: str) -> bool:
    """Whether what was made with this key opens here: it is the present one, or one before that."""
    present = given_key() or kept_key()
    return bool(present) and key in (present, *settings.SECRET_KEY_FALLBACKS)


def dated(now: datetime) -> str:
    """The name of a backup made at this time, in UTC; names sort by time."""
    return f"bower-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.tar.gz"


def back_up(database: Database, key: str, file: Path, now: datetime) -> About:
    """Write the backup *file*, and read it back before it gets this name. Raises Trouble."""
    if file.exists():
        raise Trouble(f"{file} is there already: choose another name.")
    with files.workroom(file.parent) as room:
        rows = copy_database(database, room / DATABASE)
        (room / KEY).write_text(key, encoding="utf-8")
        digests: dict[str, str] = {}
        for name in (DATABASE, KEY):
            with (room / name).open("rb") as content:
                digests[name] = hashlib.file_digest(content, "sha256").hexdigest()
        about = About(now.isoformat(timespec="seconds"), __version__, database.engine, rows, digests)
        draft = room / file.name
        with (
            draft.open("xb") as out,
            tarfile.open(fileobj=out, mode="w:gz", compresslevel=6, format=tarfile.PAX_FORMAT) as archive,
        ):
            words = json.dumps(asdict(about), indent=1).encode()
            archive.addfile(_private(ABOUT, len(words)), io.BytesIO(words))
            for name in digests:
                with (room / name).open("rb") as content:
                    archive.addfile(_private(name, (room / name).stat().st_size), content)
        if unpack(draft, None) != about:
            raise Trouble("The backup read back is not what was written: nothing was kept.")
        files.name_finally(draft, file)
    return about


def keep_newest(folder: Path, number: int, made: Path | None = None) -> list[Path]:
    """Delete the dated backups in *folder* but the newest *number*; what was deleted.

    The one just *made* stays, however the clock dated it, and is one of them.
    """
    backups = sorted(file for file in folder.iterdir() if DATED.fullmatch(file.name) and file != made)
    others = number - (made is not None and bool(DATED.fullmatch(made.name)))
    old = backups[: max(0, len(backups) - others)]
    for file in old:
        file.unlink()
    return old


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
    place = database.file.parent if database.engine == SQLITE else key_file().parent
    files.make_folder(place)
    with files.workroom(place) as room:
        about = unpack(file, room)
        key = (room / KEY).read_text(encoding="utf-8").strip()
        if given_key() and not knows(key):
            raise Trouble(
                "SECRET_KEY is set to another key than the backup’s: move it to SECRET_KEY_FALLBACKS first."
            )
        copy = room / DATABASE
        check_copy(copy, about.rows)
        applied = applied_in(copy)
        databases.targets(applied)
        if database.engine == SQLITE:
            aside = _into_file(copy, database.file, replace, ending)
            check_copy(database.file, about.rows)
        else:
            with databases.on_server(database) as server:
                if databases.server_rows(server):
                    raise Trouble(
                        f"{database.place} has tables already: make an empty database and name it in "
                        "DATABASE_URL."
                    )
            load_copy(copy, database)
            aside = []
    if not knows(key):
        key_aside = _named_after(key_file(), ending)
        with files.workroom(key_file().parent) as room:
            draft = room / KEY
            draft.write_text(key, encoding="utf-8")
            aside += [key_aside] if files.put_in_place(draft, key_file(), key_aside) else []
    return Restored(about, databases.pending(applied), tuple(aside))


def _into_file(copy: Path, file: Path, replace: bool, ending: str) -> list[Path]:
    """Put the copy in the place of *file*; the files that were put aside."""
    databases.refuse_open(file)
    tables: int | None = 0
    if file.exists():
        try:
            with databases.in_file(file) as found:
                tables = len(databases.counted_in(found))
        except databases.UNREADABLE:
            tables = None
    if tables != 0 and not replace:
        raise Trouble(
            f"{file} has tables already: --replace puts that database aside and restores the backup."
        )
    logs = [
        log.rename(log.with_name(log.name + ending))
        for log in (_named_after(file, "-wal"), _named_after(file, "-shm"))
        if log.exists()
    ]
    aside = _named_after(file, ending)
    return [*logs, *([aside] if files.put_in_place(copy, file, aside) else [])]


def _named_after(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)
