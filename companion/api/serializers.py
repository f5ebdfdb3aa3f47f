"""What the table is told as: its standing, and the rows of its log."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.log.table import Row, Table


def standing(table: Table) -> dict[str, Any]:
    """``bower.standing/1``, as ``python -m scoring --json`` prints it."""
    return table.standing.as_json()


def what(row: Row) -> str:
    """What a row is: "entry", "correction" or "strike"."""
    if row.target is None:
        return "entry"
    return "correction" if row.body else "strike"


def happenings(table: Table, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of the log: which version they made, of which entry, when, in which role, by whose seat."""
    return [
        {
            "version": row.seq,
            "number": row.target or row.seq,
            "what": what(row),
            "at": row.at,
            "role": row.role,
            "seat": table.seats.get(row.device, ""),
        }
        for row in rows
    ]


def written(table: Table, done: Mapping[str, int]) -> dict[str, Any]:
    """The answer to a write: the entry's number, and the table as it was after it."""
    return {**done, "standing": standing(table.at(done["version"]))}
