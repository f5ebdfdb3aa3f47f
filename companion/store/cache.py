"""Cache of replayed tables: a read replays only the rows added since."""

from collections import OrderedDict
from threading import Lock

from companion.log.table import Table

MOST_ROWS = 10_000


class TableCache:
    """LRU cache of replayed tables, limited by total rows.

    May be stale: load newer rows after get(). Thread-safe.
    """

    def __init__(self, most_rows: int) -> None:
        self.most_rows = most_rows
        self.rows = 0
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: str) -> Table | None:
        """The table as last put; None if it is not cached."""
        with self._lock:
            if table_id in self._tables:
                self._tables.move_to_end(table_id)
            return self._tables.get(table_id)

    def put(self, table: Table) -> None:
        """Cache a table, and evict the least recently used ones over the limit."""
        with self._lock:
            self._drop(self._tables.pop(table.id, None))
            self._tables[table.id] = table
            self.rows += table.version
            while self.rows > self.most_rows:
                self._drop(self._tables.popitem(last=False)[1])

    def _drop(self, table: Table | None) -> None:
        self.rows -= table.version if table else 0
