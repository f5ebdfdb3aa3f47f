"""All modules that write rows, one for each kind of data. Re-exports those of entries."""

from companion.log.decide import Change, Conflict
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
    planned,
    restore,
    row_of,
    save,
    tables,
    tables_from,
    write,
)
from companion.store.writing import Unavailable

__all__ = [
    "CACHE",
    "LISTED",
    "Change",
    "Conflict",
    "Saved",
    "Unavailable",
    "append",
    "correct",
    "create",
    "import_game",
    "keys",
    "load",
    "new_key",
    "planned",
    "restore",
    "row_of",
    "save",
    "tables",
    "tables_from",
    "write",
]
