"""Annotations, type aliases and docstrings are left out."""

import ast

from companion.pocket.lowering.program import Module, Program

TYPE_MODULES = ("typing", "collections.abc", "types")
BUILT_IN = {
    "str",
    "int",
    "bool",
    "float",
    "object",
    "bytes",
    "tuple",
    "list",
    "dict",
    "set",
    "frozenset",
    "type",
}
TYPE_MAKERS = {"TypeVar", "NewType", "ParamSpec"}
TYPE_ONLY = {"TypedDict", "Protocol"}


class Untyped(ast.NodeTransformer):
    """Takes types out of one module."""

    def __init__(self, module: Module, program: Program | None = None) -> None:
        self.module = module
        self.types = {name for name in module.imported if program and is_type(module, name, program)}

    def visit_Module(self, node: ast.Module) -> ast.Module:
        self.generic_visit(node)
        node.body = [one for one in without_docstring(node.body) if not self._is_alias(one)]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        arguments = node.args
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            one.annotation = None
        for only in (arguments.vararg, arguments.kwarg):
            if only:
                only.annotation = None
        arguments.args, arguments.posonlyargs = [*arguments.posonlyargs, *arguments.args], []
        node.body = without_docstring(node.body)
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef | None:
        if any(ast.unparse(base) in TYPE_ONLY for base in node.bases):
            self.types.add(node.name)
            return None
        node.bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        node.bases = [base for base in node.bases if ast.unparse(base) != "Generic"]
        node.body = without_docstring(node.body)
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        if node.value is None:
            return None
        made = ast.Assign(targets=[node.target], value=self.visit(node.value))
        return ast.copy_location(made, node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        if ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            return [self.visit(one) for one in node.orelse]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "cast" and "cast" in self.types:
            return node.args[1]
        return node

    def _is_alias(self, node: ast.stmt) -> bool:
        if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
            return False
        target, value = node.targets[0], node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            return value.func.id in TYPE_MAKERS
        if isinstance(target, ast.Name) and self._is_type(value):
            self.types.add(target.id)
            return True
        return False

    def _is_type(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Subscript):
            return self._named(value.value)
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
            return all(self._is_type(part) or self._looks(part) for part in (value.left, value.right))
        return isinstance(value, ast.Name | ast.Attribute) and self._named(value)

    def _named(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Name) and value.id in self.types | BUILT_IN

    def _looks(self, value: ast.expr) -> bool:
        """Whether it can only be a part of a union: a class, None, or the name of one in quotes."""
        if isinstance(value, ast.Constant):
            return value.value is None or isinstance(value.value, str)
        name = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
        return name[:1].isupper() and not name.isupper()


def is_type(module: Module, name: str, program: Program) -> bool:
    """Whether an imported name is only a type: of ``typing``, or an alias that its module leaves out."""
    base, inside = module.imported[name]
    if base in TYPE_MODULES:
        return True
    target = program.modules.get(base)
    if target is None or target is module or not inside:
        return False
    if target.name not in program.types:
        program.types[target.name] = set()
        found = Untyped(target, program)
        found.visit(ast.parse(target.text))
        program.types[target.name] = found.types
    return inside in program.types[target.name]


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements without a text that stands alone."""
    return [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
