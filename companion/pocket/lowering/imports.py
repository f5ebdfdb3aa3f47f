"""Imports: absolute, under the names on the phone, without those that only types needed."""

import ast
import sys
from contextlib import suppress

from companion.pocket.lowering.program import HELPERS, NATIVE, OF_MICROPYTHON, Module, Program
from companion.pocket.lowering.trees import PREFIX
from companion.pocket.lowering.untyped import is_type

# What the passes have written out: its import is never needed, whatever a variable is called.
WRITTEN_OUT = {
    ("dataclasses", "dataclass"),
    ("dataclasses", "field"),
    ("dataclasses", "replace"),
    ("functools", "cached_property"),
}


def without_unused(module: Module, program: Program, tree: ast.Module) -> ast.Module:
    """The tree without imports that only annotations or decorators used, and without ``__all__``."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    written = {node.id for node in module.nodes if isinstance(node, ast.Name)} | _in_quotes(module)
    kept: set[str] = set()
    for line in module.tree.body:
        if isinstance(line, ast.Assign) and _is_all(line):
            kept.update(ast.literal_eval(line.value))

    class Unused(ast.NodeTransformer):
        def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
            if node.level == 0 and node.module == "__future__":
                return None
            node.names = [one for one in node.names if (node.module, one.name) not in WRITTEN_OUT]
            node.names = [one for one in node.names if self._stays(one.asname or one.name)]
            return node if node.names else None

        def visit_Import(self, node: ast.Import) -> ast.AST | None:
            node.names = [one for one in node.names if self._stays(one.asname or one.name.split(".")[0])]
            return node if node.names else None

        def _stays(self, bound: str) -> bool:
            if bound in used:
                return True
            return (bound in kept or bound not in written) and not is_type(module, bound, program)

    tree = Unused().visit(tree)
    tree.body = [one for one in tree.body if not _is_all(one)]
    return tree


def _in_quotes(module: Module) -> set[str]:
    """Names in annotations that stand in quotes."""
    found: set[str] = set()
    for node in module.nodes:
        for part in ("annotation", "returns"):
            inside = getattr(node, part, None)
            for one in ast.walk(inside) if inside else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    with suppress(SyntaxError, ValueError):
                        named = ast.walk(ast.parse(one.value, mode="eval"))
                        found |= {name.id for name in named if isinstance(name, ast.Name)}
    return found


def _is_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def absolute(module: Module, program: Program, tree: ast.Module) -> ast.Module:
    """The tree with absolute imports under the names on the phone. Raises NotCarried for what isn't there."""

    class Absolute(ast.NodeTransformer):
        def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
            base = module.base_of(node)
            here: list[ast.alias] = []
            found: list[ast.stmt] = []
            for alias in node.names:
                _check(module, program, node, base, alias.name)
                part = program.modules.get(f"{base}.{alias.name}")
                if (
                    part and part.name != f"{base}.{alias.name}"
                ):  # a module that is no part of its package there
                    found.append(ast.Import([ast.alias(part.name, alias.asname or alias.name)]))
                else:
                    here.append(alias)
            return [*found, ast.ImportFrom(program.phone_name(base), here, 0)] if here else found

        def visit_Import(self, node: ast.Import) -> ast.AST:
            for alias in node.names:
                _check(module, program, node, alias.name, "")
                if "." in alias.name and not alias.asname:
                    raise module.refuse(node, f"import {alias.name} without a name of its own")
            names = [(one, program.phone_name(one.name)) for one in node.names]
            return ast.Import(
                [ast.alias(to, one.asname or (None if to == one.name else one.name)) for one, to in names]
            )

    made: ast.Module = Absolute().visit(tree)
    return made


def _check(module: Module, program: Program, node: ast.AST, base: str, name: str) -> None:
    if base.startswith(OF_MICROPYTHON):
        return
    if base in NATIVE:
        if name and name not in NATIVE[base]:
            raise module.refuse(node, f"the phone's {base} has no {name}")
        return
    target = program.modules.get(base)
    if target is None and f"{base}.{name}" not in program.modules:
        kind = "standard library" if base.split(".", maxsplit=1)[0] in sys.stdlib_module_names else "pack"
        raise module.refuse(node, f"no module {base} in the phone's {kind}")
    if (
        name
        and target is not None
        and name not in target.exported
        and f"{base}.{name}" not in program.modules
    ):
        raise module.refuse(node, f"the phone's {base} has no {name}")


def with_helpers(program: Program, tree: ast.Module) -> ast.Module:
    """The tree with imports of the helpers that it calls. Raises KeyError for a helper that isn't there."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used = sorted(one for one in names if one.startswith(PREFIX))
    homes = {name: home for home in reversed(HELPERS) for name in program.modules[home].exported}
    for home in HELPERS:
        own = [one for one in used if homes[one.removeprefix(PREFIX)] == home]
        if own:
            aliases = [ast.alias(one.removeprefix(PREFIX), one) for one in own]
            tree.body.insert(0, ast.ImportFrom(home, aliases, 0))
    return tree
