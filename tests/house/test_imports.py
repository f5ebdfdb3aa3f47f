"""The import table of CONTRIBUTING.md, and what the library and the templates may not use."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tests.house.trees import ROOT, modules

# What games are made of can't ask for a game.
KNOWS_THE_GAMES = ("scoring.variants", "scoring.VARIANTS", "scoring.record")
ROWS = {
    "Entry",
    "ChipSet",
    "Tick",
    "HandStarted",
    "Link",
    "Recovery",
    "Phone",
    "Access",
    "Dispute",
    "HandInProgress",
    "Group",
    "GroupRules",
    "GroupLink",
    "GroupPhone",
    "Person",
    "GameFacts",
    "PlayerFacts",
    "HandFacts",
    "Night",
    "NightPlayer",
    "NightRound",
    "NightTable",
    "NightFix",
}
# Packages of companion from the top down: a module imports from its own package and from those in rows below.
FLOORS = (
    ("operating", "serving"),
    ("pocket",),
    ("api",),
    ("views",),
    ("forgetting",),
    ("bank", "live"),
    ("store",),
    ("forms", "recap"),
    ("pages",),
    ("rules", "server", "night", "stats"),
    ("log",),
    ("wording", "access", "rendering"),
)
FLOOR = {package: floor for floor, packages in enumerate(FLOORS) for package in packages}
# What stays beside the packages and may import from any of them.
ON_TOP = {"settings", "urls", "apps", "models", "asgi", "wsgi", "management", "migrations", "templatetags"}
# They reach the database itself, no row: is it there, and close what a thread of its own has opened.
HOLD_A_CONNECTION = {"companion/views/health.py", "companion/api/delivery.py"}
# Packages without a query of their own: they ask the store.
WITHOUT_ROWS = ("views", "forms", "api", "pages", "rules", "recap", "wording", "log")
UNCERTAIN = {
    "time",
    "random",
    "secrets",
    "uuid",
    "os",
    "pathlib",
    "socket",
    "subprocess",
    "threading",
    "decimal",
}
QUERY = re.compile(r"{[{%][^}]*?\.(objects|all|filter|exclude|values|select_related|\w+_set)\b[^}]*?[%}]}")


def imports(path: Path, tree: ast.Module) -> Iterator[str]:
    """Every import as a full dotted name, the relative ones too: `from .a import b` gives `package.a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package_of(path)[: len(path.parts) - node.level] if node.level else []
            base = [*base, *(node.module.split(".") if node.module else [])]
            yield from (".".join([*base, alias.name]) for alias in node.names)


def package_of(path: Path) -> list[str]:
    return list(path.with_suffix("").parts)


def scoring_faults(path: Path, source: str) -> list[str]:
    tree = ast.parse(source)
    names = list(imports(path, tree))
    faults = [name for name in names if name.split(".")[0] not in sys.stdlib_module_names | {"scoring"}]
    if path.name != "__main__.py":
        faults += [name for name in names if name.split(".")[0] in UNCERTAIN]
    if path.parts[:2] == ("scoring", "variants") and path.name != "__init__.py":
        faults += [name for name in names if is_another_variant(name, path.stem)]
    if path.parts[:2] == ("scoring", "phases") or path == Path("scoring/follow.py"):
        faults += [name for name in names if name.startswith(KNOWS_THE_GAMES)]
    return faults + [what for node in ast.walk(tree) for what in inexact(node)]


def is_another_variant(name: str, own: str) -> bool:
    parts = name.split(".")
    return parts[:2] == ["scoring", "variants"] and [*parts, ""][2] not in {"base", own}


def inexact(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield f"the float {node.value}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        yield f"{ast.unparse(node)} gives a float"


def companion_faults(path: Path, source: str) -> list[str]:
    tree = ast.parse(source)
    names = list(imports(path, tree))
    of_models = [name for name in names if f"{name}.".startswith("companion.models.")]
    if package(path) in WITHOUT_ROWS:
        faults = of_models + [name for name in names if f"{name}.".startswith("django.db.")]
        faults += [ast.unparse(node) for node in ast.walk(tree) if is_manager(node)]
        return [] if path.as_posix() in HOLD_A_CONNECTION else faults
    if is_store(path) or package(path) == "models":
        return []
    rows = [name for name in of_models if name.split(".")[-1] in ROWS | {"*"}]
    return rows + [row for node in ast.walk(tree) for row in row_reached(node)]


def arrows_up(path: Path, source: str) -> list[str]:
    """Imports of companion that run sideways or back up, against the order of FLOORS."""
    own = package(path)
    if own not in FLOOR:
        return [] if own in ON_TOP else [f"{path} is in no package"]
    names = [name.split(".") for name in imports(path, ast.parse(source))]
    inside = [parts[1] for parts in names if parts[0] == "companion" and len(parts) > 1]
    return [other for other in inside if other != own and other in FLOOR and FLOOR[other] <= FLOOR[own]]


def package(path: Path) -> str:
    """The package of companion that a module is in; its own name for a module beside the packages."""
    return path.with_suffix("").parts[1]


def is_store(path: Path) -> bool:
    return package(path) in ("store", "forgetting")


def is_manager(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in {"objects", "_default_manager"}


def row_reached(node: ast.AST) -> Iterator[str]:
    """A row model taken from its module or from Django's registry rather than imported by name."""
    if isinstance(node, ast.Attribute) and node.attr in ROWS and ast.unparse(node.value).endswith("models"):
        yield ast.unparse(node)
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("get_model"):
        yield ast.unparse(node)


def template_faults(source: str) -> list[str]:
    return [match[0] for match in QUERY.finditer(source)]


def found(package: str, faults: Callable[[Path, str], list[str]]) -> dict[Path, list[str]]:
    """What is wrong in the modules of a package, by module."""
    all_of_them = {path: faults(path, (ROOT / path).read_text()) for path in modules(package)}
    return {path: said for path, said in all_of_them.items() if said}


def test_scoring_is_pure() -> None:
    assert found("scoring", scoring_faults) == {}


def test_the_app_keeps_to_the_table() -> None:
    assert found("companion", companion_faults) == {}


def test_imports_run_down() -> None:
    wrong = found("companion", arrows_up)
    wrong.pop(Path("companion/__init__.py"), None)
    assert wrong == {}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/log/table.py", "from companion.pages.board import board"),
        ("companion/log/table.py", "from companion.views import hand"),
        ("companion/store/entries.py", "from companion.live.hub import Hub"),
        ("companion/bank/journal.py", "from companion import live"),
        ("companion/bank/journal.py", "from ..live import hub"),
        ("companion/wording/names.py", "import companion.access.links"),
        ("companion/loose.py", "import json"),
    ],
)
def test_an_arrow_up_is_noticed(path: str, source: str) -> None:
    assert len(arrows_up(Path(path), source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/views/table.py", "from companion.pages.board import board\nfrom companion import store"),
        (
            "companion/log/table.py",
            "from companion.log.disputes import Dispute\nfrom companion.access import links",
        ),
        ("companion/management/commands/serve.py", "from companion.live import hub"),
    ],
)
def test_an_arrow_down_is_left_alone(path: str, source: str) -> None:
    assert arrows_up(Path(path), source) == []


def test_the_row_models_are_the_ones_named_here() -> None:
    models = {model.__name__ for model in apps.get_app_config("companion").get_models()}
    assert models >= ROWS


def test_templates_query_nothing() -> None:
    templates = sorted((ROOT / "templates").rglob("*.*"))
    faults = {path.name: template_faults(path.read_text()) for path in templates}
    assert len(faults) > 5
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("scoring/game.py", "import django"),
        ("scoring/game.py", "from companion import store"),
        ("scoring/game.py", "from ..companion import store"),
        ("scoring/game.py", "def late():\n    import requests"),
        ("scoring/game.py", "import random"),
        ("scoring/game.py", "from time import time"),
        ("scoring/game.py", "half = 0.5"),
        ("scoring/game.py", "half = 1 / 2"),
        ("scoring/variants/buck.py", "from . import partnership"),
        ("scoring/variants/buck.py", "from .partnership import VARIANT"),
        ("scoring/variants/buck.py", "from scoring.variants.partnership import VARIANT"),
        ("scoring/variants/buck.py", "import scoring.variants.partnership"),
        ("scoring/variants/buck.py", "from ..variants import VARIANTS"),
        ("scoring/phases/play.py", "from ..variants import VARIANTS"),
        ("scoring/phases/play.py", "from ..variants.base import State"),
        ("scoring/follow.py", "from .variants import buck"),
    ],
)
def test_a_library_module_out_of_line_is_noticed(path: str, source: str) -> None:
    assert len(scoring_faults(Path(path), source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("scoring/game.py", "import dataclasses\nfrom scoring import cards\nfrom .variants import buck"),
        ("scoring/variants/buck.py", "from .base import Variant\nfrom ..refusal import Refusal"),
        ("scoring/variants/__init__.py", "from . import partnership"),
        ("scoring/__main__.py", "import os"),
        ("scoring/game.py", "half = 1 // 2"),
    ],
)
def test_a_library_module_in_line_is_left_alone(path: str, source: str) -> None:
    assert scoring_faults(Path(path), source) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/views/table.py", "from companion.models import Game"),
        ("companion/views/table.py", "from ..models import Game"),
        ("companion/views/table.py", "from companion import models"),
        ("companion/views/table.py", "from .. import models"),
        ("companion/views/table.py", "import companion.models"),
        ("companion/views/table.py", "from django.db import connection"),
        ("companion/views/table.py", "game.entries.model.objects"),
        ("companion/forms/hand.py", "from companion.models import Game"),
        ("companion/pages/board.py", "from ..models import Game"),
        ("companion/api/views.py", "from companion.models import Game"),
        ("companion/access/devices.py", "from companion.models import Entry"),
        ("companion/access/devices.py", "from ..models import Entry"),
        ("companion/access/devices.py", "from companion.models import *"),
        ("companion/access/devices.py", "from companion import models\nmodels.Entry.objects"),
        ("companion/recap/text.py", "from ..models import Entry"),
        ("companion/log/rights.py", "from companion.models import Entry"),
        ("companion/log/rights.py", "from django.db import transaction"),
        ("companion/wording/names.py", "from django.db import connection"),
        ("companion/live/hub.py", "from django.apps import apps\napps.get_model('companion', 'Entry')"),
    ],
)
def test_an_app_module_out_of_line_is_noticed(path: str, source: str) -> None:
    assert len(companion_faults(Path(path), source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/store/entries.py", "from companion.models import Entry, Game"),
        ("companion/store/rows.py", "from ..models import Entry"),
        ("companion/access/devices.py", "from companion.models import Game"),
        ("companion/views/table.py", "from companion import access, store\nfrom scoring.shape import Entry"),
    ],
)
def test_an_app_module_in_line_is_left_alone(path: str, source: str) -> None:
    assert companion_faults(Path(path), source) == []


@pytest.mark.parametrize(
    "source",
    [
        "{% for game in games.all %}",
        "{{ game.entries.filter }}",
        "{{ Game.objects }}",
        "{% if game.entry_set.count %}",
    ],
)
def test_a_querying_template_is_noticed(source: str) -> None:
    assert len(template_faults(source)) == 1


@pytest.mark.parametrize("source", ["{{ game.allowed }}", "Ask them .all", "{% if a %}.all{% endif %}"])
def test_an_ordinary_template_is_left_alone(source: str) -> None:
    assert template_faults(source) == []


def test_a_bench_is_loaded_before_there_are_settings() -> None:
    """Each configures Bower in its own way; a test module that it uses must not need settings to be read."""
    environment = {name: text for name, text in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", "import tests.bench.__main__"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
