"""Clients that others' generators make of the document play the sample games, and nothing is altered."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.api.document import document
from tests.api.test_generated_client import LONGEST
from tests.available import GENERATORS
from tests.effort import ALL
from tests.serving import ROOT, Bower

pytestmark = [pytest.mark.service, pytest.mark.generators]

PROGRAMS = ROOT / "tests" / "generators"
GAMES: list[dict[str, Any]] = [
    {
        "record": {name: value for name, value in one.record.items() if name != "entries"},
        "entries": [{"variant": variant, "entry": entry} for entry in one.record["entries"]],
        "corrected": {"variant": variant, "entry": {**one.record["entries"][-1], "note": "counted again"}},
    }
    for variant, one in LONGEST.items()
]
TYPED = """import type {{ {name} }} from "./{module}";
type Body<T> = {body};
type Game = {{ record: Body<{table}>; entries: Body<{entry}>[]; corrected: Body<{entry}> }};
export const games: Game[] = {games};
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the document, where the programs find what npm has installed."""
    (tmp_path / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    (tmp_path / "node_modules").symlink_to(GENERATORS / "node_modules")
    return tmp_path


def run(folder: Path, *command: str, good: Sequence[int] = (0,)) -> str:
    """What a program prints; its own words where it fails."""
    path = os.pathsep.join((str(GENERATORS / "node_modules" / ".bin"), str(Path(sys.executable).parent)))
    environment = {**os.environ, "PATH": path + os.pathsep + os.environ["PATH"], "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in good, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def played(printed: str) -> None:
    """Every entry came back as it was sent: added, without the last one, and with it as it was corrected."""
    for game, (added, removed, restored) in zip(GAMES, json.loads(printed), strict=True):
        entries = [one["entry"] for one in game["entries"]]
        assert added == entries
        assert removed == entries[:-1]
        assert restored == [*entries[:-1], game["corrected"]["entry"]]


def typescript(folder: Path, program: str, **typed: str) -> str:
    """The program, which is checked by its types with the games, as one file for node."""
    shutil.copy(PROGRAMS / program, folder)
    games = TYPED.format(games=json.dumps(GAMES), **typed)
    (folder / "games.ts").write_text(games, encoding="utf-8")
    options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"]
    run(folder, "tsc", *options, "--moduleResolution", "bundler", "--types", "node", program)
    run(folder, "esbuild", program, "--bundle", "--platform=node", "--format=esm", "--outfile=made.mjs")
    return "made.mjs"


def hey_api(folder: Path) -> list[str]:
    run(folder, "openapi-ts", "-i", "openapi.json", "-o", "hey", "-c", "@hey-api/client-fetch")
    program = typescript(
        folder,
        "hey.ts",
        name="AddEntryData, CreateTableData",
        module="hey/types.gen",
        body="T extends { body: infer B } ? B : never",
        table="CreateTableData",
        entry="AddEntryData",
    )
    return ["node", program]


def openapi_typescript(folder: Path) -> list[str]:
    run(folder, "openapi-typescript", "openapi.json", "-o", "types.ts")
    program = typescript(
        folder,
        "fetch.ts",
        name="paths",
        module="types",
        body='T extends { requestBody: { content: { "application/json": infer B } } } ? B : never',
        table='paths["/api/v1/tables/"]["post"]',
        entry='paths["/api/v1/tables/{table_id}/entries/"]["post"]',
    )
    return ["node", program]


def openapi_generator(folder: Path) -> list[str]:
    options = ["-g", "python", "-i", "openapi.json", "-o", ".", "--package-name", "made_client"]
    run(folder, "openapi-generator-cli", "generate", *options)
    return [sys.executable, str(PROGRAMS / "play.py")]


# A normal run takes one of TypeScript; tests/api/test_generated_client.py makes and plays one of Python.
CLIENTS = [hey_api, *([openapi_typescript, openapi_generator] if ALL else [])]


@pytest.mark.parametrize("made_by", CLIENTS, ids=lambda one: one.__name__)
def test_a_client_that_is_made_of_the_document_plays(
    bower: Bower, folder: Path, made_by: Callable[[Path], list[str]]
) -> None:
    (folder / "games.json").write_text(json.dumps(GAMES), encoding="utf-8")
    played(run(folder, *made_by(folder), bower.address, "games.json"))


def lint(folder: Path, *said: Any) -> list[set[str]]:
    """What spectral finds in each of these documents."""
    names = [f"linted-{number}.json" for number, _document in enumerate(said)]
    for name, one in zip(names, said, strict=True):
        (folder / name).write_text(json.dumps(one), encoding="utf-8")
    rules = {"extends": ["spectral:oas"], "rules": {"path-keys-no-trailing-slash": "off"}}
    (folder / ".spectral.json").write_text(json.dumps(rules), encoding="utf-8")
    options = ["-r", ".spectral.json", "-f", "json", "-o", "found.json"]
    run(folder, "spectral", "lint", *names, *options, good=(0, 1))
    found = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    return [{one["code"] for one in found if Path(one["source"]).name == name} for name in names]


def test_spectral_finds_nothing_in_the_document_and_a_reference_that_leads_nowhere(folder: Path) -> None:
    said = document()
    [path, operations] = next(iter(said["paths"].items()))
    spoilt = {**said, "paths": {path: operations}}
    spoilt = json.loads(json.dumps(spoilt).replace("#/components/schemas/Problem", "#/$defs/Problem", 1))
    of_whole, of_spoilt = lint(folder, said, spoilt)
    assert of_whole == set()
    assert "invalid-ref" in of_spoilt
