"""The sample games of ``vectors``: one game a line, and what must come of it."""

import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "vectors"


class Vector(NamedTuple):
    """A record, what must come of it, and where it stands: "buck:7"."""

    place: str
    record: dict[str, Any]
    expect: dict[str, Any]


def vectors() -> list[Vector]:
    """Every sample game, file by file, in the order of the lines."""
    return [
        Vector(f"{file.stem}:{number}", **json.loads(line))
        for file in sorted(FOLDER.glob("*.jsonl"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    ]
