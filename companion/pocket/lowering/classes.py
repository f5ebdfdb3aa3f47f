"""Dataclasses get the methods that CPython gives them as a class is made; cached properties a descriptor."""

import ast
from dataclasses import dataclass

from companion.pocket.lowering.program import Module, Program
from companion.pocket.lowering.trees import call, constant, helper, name

KNOWN_OPTIONS = {"frozen", "repr"}
KNOWN_FIELD = {"default", "default_factory", "repr", "compare"}


@dataclass(frozen=True)
class Part:
    """A field of a dataclass."""

    name: str
    default: ast.expr | None
    factory: ast.expr | None
    shown: bool
    compared: bool


class Classes(ast.NodeTransformer):
    """Writes out what decorators make of classes and methods."""

    def __init__(self, module: Module, program: Program) -> None:
        self.module, self.program = module, program

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        if any(ast.unparse(base) in ("NamedTuple", "Enum", "StrEnum", "IntEnum") for base in node.bases):
            raise self.module.refuse(node, f"class {node.name} can't be a {ast.unparse(node.bases[0])}")
        if node.keywords:
            raise self.module.refuse(node, f"class {node.name} has a metaclass or keywords")
        kept = [one for one in node.decorator_list if not is_dataclass(one)]
        if len(kept) < len(node.decorator_list):
            self._check_options(node)
            self._write_out(node)
        node.decorator_list = kept
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        for at, one in enumerate(node.decorator_list):
            if isinstance(one, ast.Name) and one.id == "cached_property":
                node.decorator_list[at] = call(helper("cached"), constant(node.name))
        return node

    def _check_options(self, node: ast.ClassDef) -> None:
        for one in node.decorator_list:
            options = {word.arg for word in one.keywords} if isinstance(one, ast.Call) else set()
            if options - KNOWN_OPTIONS:
                raise self.module.refuse(node, f"a dataclass with {', '.join(map(str, options))}")

    def _write_out(self, node: ast.ClassDef) -> None:
        inherited = self._inherited(node)
        own = [part for one in node.body if (part := self._part(one))]
        names = {part.name for part in own}
        parts = [part for part in inherited if part.name not in names] + own
        written = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        if any(isinstance(one, ast.AnnAssign) and isinstance(one.value, ast.Call) for one in node.body):
            node.body = [self._without_field_call(one) for one in node.body]
        after = "__post_init__" in written
        said = _said(parts) if "__init__" not in written else ""
        made: list[ast.stmt] = [_tuple("_fields", [part.name for part in parts])]
        if said:  # made as the class is: all of them, written out, weigh 5 KB more
            both: list[ast.expr] = [name("_fields", ast.Store()), name("__init__", ast.Store())]
            fields = call(helper("fields"), constant(said), *([constant(True)] if after else []))
            made = [ast.Assign([ast.Tuple(both, ast.Store())], fields)]
        if not all(part.shown for part in parts):
            made.append(_tuple("_shown", [part.name for part in parts if part.shown]))
        if not all(part.compared for part in parts):
            made.append(_tuple("_compared", [part.name for part in parts if part.compared]))
        if "__init__" not in written and not said:
            made.append(_init(parts, after, inherited))
        node.body = [*node.body, *made]
        if not inherited:
            node.bases = [*node.bases, helper("Data")]

    def _inherited(self, node: ast.ClassDef) -> list[Part]:
        parts: list[Part] = []
        for base in node.bases:
            if isinstance(base, ast.Name):
                module, found = self.program.definition(self.module, base.id)
                for one in found:
                    if isinstance(one, ast.ClassDef) and any(map(is_dataclass, one.decorator_list)):
                        if module is not self.module:
                            raise self.module.refuse(node, "a dataclass that inherits from another module's")
                        parts += [part for line in one.body if (part := self._part(line))]
        return parts

    def _is_field(self, value: ast.Call) -> bool:
        known = {name for name, one in self.module.imported.items() if one == ("dataclasses", "field")}
        return ast.unparse(value.func) in known | {"dataclasses.field"}

    def _without_field_call(self, node: ast.stmt) -> ast.stmt:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.value, ast.Call):
            return node
        if self._is_field(node.value):
            default = [word.value for word in node.value.keywords if word.arg == "default"]
            node.value = default[0] if default else None
        return node

    def _part(self, node: ast.stmt) -> Part | None:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            return None
        if ast.unparse(node.annotation).startswith("ClassVar"):
            return None
        value = node.value
        if not (isinstance(value, ast.Call) and self._is_field(value)):
            return Part(node.target.id, value, None, shown=True, compared=True)
        words = {str(word.arg): word.value for word in value.keywords}
        if words.keys() - KNOWN_FIELD or value.args:
            raise self.module.refuse(node, f"field({', '.join(words)})")
        return Part(
            node.target.id,
            words.get("default"),
            words.get("default_factory"),
            shown=_is_on(words.get("repr")),
            compared=_is_on(words.get("compare")),
        )


def is_dataclass(node: ast.expr) -> bool:
    """Whether this is the decorator."""
    return ast.unparse(node.func if isinstance(node, ast.Call) else node) in (
        "dataclass",
        "dataclasses.dataclass",
    )


def _is_on(value: ast.expr | None) -> bool:
    return not (isinstance(value, ast.Constant) and value.value is False)


def _tuple(target: str, names: list[str]) -> ast.stmt:
    values: list[ast.expr] = [constant(one) for one in names]
    return ast.Assign(targets=[name(target, ast.Store())], value=ast.Tuple(values, ast.Load()))


def _said(parts: list[Part]) -> str:
    """The parameters of an ``__init__`` that only keeps them, as text; "" if it does more than that."""
    said = []
    for part in parts:
        default = ast.unparse(part.default) if part.default else ""
        is_plain = isinstance(part.default, ast.Constant) or default in ("", "()")
        if part.factory or not is_plain or "," in default:
            return ""
        said.append(f"{part.name}={default}" if default else part.name)
    return ",".join(said)


def _init(parts: list[Part], after: bool, inherited: list[Part]) -> ast.stmt:
    """``__init__``: a default is the value of the class, a factory is called where nothing is given."""
    body: list[ast.stmt] = []
    defaults: list[ast.expr] = []
    for part in parts:
        value: ast.expr = name(part.name)
        if part.factory:
            defaults.append(helper("MISSING"))
            missing = ast.Compare(name(part.name), [ast.Is()], [helper("MISSING")])
            value = ast.IfExp(missing, call(part.factory), value)
        elif isinstance(part.default, ast.Constant) or (part.default and part in inherited):
            defaults.append(part.default)
        elif part.default:
            defaults.append(name(part.name))
        target = ast.Attribute(name("self"), part.name, ast.Store())
        body.append(ast.Assign(targets=[target], value=value))
    if after:
        body.append(ast.Expr(call(ast.Attribute(name("self"), "__post_init__", ast.Load()))))
    taken = [ast.arg("self"), *(ast.arg(part.name) for part in parts)]
    arguments = ast.arguments([], taken, None, [], [], None, defaults)
    return ast.FunctionDef("__init__", arguments, body or [ast.Pass()], [], None)
