"""What the processes of a run of the tests share, made once: the kit, static files, a migrated database."""

import atexit
import fcntl
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHELF = "TEST_STATIC_SHELF"  # a folder that the processes of a run share
IN_THE_KIT = ("HTTPS", "CURRENCY", "LANGUAGE_CODE", "TIME_ZONE", "MAX_ENTRIES", "MAX_BODY_BYTES")
OFF = "off"  # as without the setting
STAMP = "static.stamp"
TOLD = "told"  # what `make test` says at its end: a line for each test that failed or was left out
LEFT_OUT = "Left out: "
DATABASE = "bower.sqlite3"
MAKE = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from companion.pocket.build import build
from companion.serving.preparing import collect
collect(before=build)
call_command("migrate", interactive=False, verbosity=0)
connection.close()
"""


@functools.cache
def shelf() -> Path:
    """The folder that the processes of this run share; of one process alone, its own."""
    if SHELF in os.environ:
        return Path(os.environ[SHELF])
    made = Path(tempfile.mkdtemp(prefix="bower-static-"))
    atexit.register(shutil.rmtree, made)
    return made


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Context manager: no other process of the run is in it for the same thing."""
    handle = os.open(shelf() / f"{what}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def lend_static(settings: Mapping[str, str], folder: Path) -> None:
    """Put what a Bower with these settings starts with into its folder: kit and collected static files."""
    if not (folder / "static").exists():
        made = _static(settings)
        for name in ("kit", "static"):
            shutil.copytree(made / name, folder / name, dirs_exist_ok=True)
        shutil.copy(made / STAMP, folder)


def lend_database(folder: Path) -> None:
    """Put a database that is migrated and empty into a folder, if it has none."""
    if not (folder / DATABASE).exists():
        shutil.copy(usual() / DATABASE, folder)


def once(name: str, make: Callable[[], str]) -> str:
    """The text that *make* returns, made by the first process of the run that asks for this name."""
    file = shelf() / name
    with alone(name):
        if not file.is_file():
            file.write_text(make(), encoding="utf-8")
    return file.read_text(encoding="utf-8")


def cache() -> dict[str, str]:
    """What tells Bower where it keeps what takes long to make: where it does for whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if name in ("HOME", "XDG_CACHE_HOME")}


def usual() -> Path:
    """The folder with what was made for a Bower without settings."""
    return _static({})


def _static(settings: Mapping[str, str]) -> Path:
    """The folder with kit and static files for these settings: the first process that asks makes them."""
    told = {name: settings[name] for name in IN_THE_KIT if settings.get(name, OFF) != OFF}
    folder = shelf() / ("-".join(told.values()).replace("/", "_") or "usual")
    if told:
        _static({})  # so that what they share is kept (companion/server/cache.py), and is made once
    with alone(folder.name):
        if not (folder / STAMP).is_file():
            folder.mkdir(exist_ok=True)
            environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)} | cache() | told
            named = {"DJANGO_SETTINGS_MODULE": "companion.settings"}
            subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, env=environment | named, check=True)
    return folder
