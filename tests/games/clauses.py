"""What the clauses of the notation are read with (see tests/scoring/notation.py)."""

import re
from collections.abc import Callable
from typing import Any

# A pattern, and the fields that its groups stand for.
Clause = tuple[str, Callable[..., dict[str, Any]]]

NUMBER = re.compile(r"(.+) ([+−-]?\d+)")


def listed(text: str) -> list[str]:
    """Names as in "Ann, Bo and Cy"."""
    return re.split(r", | and ", text) if text else []


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def counted(text: str) -> dict[str, int]:
    """Counts by name, as in "Ann 3, Bo 2"."""
    counts = {}
    for part in listed(text):
        found = NUMBER.fullmatch(part)
        if found is None:
            raise ValueError(f"expected a name and a number, got {part}")
        counts[found[1]] = number(found[2])
    return counts
