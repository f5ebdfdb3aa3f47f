"""Short ways to write syntax trees."""

import ast

PREFIX = "_l_"  # of the names of helpers in a lowered module


def name(text: str, context: ast.expr_context | None = None) -> ast.Name:
    """A name; read unless *context* is given."""
    return ast.Name(text, context or ast.Load())


def helper(text: str) -> ast.Name:
    """A name of ``standins/lowered.py``, imported where it is used."""
    return name(PREFIX + text)


def constant(value: str | int | None) -> ast.Constant:
    """A constant."""
    return ast.Constant(value)


def call(function: ast.expr, *given: ast.expr) -> ast.Call:
    """A call without keywords."""
    return ast.Call(function, list(given), [])


def sequence(values: list[ast.expr]) -> ast.Tuple:
    """A tuple display."""
    return ast.Tuple(values, ast.Load())


def pair(key: ast.expr, value: ast.expr) -> ast.Tuple:
    """A tuple of two."""
    return sequence([key, value])
