"""The only modules that write rows, one for each kind of thing kept; entries of a game are at hand here."""

from companion.log.decide import Conflict
from companion.store.entries import (
    CACHE,
    LISTED,
    Saved,
    append,
    correct,
    create,
    import_game,
    keys,
    load,
    new_key,
    row_of,
    tables,
    tables_from,
)

__all__ = [
    "CACHE",
    "LISTED",
    "Conflict",
    "Saved",
    "append",
    "correct",
    "create",
    "import_game",
    "keys",
    "load",
    "new_key",
    "row_of",
    "tables",
    "tables_from",
]
