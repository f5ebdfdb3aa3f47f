"""What the house is made of, in figures: the end of ``make house``. Refuses nothing.

``python -m tests.house.figures once`` lists the functions that are used exactly once or never, by module;
``python -m tests.house.figures short`` those of them that could stand where they are used.
"""

import ast
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from tests.house.trees import ROOT, modules

IMPORT = re.compile(r"^ *from (?:companion|scoring).* import (?:\([^)]*\)|.*)", re.MULTILINE)
Name = tuple[str, str]  # a module, and what stands at its top
Function = ast.FunctionDef | ast.AsyncFunctionDef
EXPRESSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda


class House:
    """The modules of the app and the library, by dotted name."""

    def __init__(self) -> None:
        self.trees: dict[str, ast.Module] = {}
        self.lines = 0
        self.small = 0
        for path in (path for package in ("companion", "scoring") for path in modules(package)):
            source = (ROOT / path).read_text()
            name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
            self.trees[name] = ast.parse(source)
            self.lines += source.count("\n")
            self.small += source.count("\n") < 60
        self.imported = {name: dict(self._imports(name)) for name in self.trees}

    def _imports(self, name: str) -> Iterator[tuple[str, Name]]:
        """What a module calls what it imports from the house, and what that is."""
        inside = any(other.startswith(name + ".") for other in self.trees)
        for node in ast.walk(self.trees[name]):
            if isinstance(node, ast.ImportFrom):
                parts = name.split(".")
                base = parts[: len(parts) - node.level + inside] if node.level else []
                source = ".".join([*base, *([node.module] if node.module else [])])
                yield from ((one.asname or one.name, (source, one.name)) for one in node.names)

    def meant(self, name: Name) -> Name | str:
        """What an import leads to, through modules that hand it on; of a module its dotted name."""
        module, own = name
        if f"{module}.{own}" in self.trees:
            return f"{module}.{own}"
        onward = self.imported.get(module, {}).get(own)
        return self.meant(onward) if onward and onward != name else name

    def uses(self) -> Counter[Name]:
        """How often each name at the top of a module is used; an import alone is no use."""
        counted: Counter[Name] = Counter()
        for module, tree in self.trees.items():
            there = {name: self.meant(origin) for name, origin in self.imported[module].items()}
            for node in ast.walk(tree):
                if isinstance(node, ast.Name):
                    meant = there.get(node.id, (module, node.id))
                    if not isinstance(meant, str):
                        counted[meant] += 1
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    of = there.get(node.value.id)
                    found = self.meant((of, node.attr)) if isinstance(of, str) else ""
                    if not isinstance(found, str):
                        counted[found] += 1
        return counted

    def short(self, used: Counter[Name]) -> list[tuple[Name, Function]]:
        """Functions that are called once, in their own module, with under four lines, which no test names.

        Within a comprehension or a lambda only those of one statement: others can't stand there.
        """
        tests = "".join((ROOT / path).read_text() for path in modules("tests"))
        tested = {*re.findall(r"[.\"'](\w+)", tests), *re.findall(r"\w+", " ".join(IMPORT.findall(tests)))}
        called = {(module, name) for module, tree in self.trees.items() for name in calls(tree)}
        within = {
            (module, name)
            for module, tree in self.trees.items()
            for node in ast.walk(tree)
            if isinstance(node, EXPRESSIONS)
            for name in calls(node)
        }
        return [
            (name, node)
            for name, node in self.functions()
            if used[name] == 1 and name in called and name[1] not in tested
            if lines_of_body(node) < 4 and (len(body(node)) == 1 or name not in within)
        ]

    def functions(self) -> Iterator[tuple[Name, Function]]:
        """Functions at the top of a module that no decorator hands to somebody else."""
        for module, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, Function) and not node.decorator_list:
                    yield (module, node.name), node


def calls(tree: ast.AST) -> Iterator[str]:
    """The plain names that are called there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def body(function: Function) -> list[ast.stmt]:
    """What a function has below its head and its docstring."""
    return function.body[1:] if ast.get_docstring(function) else function.body


def lines_of_body(function: Function) -> int:
    """How many lines that is; a function of nothing but a docstring has none."""
    found = body(function)
    return (found[-1].end_lineno or 0) - found[0].lineno + 1 if found else 0


def saved_hand() -> dict[str, set[str]]:
    """The functions of the house that run while a hand of Euchre is saved, by file, as first called."""
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings

    reached: dict[str, set[str]] = {}

    def trace(frame: FrameType, _event: str, _given: object) -> None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT / "companion") or file.is_relative_to(ROOT / "scoring"):
            reached.setdefault(str(file.relative_to(ROOT)), set()).add(frame.f_code.co_qualname)

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "static").mkdir()
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "DATABASE_URL": f"sqlite:///{folder}/bower.sqlite3",
            "SECRET_KEY": "of a house that is looked over, and of nobody’s tables",
            "VAR_DIR": folder,
        }
        django.setup()
        from tests.companion.factories import Phone, hand, table
        from tests.companion.pages import page

        call_command("migrate", verbosity=0)
        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        with override_settings(ALLOWED_HOSTS=["*"], STORAGES={**settings.STORAGES, "staticfiles": plain}):
            made = table(entries=[hand("partnership", number) for number in range(3)])
            phone, place = Phone(), f"/games/{made.id}/hands/"
            said = {"maker": "0", "trump": "spades", "tricks": "3", "save": "1"}
            form = page(phone.get(place + "new/")).form(place).data()
            sys.settrace(trace)
            answer = phone.post(place, {**form, **said})
            sys.settrace(None)
            assert answer.status_code == 303, answer.content
    return reached


def main(*asked: str) -> None:
    """Print the figures."""
    house = House()
    counted = house.uses()
    found = list(house.functions())
    once = [(name, node) for name, node in found if counted[name] == 1]
    short = house.short(counted)
    listed = {"once": [one for one in found if counted[one[0]] < 2], "short": short}
    for (module, name), node in (one for what in asked for one in listed[what]):
        print(f"{module}:{node.lineno} {name}: {counted[module, name]}, {lines_of_body(node)} lines")
    tops = sum(
        isinstance(node, Function | ast.ClassDef) for tree in house.trees.values() for node in tree.body
    )
    print(f"{len(house.trees)} modules, {house.small} of them under 60 lines; {house.lines:,} lines")
    print(f"one function or class at the top in {house.lines / tops:.1f} lines ({tops:,} of them)")
    print(f"{len(once) / len(found):.0%} of these functions are used exactly once ({len(once):,})")
    print(f"{len(short)} of those could stand where they are used: under four lines, in the same module")
    reached = saved_hand()
    print(f"a saved hand goes through {len(reached)} files and {sum(map(len, reached.values()))} functions")


if __name__ == "__main__":
    main(*sys.argv[1:])
