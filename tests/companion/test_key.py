"""The secret key: made once, kept safely, and never replaced beside a database with tables."""

import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from companion.serving import preparing
from companion.settings import kept_secret
from tests.companion.factories import table


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the key is kept; there is none yet, and none is set."""
    kept = tmp_path / "secret-key"
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(settings, "SECRET_KEY_FILE", kept)
    monkeypatch.setattr(settings, "SECRET_KEY_IS_SET", False)
    monkeypatch.setattr(settings, "SECRET_KEY", settings.SECRET_KEY)
    return kept


@pytest.mark.django_db
def test_the_first_start_keeps_the_key_and_the_next_one_uses_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = settings.SECRET_KEY
    preparing.keep_key()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret-key"]
    monkeypatch.setattr(settings, "SECRET_KEY", "of a process that started at the same moment")
    preparing.keep_key()
    assert settings.SECRET_KEY == first == kept_secret(file)


@pytest.mark.django_db
def test_no_new_key_is_made_beside_tables(file: Path) -> None:
    table()
    with pytest.raises(preparing.CannotStart, match="secret-key is missing: put it back from your backup"):
        preparing.keep_key()
    assert not file.exists()


@pytest.mark.django_db
def test_a_new_key_is_made_beside_tables_if_the_one_before_is_known(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table()
    monkeypatch.setattr(settings, "SECRET_KEY_FALLBACKS", [settings.SECRET_KEY])
    monkeypatch.setattr(settings, "SECRET_KEY", "a new key")
    preparing.keep_key()
    assert kept_secret(file) == "a new key"


@pytest.mark.django_db
def test_a_key_that_is_not_the_databases_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table()
    preparing.write_secret(file, settings.SECRET_KEY)
    preparing.keep_key()
    assert "secret key" not in caplog.text
    file.write_text("another key")
    preparing.keep_key()
    assert "no phone will be recognized" in caplog.text


def test_an_empty_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text(" \n")
    with pytest.raises(ImproperlyConfigured, match="secret-key is empty"):
        kept_secret(tmp_path / "secret-key")


def test_the_key_and_its_name_are_on_the_disk_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(stat.S_IFMT(os.fstat(handle).st_mode)))
    preparing.write_secret(tmp_path / "secret-key", "a key")
    assert synced == [stat.S_IFREG, stat.S_IFDIR]


@pytest.mark.parametrize("attempt", range(5))
def test_starts_at_the_same_moment_agree_on_the_key(tmp_path: Path, attempt: int) -> None:
    together = threading.Barrier(8)

    def start(number: int) -> str:
        together.wait()
        preparing.write_secret(tmp_path / "secret-key", f"key {number}")
        return kept_secret(tmp_path / "secret-key")

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(start, range(8)))) == 1


def test_what_others_could_read_is_closed_to_them(file: Path) -> None:
    for name in ("bower.sqlite3", "bower.sqlite3-wal", "secret-key"):
        (file.parent / name).touch(mode=0o644)
        (file.parent / name).chmod(0o644)
    preparing.close_to_others()
    assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()} == {0o600}
