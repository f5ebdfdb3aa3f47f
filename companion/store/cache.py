"""Cache of replayed tables: a read replays only the rows added since."""

from dataclasses import dataclass
from threading import Lock

from companion.log.table import Table

MOST_BYTES = 48_000_000
MOST_USES = 10  # that count for a table
# Bytes of memory, measured with every part of a table in use: of a table without rows, of a row, and of each
# character of a row's entry. Rows with many payments need most.
TABLE, ROW, CHARACTER = 6_000, 3_500, 24


@dataclass(frozen=True)
class Cached:
    """A cached table, an estimate of its bytes, how often it was put, and its rank: the lowest makes room."""

    table: Table
    size: int
    uses: int = 1
    rank: int = 1


class TableCache:
    """Cache of replayed tables, limited by bytes: those used least, or else least lately, make room.

    What is used once, as an imported game, takes no room from what is used again and again. Uses grow old: a
    table's rank is its uses and the rank of the last one that made room.

    May be stale: load newer rows after get(), and put() what came of it. Thread-safe.
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._tables: dict[str, Cached] = {}
        self._by_rank: dict[int, dict[str, None]] = {}  # ids, those put least lately first; MOST_USES ranks
        self._lowest = 0
        self._lock = Lock()

    def get(self, table_id: str) -> Table | None:
        """The table as last put; None if it is not cached."""
        with self._lock:
            known = self._tables.get(table_id)
            return known.table if known else None

    def put(self, table: Table) -> None:
        """Cache a table, and evict others over the limit."""
        with self._lock:
            known = self._remove(table.id)
            uses = min(known.uses + 1, MOST_USES) if known else 1
            self._add(Cached(table, size(table, known), uses, self._lowest + uses))
            while self.bytes > self.most_bytes:
                self._lowest = min(self._by_rank)
                self._remove(next(iter(self._by_rank[self._lowest])))

    def _add(self, cached: Cached) -> None:
        self._tables[cached.table.id] = cached
        self._by_rank.setdefault(cached.rank, {})[cached.table.id] = None
        self.bytes += cached.size

    def _remove(self, table_id: str) -> Cached | None:
        known = self._tables.pop(table_id, None)
        if known:
            self.bytes -= known.size
            del self._by_rank[known.rank][table_id]
            if not self._by_rank[known.rank]:
                del self._by_rank[known.rank]
        return known


def size(table: Table, known: Cached | None = None) -> int:
    """An estimate of a table's bytes. *known*: the same table before, whose rows aren't counted again."""
    if known and known.table.version <= table.version:
        start, counted = known.table.version, known.size
    else:
        start, counted = 0, TABLE
    return counted + sum(ROW + CHARACTER * len(row.body) for row in table.rows[start:])
