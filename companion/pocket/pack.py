"""The modules of a pack: where each comes from, and which are reached from the entry modules."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.pocket.lowering import Module, Program, lower
from companion.pocket.lowering.program import HELPERS, NATIVE, OF_MICROPYTHON, phone_name
from companion.pocket.lowering.shortening import shortened

ROOT = Path(__file__).resolve().parents[2]
POCKET = Path(__file__).resolve().parent
# Folders whose files replace a module of the same dotted name on the phone, the first before the second.
INSTEAD = (POCKET / "phone" / "names", POCKET / "standins")
OWN_PACKAGES = {"scoring", "companion"}


IMPORT = re.compile(r"^ *(?:from (?P<base>\S+) )?import (?P<names>.+)$", re.MULTILINE)
INDENT = re.compile(r"^ +", re.MULTILINE)  # a lowered source has no text of several lines
# Written for MicroPython as they are, in files that mypy and ruff read like any other.
NATIVE_MODULES = (*HELPERS, "companion.pocket.rendering.values", "companion.pocket.compiled")


def is_native(name: str) -> bool:
    """Whether a module is left as it is, types aside."""
    return name.startswith(NATIVE_MODULES)


def lowered(entries: Iterable[str], made: Mapping[str, str]) -> dict[str, str]:
    """Lowered source by file name on the phone, of the entry modules and all that they import.

    made: source by dotted name of modules that are no files. Raises NotCarried.
    """
    program = Program(_reached([*HELPERS, *entries], made))
    files: dict[str, str] = {}
    waiting = [*HELPERS, *entries]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name in seen or name not in program.modules:
            continue
        seen.add(name)
        module = program.modules[name]
        source = lower(module, program)
        files[_file(module)] = INDENT.sub(lambda found: " " * (len(found[0]) // 4), shortened(source))
        waiting += [*_parents(name), *_asked(source, program)]
    return dict(sorted(files.items()))


def _asked(source: str, program: Program) -> Iterator[str]:
    """The modules that a lowered source imports, by their name on the server."""
    for line in IMPORT.finditer(source):
        for alias in line["names"].split(","):
            name = alias.split()[0]
            for one in (line["base"], f"{line['base']}.{name}") if line["base"] else (name,):
                if found := program.on_phone.get(one):
                    yield found


def _reached(entries: Iterable[str], made: Mapping[str, str]) -> dict[str, Module]:
    """Every module that could be imported from the entries, whether the phone needs it or only its types."""
    found: dict[str, Module] = {}
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name in found or not (module := find(name, made)):
            continue
        found[name] = module
        waiting += _parents(name)
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
    """The module of that name as the phone has it; None without one."""
    if name in NATIVE or name.startswith(OF_MICROPYTHON):
        return None
    path = Path(*name.split("."))
    for folder in INSTEAD:
        if module := _read(name, folder / path):
            return module
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


def _file(module: Module) -> str:
    path = phone_name(module.name).replace(".", "/")
    flat = path.startswith("py_")  # a package of the standard library is one file
    return f"{path}/__init__.py" if module.package and not flat else f"{path}.py"
