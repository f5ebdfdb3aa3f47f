"""The sample games of every game's ``samples.jsonl``: one a line, and what must come of it."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from scoring import VARIANTS
from tests import games


class Vector(NamedTuple):
    """A record, what must come of it, and where it stands: "buck:7"."""

    place: str
    record: dict[str, Any]
    expect: dict[str, Any]


def rules_changed() -> list[Vector]:
    """Games of all kinds whose house rules change in the middle (ALL-06)."""
    lines = Path(__file__).with_name("rules_changed.jsonl").read_text(encoding="utf-8").splitlines()
    found = [(number, json.loads(line)) for number, line in enumerate(lines, 1)]
    return [Vector(f"{one['record']['variant']}:rules-{number}", **one) for number, one in found]


def vectors() -> list[Vector]:
    """Every sample game, game by game, in the order of the lines."""
    return [
        Vector(f"{game}:{number}", **json.loads(line))
        for game in VARIANTS
        for number, line in enumerate(games.text(game, "samples.jsonl").splitlines(), 1)
    ]
