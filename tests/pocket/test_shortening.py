"""Local variables get short names in the pack, and nothing else does."""

import ast

import pytest

from companion.pocket.lowering.shortening import shortened, tight

CASES = {
    "a local variable": (
        "def f(given):\n    found = given + 1\n    return found\n",
        "def f(given):\n    a = given + 1\n    return a\n",
    ),
    "several, and one that a loop binds": (
        "def f(x):\n    total = 0\n    for one in x:\n        total += one\n    return total\n",
        "def f(x):\n    a = 0\n    for b in x:\n        a += b\n    return a\n",
    ),
    "not a parameter, which a call may name": (
        "def f(first, second=1):\n    first = g(second=first)\n    return first\n",
        "def f(first, second=1):\n    first = g(second=first)\n    return first\n",
    ),
    "not what is global": (
        "kept = 1\ndef f():\n    global other\n    other = kept\n    mine = other\n    return mine\n",
        "kept = 1\n\ndef f():\n    global other\n    other = kept\n    a = other\n    return a\n",
    ),
    "not a name like one of the module’s or a built-in one": (
        "def g():\n    pass\ndef f():\n    g = 1\n    len = 2\n    return g + len\n",
        "def g():\n    pass\n\ndef f():\n    g = 1\n    len = 2\n    return g + len\n",
    ),
    "no name that is taken": (
        "def f(a):\n    found = a + b\n    return found\n",
        "def f(a):\n    c = a + b\n    return c\n",
    ),
    "inside of a comprehension and of a function inside": (
        "def f(x):\n    by = 2\n    def g():\n        nonlocal x\n"
        "        return [one * by for one in x]\n    return g\n",
        "def f(x):\n    a = 2\n\n    def g():\n        nonlocal x\n"
        "        return [b * a for b in x]\n    return g\n",
    ),
    "an error that was caught": (
        "def f():\n    try:\n        pass\n    except KeyError as error:\n        return error\n",
        "def f():\n    try:\n        pass\n    except KeyError as a:\n        return a\n",
    ),
    "a method, but no attribute, keyword or text": (
        "class C:\n    size = 1\n    def f(self, by=size):\n        size = self.size\n"
        "        told = g(told=size)\n"
        "        return told, 'told'\n",
        "class C:\n    size = 1\n\n    def f(self, by=size):\n        size = self.size\n"
        "        a = g(told=size)\n"
        "        return (a, 'told')\n",
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_names(what: str) -> None:
    source, expected = CASES[what]
    assert shortened(source) == tight(expected)


def test_spaces_stand_between_words_only() -> None:
    source = "def f(a, *b):\n    if not a:\n        return [one for one in b if 'x y' in one] or (a, -1)\n"
    expected = "def f(a,*b):\n if not a:\n  return[one for one in b if 'x y'in one]or(a,-1)\n"
    assert tight(source) == expected
    assert ast.dump(ast.parse(expected)) == ast.dump(ast.parse(source))
    assert (
        tight("x = 1 if y else b'z'\nif f(r, 'a'):\n    pass\n")
        == "x=1 if y else b'z'\nif f(r,'a'):\n pass\n"
    )
