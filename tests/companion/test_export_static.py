"""Bower without a server as a folder of files: what is in it, and that it is the same each time."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.edition import BASE, ZIP, edition, exported
from tests.shelf import ROOT, shelf

ADDRESS = re.compile(r'(?:href|src|action|hx-post|hx-get|data-worker|data-carried)="([^"#?]+)')
NEEDS_A_SERVER = re.compile(rf"{BASE}(?:join|groups|pairing|https|J|nights)/")


@pytest.fixture(scope="module")
def folder() -> Path:
    return edition() / BASE.strip("/")


def test_the_same_sources_give_the_same_files_and_zip(folder: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "again"
    earlier.mkdir()
    (earlier / ".bower").touch()  # the command's own mark
    (earlier / "of-an-earlier-version.html").touch()
    again = exported(earlier, "--zip", str(tmp_path / "again.zip"))
    names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(again) for path in again.rglob("*") if path.is_file())
    assert [name for name in names if (folder / name).read_bytes() != (again / name).read_bytes()] == []
    assert (tmp_path / "again.zip").read_bytes() == (shelf() / ZIP).read_bytes()


def test_a_page_leads_nowhere_but_to_bower_and_brings_its_policy(folder: Path) -> None:
    pages = sorted(folder.rglob("*.html"))
    assert len(pages) > 15
    for page in pages:
        text = page.read_text(encoding="utf-8")
        addresses = set(ADDRESS.findall(text)) - {""}
        assert [one for one in addresses if not one.startswith(BASE)] == []
        assert [one for one in addresses if NEEDS_A_SERVER.match(one)] == []
        files = [one for one in addresses if "/static/" in one or one.endswith((".js", ".webmanifest"))]
        assert [one for one in files if not (folder / one.removeprefix(BASE)).is_file()] == []
        [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert "default-src 'none'" in policy
        assert "frame-ancestors" not in policy


def test_a_key_and_a_day_are_left_to_the_phone(folder: Path) -> None:
    page = (folder / "games/new/partnership/index.html").read_text(encoding="utf-8")
    assert re.findall(r'name="(key|today|played_on|csrfmiddlewaretoken)"[^>]*value="([^"]*)"', page) == [
        ("csrfmiddlewaretoken", ""),
        ("key", ""),
        ("today", ""),
        ("played_on", ""),
    ]


@pytest.mark.parametrize("base", ["bower/", "/bower", "/b wer/"])
def test_what_is_no_path_is_refused(tmp_path: Path, base: str) -> None:
    with pytest.raises(CommandError, match="begins and ends with a slash"):
        call_command("export_static", str(tmp_path / "new"), base=base)
    assert not (tmp_path / "new").exists()


def test_what_is_somebody_elses_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.txt").touch()
    command = [sys.executable, "manage.py", "export_static", str(tmp_path)]
    settings = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(tmp_path / "var")}
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "other files" in done.stderr
    assert (tmp_path / "own.txt").is_file()
