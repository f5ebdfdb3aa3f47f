"""The modules of a pack, and what the passes ask about them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

# Modules that are part of MicroPython, as lowered code and stand-ins may import them.
NATIVE = {"math": {"ceil", "cos", "floor", "frexp", "pi", "radians", "sin", "sqrt"}}
SETS = ("set", "frozenset")
# Stand-ins that lowered modules call; they are written for MicroPython as they are.
HELPERS = ("lowered", "lowered_text")
# A stand-in imports a module of MicroPython that CPython has too under this prefix.
OF_MICROPYTHON = "native_"


class NotCarried(Exception):
    """Source that would not run on the phone as it runs on the server; the message begins with its place."""


@dataclass(frozen=True)
class Module:
    """One module of a pack.

    name: dotted, as it is called on the phone. path: of its file, for messages. native: written for
    MicroPython, so it isn't lowered. package: whether it is a package.
    """

    name: str
    path: str
    text: str
    native: bool = False
    package: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree as written; not to be changed."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def local(self) -> frozenset[str]:
        """Names of parameters and variables, wherever they are."""
        parameters = {node.arg for node in self.nodes if isinstance(node, ast.arg)}
        names = (node for node in self.nodes if isinstance(node, ast.Name))
        return frozenset(parameters | {node.id for node in names if isinstance(node.ctx, ast.Store)})

    def refuse(self, node: ast.AST, why: str) -> NotCarried:
        """The error of a node: the line of this file, and why."""
        return NotCarried(f"{self.path}:{getattr(node, 'lineno', 0)}: {why}")

    def base_of(self, node: ast.ImportFrom) -> str:
        """The absolute name of the module that an import names."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        parts = parts[: len(parts) - node.level + self.package]
        return ".".join([*parts, *([node.module] if node.module else [])])

    @cached_property
    def imported(self) -> dict[str, tuple[str, str]]:
        """By bound name: module and name in it, "" for the module itself. Imports inside functions too."""
        found: dict[str, tuple[str, str]] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found[alias.asname or alias.name.split(".")[0]] = (alias.name, "")
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    found[alias.asname or alias.name] = (self.base_of(node), alias.name)
        return found

    @cached_property
    def defined(self) -> dict[str, list[ast.FunctionDef | ast.ClassDef]]:
        """Functions and classes by name, nested ones and methods too."""
        found: dict[str, list[ast.FunctionDef | ast.ClassDef]] = {}
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.setdefault(node.name, []).append(node)
        return found

    @cached_property
    def exported(self) -> frozenset[str]:
        """Names bound at the top level of the module."""
        return frozenset(name for node in self.tree.body for name in _bound(node))


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0]
    elif isinstance(node, ast.If | ast.Try | ast.For | ast.With):
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.stmt):
                yield from _bound(inner)
    for part in ast.walk(node) if not isinstance(node, ast.FunctionDef | ast.ClassDef) else ():
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


@dataclass
class Program:
    """All modules of a pack by dotted name; one that stands for others by their names, too."""

    modules: dict[str, Module] = field(default_factory=dict)
    types: dict[str, set[str]] = field(default_factory=dict)  # names that are only types, by module; a cache

    def phone_name(self, name: str) -> str:
        """The name on the phone of the module that other modules import under this name."""
        return self.modules[name].name if name in self.modules else name.removeprefix(OF_MICROPYTHON)

    @cached_property
    def _methods(self) -> list[ast.FunctionDef]:
        classes = [
            kind
            for module in self.modules.values()
            for kinds in module.defined.values()
            for kind in kinds
            if isinstance(kind, ast.ClassDef)
        ]
        return [one for kind in classes for one in kind.body if isinstance(one, ast.FunctionDef)]

    @cached_property
    def collecting_methods(self) -> frozenset[str]:
        """Names of methods that collect keywords."""
        return frozenset(one.name for one in self._methods if one.args.kwarg)

    @cached_property
    def set_attributes(self) -> frozenset[str]:
        """Names of attributes and properties that are sets wherever there is one of that name."""
        sets: set[str] = set()
        others: set[str] = set()
        for module in self.modules.values():
            for node in module.nodes:
                for one in node.body if isinstance(node, ast.ClassDef) else ():
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                        (sets if is_set_type(one.annotation) else others).add(one.target.id)
                    elif isinstance(one, ast.FunctionDef):
                        (sets if is_set_type(one.returns) else others).add(one.name)
        return frozenset(sets - others)

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Names of methods and attributes of the program's own classes."""
        found = {one.name for one in self._methods}
        for module in self.modules.values():
            for node in module.nodes:
                if isinstance(node, ast.ClassDef):
                    fields = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
                    found |= {one.id for one in fields if isinstance(one, ast.Name)}
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    found.add(node.attr)
        return frozenset(found)

    def definition(self, module: Module, name: str) -> tuple[Module, list[ast.FunctionDef | ast.ClassDef]]:
        """Where a name used in *module* is defined, imports followed; [] for what is no function or class."""
        for _step in range(9):
            if name in module.defined:
                return module, module.defined[name]
            base, inside = module.imported.get(name, ("", ""))
            target = self.modules.get(base)
            if target is None or not inside:
                break
            module, name = target, inside
        return module, []

    def module_named(self, module: Module, name: str) -> Module | None:
        """The module that *name* is bound to in *module* by an import; None for anything else."""
        base, inside = module.imported.get(name, ("", ""))
        return self.modules.get(f"{base}.{inside}" if inside else base)


def is_set_type(node: ast.expr | None) -> bool:
    """Whether an annotation says a set."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.split("[")[0] in SETS
    base = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(base, ast.Name) and base.id in SETS
