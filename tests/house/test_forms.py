"""A posted hand form is parsed once: nothing but `parse` reads the text of its fields."""

import ast
from pathlib import Path

import pytest

from tests.house.trees import ROOT, modules

READERS = {"parse", "_of_post", "_blank"}
METHODS = {"text"}  # of the class `Posted`
FOLDER = Path("companion/forms/hand")


def readers(source: str) -> set[str]:
    """Names of the functions that take or make a ``Posted``, or read its texts; not its own methods."""
    return {
        function.name
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if (isinstance(node, ast.Name) and node.id == "Posted")
        or (isinstance(node, ast.Attribute) and node.attr == "texts" and function.name not in METHODS)
    }


def test_only_parse_reads_a_posted_form() -> None:
    files = [path for path in modules("companion") if FOLDER in path.parents]
    # A form that is made for several games parses in a function of its own `form`.
    found = {path: readers((ROOT / path).read_text()) - READERS - {"form"} for path in files}
    assert {path: names for path, names in found.items() if names} == {}
    assert found


@pytest.mark.parametrize(
    "line",
    [
        "def entry(posted: Posted) -> None: ...",
        "def show(form: Form) -> str:\n    return form.texts[0]",
    ],
)
def test_the_check_finds_another_reader(line: str) -> None:
    assert not readers(line) <= READERS
