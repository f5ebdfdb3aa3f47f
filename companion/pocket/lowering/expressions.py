"""Displays, comparisons, slices and f-strings."""

import ast

from companion.pocket.lowering.program import Module, Program
from companion.pocket.lowering.trees import call, constant, helper, name, pair, sequence

SIMPLE = (str, int, bool, type(None), bytes)


class Expressions(ast.NodeTransformer):
    """Lowers the expressions of one module that MicroPython reads differently or not at all."""

    def __init__(self, module: Module, program: Program) -> None:
        self.module, self.program = module, program

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        parts: list[ast.expr] = []
        pairs: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                pairs.append(pair(key, value))
                continue
            if pairs:
                parts.append(sequence(pairs))
            parts.append(value)
            pairs = []
        if not parts:
            return call(helper("OrderedDict"), *([sequence(pairs)] if pairs else []))
        return call(helper("merged"), *parts, *([sequence(pairs)] if pairs else []))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        return call(helper("OrderedDict"), ast.ListComp(pair(node.key, node.value), node.generators))

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        self.generic_visit(node)
        return self._spread(node, "tuple") if isinstance(node.ctx, ast.Load) else node

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        return self._spread(node, "list") if isinstance(node.ctx, ast.Load) else node

    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        if not any(isinstance(one, ast.Starred) for one in node.elts):
            return node
        return call(name("set"), self._added(node.elts, "tuple"))

    def _spread(self, node: ast.Tuple | ast.List, kind: str) -> ast.AST:
        """A display with ``*`` as a sum of sequences."""
        if not any(isinstance(one, ast.Starred) for one in node.elts):
            return node
        return self._added(node.elts, kind)

    def _added(self, elements: list[ast.expr], kind: str) -> ast.expr:
        parts: list[ast.expr] = []
        run: list[ast.expr] = []
        for one in [*elements, None]:
            if one is not None and not isinstance(one, ast.Starred):
                run.append(one)
                continue
            if run:
                parts.append(sequence(run) if kind == "tuple" else ast.List(run, ast.Load()))
                run = []
            if isinstance(one, ast.Starred):
                parts.append(call(name(kind), one.value))
        total = parts[0]
        for one in parts[1:]:
            total = ast.BinOp(total, ast.Add(), one)
        return total

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        part = node.slice
        if not isinstance(part, ast.Slice) or part.step is None:
            return node
        if not isinstance(node.ctx, ast.Load):
            raise self.module.refuse(node, "an assignment to a slice with a step")
        bounds = [one or constant(None) for one in (part.lower, part.upper)]
        return call(helper("sliced"), node.value, *bounds, part.step)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        sides = [_as_set(one) for one in (node.left, *node.comparators)]
        node.left, node.comparators = sides[0], sides[1:]
        if not any(isinstance(one, ast.Eq | ast.NotEq) for one in node.ops):
            return node
        if any(isinstance(one, ast.Constant) and isinstance(one.value, SIMPLE) for one in sides):
            return node
        if len(node.ops) == 1:
            return call(helper("eq" if isinstance(node.ops[0], ast.Eq) else "ne"), *sides)
        if not all(isinstance(one, ast.Name | ast.Attribute) for one in sides[1:-1]):
            raise self.module.refuse(node, "a chained comparison of more than names")
        steps = zip(sides, node.ops, sides[1:], strict=False)
        return ast.BoolOp(
            ast.And(), [self.visit(ast.Compare(one, [op], [other])) for one, op, other in steps]
        )

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub | ast.BitXor):
            node.left, node.right = _as_set(node.left), _as_set(node.right)
        is_text = isinstance(node.left, ast.Constant | ast.JoinedStr)
        if isinstance(node.op, ast.Mod) and is_text and not isinstance(getattr(node.left, "value", ""), int):
            raise self.module.refuse(node, "formatting with %")
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        parts = [self._part(one) for one in node.values]
        if len(parts) == 1:
            return parts[0]
        return call(ast.Attribute(constant(""), "join", ast.Load()), sequence(parts))

    def _part(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.FormattedValue):
            return node
        value: ast.expr = self.visit(node.value)
        if node.conversion == ord("r"):
            value = call(helper("text_of"), value)
        elif node.conversion not in (-1, ord("s")):
            raise self.module.refuse(node, "a conversion other than !r and !s")
        if node.format_spec is not None:
            return call(helper("format_"), value, self.visit(node.format_spec))
        return call(helper("str_"), value)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        self.generic_visit(node)
        node.cause = None
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        raise self.module.refuse(node, "a match statement")

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        raise self.module.refuse(node, "a coroutine")


def _as_set(node: ast.expr) -> ast.expr:
    """The keys of a dict as a set where they are one side of an operation on sets."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "keys":
        return call(name("set"), node)
    return node
