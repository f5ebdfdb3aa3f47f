"""What is checked of a lowered module: every name is bound, and the order of a set is never seen."""

import ast
import symtable
from collections.abc import Iterator

from companion.pocket.lowering.program import NATIVE, Module, NotCarried, Program, is_set_type

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
OF_SETS = ("union", "intersection", "difference", "symmetric_difference")
# What reads a set whatever its order.
BLIND = {"set", "frozenset", "sorted", "any", "all", "sum", "min", "max"}
SHOWING = {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed", "next", "dict"}


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
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        name = node.value.id
        base, inside = module.imported.get(name, ("", ""))
        if base in NATIVE and not inside and node.attr not in NATIVE[base]:
            raise module.refuse(node, f"the phone's {base} has no {node.attr}")
        target = program.module_named(module, name)
        if target is None or name in module.local or node.attr in target.exported:
            continue
        if f"{target.name}.{node.attr}" not in program.modules:
            raise module.refuse(node, f"the phone's {target.name} has no {node.attr}")


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    for one in table.get_symbols():
        if one.is_referenced() and (one.is_global() or table.get_type() == "module"):
            yield one.get_name()
    for inner in table.get_children():
        yield from _globals(inner)


class Order(ast.NodeVisitor):
    """Raises NotCarried where the order of a set could be seen, as far as sets can be told by their names.

    A set is a display, a call of ``set`` or ``frozenset``, an operation on one, or a name or an attribute
    that is annotated as one or is given one, wherever in the module.
    """

    def __init__(self, module: Module, program: Program) -> None:
        self.module = module
        self.attributes = program.set_attributes
        self.names: set[str] = set()
        others: set[str] = set()
        for node in module.nodes:
            for name, is_a_set in self._bound(node):
                (self.names if is_a_set else others).add(name)
        self.names -= others

    def _bound(self, node: ast.AST) -> list[tuple[str, bool]]:
        """Names that a node binds, and whether to a set."""
        if isinstance(node, ast.arg):
            return [(node.arg, is_set_type(node.annotation))]
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            return [(node.target.id, is_set_type(node.annotation))]
        if isinstance(node, ast.Assign):
            names = [one for one in node.targets if isinstance(one, ast.Name)]
            return [(one.id, self._is_set(node.value)) for one in names]
        if isinstance(node, ast.For | ast.comprehension):
            targets = [one for one in ast.walk(node.target) if isinstance(one, ast.Name)]
            return [(one.id, False) for one in targets]
        return []

    def _is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Name(id=name):
                return name in self.names
            case ast.Attribute(attr=name):
                return name in self.attributes
            case ast.Call(func=ast.Attribute(attr=name)):
                return name in OF_SETS
            case (
                ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), left=one, right=other)
                | ast.IfExp(body=one, orelse=other)
            ):
                return self._is_set(one) or self._is_set(other)
        return False

    def _refuse(self, node: ast.AST) -> None:
        raise self.module.refuse(node, "the order of a set could be seen")

    def visit_For(self, node: ast.For) -> None:
        if self._is_set(node.iter):
            self._refuse(node)
        self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._ordered(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._ordered(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._ordered(node)

    def _ordered(self, node: ast.GeneratorExp | ast.ListComp | ast.DictComp) -> None:
        if any(self._is_set(one.iter) for one in node.generators):
            self._refuse(node)
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        if self._is_set(node.value):
            self._refuse(node)
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        for one in node.elts:
            self.visit(one.value if isinstance(one, ast.Starred) else one)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        joins = isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend", "fromkeys")
        if (name in SHOWING or joins) and any(self._is_set(one) for one in node.args):
            self._refuse(node)
        if name in ("min", "max", "sorted") and node.keywords and any(map(self._is_set, node.args)):
            self._refuse(node)
        blind = name in BLIND and not node.keywords
        self.visit(node.func)
        for one in node.args:
            if blind and isinstance(one, ast.GeneratorExp | ast.ListComp):
                self.generic_visit(one)
            else:
                self.visit(one)
        for word in node.keywords:
            self.visit(word.value)
