"""The kit in an interpreter of its own, without lowering: plays as JSON lines in, differences out.

Modules of the phone and those that stand for Django's are found under the names for which they stand.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.pocket.pack import INSTEAD

ROOT = Path(__file__).resolve().parent.parent.parent

# Others are Python's own, which this interpreter has.
WHOLE = frozenset(("django", "django_htmx", "babel"))
STANDS = WHOLE | {"companion", "secrets"}


class Stands(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of the phone under the names for which they stand."""

    def __init__(self, made: dict[str, str]) -> None:
        self.made = made

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name in self.made:
            has_parts = any(one.startswith(name + ".") for one in self.made)
            return importlib.util.spec_from_loader(name, self, is_package=has_parts)
        top = name.partition(".")[0]
        is_empty = top in WHOLE and any(one.startswith(name + ".") for one in INSTEAD)
        if top in STANDS and (name in INSTEAD or is_empty):
            return importlib.util.spec_from_loader(name, self, is_package=True)
        return None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if name in self.made:
            exec(compile(self.made[name], name, "exec"), vars(module))  # noqa: S102
        elif name in INSTEAD:
            vars(module)["__getattr__"] = partial(getattr, importlib.import_module(INSTEAD[name]))


def main() -> None:
    """Answer the plays."""
    lines = sys.stdin
    made: dict[str, str] = json.loads(next(lines))
    sys.meta_path.insert(0, Stands(made))
    from companion.pocket.phone import engine
    from tests.pocket.compared import differences

    for line in lines:
        for difference in differences(engine, json.loads(line)):
            print(json.dumps(difference), flush=True)


if __name__ == "__main__":
    main()
