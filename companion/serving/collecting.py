"""The static files as they are sent: named by their content and compressed, when one has changed."""

import hashlib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.core.management import call_command

STAMP = "static.stamp"
MAKERS = ("django", "whitenoise", "brotli", "rjsmin")


def collect(before: Callable[[], object] | None = None) -> None:
    """Collect and compress the static files, unless they are there as the last start left them.

    before: makes the files that are collected with the others and need their names.
    """
    stamp = Path(settings.VAR_DIR) / STAMP
    if before:
        _name()
        before()
    source = _source()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == f"{source} {_collected()}":
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(f"{source} {_collected()}", encoding="utf-8")


def _name() -> None:
    """Let the storage know the names of the static files before they are collected."""
    found = {name: (storage, name) for finder in get_finders() for name, storage in finder.list([])}
    with TemporaryDirectory() as folder:
        named = ManifestStaticFilesStorage(location=folder)
        for name, _hashed, done in named.post_process(found):
            if isinstance(done, Exception):
                raise OSError(f"{name} can't be collected: {done}")
    staticfiles_storage.hashed_files = named.hashed_files  # type: ignore[attr-defined]


def _source() -> str:
    """A hash of the static files of this version, and of what collects them."""
    digest = hashlib.sha256(repr([version(maker) for maker in MAKERS]).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            digest.update(f"{name}\n".encode())
            digest.update(Path(storage.path(name)).read_bytes())
    return digest.hexdigest()


def _collected() -> str:
    """A hash of the names and sizes of what has been collected."""
    root = Path(settings.STATIC_ROOT)
    files = sorted(path for path in root.rglob("*") if path.is_file())
    listed = [f"{path.relative_to(root)} {path.stat().st_size}" for path in files]
    return hashlib.sha256("\n".join(listed).encode()).hexdigest()
