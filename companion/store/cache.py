"""Tables as they were last read, so that the next read replays only what has been added since."""

from collections import OrderedDict
from threading import Lock

from companion.log.table import Table

MOST_ROWS = 10_000


class Shelf:
    """The tables read last, up to so many rows in all, whoever looked at them.

    It never answers what is true: whoever takes a table from it reads from the database what has been added.
    Tables never change, so threads may share them.
    """

    def __init__(self, most_rows: int) -> None:
        self.most_rows = most_rows
        self.rows = 0
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def take(self, table_id: str) -> Table | None:
        """The table as it was last read, if it is still here."""
        with self._lock:
            if table_id in self._tables:
                self._tables.move_to_end(table_id)
            return self._tables.get(table_id)

    def put(self, table: Table) -> None:
        """Keep a table instead of what was kept of it; the ones not read for longest make room."""
        with self._lock:
            self._drop(self._tables.pop(table.id, None))
            self._tables[table.id] = table
            self.rows += table.version
            while self.rows > self.most_rows:
                self._drop(self._tables.popitem(last=False)[1])

    def _drop(self, table: Table | None) -> None:
        self.rows -= table.version if table else 0
