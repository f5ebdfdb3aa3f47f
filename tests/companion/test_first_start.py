"""A first start shows how far it is: a bar in a terminal, a line for each task elsewhere."""

import io
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from companion.server.bar import bar

pytestmark = pytest.mark.alike


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_has_a_bar_that_fills() -> None:
    out = Terminal()
    step = bar(out, "Making it")
    assert out.getvalue() == ""
    for done in (0, 1, 1, 200, 400):
        step(done, 400)
    assert out.getvalue() == "".join(
        (
            "\rMaking it  ░░░░░░░░░░░░░░░░░░░░░░░░   0 %",
            "\rMaking it  ████████████░░░░░░░░░░░░  50 %",
            "\rMaking it  ████████████████████████ 100 %\n",
        )
    )


def test_elsewhere_is_a_line() -> None:
    out = io.StringIO()
    step = bar(out, "Making it")
    assert out.getvalue() == ""
    for done in range(3):
        step(done, 2)
    assert out.getvalue() == "Making it.\n"


def fetch(folder: Path, *named: str) -> subprocess.CompletedProcess[str]:
    """Install packages as `make run` does, without an index to ask."""
    file = folder / "requirements.txt"
    file.write_text("".join(f"{one} \\\n    --hash=sha256:{'0' * 64}\n    # via nothing\n" for one in named))
    return subprocess.run(
        [sys.executable, "-m", "companion.serving.packages", str(file)],
        env={"PATH": os.environ["PATH"], "PIP_NO_INDEX": "1", "PIP_RETRIES": "0"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_packages_that_are_there_need_no_word_of_pip(tmp_path: Path) -> None:
    done = fetch(tmp_path, f"asgiref=={version('asgiref')}", f"sqlparse=={version('sqlparse')}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Fetching the packages.\n", "")


def test_what_pip_can_not_find_is_named(tmp_path: Path) -> None:
    done = fetch(tmp_path, "no-such-package-of-bower==1.0")
    assert done.returncode == 1
    assert "ERROR: No matching distribution found for no-such-package-of-bower==1.0" in done.stderr
    assert "WARNING" not in done.stderr
