"""`make release`: its two commits, and what its files say of Bower."""

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

import scoring
from tests import release
from tests.house.trees import ROOT


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the repository whose version has not been released."""
    folder = tmp_path / "bower"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), str(folder)], check=True)
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.setenv(name, "bower")
    monkeypatch.setattr(release, "ROOT", folder)
    release.set_version("7.1.0.dev0")
    changes = folder / "CHANGELOG.md"
    changes.write_text(f"{release.UNRELEASED}\nA new game.\n\n## 7.0.0 (2031-01-01)\n\nOld.\n")
    release.committed("the version before")
    return folder


def test_a_release_is_a_commit_and_the_next_version_another(clone: Path) -> None:
    commit = release.released("7.1.0")
    assert release.version_of(clone) == "7.1.0"
    assert release.said(clone, "7.1.0").endswith("\n\nA new game.\n\n")
    opens = (clone / "tests/companion/test_databases_of_releases.py").read_text()
    newest = max((clone / "companion/migrations").glob("0*.py")).stem
    assert f'    Stored("7.1.0", "{newest}"),\n]\n' in opens
    assert {path.suffix for path in (clone / release.STORED).glob("bower-7.1.0.*")} == {".gz"}
    release.begun("7.1.0")
    assert release.version_of(clone) == "7.2.0.dev0"
    assert release.said(clone, "7.2.0.dev0") == "## Unreleased\n\n"
    assert release.git("log", "-2", "--format=%s") == "release: 7.2.0 begins\nrelease: 7.1.0"
    assert release.git("rev-parse", "HEAD~") == commit
    assert release.git("status", "--porcelain") == ""


def test_what_cannot_be_released_is_said(clone: Path) -> None:
    with pytest.raises(SystemExit, match=r"the next release is 7\.1\.0"):
        release.released("8.0.0")
    (clone / "CHANGELOG.md").write_text("# Changelog\n")
    with pytest.raises(SystemExit, match="aren’t committed"):
        release.released("7.1.0")
    release.committed("nothing to tell")
    with pytest.raises(SystemExit, match="Unreleased"):
        release.released("7.1.0")


def test_the_bill_names_every_package_and_every_file_of_others() -> None:
    made = datetime(2031, 1, 1, tzinfo=UTC)
    bill = release.bill(ROOT, scoring.__version__, made)
    listed = {one["name"].lower(): one for one in json.loads(bill)["components"]}
    lines = (ROOT / "requirements/run.txt").read_text().splitlines()
    pinned = {
        line.split("==")[0].split("[")[0].lower() for line in lines if "==" in line[:60] and line[0].isalpha()
    }
    files = {
        one["file"].lower()
        for path in ROOT.glob("*/**/vendored.json")
        for one in json.loads(path.read_text())
    }
    files |= {one["file"].lower() for one in json.loads((ROOT / "static/vendored.json").read_text())}
    assert set(listed) == pinned | files
    assert all(one["hashes"] for one in listed.values())
    assert bill == release.bill(ROOT, scoring.__version__, made)
