"""Calls of built-in functions and of methods of built-in types, and the names of built-in types."""

import ast
import builtins

from companion.pocket.lowering.program import Module, Program
from companion.pocket.lowering.trees import call, constant, helper, name, pair, sequence

# Built-in functions by the helper that stands for them.
FUNCTIONS = {
    "str": "str_",
    "dict": "dict_",
    "repr": "text_of",
    "sorted": "sorted_",
    "reversed": "reversed_",
    "round": "round_",
    "vars": "vars_",
    "format": "format_",
}
# Methods of built-in types by the helper that stands for them. With "no value": only without an argument.
TEXT_METHODS = {
    one: one
    for one in (
        *("isascii", "isprintable", "isdecimal", "isalnum", "isupper", "isspace", "removeprefix"),
        *("removesuffix", "lower", "upper", "casefold", "capitalize", "ljust", "rjust", "zfill", "translate"),
        *("strip", "lstrip", "rstrip", "split", "splitlines", "encode", "sort", "bit_length"),
    )
}
METHODS = TEXT_METHODS | {"index": "range_index"}
# Arguments that CPython takes by keyword, MicroPython by place.
BY_PLACE = {
    "split": ("sep", "maxsplit"),
    "splitlines": ("keepends",),
    "encode": ("encoding", "errors"),
    "sort": None,
    "sorted": None,
    "replace": None,
}
# Built-in methods that the phone has and lowered code may call as they are.
AS_THEY_ARE = {
    *("append", "extend", "insert", "pop", "remove", "clear", "copy", "count", "index", "reverse"),
    *("get", "items", "keys", "values", "setdefault", "update", "popitem"),
    *("add", "discard", "union", "intersection", "difference", "isdisjoint", "issubset", "issuperset"),
    *("join", "startswith", "endswith", "find", "rfind", "replace", "partition", "rpartition", "rsplit"),
    *(
        "format",
        "decode",
        "isdigit",
        "isalpha",
        "islower",
        "hex",
        "to_bytes",
        "from_bytes",
        "start",
        "stop",
        "step",
    ),
    *("real", "name", "title"),
}
BUILT_IN_METHODS = {
    one
    for kind in (str, dict, list, set, frozenset, tuple, int, bytes, range, float)
    for one in dir(kind)
    if not one.startswith("__")
}
REFUSED = {"open", "eval", "exec", "globals", "locals", "input", "print", "memoryview"}
EXCEPTIONS = {"RecursionError": "RuntimeError", "UnicodeDecodeError": "UnicodeError"}
EXCEPTIONS |= {"UnicodeEncodeError": "UnicodeError"}
ABSTRACT = {
    "Mapping": ("dict", "Mapping"),
    "MutableMapping": ("dict", "Mapping"),
    "Sequence": ("list", "tuple", "str", "range", "bytes"),
}


