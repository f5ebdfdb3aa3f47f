"""The code of a template's expressions: variables, filters and conditions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from django.template import defaultfilters
from django.template.base import FilterExpression, Variable
from django.utils.html import escape

from companion.rendering.compiling.source import Module, Unknown, literal

SAFE = ("django.utils.safestring", "SafeString")
DATE_LETTERS = frozenset("FHMYdijm")
CONSTANTS = ("True", "False", "None")
BUILT_IN = "django.template.defaultfilters"
# Flags of a filter that change what Django does with it.
FLAGS = ("expects_localtime", "needs_autoescape", "is_safe")
# Of a loop's turn: the code from its index and length.
TURNS = {
    "counter": "{index} + 1",
    "counter0": "{index}",
    "revcounter": "{length} - {index}",
    "revcounter0": "{length} - {index} - 1",
    "first": "{index} == 0",
    "last": "{index} == {length} - 1",
}


@dataclass
class Loop:
    """A loop around an expression: local names of its index, from 0, and length; which of both are read."""

    index: str
    length: str
    used: set[str] = field(default_factory=set)


@dataclass
class Scope:
    """What names mean at a place of a template.

    assigned: names that tags assign, which stay in the context. in_block: whether the place is in a block of
    a page, not in a template that is included. bound: template name -> local name, of what `for` and `with`
    name. loops: the loops around, the inner one last. localized: false within ``{% localize off %}``.
    """

    module: Module
    assigned: frozenset[str]
    in_block: bool = False
    localized: bool = True
    bound: dict[str, str] = field(default_factory=dict)
    loops: tuple[Loop, ...] = ()


def variable(scope: Scope, asked: Variable, missing: str) -> str:
    """The code of a variable; *missing*: the code for one that there isn't, ``""`` or ``None``."""
    if asked.lookups is None:
        return repr(asked.literal)
    first, *others = asked.lookups
    if first == "block" and scope.in_block and first not in scope.bound:
        raise Unknown("no code for block but {{ block.super }}")
    if first == "forloop" and scope.loops:
        loops = scope.loops
        while others[:1] == ["parentloop"] and len(loops) > 1:
            others, loops = others[1:], loops[:-1]
        if len(others) != 1 or others[0] not in TURNS:
            raise Unknown(f"no code for forloop.{'.'.join(others)}")
        code = TURNS[others[0]]
        loops[-1].used |= {name for name in ("index", "length") if f"{{{name}}}" in code}
        return f"({code.format(index=loops[-1].index, length=loops[-1].length)})"
    code = named(scope, first, "None" if others else missing)
    for place, name in enumerate(others, 1):
        function, key = ("at", int(name)) if name.isdecimal() else ("part", literal(name))
        last = "" if place < len(others) or missing == "None" else f", {missing}"
        code = f"{scope.module.value(function)}({code}, {key}{last})"
    return code


def named(scope: Scope, name: str, missing: str) -> str:
    """The code of a name by itself. In braces: a root, which the function may look up once for all places."""
    if name in scope.bound:
        return scope.bound[name]
    if name in CONSTANTS:
        return name
    scope.module.reads.add(name)
    if name in scope.assigned:
        return f"c.get({literal(name)}, {missing})"
    if missing == "None":
        return f"\0{name}\0"  # the mark of a root; `functions.function` replaces it
    return f"{scope.module.value('named')}(c, {literal(name)}, {missing})"


def constant(asked: FilterExpression) -> str | None:
    """The text of an expression that is just a text in quotes."""
    return str(asked.var) if not asked.is_var and not asked.filters else None


def value(scope: Scope, asked: FilterExpression, missing: str = '""') -> str:
    """The code of an expression."""
    code = variable(scope, asked.var, missing) if asked.is_var else text(scope.module, asked.var)
    for function, arguments in asked.filters:
        code = filtered(scope, code, function, arguments)
    return code


def text(module: Module, given: str) -> str:
    """The code of a text that the template spells out: safe, as its writer meant it."""
    return literal(str(given)) if escape(given) == given else f"{module.name(*SAFE)}({literal(str(given))})"


def filtered(scope: Scope, code: str, function: Any, arguments: list[tuple[bool, Any]]) -> str:
    """The code of a filter applied to code."""
    name = str(function._filter_name)
    if function.__module__ == BUILT_IN:
        if name not in FILTERS:
            raise Unknown(f"no code for the filter {name!r}")
        return FILTERS[name](scope, code, arguments)
    if any(getattr(function, flag, False) for flag in FLAGS):
        raise Unknown(f"no code for the flags of the filter {name!r}")
    given = [code, *(argument(scope, one) for one in arguments)]
    return f"{imported(scope.module, function)}({', '.join(given)})"


