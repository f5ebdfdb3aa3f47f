"""The store of a phone: rows of the server, and what waits to be sent."""

from companion.log.decide import Change, Conflict, Saved
from companion.pocket.phone.entries import (
    Unavailable,
    append,
    import_game,
    load,
    new_key,
    planned,
    row_of,
    save,
    tables,
    write,
)

__all__ = [
    "Change",
    "Conflict",
    "Saved",
    "Unavailable",
    "append",
    "import_game",
    "load",
    "new_key",
    "planned",
    "row_of",
    "save",
    "tables",
    "write",
]
