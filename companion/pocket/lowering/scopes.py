"""Every name of a lowered module is bound there or built into MicroPython, and modules have what is asked."""

import ast
import symtable
from collections.abc import Iterator

from companion.pocket.lowering.program import NATIVE, Module, NotCarried, Program

BUILTINS = frozenset(
    (
        *("ArithmeticError", "AssertionError", "AttributeError", "BaseException", "Exception", "ImportError"),
        *("IndexError", "KeyError", "LookupError", "NotImplementedError", "OSError", "OverflowError"),
        *("RuntimeError", "StopIteration", "SyntaxError", "TypeError", "UnicodeError", "ValueError"),
        *(
            "ZeroDivisionError",
            "NotImplemented",
            "Ellipsis",
            "abs",
            "all",
            "any",
            "bool",
            "bytearray",
            "bytes",
        ),
        *("callable", "chr", "classmethod", "dict", "divmod", "enumerate", "filter", "float", "frozenset"),
        *(
            "getattr",
            "hasattr",
            "hash",
            "id",
            "int",
            "isinstance",
            "issubclass",
            "iter",
            "len",
            "list",
            "map",
        ),
        *("max", "min", "next", "object", "ord", "pow", "property", "range", "set", "setattr", "slice"),
        *("staticmethod", "str", "sum", "super", "tuple", "type", "zip", "__import__", "__name__", "delattr"),
        *("round", "sorted", "reversed", "repr", "bin", "oct", "hex", "print"),
    )
)


def check_names(module: Module, source: str, program: Program) -> None:
    """Raise NotCarried for a name that nothing binds, and for an attribute that a module hasn't."""
    table = symtable.symtable(source, module.path, "exec")
    bound = {one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported()}
    bound |= {one.get_name() for one in table.get_symbols() if one.is_namespace()}
    unknown = {name for name in _globals(table) if name not in bound | BUILTINS}
    if unknown:
        lines = [
            f"{module.path}:{node.lineno}: nothing on the phone is named {node.id}"
            for node in module.nodes
            if isinstance(node, ast.Name) and node.id in unknown
        ]
        raise NotCarried(
            lines[0] if lines else f"{module.path}: nothing is named {', '.join(sorted(unknown))}"
        )
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            _check_attribute(module, node, node.value.id, program)


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    for one in table.get_symbols():
        if one.is_referenced() and (one.is_global() or table.get_type() == "module"):
            yield one.get_name()
    for inner in table.get_children():
        yield from _globals(inner)


def _check_attribute(module: Module, node: ast.Attribute, name: str, program: Program) -> None:
    base, inside = module.imported.get(name, ("", ""))
    if base in NATIVE and not inside and node.attr not in NATIVE[base]:
        raise module.refuse(node, f"the phone's {base} has no {node.attr}")
    target = program.module_named(module, name)
    if target is None or name in module.local:
        return
    if node.attr not in target.exported and f"{target.name}.{node.attr}" not in program.modules:
        raise module.refuse(node, f"the phone's {target.name} has no {node.attr}")
