"""Templates are laid out for people: short lines, indented with spaces, and no space lost at a line break."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from companion.rendering.backend import Piece, pieces
from tests.house.trees import ROOT

LONGEST_LINE = 120
# Elements that stand in the middle of a sentence.
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "code",
    "em",
    "i",
    "kbd",
    "mark",
    "q",
    "s",
    "small",
    "span",
    "strong",
    "sup",
}
# A template tag before whose next word the word before it is never shown.
BRANCH = re.compile(r"{%\s*(?:el|empty|endblock)")


def templates() -> list[Path]:
    """Every template, by its path under the root; never none."""
    found = sorted(path.relative_to(ROOT) for path in (ROOT / "templates").rglob("*") if path.is_file())
    assert len(found) > 50, f"expected the templates, got {found}"
    return found


def badly_laid_out(source: str) -> list[str]:
    """What is wrong with the lines of a template, each with its number."""
    found = []
    for number, line in enumerate(source.splitlines(), 1):
        indent = line[: len(line) - len(line.lstrip())]
        if len(line) >= LONGEST_LINE:
            found.append(f"{number}: {len(line)} characters")
        if indent.strip(" ") or len(indent) % 2:
            found.append(f"{number}: indented by {indent!r}, not by twos of spaces")
        if line != line.rstrip():
            found.append(f"{number}: white space at the end")
    return found


def run_together(source: str) -> list[str]:
    """Words on two lines, at an inline element or a template tag: the page shows them without a space."""
    found = run_on(source)
    for before, gap, after in neighbors(source):
        if before.kind == "word" and gap.kind == "break" and opens_inline(after):
            found.append(before.text + " " + after.text)
        if before.kind == "close" and before.text in INLINE and gap.kind == "break" and after.kind == "word":
            found.append("</" + before.text + "> " + after.text)
    return found


def run_on(source: str) -> list[str]:
    """Words on two lines with nothing between them but template tags, after which both may be shown."""
    found, before, between = [], "", ""
    for piece in pieces(source):
        if piece.place != "text" or piece.kind in {"open", "close", "mark"}:
            before = ""
        elif piece.kind != "word":
            between += piece.text
        else:
            tags = before.strip() and "\n" in between and "{%" in between and not BRANCH.search(between)
            if tags and (piece.text[0].isalnum() or piece.text.startswith("{{")):
                found.append(before + " " + piece.text)
            before, between = piece.text, ""
    return found


def opens_inline(piece: Piece) -> bool:
    return piece.kind == "open" and piece.text[1:].lower() in INLINE


def neighbors(source: str) -> Iterator[tuple[Piece, Piece, Piece]]:
    """Yield every three pieces of the text in a row; the end of an end tag comes with the element's name."""
    element, row = "", []
    for piece in pieces(source):
        if piece.kind == "open":
            element = piece.text
        row.append(Piece("close", element[2:].lower(), "text") if is_end(piece, element) else piece)
    for (first, second), (_, third) in pairwise(pairwise(row)):
        if second.place == "text":
            yield first, second, third


def is_end(piece: Piece, element: str) -> bool:
    return piece.kind == "close" and element.startswith("</")


def test_templates_are_laid_out_for_people() -> None:
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in templates()}
    found = {path: badly_laid_out(source) + run_together(source) for path, source in sources.items()}
    assert {path: said for path, said in found.items() if said} == {}
    assert [path for path, source in sources.items() if not source.endswith("\n")] == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("<p>" + "a" * (LONGEST_LINE - 3), "1: 120 characters"),
        ("\t<p>", "1: indented by '\\t', not by twos of spaces"),
        ("   <p>", "1: indented by '   ', not by twos of spaces"),
        ("<p> ", "1: white space at the end"),
    ],
)
def test_a_line_badly_laid_out_is_noticed(line: str, fault: str) -> None:
    assert badly_laid_out(line) == [fault]


@pytest.mark.parametrize(
    "source",
    [
        "go to\n<a href='/'>Start</a>",
        "<b>Ann</b>\ndeals",
        "{{ name }}\n<i>won</i>",
        "Ann deals.\n{% if bo %}Bo leads.{% endif %}",
        "{% if ann %}{{ ann }}{% endif %}\n{{ bo }}",
    ],
)
def test_words_run_together_are_noticed(source: str) -> None:
    assert len(run_together(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "go to <a href='/'>Start</a>",
        "<b>\n  Ann\n</b>",
        "Ann\n<p>deals</p>",
        "<b>Ann</b>\n<b>Bo</b>",
        "a\nb",
        "Ann deals.{% if bo %} Bo leads.{% endif %}",
        "{% if ann %}\n  Ann\n{% else %}\n  Bo\n{% endif %}",
        "Ann{% if bo %}\n, Bo{% endif %}",
    ],
)
def test_words_that_are_kept_apart_or_stand_apart_are_left_alone(source: str) -> None:
    assert run_together(source) == []
