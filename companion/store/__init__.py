"""All modules that write rows, one for each kind of data. Re-exports those of entries."""

from companion.log.rights import Change, Conflict, Saved
from companion.server.admission import Unavailable
from companion.store.entries import (
    CACHE,
    LISTED,
    all_here,
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
    write,
)

__all__ = [
    "CACHE",
    "LISTED",
    "Change",
    "Conflict",
    "Saved",
    "Unavailable",
    "all_here",
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
    "write",
]
