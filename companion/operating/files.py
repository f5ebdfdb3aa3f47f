"""Files that must be whole or not there: written under another name, synced, then named."""

import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.operating.words import Trouble

UNFINISHED = ".bower-unfinished-"
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS}


@contextmanager
def workroom(folder: Path) -> Iterator[Path]:
    """A new folder inside *folder* for unfinished files, which are removed at the end.

    One at a time: what another run left there when it was killed is removed first.
    """
    with _alone_in(folder):
        for left in folder.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left)
        room = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=folder))
        try:
            yield room
        finally:
            shutil.rmtree(room)


def make_folder(folder: Path) -> None:
    """Make the folder, for its owner only, unless it is there."""
    if not folder.is_dir():
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True)
        give_to_owner(folder)


def name_finally(draft: Path, file: Path) -> None:
    """Sync a file and give it its name. Raises Trouble if the name is taken: nothing is ever overwritten."""
    os.chmod(draft, PRIVATE_FILE)
    give_to_owner(draft, file.parent)
    sync(draft)
    try:
        os.link(draft, file)
    except FileExistsError:
        raise Trouble(f"{file} is there already: choose another name.") from None
    except OSError as error:
        if error.errno not in NO_LINKS or file.exists():
            raise
        os.rename(draft, file)
    sync(file.parent)


def put_in_place(draft: Path, file: Path, aside: Path) -> bool:
    """Sync a file and give it its name; one of that name becomes *aside*. Whether there was one."""
    os.chmod(draft, PRIVATE_FILE)
    give_to_owner(draft, file.parent)
    sync(draft)
    was_there = file.exists()
    if was_there:
        try:  # with two names where a file can have them: there is no moment without one in its place
            os.link(file, aside)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            os.rename(file, aside)
    os.rename(draft, file)
    sync(file.parent)
    return was_there


def sync(path: Path) -> None:
    """Wait until the disk has a file's content, or a folder's names."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def give_to_owner(path: Path, like: Path | None = None) -> None:
    """Let it belong to whom the folder around it (or *like*) belongs, where root does it for a service."""
    if os.geteuid() == 0:
        owner = (like or path.parent).stat()
        os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Trouble(
            f"Another backup or restore is at work in {folder}: try again when it is done."
        ) from None
    finally:
        os.close(handle)
