"""What takes long to make is made once for a user of a machine, and nothing but what was written is used."""

import os
import resource
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from companion.server import cache as module
from companion.server.cache import kept

CONTENT = b"takes long " * 100


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a Bower with a cache of its own keeps things."""
    monkeypatch.setattr(settings, "XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "bower"


def makes(sources: bytes = b"sources", what: str = "thing", content: bytes = CONTENT) -> bool:
    """Is it made, not read? Either way it has to be the content."""
    made = []

    def make() -> bytes:
        made.append(sources)
        return content

    assert kept(what, sources, make) == content
    return bool(made)


def test_the_same_is_made_once(folder: Path) -> None:
    assert makes()
    assert not makes()
    assert makes(b"other sources", content=b"")
    assert makes(what="another thing")
    assert not makes(b"other sources", content=b"")
    modes = {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert (stat.S_IMODE(folder.stat().st_mode), modes) == (0o700, {0o600})


def cut(file: Path, _other: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def change(file: Path, _other: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1] + b"!")


def empty(file: Path, _other: Path) -> None:
    file.write_bytes(b"")


def exchange(file: Path, other: Path) -> None:
    """Whole, but kept for something else."""
    file.write_bytes(other.read_bytes())


def link(file: Path, other: Path) -> None:
    file.unlink()
    file.symlink_to(other)


@pytest.mark.parametrize("spoil", [cut, change, empty, exchange, link])
def test_a_file_that_is_not_as_it_was_written_is_made_again(
    folder: Path, spoil: Callable[[Path, Path], None]
) -> None:
    makes()
    (file,) = folder.iterdir()
    makes(b"other", content=b"of another")
    (other,) = set(folder.iterdir()) - {file}
    spoil(file, other)
    assert makes()
    assert not makes()


def open_to_the_group(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.chmod(0o770)


def of_somebody_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = folder.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)


def behind_a_link(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


@pytest.mark.parametrize("give", [open_to_the_group, of_somebody_else, behind_a_link])
def test_a_folder_that_others_could_reach_into_is_left_alone(
    folder: Path, give: Callable[[Path, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    makes()
    give(folder, monkeypatch)
    assert makes()
    assert makes(b"other sources")
    assert len(list(folder.iterdir())) == 1


def test_without_a_folder_all_is_made_each_time(folder: Path) -> None:
    folder.parent.write_bytes(b"")
    assert makes()
    assert makes()


def test_what_can_not_be_written_is_not_kept(folder: Path) -> None:
    makes(b"a first one")
    before = list(folder.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))  # as on a full disk
    try:
        assert makes()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(folder.iterdir()) == before
    assert makes()


def test_what_was_used_longest_ago_makes_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        makes(b"%d" % number)
        for file in folder.iterdir():
            os.utime(file, ns=(0, file.stat().st_mtime_ns - 10**9))
    assert not makes(b"0")
    monkeypatch.setattr(module, "LIMIT", 3 * (len(CONTENT) + module.DIGEST))
    makes(b"3")
    assert [number for number in (0, 2, 3) if makes(b"%d" % number)] == []
    assert makes(b"1")
