"""Do the settings fit each other, and is the machine fit for it: versions, permissions, room on the disk?"""

import os
import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from dotenv.parser import parse_stream

from companion.operating import databases
from companion.operating.backups import current_key
from companion.operating.databases import SQLITE
from companion.operating.doctor.findings import Finding, look, note, well
from companion.operating.words import size, some
from companion.pocket import build as kit
from companion.server import build
from companion.server.addresses import LOOPBACK
from companion.store import links
from scoring import __version__

SHORTEST_KEY = 32  # characters; one that Bower makes has 86
FEWEST_DIFFERENT = 8  # of them
EXAMPLES = re.compile(r"^#?([A-Z_]+)=", re.MULTILINE)  # in .env.example, which has every setting
NAME_OF_HOST = re.compile(r"\*|\.?[\w.-]+|\[[0-9A-Fa-f:.]+\]")
LOCALTIME = Path("/etc/localtime")
OLD = timedelta(hours=26)  # of a nightly backup
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[.*?\])?==([^\s;]+)\s*(;?)", re.MULTILINE)
LEAST_PYTHON = (3, 11)
OTHERS_MAY = 0o077  # read, write or run
GROUP_READS = 0o040
LEAST_FREE = 200_000_000  # bytes
MOUNTS = Path("/proc/self/mounts")
OVER_A_NETWORK = re.compile(r"nfs4?|cifs|smb\w*|afs|ceph|davfs\w*|fuse\.(sshfs|rclone|glusterfs|s3fs)")
AGAIN = "start Bower again, which makes them"


def file_of_settings() -> Iterator[Finding]:
    """Is every line of .env read, and every name in it that of a setting?"""
    file, examples = settings.BASE_DIR / ".env", settings.BASE_DIR / ".env.example"
    if not file.is_file():
        return
    with file.open(encoding="utf-8") as lines:
        found = list(parse_stream(lines))
    for one in found:
        if one.error:
            yield look(f"Line {one.original.line} of {file} is not read", "write NAME=value, quotes closed")
    known = EXAMPLES.findall(examples.read_text(encoding="utf-8")) if examples.is_file() else []
    for name in sorted({one.key for one in found if one.key and known} - {*known}):
        meant = get_close_matches(name, known, 1, 0.8)
        if meant:
            yield look(f"{name} in {file} is no setting, and does nothing", f"did you mean {meant[0]}?")
        else:
            yield note(f"{name} in {file} is no setting of Bower’s", "docs/settings.md has them all")


def who_may_reach_it() -> Iterator[Finding]:
    """Host names, HTTPS and the proxy."""
    named = ", ".join(settings.GIVEN_HOSTS)
    if settings.DEBUG:
        yield look("DEBUG is on: error pages show the settings to everyone", "set it to False")
    if "*" in settings.GIVEN_HOSTS:
        yield look(
            "ALLOWED_HOSTS allows every name", "name the host, or foreign pages can reach a Bower at home"
        )
    for name in settings.GIVEN_HOSTS:
        if not NAME_OF_HOST.fullmatch(name):
            yield look(
                f"{name} in ALLOWED_HOSTS is not the name of a host: nobody reaches Bower by it",
                f"write {urlsplit('//' + name.rpartition('://')[2]).hostname or 'the name alone'}",
            )
    if settings.HTTPS and not settings.TRUST_PROXY:
        yield look("HTTPS is on and TRUST_PROXY off: every page leads to itself", "set TRUST_PROXY=on")
    if settings.HTTPS and not named:
        yield look("HTTPS is on and ALLOWED_HOSTS is empty: Bower answers to no public name", "name it there")
    if settings.TRUST_PROXY and settings.HOST not in LOOPBACK:
        yield note(
            f"The proxy is believed, and port {settings.PORT} is open on {settings.HOST}",
            "set HOST=127.0.0.1, or let a firewall keep all but the proxy out",
        )
    if settings.HOST in LOOPBACK and not settings.TRUST_PROXY:
        yield note(
            f"Only this machine reaches Bower: HOST is {settings.HOST}", "without a proxy, take HOST out"
        )
    if not settings.HTTPS:
        yield note(
            "Plain HTTP: whoever is in the same network can read along, and join",
            "see operating.md, “On a server”",
        )
    yield well(f"Settings: answers to {named or 'localhost and this machine in its network'}.")


def time_zone() -> Iterator[Finding]:
    """The time as it is shown, so that a wrong clock is seen; and is the zone that of this machine?"""
    here = str(LOCALTIME.resolve()).partition("/zoneinfo/")[2]
    is_utc = here.rpartition("/")[2] in {"", "UTC", "UCT", "GMT", "Universal", "Zulu", "Greenwich"}
    if not settings.TIME_ZONE_IS_SET and not is_utc:
        yield note(f"Bower’s time zone is UTC, and that of this machine {here}", f"set TIME_ZONE={here}")
    yield well(f"Clock: {timezone.localtime():%A, %Y-%m-%d %H:%M} in {settings.TIME_ZONE}.")


