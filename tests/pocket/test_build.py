"""The files of the kit: the vendored script cut for a worker, and a pack that is the same every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.pocket import runtime
from tests.house.trees import ROOT

HASHED = """
import hashlib, json
from companion.pocket.pack import lowered
from companion.pocket import characters
pack = lowered(["scoring"], {characters.NAME: "KINDS = GAPS = KIND_OF = LOWER = UPPER = FOLD = TITLE = 0"})
print(hashlib.sha256(json.dumps(pack).encode()).hexdigest())
"""


def test_the_script_is_a_classic_one() -> None:
    script = runtime.script()
    assert "import.meta" not in script
    assert "export default" not in script
    assert "await import" not in script.replace('await import("module")', "")  # inside a function, for Node


def test_another_script_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "micropython.mjs"
    other.write_text(runtime.SCRIPT.read_text(encoding="utf-8").replace("locateFile:", "placeFile:"))
    monkeypatch.setattr(runtime, "SCRIPT", other)
    with pytest.raises(ValueError, match="it is another version"):
        runtime.script()


def test_another_wasm_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "micropython.wasm"
    other.write_bytes(b"\0" + runtime.WASM.read_bytes())
    monkeypatch.setattr(runtime, "WASM", other)
    with pytest.raises(ValueError, match="it is another version"):
        runtime.wasm()


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
