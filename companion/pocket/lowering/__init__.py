"""Python source for CPython turned into source that MicroPython 1.27 runs with the same results.

``lower`` runs the passes of this package over one module. What can't be carried over raises NotCarried with
file and line; nothing is left out in silence.
"""

import ast

from companion.pocket.lowering.calls import Calls, Keywords
from companion.pocket.lowering.checks import Order, check_names
from companion.pocket.lowering.classes import Classes
from companion.pocket.lowering.expressions import Expressions
from companion.pocket.lowering.imports import absolute, with_helpers, without_unused
from companion.pocket.lowering.program import HELPERS, Module, NotCarried, Program
from companion.pocket.lowering.untyped import Untyped

__all__ = ["Module", "NotCarried", "Program", "lower"]


def lower(module: Module, program: Program) -> str:
    """The source of *module* for MicroPython, without comments, docstrings and types. Raises NotCarried."""
    if module.name in HELPERS:
        return ast.unparse(Untyped(module).visit(ast.parse(module.text)))
    if module.native:
        untyped = Untyped(module, program).visit(ast.parse(module.text))
        return ast.unparse(absolute(module, program, without_unused(module, program, untyped)))
    Order(module, program).visit(module.tree)
    tree = ast.parse(module.text)
    for transform in (Classes, Untyped, Keywords, Calls, Expressions):
        tree = transform(module, program).visit(tree)
    tree = absolute(module, program, without_unused(module, program, tree))
    source = ast.unparse(ast.fix_missing_locations(with_helpers(program, tree)))
    check_names(module, source, program)
    return source
