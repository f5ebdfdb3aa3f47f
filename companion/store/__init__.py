"""The only modules that write rows, one for each kind of thing kept; entries of a game are at hand here."""

from companion.store.entries import (
    LISTED,
    SHELF,
    Conflict,
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
    "LISTED",
    "SHELF",
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
