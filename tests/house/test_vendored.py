"""Files of others are listed in vendored.json beside them and are what they were."""

import hashlib
import json
import re
from pathlib import Path

from tests.house.trees import ROOT

FOLDERS = (ROOT / "static", ROOT / "companion" / "server" / "fonts")
NOTICE = ROOT / "NOTICE.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \| ([^|]+) \| \[[^]]+\]\(([^)]+)\) \|$", re.MULTILINE)
FORMATS = "companion/pocket/standins/formats.py"
FIELDS = {"file", "name", "version", "licence", "package", "source", "sha256"}
FOREIGN = re.compile(r"\.min\.|\.(woff2?|ttf|otf|wasm|mjs)$")


def faults(folder: Path) -> list[str]:
    listed = json.loads((folder / "vendored.json").read_text())
    assert listed
    assert all(set(entry) == FIELDS and all(entry.values()) for entry in listed)
    hashes = {entry["file"]: entry["sha256"] for entry in listed}
    present = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    changed = [
        name
        for name, expected in hashes.items()
        if name not in present or hashlib.sha256(present[name].read_bytes()).hexdigest() != expected
    ]
    return changed + [name for name in present if FOREIGN.search(name) and name not in hashes]


def test_every_vendored_file_is_the_one_listed() -> None:
    assert [fault for folder in FOLDERS for fault in faults(folder)] == []


def test_files_of_others_are_nowhere_else() -> None:
    kept = (*FOLDERS, ROOT / "var")  # where `make run` keeps compressed copies
    found = [path for path in ROOT.glob("[a-z]*/**/*") if FOREIGN.search(path.name)]
    elsewhere = [path for path in found if not any(folder in path.parents for folder in kept)]
    assert elsewhere == []


def test_the_notice_names_every_work_with_the_text_of_its_license() -> None:
    named = {row[:4]: row[4] for row in ROW.findall(NOTICE.read_text())}
    shipped = {
        (entry["name"], entry["version"], folder.relative_to(ROOT).as_posix() + "/", entry["licence"])
        for folder in FOLDERS
        for entry in json.loads((folder / "vendored.json").read_text())
    }
    assert shipped == {row for row in named if row[2].endswith("/")}
    texts = [text for text in named.values() if text != "#htmx"]
    assert [text for text in texts if not (ROOT / text).is_file()] == []


def test_the_notice_names_the_babel_of_which_the_formats_are() -> None:
    [version] = re.findall(r"Formats of Babel ([0-9.]+),", (ROOT / FORMATS).read_text())
    assert f"| of Babel {version} | `{FORMATS}` |" in NOTICE.read_text()


def test_a_changed_a_missing_and_an_unlisted_file_are_noticed(tmp_path: Path) -> None:
    entry = dict.fromkeys(FIELDS, "x")
    listed = [entry | {"file": "changed.js"}, entry | {"file": "missing.js"}]
    (tmp_path / "vendored.json").write_text(json.dumps(listed))
    (tmp_path / "changed.js").write_text("not what it was")
    (tmp_path / "unlisted.min.js").write_text("who knows")
    assert faults(tmp_path) == ["changed.js", "missing.js", "unlisted.min.js"]
