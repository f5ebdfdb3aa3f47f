"""The files of the kit: the vendored script cut for a worker, and a pack that is the same every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.pocket import runtime
from companion.pocket.pack import imported
from tests.house.trees import ROOT

HASHED = """
import hashlib, json
from companion.pocket.pack import lowered
tables = "KINDS = GAPS = KIND_OF = LOWER = UPPER = FOLD = TITLE = 0"
pack = lowered(["scoring"], {"unicodedata_tables": tables})
print(hashlib.sha256(json.dumps(pack).encode()).hexdigest())
"""


def test_the_script_is_a_classic_one() -> None:
    script = runtime.script()
    assert "import.meta" not in script
    assert "export default" not in script
    assert "await import" not in script


def test_another_script_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "micropython.mjs"
    other.write_text(runtime.SCRIPT.read_text(encoding="utf-8").replace("locateFile:", "placeFile:"))
    monkeypatch.setattr(runtime, "SCRIPT", other)
    with pytest.raises(ValueError, match="it is another version"):
        runtime.script()


def test_a_pack_is_the_same_whatever_the_order_of_sets() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", HASHED],
            env={**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "companion.settings"},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_what_a_module_imports_is_found_and_not_what_its_functions_do() -> None:
    files = {
        "a/__init__.py": "",
        "a/first.py": "import a.second\nfrom b import third\ndef later():\n import a.fourth",
        "a/second.py": "",
        "a/fourth.py": "",
        "b/__init__.py": "import d",
        "b/third.py": "",
    }
    first = {"a/__init__.py", "a/first.py", "a/second.py", "b/__init__.py", "b/third.py"}
    assert imported(files, "a.first") == first
