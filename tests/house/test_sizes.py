"""Small functions, small files: none of the first over 60 lines, none of the second of 600 or more."""

import ast

from tests.house.trees import ROOT, modules

LONGEST_FUNCTION = 60
LONGEST_FILE = 600

PACKAGES = ["scoring", "companion"]


def functions(source: str) -> dict[str, int]:
    """Lines of every function, by its name and first line."""
    return {
        f"{node.name}:{node.lineno}": (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def too_long(source: str) -> list[str]:
    long = [name for name, lines in functions(source).items() if lines > LONGEST_FUNCTION]
    return long + (["the file"] if len(source.splitlines()) >= LONGEST_FILE else [])


def test_nothing_is_too_long() -> None:
    files = [path for package in PACKAGES for path in modules(package)]
    found = {path: too_long((ROOT / path).read_text()) for path in files}
    assert {path: long for path, long in found.items() if long} == {}


def test_a_function_and_a_file_too_long_are_noticed() -> None:
    method = "class Room:\n    async def enter(self):\n" + "        pass\n" * LONGEST_FUNCTION
    assert too_long(method) == ["enter:2"]
    assert too_long("a = 1\n" * LONGEST_FILE) == ["the file"]
    assert too_long("a = 1\n" * (LONGEST_FILE - 1)) == []
