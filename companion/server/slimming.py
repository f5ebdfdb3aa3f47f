"""Stylesheets and scripts without comments and layout, as they are sent.

Scripts by rjsmin. Its sister for stylesheets takes the space out of ``.bar :is(a)`` within ``@layer``, which
is then another rule, so that they are done here.
"""

import hashlib
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OTHERS = frozenset(("htmx", "kit", "micropython"))  # not written here: they keep their bytes


def slim(name: str, source: bytes) -> bytes:
    """The content of a static file as it is sent; the same again changes nothing."""
    if name.rpartition("/")[2].partition(".")[0] in OTHERS:
        return source
    if name.endswith(".css"):
        return _stylesheet(source.decode()).encode()
    return bytes(jsmin(source)) if name.endswith(".js") else source


def _stylesheet(source: str) -> str:
    """A stylesheet without comments and line breaks; text in quotes has none, and no space beside "{};"."""
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL))
    return re.sub(r" ?([{};]) ?", r"\1", text).strip()


class SlimStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files by their fingerprints, compressed, and slimmed before that."""

    def _save(self, name: str, content: Any) -> str:
        content.seek(0)
        return str(super()._save(name, ContentFile(slim(name, content.read()))))

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress each content once: most files and their copies with a fingerprint are the same."""
        alike: dict[tuple[str, bytes], list[str]] = {}
        for path in sorted(paths):
            digest = hashlib.sha256(Path(self.path(path)).read_bytes()).digest()
            alike.setdefault((Path(path).suffix, digest), []).append(path)
        copies = {first: others for first, *others in alike.values()}
        for path, compressed in super().compress_files(copies):
            yield path, compressed
            for other in copies[path]:
                copy = other + compressed.removeprefix(path)
                shutil.copy2(self.path(compressed), self.path(copy))
                yield other, copy