def key() -> Iterator[Finding]:
    """Is there a key, and is it the one of this database?"""
    found = current_key()
    if len(found) < SHORTEST_KEY:
        yield look(f"The secret key has only {len(found)} characters", "see operating.md on a new key")
    elif len({*found}) < FEWEST_DIFFERENT:
        yield look("The secret key is easily guessed", "see operating.md on a new key")
    databases.refuse_unready()
    if links.last_is_ours():
        yield well("Key: there, and the one with which links are made.")
    else:
        yield look(
            "The newest link was made with another secret key: phones are not recognized",
            "restore the key from a backup, or put it first in SECRET_KEY_FALLBACKS",
        )


def backups() -> Iterator[Finding]:
    """How old is the newest backup in its usual place?"""
    folder = Path(settings.VAR_DIR) / "backups"
    found = [file.stat().st_mtime for file in folder.glob("bower-*.tar.gz")]
    if not found:
        yield note(f"There is no backup in {folder}", "manage.py backup")
        return
    age = timezone.now() - datetime.fromtimestamp(max(found), UTC)
    words = f"Backups: {len(found)} in {folder}, the newest is {some(age.days, 'day')} old"
    yield note(words, "manage.py backup, best every night") if age > OLD else well(words + ".")
    database = databases.configured()
    if database.engine == SQLITE and database.file.exists() and _device(database.file) == _device(folder):
        yield note("The backups are on the disk of the database", "keep a copy on another machine")


def _device(path: Path) -> int:
    """The disk that a path is on."""
    return path.stat().st_dev


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
    found = [(name, wanted) for name, wanted, condition in pinned if not condition]
    other: list[str] = []
    for name, wanted in found:
        try:
            there = version(name)
        except PackageNotFoundError:
            there = ""
        other += [f"{name} {there or 'is missing'}"] if there != wanted else []
    if other:
        yield look(f"Other packages than in requirements/run.txt: {', '.join(other)}", "make .venv/run.stamp")
    else:
        yield well(f"Packages: {len(found)}, as in requirements/run.txt.")


def permissions() -> Iterator[Finding]:
    """May Bower write where it must, and may nobody else read what is secret?"""
    folder = Path(settings.VAR_DIR)
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
        yield look(f"{folder} cannot be written by this user", "run as the user of the service, or chown it")
    # the group of the service reads the settings (operating.md)
    open_to_others = [
        file
        for file in secret_files()
        if file.stat().st_mode & (OTHERS_MAY & ~GROUP_READS if file.name == ".env" else OTHERS_MAY)
    ]
    owner = folder.stat().st_uid
    mine = [path for path in secret_files() if path.parent == folder]
    mine += [path for name in ("backups", "kit", "static") if (path := folder / name).is_dir()]
    foreign = [path for path in mine if path.stat().st_uid != owner]
    for file in open_to_others:
        left = "g=r,o=" if file.name == ".env" else "go="
        yield look(f"Others on this machine may read {file}", f"chmod {left} {file}")
    for path in foreign:
        yield look(f"{path} belongs to another user than {folder}", f"chown -R --reference={folder} {path}")
    if not (open_to_others or foreign):
        yield well(f"Permissions: {folder} is for its owner only.")


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


def disk_of_sqlite() -> Iterator[Finding]:
    """Is an SQLite file on a disk of this machine? Over a network its locks may hold nobody."""
    database = databases.configured()
    if database.engine != SQLITE or not MOUNTS.is_file():
        return
    found = (line.split() for line in MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines())
    kinds = {Path(place.replace("\\040", " ")): kind for _what, place, kind, *_rest in found}
    kind = next((kinds[place] for place in database.file.resolve().parents if place in kinds), "")
    if OVER_A_NETWORK.fullmatch(kind):
        yield look(
            f"{database.file} is on a network disk ({kind}), where SQLite may be damaged",
            "move VAR_DIR to a disk of this machine, or use PostgreSQL",
        )


def static_files() -> Iterator[Finding]:
    """Are the static files and the kit there, and of the installed Bower?"""
    if not (Path(settings.STATIC_ROOT) / "staticfiles.json").is_file():
        yield look("The static files have not been collected", AGAIN)
    elif build.stamp().is_file() and not build.is_current():
        yield look("The static files are not those of this Bower, or not all are there", AGAIN)
    elif build.stamp().is_file() and not kit.is_current():
        yield look("What phones need without a network is not of this Bower", AGAIN)
    else:
        yield well("Static files: collected.")
