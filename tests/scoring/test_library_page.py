"""docs/library.md: every example runs by itself and prints what the page shows."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)


def examples(page: str) -> dict[str, tuple[str, str]]:
    """The program and its output of each numbered section, by title."""
    _, *parts = TITLE.split(page)
    found = {}
    for title, text in zip(parts[1::3], parts[2::3], strict=True):
        (first, program), (second, output) = BLOCK.findall(text)
        assert (first, second) == ("python", "text")
        found[title] = (program, output)
    return found


def printed(program: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, PAGE.name, "exec"), {"__name__": "example"})  # noqa: S102
    return out.getvalue()


EXAMPLES = examples(PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_prints_what_the_page_shows(title: str) -> None:
    program, output = EXAMPLES[title]
    assert printed(program) == output


def test_there_are_ten_examples_and_no_program_outside_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [int(number) for number, _ in TITLE.findall(page)] == list(range(1, 11))
    assert sum(language == "python" for language, _ in BLOCK.findall(page)) == len(EXAMPLES) == 10


def test_another_output_is_noticed() -> None:
    (program, output), *_ = EXAMPLES.values()
    assert printed(program + "print()\n") != output
