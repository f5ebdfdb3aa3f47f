"""What the lowering writes, and what it refuses with file and line, as docs/phone-code.md tells."""

import ast
import re

import pytest

from companion.pocket.lowering import Module, NotCarried, Program, lower
from companion.pocket.lowering.program import HELPERS
from companion.pocket.pack import find
from tests.house.trees import ROOT

CARDS = """from dataclasses import dataclass
@dataclass
class Card:
    rank: str
def collect(**values):
    return values
"""
OTHERS = (
    Module("scoring", "scoring.py", "", package=True),
    Module("scoring.cards", "scoring/cards.py", CARDS),
)
PAGE = ROOT / "docs" / "phone-code.md"
LOWERING = sorted(ROOT.glob("companion/pocket/lowering/*.py"))
HELPING = [module for name in HELPERS if (module := find(name, {}))]


def lowered(text: str) -> str:
    module = Module("tried", "tried.py", text)
    modules = [*HELPING, *OTHERS, module]
    return lower(module, Program({one.name: one for one in modules}))


def refused_cases() -> list[tuple[str, str]]:
    """The code of each row of the page for contributors, and what the build says of it."""
    rows = (
        line.split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    )
    return [
        ("\n".join(re.findall("`(.*?)`(?:<br>|$)", code.replace("\\|", "|"))), why)
        for code, why, _instead in rows
    ]


def sentences() -> set[str]:
    """Patterns of all that lowering says, as its source has them."""
    calls = (node for path in LOWERING for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    said = [
        one.args[1]
        for one in calls
        if isinstance(one, ast.Call) and ast.unparse(one.func).endswith(".refuse")
    ]
    return {
        "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
            for part in getattr(one, "values", [one])
        )
        for one in said
    }


def test_the_page_for_contributors_has_every_sentence() -> None:
    told = [why for _code, why in refused_cases()]
    missing = [said for said in sentences() if not any(re.fullmatch(said, why) for why in told)]
    assert len(sentences()) > 20
    assert missing == []


@pytest.mark.parametrize(("line", "why"), refused_cases())
def test_what_can_not_be_carried_is_refused_with_its_line(line: str, why: str) -> None:
    with pytest.raises(NotCarried) as refused:
        lowered(line)
    place, found = re.fullmatch(r"(tried\.py:\d+): (.*)", str(refused.value)).groups()  # type: ignore[union-attr]
    assert (place.split(":")[0], found) == ("tried.py", why)
    assert int(place.split(":")[1]) in range(1, len(line.splitlines()) + 1)


@pytest.mark.parametrize(
    "line",
    [
        "x = sorted({5, 6})",
        "x = {5}\ny = {one for one in x}",
        "x = {5}\ny = any(one for one in x)",
        "x = len({5} | {6})",
    ],
)
def test_a_set_whose_order_does_not_show_is_carried(line: str) -> None:
    assert lowered(line)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x: int = 5", "x = 5"),
        ("'''Of five.'''\ndef f(x: int) -> int:\n    '''Six.'''\n    return x", "def f(x):\n    return x"),
        ("from typing import Any\nNames = tuple[str, ...]\nx: Any = 5", "x = 5"),
        ("a = ()\nx = (*a, 5)", "a = ()\nx = tuple(a) + (5,)"),
        ("x = {}\ny = {**x, 5: 6}", "x = _l_OrderedDict()\ny = _l_merged(x, ((5, 6),))"),
        ("x = []\ny = x == [x]", "x = []\ny = _l_eq(x, [x])"),
        ("x = isinstance(5, int | str)", "x = isinstance(5, (int, bool, str))"),
        ("x = f'a{5:03d}'", "x = ''.join(('a', _l_format_(5, '03d')))"),
        (
            "from scoring.cards import collect\ncollect(b=1, a=2)",
            "_l_called(collect, (), _l_OrderedDict((('b', 1), ('a', 2))))",
        ),
    ],
)
def test_what_is_carried_is_written_for_the_other_python(before: str, after: str) -> None:
    lines = [line for line in lowered(before).splitlines() if " import " not in line]
    assert "\n".join(lines) == after
