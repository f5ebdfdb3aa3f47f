"""All modules that write rows, one for each kind of data. Re-exports those of entries."""

from companion.log.decide import Change, Conflict, Saved
from companion.server.admission import Unavailable
from companion.store.entries import (
    CACHE,
    LISTED,
    append,
    drafted,
    import_game,
    importing,
    keys,
    listed,
    load,
    new_key,
    planned,
    room_for,
    row_of,
    save,
    start,
    tables,
    tables_from,
    write,
)

__all__ = [
    "CACHE",
    "LISTED",
    "Change",
    "Conflict",
    "Saved",
    "Unavailable",
    "append",
    "drafted",
    "import_game",
    "importing",
    "keys",
    "listed",
    "load",
    "new_key",
    "planned",
    "room_for",
    "row_of",
    "save",
    "start",
    "tables",
    "tables_from",
    "write",
]
