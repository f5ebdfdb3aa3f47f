"""Functions that collect keywords (``**values``) get them in the order of the call."""

import ast

from companion.pocket.lowering.program import Module, Program
from companion.pocket.lowering.trees import call, constant, helper, name, sequence


class Keywords(ast.NodeTransformer):
    """Hands the order of keywords to functions that collect them."""

    def __init__(self, module: Module, program: Program) -> None:
        self.module, self.program = module, program
        self.methods = program.collecting_methods

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        if node.args.kwarg:
            collected = node.args.kwarg.arg
            ordered = call(helper("keywords"), name(collected))
            node.body.insert(0, ast.Assign(targets=[name(collected, ast.Store())], value=ordered))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        if node.args.kwarg:
            raise self.module.refuse(node, "a lambda that collects keywords")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        several = len(node.keywords) > 1 or any(word.arg is None for word in node.keywords)
        if ast.unparse(node.func) in ("replace", "dataclasses.replace") and self._is_replace(node.func):
            return call(helper("replaced"), *node.args, _collected(node.keywords))
        if not several or not self._collects(node.func):
            return node
        given: ast.expr = sequence(node.args)
        return call(helper("called"), node.func, given, _collected(node.keywords))

    def _is_replace(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Attribute):
            return True
        return self.module.imported.get("replace", ("", ""))[0] == "dataclasses"

    def _collects(self, function: ast.expr) -> bool:
        """Whether the function may collect keywords, as far as can be seen; any that is computed may."""
        if isinstance(function, ast.Name):
            return self._of_name(self.module, function.id)
        if isinstance(function, ast.Attribute):
            if isinstance(function.value, ast.Name):
                module = self.program.module_named(self.module, function.value.id)
                if module is not None:
                    return self._of_name(module, function.attr)
            return function.attr in self.methods
        return True

    def _of_name(self, module: Module, wanted: str) -> bool:
        home, found = self.program.definition(module, wanted)
        for one in found:
            if isinstance(one, ast.FunctionDef) and one.args.kwarg:
                return True
            if isinstance(one, ast.ClassDef) and self._of_class(home, one):
                return True
        return False

    def _of_class(self, module: Module, node: ast.ClassDef) -> bool:
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and one.name == "__init__":
                return one.args.kwarg is not None
        return any(isinstance(base, ast.Name) and self._of_name(module, base.id) for base in node.bases)


def _collected(words: list[ast.keyword]) -> ast.expr:
    """The keywords of a call as a dict display; calls of helpers come out of it in the next pass."""
    keys: list[ast.expr | None] = [constant(word.arg) if word.arg else None for word in words]
    return ast.Dict(keys, [word.value for word in words])
