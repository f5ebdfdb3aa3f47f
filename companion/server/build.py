"""The build: a hash of all files that pages are made from."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings

PARTS = ("companion/**/*.py", "scoring/**/*.py", "static/*.*", "templates/**/*.html")


@cache
def build() -> str:
    """Hash of all files that pages are made from."""
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted(Path(settings.BASE_DIR).glob(part)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
