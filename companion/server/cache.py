"""What takes long to make, kept: in memory by its key, and in files by what it is made from.

The folder of files is ``bower`` in the user's cache (``XDG_CACHE_HOME``, or ``~/.cache``), for all Bowers of
one user on one machine. Phones run some of what it holds. So it is used only if it belongs to this user and
nobody else can reach into it, a file only if it is as it was written.
"""

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from django.conf import settings

MOST_USES = 10  # that count for a value
LIMIT = 64_000_000  # bytes; beyond it the files that were used longest ago are deleted
DIGEST = hashlib.sha256().digest_size

Value = TypeVar("Value")


@dataclass(frozen=True)
class Cached(Generic[Value]):
    """A cached value, its size, how often it was put, and its rank: the lowest makes room."""

    value: Value
    size: int
    uses: int = 1
    rank: int = 1


class Cache(Generic[Value]):
    """Values by key, no more than *most* in all: those used least, or else least lately, make room.

    A use is a call of put: what is used once, as an imported game, takes no room from what is used again and
    again. Uses grow old: a value's rank is its uses and the rank of the last one that made room. size: of a
    value that takes the place of another, if there is one; 1 unless given. Thread-safe.
    """

    def __init__(
        self, most: int, size: Callable[[Value, Cached[Value] | None], int] = lambda _value, _known: 1
    ) -> None:
        self.most = most
        self.total = 0
        self._size = size
        self._values: dict[str, Cached[Value]] = {}
        self._by_rank: dict[int, dict[str, None]] = {}  # keys, those put least lately first; MOST_USES ranks
        self._lowest = 0
        self._lock = Lock()

    def get(self, key: str) -> Value | None:
        """The value as last put; None if it is not cached."""
        with self._lock:
            known = self._values.get(key)
            return known.value if known else None

    def put(self, key: str, value: Value) -> None:
        """Cache a value, and evict others over the limit."""
        with self._lock:
            known = self._remove(key)
            uses = min(known.uses + 1, MOST_USES) if known else 1
            made = Cached(value, self._size(value, known), uses, self._lowest + uses)
            self._values[key] = made
            self._by_rank.setdefault(made.rank, {})[key] = None
            self.total += made.size
            while self.total > self.most:
                self._lowest = min(self._by_rank)
                self._remove(next(iter(self._by_rank[self._lowest])))

    def _remove(self, key: str) -> Cached[Value] | None:
        known = self._values.pop(key, None)
        if known:
            self.total -= known.size
            del self._by_rank[known.rank][key]
            if not self._by_rank[known.rank]:
                del self._by_rank[known.rank]
        return known


def kept(what: str, sources: bytes, make: Callable[[], bytes]) -> bytes:
    """What *make* returns for these sources: read, if it was made before.

    *what* names the kind of thing and the versions of what makes it.
    """
    name = hashlib.sha256(f"{what}\n".encode() + sources).hexdigest()
    with _folder() as folder:
        found = None if folder is None else _read(folder, name)
        if found is None:
            found = make()
            if folder is not None:
                _write(folder, name, found)
    return found


@contextlib.contextmanager
def _folder() -> Iterator[int | None]:
    """The folder, opened; None if there can't be one, or if others could reach into it."""
    try:
        place = Path(settings.XDG_CACHE_HOME or Path.home() / ".cache", "bower")
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            place.mkdir(mode=0o700)
        opened = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except (OSError, RuntimeError):  # RuntimeError: this user has no home
        yield None
        return
    try:
        about = os.fstat(opened)
        is_own = about.st_uid == os.geteuid() and not about.st_mode & 0o077
        yield opened if is_own else None
    finally:
        os.close(opened)


def _read(folder: int, name: str) -> bytes | None:
    """The content of a file that is as it was written under this name; else None."""
    try:
        with os.fdopen(os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder), "rb") as file:
            digest, content = file.read(DIGEST), file.read()
            os.utime(file.fileno())
    except OSError:
        return None
    return content if digest == _digest(name, content) else None


def _write(folder: int, name: str, content: bytes) -> None:
    """Write a file as a whole, then make room. Where that fails, nothing is kept."""
    part = f"{name}.{secrets.token_hex(8)}"
    try:
        with os.fdopen(
            os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder), "wb"
        ) as file:
            file.write(_digest(name, content) + content)
        os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        # Delete what was used longest ago, and what a killed process left, beyond LIMIT
        found = []
        for each in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):  # another process made room
                about = os.stat(each, dir_fd=folder, follow_symlinks=False)
                found.append((about.st_mtime_ns, about.st_size, each))
        room = LIMIT
        for _used, size, each in sorted(found, reverse=True):
            room -= size
            if room < 0:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(each, dir_fd=folder)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(part, dir_fd=folder)


def _digest(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + content).digest()
