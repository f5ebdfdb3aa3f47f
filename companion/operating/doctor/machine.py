"""Is the machine fit for it: versions, permissions, room on the disk?"""

import os
import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings

from companion.operating import databases
from companion.operating.databases import SQLITE
from companion.operating.doctor.findings import Finding, look, well
from companion.operating.words import size
from scoring import __version__

PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[.*?\])?==([^\s;]+)\s*(;?)", re.MULTILINE)
LEAST_PYTHON = (3, 11)
OTHERS_MAY = 0o077  # read, write or run
GROUP_READS = 0o040
LEAST_FREE = 200_000_000  # bytes


def versions() -> Iterator[Finding]:
    """Bower's own, Python's and SQLite's."""
    if sys.version_info < LEAST_PYTHON:
        yield look(f"Python {platform.python_version()} is too old", "install Python 3.11 or newer")
    yield well(
        f"Versions: Bower {__version__}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}."
    )


def packages() -> Iterator[Finding]:
    """Are the packages those that this Bower was tested with?"""
    pinned = PINNED.findall((settings.BASE_DIR / "requirements" / "run.txt").read_text(encoding="utf-8"))
    found = [(name, wanted, _installed(name)) for name, wanted, condition in pinned if not condition]
    other = [f"{name} {there or 'is missing'}" for name, wanted, there in found if there != wanted]
    if other:
        yield look(f"Other packages than in requirements/run.txt: {', '.join(other)}", "make .venv/run.stamp")
    else:
        yield well(f"Packages: {len(found)}, as in requirements/run.txt.")


def permissions() -> Iterator[Finding]:
    """May Bower write where it must, and may nobody else read what is secret?"""
    folder = Path(settings.VAR_DIR)
    if not os.access(folder, os.W_OK | os.X_OK):
        yield look(f"{folder} cannot be written by this user", "run as the user of the service, or chown it")
    open_to_others = [file for file in secret_files() if file.stat().st_mode & _not_allowed(file)]
    owner = folder.stat().st_uid
    foreign = [file for file in secret_files() if file.stat().st_uid != owner and file.parent == folder]
    for file in open_to_others:
        left = "g=r,o=" if file.name == ".env" else "go="
        yield look(f"Others on this machine may read {file}", f"chmod {left} {file}")
    for file in foreign:
        yield look(f"{file} belongs to another user than {folder}", f"chown --reference={folder} {file}")
    if not (open_to_others or foreign):
        yield well(f"Permissions: {folder} is for its owner only.")


def _not_allowed(file: Path) -> int:
    """The rights that others must not have: the group of the service reads the settings (operating.md)."""
    return OTHERS_MAY & ~GROUP_READS if file.name == ".env" else OTHERS_MAY


def secret_files() -> list[Path]:
    """The files with the key, the database, the backups and the passwords, as far as they are there."""
    folder = Path(settings.VAR_DIR)
    database = databases.configured()
    found = [settings.SECRET_KEY_FILE, settings.BASE_DIR / ".env", *folder.glob("backups/*")]
    if database.engine == SQLITE:
        found += database.file.parent.glob(database.file.name + "*")
    return sorted(file for file in found if file.is_file())


def disk() -> Iterator[Finding]:
    """Is there room for the database to grow, and for a backup of it?"""
    folder, database = Path(settings.VAR_DIR), databases.configured()
    free, used = shutil.disk_usage(folder).free, 0
    if database.engine == SQLITE:
        used = sum(file.stat().st_size for file in database.file.parent.glob(database.file.name + "*"))
    if free < LEAST_FREE or free < 3 * used:
        yield look(
            f"Only {size(free)} are free in {folder}", "make room: a backup needs that of the database"
        )
    else:
        yield well(
            f"Disk: {size(free)} free in {folder}" + (f", the database has {size(used)}." if used else ".")
        )


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
