"""What the lowering writes, and what it refuses with file and line."""

import re

import pytest

from companion.pocket.lowering import Module, NotCarried, Program, lower
from companion.pocket.lowering.program import HELPERS
from companion.pocket.pack import find

OTHER = Module("other", "other.py", "def known():\n    pass\n\ndef collect(**values):\n    return values\n")
SEEN = "the order of a set could be seen"
HELPING = [module for name in HELPERS if (module := find(name, {}))]


def lowered(text: str) -> str:
    module = Module("tried", "tried.py", text)
    modules = [*HELPING, OTHER, module]
    return lower(module, Program({one.name: one for one in modules}))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("x = unknown", "nothing on the phone is named unknown"),
        ("import other\nother.unheard()", "the phone's other has no unheard"),
        ("from other import unheard", "the phone's other has no unheard"),
        ("import tarfile", "no module tarfile in the phone's standard library"),
        ("import django", "no module django in the phone's pack"),
        ("import math\nmath.gamma(2)", "the phone's math has no gamma"),
        ("from math import gamma", "the phone's math has no gamma"),
        ("x = 'a'.swapcase()", "the phone's Python has no .swapcase like this"),
        ("x = map('a'.lower, ())", "the phone's Python has no .lower like this"),
        ("x = 'a'.split(wrong=1)", "keywords of .split"),
        ("x = '%d' % 5", "formatting with %"),
        ("x = f'{5!a}'", "a conversion other than !r and !s"),
        ("x = iter(list, 5)", "iter() with two arguments"),
        ("x = open('a')", "open() on a phone"),
        ("match 5:\n    case 5:\n        pass", "a match statement"),
        ("async def f():\n    pass", "a coroutine"),
        ("class A(metaclass=type):\n    pass", "class A has a metaclass or keywords"),
        ("class A(NamedTuple):\n    x: int", "class A can't be a NamedTuple"),
        (
            "from dataclasses import dataclass\n@dataclass(slots=True)\nclass A:\n    pass",
            "a dataclass with slots",
        ),
        ("f = lambda **values: values", "a lambda that collects keywords"),
        ("str = 5", "the built-in name str is given to something else"),
        ("x = type(5) is dict", "a comparison with the type dict"),
        ("x = [5]\nx[::2] = [6]", "an assignment to a slice with a step"),
        ("x = 5\ny = x == x + 1 == x", "a chained comparison of more than names"),
        ("for x in {5, 6}:\n    pass", SEEN),
        ("x = {5, 6}\ny = [one for one in x]", SEEN),
        ("x = frozenset((5, 6))\ny = (*x, 7)", SEEN),
        ("def f(x: set[int]) -> str:\n    return ' '.join(x | {5})", SEEN),
        ("class A:\n    x: frozenset[int]\ny = list(A().x)", SEEN),
        ("x = {'b', 'ab'}\ny = sorted(x, key=len)", SEEN),
    ],
)
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
            "from other import collect\ncollect(b=1, a=2)",
            "_l_called(collect, (), _l_OrderedDict((('b', 1), ('a', 2))))",
        ),
    ],
)
def test_what_is_carried_is_written_for_the_other_python(before: str, after: str) -> None:
    lines = [line for line in lowered(before).splitlines() if " import " not in line]
    assert "\n".join(lines) == after
