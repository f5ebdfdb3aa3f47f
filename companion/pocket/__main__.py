"""``python -m companion.pocket --to DIR [MODULE...]``: write lowered modules into a folder, to be read."""

import argparse
import os
from pathlib import Path

import django


def main() -> None:
    """Write the modules and what they import; without any, those of all rooms."""
    parser = argparse.ArgumentParser(prog="python -m companion.pocket")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("modules", nargs="*")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    from companion.pocket import build, runtime

    for name, source in (build.some(given.modules) if given.modules else build.rooms()).items():
        path = given.to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    (given.to / build.SCRIPT).write_text(runtime.script(), encoding="utf-8")


if __name__ == "__main__":
    main()
