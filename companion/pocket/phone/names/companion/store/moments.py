"""Moments beside other evenings: only the server has those."""

from typing import Any


def of_table(device: str, table_id: str) -> list[Any]:
    """None: they are shown with a network only."""
    return []
