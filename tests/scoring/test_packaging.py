"""The distribution: what the wheel and the sdist hold, and that the library runs from the wheel alone."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import scoring
from tests.house.trees import ROOT, kept_files

NAME = "bower_euchre"
INFO = f"{NAME}-{scoring.__version__}.dist-info"
MODULES = {path.relative_to(ROOT).as_posix() for path in (ROOT / "scoring").rglob("*.py")}
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "top_level.txt"}
BESIDE_THE_LIBRARY = {
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "docs/library.md",
    "pyproject.toml",
    "requirements/run.in",
    "requirements/metrics.in",
    "setup.cfg",
}
GAME = {
    "format": "bower.game/1",
    "variant": "partnership",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "entries": [{"kind": "hand", "maker": "Ann", "tricks": {"Ann & Cy": 5}}],
}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the sdist, made once even when several processes test."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "distribution"
    with (shared / "distribution.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build(copied(shared / "checkout"), folder)
    return folder


def copied(folder: Path) -> Path:
    """A copy of the checkout, because setuptools writes into the folder it builds from."""
    for path in kept_files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target)
    return folder


def build(checkout: Path, folder: Path) -> None:
    made = folder.with_suffix(".made")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(made), str(checkout)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    made.rename(folder)


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    return built / f"{NAME}-{scoring.__version__}-py3-none-any.whl"


@pytest.fixture(scope="session")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return BytesParser().parsebytes(archive.read(f"{INFO}/METADATA"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment that holds nothing but the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python)]
    subprocess.run([*install, "--offline", "--no-cache", "--no-index", "--no-deps", str(wheel)], check=True)
    return python.parent


def run(program: Path, *arguments: str, given: str = "") -> str:
    """What *program* prints, run away from the checkout."""
    command = [str(program), *arguments]
    done = subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", cwd=program.parent, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_wheel_holds_the_library_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert held == MODULES | {"scoring/py.typed"} | {f"{INFO}/{name}" for name in METADATA}


def test_the_sdist_holds_what_the_wheel_is_built_from(built: Path) -> None:
    top = f"{NAME}-{scoring.__version__}"
    with tarfile.open(built / f"{top}.tar.gz") as archive:
        held = {member.name.removeprefix(f"{top}/") for member in archive.getmembers() if member.isfile()}
    assert {name for name in held if not name.startswith(f"{NAME}.egg-info/")} == (
        MODULES | {"scoring/py.typed"} | BESIDE_THE_LIBRARY
    )


def test_the_library_needs_nothing_and_the_app_what_its_list_names(metadata: Message) -> None:
    needed = [str(line).replace(" ", "").split(";") for line in metadata.get_all("Requires-Dist", [])]
    assert {extra for _, extra in needed} == {'extra=="app"', 'extra=="metrics"'}
    for name, extra in (("run", 'extra=="app"'), ("metrics", 'extra=="metrics"')):
        lines = (ROOT / f"requirements/{name}.in").read_text().splitlines()
        listed = [line for line in lines if line and not line.startswith(("#", "-"))]
        assert sorted(canonical(one) for one, of in needed if of == extra) == sorted(map(canonical, listed))


def canonical(requirement: str) -> str:
    """A requirement with its extras and bounds in one order."""
    return str(Requirement(requirement)).casefold()


def test_the_distribution_is_named_and_dated_once(metadata: Message) -> None:
    assert (metadata["Name"], metadata["Version"]) == ("bower-euchre", scoring.__version__)
    assert metadata["License-Expression"] == "MIT"
    described = metadata.get_payload(decode=True)
    assert described == (ROOT / "docs/library.md").read_bytes()


def test_every_module_of_an_installed_library_needs_only_the_standard_library(installed: Path) -> None:
    names = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in sorted(MODULES)]
    lines = [f"import {name}" for name in names]
    lines += ["import scoring, sys", "print(scoring.__file__.startswith(sys.prefix))"]
    assert run(installed / "python", "-I", "-c", "\n".join(lines)) == "True\n"


def test_the_installed_program_tells_its_version(installed: Path) -> None:
    assert run(installed / "bower-score", "--version") == f"Bower {scoring.__version__}\n"


def test_the_installed_program_scores_a_game_as_the_library_does(installed: Path) -> None:
    scored = run(installed / "bower-score", "--json", "-", given=json.dumps(GAME) + "\n")
    assert json.loads(scored) == scoring.replay(scoring.from_json(GAME)).as_json()
    assert "Card 1" in run(installed / "bower-score", "trick", "--variant", "buck", "--trump", "hearts", "JH")