def imported(module: Module, function: Any) -> str:
    """The local name of a filter or tag of Bower's, imported from where it is defined."""
    origin, name = function.__module__, function.__qualname__
    if getattr(import_module(origin), name, None) is not function:
        raise Unknown(f"{origin} has no function {name}")
    return module.name(origin, name)


def argument(scope: Scope, given: tuple[bool, Any]) -> str:
    """The code of a filter's argument."""
    is_variable, asked = given
    return variable(scope, asked, '""') if is_variable else text(scope.module, asked)


Filter = Callable[[Scope, str, list[tuple[bool, Any]]], str]


def plain(name: str) -> Filter:
    """A filter that is a function of the runtime."""

    def call(scope: Scope, code: str, arguments: list[tuple[bool, Any]]) -> str:
        given = [code, *(argument(scope, one) for one in arguments)]
        return f"{scope.module.filter(name)}({', '.join(given)})"

    return call


def of_django(function: Callable[..., Any]) -> Filter:
    """A filter that is Django's own function, which no phone has."""

    def call(scope: Scope, code: str, arguments: list[tuple[bool, Any]]) -> str:
        given = [code, *(argument(scope, one) for one in arguments)]
        return f"{imported(scope.module, function)}({', '.join(given)})"

    return call


def parsed(name: str, parse: Callable[[str], tuple[Any, ...]], usual: str = "") -> Filter:
    """A filter that is a function of the runtime; its argument, *usual* without one, is parsed beforehand."""

    def call(scope: Scope, code: str, arguments: list[tuple[bool, Any]]) -> str:
        said = usual
        if arguments:
            [(is_variable, asked)] = arguments
            if is_variable and asked.lookups is not None:
                raise Unknown(f"no code for a filter with the argument {asked.var}")
            said = str(asked.literal if is_variable else asked)
        try:
            given = parse(said)
        except ValueError:
            raise Unknown(f"no code for this argument of {name}") from None
        return f"{scope.module.filter(name)}({', '.join([code, *map(repr, given)])})"

    return call


def default(scope: Scope, code: str, arguments: list[tuple[bool, Any]]) -> str:
    """``default``: another value in place of a false one."""
    return f"({code} or {argument(scope, arguments[0])})"


def date_format(letters: str) -> tuple[str]:
    """A format of a date. Raises ValueError for a letter without code."""
    if not {letter for letter in letters if letter.isalpha() or letter == "\\"} <= DATE_LETTERS:
        raise ValueError(letters)
    return (letters,)


def endings(given: str) -> tuple[str, str]:
    """Singular and plural. Raises ValueError for more."""
    singular, plural = (given if "," in given else f",{given}").split(",")
    return singular, plural


def answers(given: str) -> tuple[str, str, str]:
    """Yes, no and maybe; maybe is no if it isn't given."""
    yes, no, *maybe = given.split(",")
    [last] = maybe or [no]
    return yes, no, last


def ends(given: str) -> tuple[int | None, int | None]:
    """Start and end of a slice."""
    start, end = given.split(":")
    return int(start) if start else None, int(end) if end else None


def whole_digits(given: str) -> tuple[()]:
    """The only format of ``stringformat`` that there is code for."""
    if given != "d":
        raise ValueError(given)
    return ()


FILTERS: dict[str, Filter] = {
    "add": plain("add"),
    "capfirst": plain("capfirst"),
    "date": parsed("date", date_format),
    "default": default,
    "default_if_none": plain("default_if_none"),
    "first": plain("first"),
    "join": plain("join"),
    "length": plain("length"),
    "pluralize": parsed("pluralize", endings, "s"),
    "slice": parsed("part_of", ends),
    "stringformat": parsed("digits", whole_digits),
    "truncatechars": parsed("truncated", lambda given: (int(given),)),
    "urlencode": of_django(defaultfilters.urlencode),
    "yesno": parsed("yes_no", answers),
}
# Comparisons that may fail, which is false in a template: function, and whether its operands are swapped.
COMPARISONS = {
    "<": ("is_less", False),
    ">": ("is_less", True),
    "<=": ("is_at_most", False),
    ">=": ("is_at_most", True),
    "in": ("contains", True),
}
OPERATORS = frozenset(("and", "or", "==", "!=", "is", "is not"))


def condition(scope: Scope, asked: Any) -> str:
    """The code of the condition of an ``if``."""
    if asked.id == "literal":
        return value(scope, asked.value, "None")
    first = condition(scope, asked.first)
    if asked.id == "not":
        return f"(not {first})"
    second = condition(scope, asked.second)
    if asked.id in OPERATORS:
        return f"({first} {asked.id} {second})"
    if asked.id == "not in":
        raise Unknown("no code for 'not in'")
    function, swapped = COMPARISONS[asked.id]
    operands = (second, first) if swapped else (first, second)
    return f"{scope.module.value(function)}({', '.join(operands)})"