class Calls(ast.NodeTransformer):
    """Replaces calls that MicroPython answers differently or not at all."""

    def __init__(self, module: Module, program: Program) -> None:
        self.module, self.program = module, program
        self.own = program.attributes
        self.local: list[set[str]] = []  # names that the functions around bind themselves
        self.in_class = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._inside(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._inside(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        before, self.in_class = self.in_class, True
        node.bases = [_bare(self, one) for one in node.bases]
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        node.body = [self.visit(one) for one in node.body]
        self.in_class = before
        return node

    def _inside(self, node: ast.FunctionDef | ast.Lambda) -> ast.AST:
        """A function: a name that it binds is no built-in one there."""
        inside = list(ast.walk(node))
        bound = {one.arg for one in inside if isinstance(one, ast.arg)}
        bound |= {one.id for one in inside if isinstance(one, ast.Name) and _is_store(one)}
        self.local.append(bound)
        before, self.in_class = self.in_class, False
        self.generic_visit(node)
        self.in_class = before
        self.local.pop()
        return node

    def _is_local(self, bound: str) -> bool:
        return any(bound in names for names in self.local)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if self._is_local(node.id):
            return node
        if _is_store(node):
            if not self.in_class and (node.id in FUNCTIONS or node.id in ("isinstance", "zip", "type")):
                raise self.module.refuse(node, f"the built-in name {node.id} is given to something else")
            return node
        if node.id in EXCEPTIONS:
            return name(EXCEPTIONS[node.id])
        return helper(FUNCTIONS[node.id]) if node.id in FUNCTIONS else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``type(a) is str``: the type itself."""
        if any(isinstance(one, ast.Call) and ast.unparse(one.func) == "type" for one in _sides(node)):
            for one in _sides(node):
                if isinstance(one, ast.Name) and one.id == "dict":
                    raise self.module.refuse(node, "a comparison with the type dict")
            node.left, *node.comparators = [_bare(self, one) for one in _sides(node)]
            return node
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in ("str", "dict", "int", "bytes", "object"):
            return self._of_type(node)
        self.generic_visit(node)
        if self._is_module(node.value):
            return node
        if self._unknown(node.attr) or (node.attr in TEXT_METHODS and node.attr not in self.own):
            raise self.module.refuse(node, f"the phone's Python has no .{node.attr} like this")
        return node

    def _of_type(self, node: ast.Attribute) -> ast.AST:
        """A method taken from its type: ``str.lower``, ``dict.fromkeys``."""
        if node.attr in ("fromkeys", "maketrans"):
            return helper(node.attr)
        if node.attr in METHODS:
            return helper(METHODS[node.attr])
        if node.attr not in AS_THEY_ARE and not node.attr.startswith("__"):
            raise self.module.refuse(node, f"the phone's Python has no .{node.attr}")
        return node

    def _unknown(self, attribute: str) -> bool:
        known = AS_THEY_ARE | METHODS.keys() | self.own
        return attribute in BUILT_IN_METHODS and attribute not in known

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Name) and not self._is_local(function.id):
            if function.id in ("isinstance", "issubclass"):
                return self._isinstance(node)
            found = self._builtin(node, function.id)
            if found is not None:
                return found
        if isinstance(function, ast.Attribute) and not self._is_module(function.value):
            if function.attr in METHODS and not self._is_type(function):
                return self._method(node, function)
            node = self._by_place(node)
        return self.generic_visit(node)

    def _is_module(self, value: ast.expr) -> bool:
        """Whether this is a name that an import binds to a module."""
        if not isinstance(value, ast.Name):
            return False
        whole = self.module.imported.get(value.id, ("", "x"))[1] == ""
        return whole or self.program.module_named(self.module, value.id) is not None

    @staticmethod
    def _is_type(function: ast.Attribute) -> bool:
        return isinstance(function.value, ast.Name) and function.value.id in ("str", "dict", "int", "bytes")

    def _builtin(self, node: ast.Call, called: str) -> ast.AST | None:
        """A call of a built-in function; None for one that needs nothing, or is none."""
        words = {word.arg: word.value for word in node.keywords}
        if called == "dict" and words:
            return self._dict(node)
        if called == "zip" and words:
            strict = words.get("strict")
            node.keywords = []
            if isinstance(strict, ast.Constant) and strict.value is True:
                node.func = helper("zip_strict")
            return self.generic_visit(node)
        if called == "sum" and "start" in words:
            node.args, node.keywords = [*node.args, words["start"]], []
        if called == "iter" and len(node.args) > 1:
            raise self.module.refuse(node, "iter() with two arguments")
        if called in REFUSED or (called == "super" and node.args):
            raise self.module.refuse(node, f"{called}() on a phone")
        return None

    def _dict(self, node: ast.Call) -> ast.AST:
        parts: list[ast.expr] = [self.visit(one) for one in node.args]
        for word in node.keywords:
            value = self.visit(word.value)
            parts.append(sequence([pair(constant(word.arg), value)]) if word.arg else value)
        return call(helper("merged"), *parts)

    def _method(self, node: ast.Call, function: ast.Attribute) -> ast.AST:
        """A method of a built-in type as a helper, which leaves the methods of other classes to them."""
        node = self._by_place(node)
        if node.keywords and function.attr in self.own:
            return self.generic_visit(node)
        words = [ast.keyword(word.arg, self.visit(word.value)) for word in node.keywords]
        given = [self.visit(function.value), *(self.visit(one) for one in node.args)]
        return ast.Call(helper(METHODS[function.attr]), given, words)

    def _by_place(self, node: ast.Call) -> ast.Call:
        attribute = getattr(node.func, "attr", "")
        if not node.keywords or attribute not in BUILT_IN_METHODS or attribute in self.own:
            return node
        places = BY_PLACE.get(attribute, ())
        if places is None or attribute in ("format", "update", "sort"):
            return node
        words = {word.arg: word.value for word in node.keywords}
        given: list[ast.expr] = list(node.args)
        for place in places[len(given) :]:
            if not words:
                break
            given.append(words.pop(place) if place in words else constant(None))
        if words:
            raise self.module.refuse(node, f"keywords of .{attribute}")
        node.args, node.keywords = given, []
        return node

    def _isinstance(self, node: ast.Call) -> ast.AST:
        value, kinds = node.args
        names: list[ast.expr] = []
        for kind in _flat(kinds):
            if isinstance(kind, ast.Name) and kind.id in ABSTRACT:
                names += [name(one) for one in ABSTRACT[kind.id]]
            elif isinstance(kind, ast.Name) and kind.id == "int":
                names += [name("int"), name("bool")]
            else:
                names.append(_bare(self, kind))
        checked = names[0] if len(names) == 1 else sequence(names)
        return ast.Call(node.func, [self.visit(value), checked], [])


def _bare(calls: Calls, node: ast.expr) -> ast.expr:
    """A type as it is, anything else visited."""
    if isinstance(node, ast.Name) and node.id not in EXCEPTIONS and hasattr(builtins, node.id):
        return node
    visited: ast.expr = calls.visit(node)
    return visited


def _is_store(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _sides(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]


def _flat(node: ast.expr) -> list[ast.expr]:
    """The types that ``isinstance`` is asked about."""
    if isinstance(node, ast.Tuple):
        return [one for part in node.elts for one in _flat(part)]
    if isinstance(node, ast.BinOp):
        return _flat(node.left) + _flat(node.right)
    return [node]


class Keywords(ast.NodeTransformer):
    """Hands the order of keywords to functions that collect them."""

    def __init__(self, module: Module, program: Program) -> None:
        self.module, self.program = module, program
        self.methods = program.collecting_methods

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        if node.args.kwarg:
            collected = node.args.kwarg.arg
            ordered = call(helper("keywords"), name(collected))
            node.body.insert(0, ast.Assign(targets=[name(collected, ast.Store())], value=ordered))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        if node.args.kwarg:
            raise self.module.refuse(node, "a lambda that collects keywords")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        several = len(node.keywords) > 1 or any(word.arg is None for word in node.keywords)
        name, origin = ast.unparse(node.func), self.module.imported.get("replace", ("", ""))
        if name == "dataclasses.replace" or (name == "replace" and origin[0] == "dataclasses"):
            return call(helper("replaced"), *node.args, _collected(node.keywords))
        if not several or not self._collects(node.func):
            return node
        given: ast.expr = sequence(node.args)
        return call(helper("called"), node.func, given, _collected(node.keywords))

    def _collects(self, function: ast.expr) -> bool:
        """Whether the function may collect keywords, as far as can be seen; any that is computed may."""
        if isinstance(function, ast.Name):
            return self._of_name(self.module, function.id)
        if isinstance(function, ast.Attribute):
            if isinstance(function.value, ast.Name):
                module = self.program.module_named(self.module, function.value.id)
                if module is not None:
                    return self._of_name(module, function.attr)
            return function.attr in self.methods
        return True

    def _of_name(self, module: Module, wanted: str) -> bool:
        home, found = self.program.definition(module, wanted)
        for one in found:
            if isinstance(one, ast.FunctionDef) and one.args.kwarg:
                return True
            if isinstance(one, ast.ClassDef) and self._of_class(home, one):
                return True
        return False

    def _of_class(self, module: Module, node: ast.ClassDef) -> bool:
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and one.name == "__init__":
                return one.args.kwarg is not None
        return any(isinstance(base, ast.Name) and self._of_name(module, base.id) for base in node.bases)


def _collected(words: list[ast.keyword]) -> ast.expr:
    """The keywords of a call as a dict display; calls of helpers come out of it in the next pass."""
    keys: list[ast.expr | None] = [constant(word.arg) if word.arg else None for word in words]
    return ast.Dict(keys, [word.value for word in words])
