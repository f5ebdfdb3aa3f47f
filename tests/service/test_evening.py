"""The example program records whole evenings at Bower as it is run, and ends as the command line does."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scoring.vectors import vectors
from tests.serving import ROOT, Bower

pytestmark = pytest.mark.service

PROGRAM = ROOT / "examples" / "evening.py"
LONGEST = 80
# The longest good sample game of each variant.
GAMES = {
    one.record["variant"]: one
    for one in sorted(vectors(), key=lambda one: len(one.record.get("entries", ())))
    if "error" not in one.expect
}


def test_it_is_short_and_of_the_standard_library() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST
    imported = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("variant", GAMES)
def test_an_evening_ends_as_on_the_command_line(bower: Bower, tmp_path: Path, variant: str) -> None:
    game = tmp_path / "game.json"
    game.write_text(json.dumps(GAMES[variant].record), encoding="utf-8")
    by_api = run(str(PROGRAM), bower.address, str(game))
    by_command = run("-m", "scoring", "--json", str(game))
    assert len(by_command["hands"]) >= 3
    assert by_api == by_command


def run(*arguments: str) -> dict[str, list[object]]:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    said: dict[str, list[object]] = json.loads(done.stdout)
    return said
