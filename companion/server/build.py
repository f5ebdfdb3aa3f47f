"""The build, a hash of all files that pages are made from; and the static files as last collected."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

PARTS = ("companion/**/*.py", "scoring/**/*.py", "static/*.*", "templates/**/*.html")
STAMP = "static.stamp"
MAKERS = ("django", "whitenoise", "brotli", "rjsmin")


@cache
def build() -> str:
    """Hash of all files that pages are made from."""
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted(Path(settings.BASE_DIR).glob(part)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def stamp() -> Path:
    """The file that says what was collected; it may not be there."""
    return Path(settings.VAR_DIR) / STAMP


def is_current() -> bool:
    """Whether the static files of this version are there, as the last start left them."""
    return stamp().is_file() and stamp().read_text(encoding="utf-8") == now()


def now() -> str:
    """What the stamp says once the files of this version have been collected."""
    digest = hashlib.sha256(repr([version(maker) for maker in MAKERS]).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            digest.update(f"{name}\n".encode())
            digest.update(Path(storage.path(name)).read_bytes())
    root = Path(settings.STATIC_ROOT)
    files = sorted(path for path in root.rglob("*") if path.is_file())
    listed = "\n".join(f"{path.relative_to(root)} {path.stat().st_size}" for path in files)
    return f"{digest.hexdigest()} {hashlib.sha256(listed.encode()).hexdigest()}"
