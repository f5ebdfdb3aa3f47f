"""The modules of a pack: where each comes from, and which are reached from the entry modules."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.pocket.lowering import Module, Program, lower
from companion.pocket.lowering.program import HELPERS, NATIVE, OF_MICROPYTHON
from companion.pocket.lowering.shortening import shortened
from companion.server.bar import Step, untold

ROOT = Path(__file__).resolve().parents[2]
POCKET = Path(__file__).resolve().parent
# What stands on the phone for modules of other names. A file that stands for several has all that is in them.
STAND_INS = {
    "phone.bank": "companion.store.bank",
    "phone.claims": "companion.store.disputes",
    "phone.entries": "companion.store",
    "phone.new_games": "companion.store.new_games companion.store.night_of_table",
    "phone.progress": "companion.store.progress",
    "phone.server": "companion.access.devices companion.rendering.localized companion.server.build"
    " companion.server.rates companion.server.stylesheets companion.store.deleted"
    " companion.store.moments companion.store.phones",
    "phone.surroundings": "secrets",
    "standins.babel": "babel babel.dates babel.numbers",
    "standins.datetime": "datetime",
    "standins.django": "django.conf django.core.exceptions django.http django.http.response"
    " django.middleware.csrf django.shortcuts django.template django.template.loader django.urls"
    " django.utils.cache django.utils.html django.utils.http django.utils.safestring"
    " django.utils.timezone django.utils.translation.trans_real django.views.decorators.cache"
    " django.views.decorators.http django_htmx.http",
    "standins.json": "json",
    "standins.library": "bisect collections collections.abc contextlib contextvars copy csv dataclasses"
    " decimal functools hashlib importlib io itertools urllib.parse uuid zoneinfo",
    "standins.re": "re",
    "standins.unicodedata": "unicodedata",
}
INSTEAD = {name: f"companion.pocket.{home}" for home, names in STAND_INS.items() for name in names.split()}
OWN_PACKAGES = {"scoring", "companion"}

IMPORT = re.compile(r"^ *(?:from (?P<base>\S+) )?import (?P<names>.+)$", re.MULTILINE)
# Written for MicroPython as they are, in files that mypy and ruff read like any other.
NATIVE_MODULES = (*HELPERS, "companion.rendering.values", "companion.rendering.compiled")


def is_native(name: str) -> bool:
    """Whether a module is left as it is, types aside."""
    return name.startswith(NATIVE_MODULES)


def lowered(entries: Iterable[str], made: Mapping[str, str], step: Step = untold) -> dict[str, str]:
    """Lowered source by file name on the phone, of the entry modules and all that they import.

    made: source by dotted name of modules that are no files. *step* is told of each module. Raises
    NotCarried.
    """
    program = Program(_reached([*HELPERS, *entries], made))
    files: dict[str, str] = {}
    waiting = [*HELPERS, *entries]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name not in program.modules or (module := program.modules[name]).name in seen:
            continue
        seen.add(module.name)
        source = lower(module, program)
        path = module.name.replace(".", "/")
        files[f"{path}/__init__.py" if module.package else f"{path}.py"] = shortened(source)
        waiting += [*_parents(module.name), *_asked(source)]
        step(len(files), len(program.modules))
    step(1, 1)
    return dict(sorted(files.items()))


def imported(files: Mapping[str, str], name: str) -> frozenset[str]:
    """Names of the files that are imported with a module, before it runs."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        file = f"{one.replace('.', '/')}.py"
        file = file if file in files else f"{file.removesuffix('.py')}/__init__.py"
        if file in files and file not in found:
            found.add(file)
            waiting += [*_parents(one), *_asked(re.sub(r"^ .*$", "", files[file], flags=re.MULTILINE))]
    return frozenset(found)


def _asked(source: str) -> Iterator[str]:
    """What a lowered source imports: modules, or names in them."""
    for line in IMPORT.finditer(source):
        for alias in line["names"].split(","):
            name = alias.split()[0]
            yield from (line["base"], f"{line['base']}.{name}") if line["base"] else (name,)


def _reached(entries: Iterable[str], made: Mapping[str, str]) -> dict[str, Module]:
    """Every module that could be imported from the entries, whether the phone needs it or only its types."""
    found: dict[str, Module] = {}
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name in found or not (module := found.get(INSTEAD.get(name, "")) or find(name, made)):
            continue
        found[name] = found.setdefault(module.name, module)
        waiting += _parents(module.name)
        for node in module.nodes:
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = module.base_of(node)
                waiting += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return dict(sorted(found.items()))


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def find(name: str, made: Mapping[str, str]) -> Module | None:
    """The module of that name as the phone has it, maybe under another name; None without one."""
    if name in NATIVE or name.startswith(OF_MICROPYTHON):
        return None
    name = INSTEAD.get(name, name)
    path = Path(*name.split("."))
    if name in HELPERS:
        return _read(name, POCKET / "standins" / path)
    if name in made:
        return Module(
            name,
            name,
            made[name],
            native=is_native(name),
            package=any(other.startswith(f"{name}.") for other in made),
        )
    return _read(name, ROOT / path) if path.parts[0] in OWN_PACKAGES else None


def _read(name: str, path: Path) -> Module | None:
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            place = file.relative_to(ROOT).as_posix()
            return Module(name, place, text, native=is_native(name), package=file.name == "__init__.py")
    return None
