"""Examples of the reference; the tests send every one of them as it stands."""

from dataclasses import dataclass
from typing import Any

TABLE = "/api/v1/tables/{table_id}/"


@dataclass(frozen=True)
class Example:
    """What is sent and the status that answers it; ``{table_id}`` is a game of Buck with one hand in it."""

    body: Any = None
    headers: tuple[tuple[str, str], ...] = ()
    query: str = ""
    status: int = 200
    number: int = 1


EXAMPLES: dict[tuple[str, str], Example] = {}
