"""What the kit asks of MicroPython is in its wasm: tests/reached.py leaves out the rest."""

import ast
import json
import symtable
from collections.abc import Iterator

from companion.pocket.build import PACKS
from tests.reached import KEPT
from tests.shelf import usual

OF_THE_PAGE = "phone"  # a module that the glue registers


def test_what_the_kit_imports_and_names_is_kept() -> None:
    files = json.loads((usual() / "kit" / PACKS["pack"]).read_text(encoding="utf-8"))
    modules = {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in files}
    lost = set()
    for path, source in files.items():
        asked = {one for one in _asked(ast.parse(source)) if one[0] not in {*modules, OF_THE_PAGE}}
        asked |= {("builtins", name) for name in _free(symtable.symtable(source, path, "exec"))}
        for module, name in asked:
            if module not in KEPT or name not in {*(KEPT[module] or {name}), ""}:
                lost.add((path, module, name))
    assert not lost


def _asked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Modules that are imported, each with the names that are taken from it, or with none."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update({alias.asname or alias.name: alias.name for alias in node.names})
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
            yield names[node.value.id], node.attr


def _free(table: symtable.SymbolTable) -> set[str]:
    """Names that a module uses and nothing in it binds."""
    bound = {one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported()}
    bound |= {one.get_name() for one in table.get_symbols() if one.is_namespace()}
    return {*_used(table)} - bound


def _used(table: symtable.SymbolTable) -> Iterator[str]:
    for one in table.get_symbols():
        if one.is_referenced() and (one.is_global() or table.get_type() == "module"):
            yield one.get_name()
    for inner in table.get_children():
        yield from _used(inner)
