"""No file names a machine it was written on or a place packages were fetched from."""

import json
import re
from pathlib import Path

import pytest

from tests.house.trees import ROOT, kept_files

# Split, so that this file passes its own check.
HOME = r"(?<![\w.{}])/" + r"(?:root|work|home|Users)/[\w.]"
REGISTRY = "|".join(
    ["py" + r"pi\.(?:org|io)", "python" + r"hosted\.org", "npm" + r"js\.(?:org|com)", "yarn" + r"pkg\.com"]
)
INDEX = r"--(?:extra-)?index" + "-url|--find" + "-links"
TELLTALE = re.compile(f"{HOME}|{REGISTRY}|^{INDEX}", re.MULTILINE)


def telltales(content: bytes) -> list[str]:
    """None for a file that is not text."""
    try:
        return [match[0] for match in TELLTALE.finditer(content.decode())]
    except UnicodeDecodeError:
        return []


def test_no_file_tells_where_it_was_made() -> None:
    # What others wrote stays as they made it: tests/house/test_vendored.py.
    listed = json.loads((ROOT / "static" / "vendored.json").read_text())
    vendored = {Path("static", entry["file"]) for entry in listed}
    files = [path for path in kept_files() if path not in vendored]
    assert Path("tests/house/test_words.py") in files
    found = {path.as_posix(): telltales((ROOT / path).read_bytes()) for path in files}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "line",
    [
        "see /" + "root/x",
        "'/" + "home/ann/bower'",
        "https://py" + "pi.org/simple",
        "--index" + "-url http://x",
    ],
)
def test_a_telltale_is_noticed(line: str) -> None:
    assert len(telltales(f"first\n{line}\n".encode())) == 1


@pytest.mark.parametrize("line", ["{% url 'home' %}", "templates/home/_name.html", "a tree’s root/leaf"])
def test_an_ordinary_line_is_left_alone(line: str) -> None:
    assert telltales(line.encode()) == []
