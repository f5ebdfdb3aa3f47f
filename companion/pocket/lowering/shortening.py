"""Short names for what only one function or module knows, and no more spaces than needed: a lighter pack."""

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import count, product
from keyword import iskeyword
from string import ascii_lowercase

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
OTHERS = frozenset(dir(builtins))


LAYOUT = frozenset((tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE, tokenize.NL, tokenize.ENDMARKER))
TOUCHING = re.compile(r"\w[\w\"']")  # would be read as one token, or as a prefix of a text
INDENT = 4


def shortened(source: str) -> str:
    """The source with short names for local variables; parameters keep theirs, calls may name them."""
    tree = ast.parse(source)
    known = OTHERS | _bound_outside(tree)
    for function in _outermost(tree):
        _shorten(function, known)
    return tight(ast.unparse(tree))


def tight(source: str) -> str:
    """A source of ``ast.unparse`` with the fewest spaces: one for an indent, else only between words."""
    lines: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in LAYOUT:
            continue
        line, (number, column) = lines.get(token.start[0], ""), token.start
        if not line:
            line = " " * (column // INDENT)
        elif TOUCHING.match(line[-1] + token.string[0]):
            line += " "
        lines[number] = line + token.string
    return "\n".join([*lines.values(), ""])


def _outermost(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions of a module and the methods of its classes, not those inside of them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node
        else:
            yield from _outermost(node)


def _bound_outside(tree: ast.AST) -> frozenset[str]:
    """All names that stand outside of functions, and those of functions, classes and modules."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
        if isinstance(node, FUNCTIONS):
            waiting += [*node.decorator_list, node.args]
        else:
            waiting += ast.iter_child_nodes(node)
    return frozenset(found)


def _shorten(function: ast.FunctionDef, known: frozenset[str]) -> None:
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    handlers = [node for node in nodes if isinstance(node, ast.ExceptHandler) and node.name]
    # Names that the function declares, imports or defines inside
    declared: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Global | ast.Nonlocal):
            declared |= {*node.names}
        elif isinstance(node, ast.alias):
            declared.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            declared.add(node.name)
    fixed = known | {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)} | declared
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    own = dict.fromkeys(node.id for node in names if node.id in bound | {one.name for one in handlers})
    own = {name: None for name in own if name not in fixed}
    taken = fixed | {node.id for node in names if node.id not in own}
    letters = ("".join(each) for length in count(1) for each in product(ascii_lowercase, repeat=length))
    free = (name for name in letters if not iskeyword(name) and name not in taken)
    short = dict(zip(own, free, strict=False))
    for one in names:
        one.id = short.get(one.id, one.id)
    for handler in handlers:
        handler.name = short.get(str(handler.name), handler.name)
