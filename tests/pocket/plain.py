"""The kit in an interpreter of its own, without lowering: plays as JSON lines in, differences out.

Modules of the phone and those that stand for Django's are found under the names for which they stand.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
POCKET = ROOT / "companion" / "pocket"


# Others are Python's own, which this interpreter has.
STANDS = frozenset(("companion", "django", "django_htmx", "babel", "secrets", "decimal"))


class Stands(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of the phone under the names for which they stand."""

    def __init__(self, folders: Sequence[Path], made: dict[str, str]) -> None:
        self.folders, self.made = folders, made

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in STANDS:
            return None
        if name in self.made:
            has_parts = any(one.startswith(name + ".") for one in self.made)
            return importlib.util.spec_from_loader(name, self, is_package=has_parts)
        for folder in self.folders:
            file = folder.joinpath(*name.split("."))
            if file.with_suffix(".py").is_file():
                return importlib.util.spec_from_file_location(name, file.with_suffix(".py"))
            if (file / "__init__.py").is_file() and (file / "__init__.py").read_text().strip():
                found = [str(file)]
                return importlib.util.spec_from_file_location(
                    name, file / "__init__.py", submodule_search_locations=found
                )
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.made[module.__name__], module.__name__, "exec"), vars(module))  # noqa: S102


def main() -> None:
    """Answer the plays."""
    lines = sys.stdin
    made: dict[str, str] = json.loads(next(lines))
    sys.meta_path.insert(0, Stands([POCKET / "phone" / "names", POCKET / "standins"], made))
    from companion.pocket.phone import engine
    from tests.pocket.compared import differences

    for line in lines:
        for difference in differences(engine, json.loads(line)):
            print(json.dumps(difference), flush=True)


if __name__ == "__main__":
    main()
