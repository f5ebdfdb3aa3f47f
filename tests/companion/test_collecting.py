"""A start collects and compresses the static files when one has changed, and otherwise leaves them."""

import io
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from whitenoise.compress import Compressor

from companion.server.bar import bar
from companion.serving.preparing import collect

pytestmark = pytest.mark.alike


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a small set of static files was collected for the first time, with a cache of its own."""
    monkeypatch.setattr(settings, "XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "one.css").write_text("a { color: red }" * 100)
    (source / "two.js").write_text("run()")
    storages = {"staticfiles": {"BACKEND": "companion.server.stylesheets.SlimStorage"}}
    root = tmp_path / "static"
    with override_settings(VAR_DIR=tmp_path, STATIC_ROOT=root, STATICFILES_DIRS=[source], STORAGES=storages):
        collect()
        assert {"one.css", "one.css.br", "one.css.gz", "staticfiles.json"} < {
            file.name for file in root.iterdir()
        }
        yield tmp_path


def collects(made: Path) -> bool:
    """Does a start write the files once more?"""
    manifest = made / "static" / "staticfiles.json"
    manifest.touch()
    before = manifest.stat().st_mtime_ns
    collect()
    return manifest.stat().st_mtime_ns != before


def test_nothing_is_collected_twice(made: Path) -> None:
    assert not collects(made)


def test_a_start_says_what_takes_long_and_only_then(made: Path) -> None:
    out = io.StringIO()
    collect(lambda _step: None, partial(bar, out))
    assert out.getvalue() == ""
    (made / "static.stamp").unlink()
    collect(lambda step: step(0, 1), partial(bar, out))
    assert out.getvalue() == "Making what phones need without a network.\nCompressing what phones fetch.\n"


def test_a_second_folder_takes_from_the_cache_what_is_compressed(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compress(data: bytes) -> bytes:
        raise AssertionError("expected what is compressed to be kept")

    for kind in ("compress_brotli", "compress_gzip"):
        monkeypatch.setattr(Compressor, kind, staticmethod(compress))
    with override_settings(VAR_DIR=made / "second", STATIC_ROOT=made / "second" / "static"):
        (made / "second").mkdir()
        collect()
    first, second = (
        {file.name: file.read_bytes() for file in folder.iterdir()}
        for folder in (made / "static", made / "second" / "static")
    )
    assert first == second


def test_a_file_and_its_copy_with_a_fingerprint_are_compressed_once(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed: list[bytes] = []
    monkeypatch.setattr(settings, "XDG_CACHE_HOME", str(made / "another"))

    def compress(data: bytes) -> bytes:
        compressed.append(data)
        return b"br"

    monkeypatch.setattr(Compressor, "compress_brotli", staticmethod(compress))
    (made / "static" / "staticfiles.json").write_bytes(b"")
    assert collects(made)
    assert len(compressed) == len(set(compressed)) > 1
    files = {file.name: file.read_bytes() for file in (made / "static").glob("one*")}
    for ending in ("", ".br", ".gz"):
        assert len({content for name, content in files.items() if name.endswith(f".css{ending}")}) == 1
        assert sum(name.endswith(f".css{ending}") for name in files) == 2


def test_a_file_that_has_changed_is_collected(made: Path) -> None:
    changed = made / "source" / "two.js"
    changed.write_text("ran()")
    os.utime(changed, (2_000_000_000, 2_000_000_000))  # Django compares whole seconds
    assert collects(made)
    assert (made / "static" / "two.js").read_text() == "ran()"
    assert not collects(made)


def test_what_is_missing_or_cut_off_is_collected_again(made: Path) -> None:
    for name in ("one.css.br", "staticfiles.json"):
        (made / "static" / name).write_bytes(b"")
        assert collects(made)
        assert (made / "static" / name).stat().st_size > 0


def test_a_start_that_was_interrupted_is_made_good(made: Path) -> None:
    (made / "static.stamp").unlink()
    assert collects(made)
