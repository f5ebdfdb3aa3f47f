"""The file of a backup: a ``.tar.gz`` of the database as an SQLite file, the secret key, and ``about.json``.

Unpacked by hand, ``bower.sqlite3`` and ``secret-key`` are what ``VAR_DIR`` holds. What they are comes first::

    {"format": "bower.backup/1", "made_at": "2026-11-22T05:31:12+00:00", "bower": "0.1.0", "engine": "SQLite",
     "rows": {"companion_game": 12, ...}, "sha256": {"bower.sqlite3": "...", "secret-key": "..."}}
"""

import hashlib
import io
import json
import os
import tarfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from companion.operating.trouble import Trouble

FORMAT = "bower.backup/1"
ABOUT, DATABASE, KEY = "about.json", "bower.sqlite3", "secret-key"
PIECE = 1 << 20  # bytes read at once
LONGEST_ABOUT = 1 << 20
DAMAGED = (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, TypeError)


@dataclass(frozen=True)
class About:
    """What a backup holds: when, by which Bower and from which engine; rows by table, SHA-256 by file."""

    made_at: str
    bower: str
    engine: str
    rows: Mapping[str, int]
    sha256: Mapping[str, str]
    format: str = FORMAT


def digest(file: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def pack(into: IO[bytes], about: About, folder: Path) -> None:
    """Write the archive of the files that *about* names, out of *folder*."""
    with tarfile.open(fileobj=into, mode="w:gz", compresslevel=6, format=tarfile.PAX_FORMAT) as archive:
        words = json.dumps(asdict(about), indent=1).encode()
        archive.addfile(_private(ABOUT, len(words)), io.BytesIO(words))
        for name in about.sha256:
            file = folder / name
            with file.open("rb") as content:
                archive.addfile(_private(name, file.stat().st_size), content)


def verified(archive: Path) -> About:
    """What the archive holds, after reading every byte. Raises Trouble if any is not as written."""
    return _read(archive, None)


def unpack(archive: Path, folder: Path) -> About:
    """Write the files of the archive into *folder*, readable by their owner only. Raises Trouble as above."""
    return _read(archive, folder)


def _private(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    return info


def _read(archive: Path, folder: Path | None) -> About:
    if not archive.is_file():
        raise Trouble(f"There is no file {archive}.")
    try:
        with tarfile.open(archive, "r:gz") as opened:
            about = _about(opened)
            found = {info.name: _taken(opened, info, folder, about) for info in opened if info.name != ABOUT}
    except DAMAGED as error:
        raise Trouble(
            f"{archive.name} is no backup of Bower, or is damaged ({type(error).__name__})."
        ) from None
    if found != about.sha256 or DATABASE not in found or KEY not in found:
        raise Trouble(f"{archive.name} is damaged: take another backup.")
    return about


def _about(opened: tarfile.TarFile) -> About:
    first = opened.next()
    content = opened.extractfile(first) if first and first.name == ABOUT else None
    if content is None:
        raise ValueError("expected about.json")
    about = About(**json.loads(content.read(LONGEST_ABOUT)))
    if about.format != FORMAT:
        raise Trouble(f"This backup is in the format {about.format}: a newer Bower reads it.")
    return about


def _taken(opened: tarfile.TarFile, info: tarfile.TarInfo, folder: Path | None, about: About) -> str:
    """The SHA-256 of a file in the archive, which is written into *folder* if there is one."""
    content = opened.extractfile(info)
    if content is None or info.name not in about.sha256 or "/" in info.name:
        raise ValueError(f"unexpected {info.name}")
    whole = hashlib.sha256()
    with _target(folder, info.name) as out:
        while piece := content.read(PIECE):
            whole.update(piece)
            out.write(piece)
    return whole.hexdigest()


def _target(folder: Path | None, name: str) -> IO[bytes]:
    if folder is None:
        return open(os.devnull, "wb")
    return os.fdopen(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
