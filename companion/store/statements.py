"""SQL of a game's log, to which every save adds and which every look at a table reads.

Django's ORM takes several times as long to compile a query as the database takes to answer.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection, connections
from django.db.backends.utils import CursorWrapper

from companion.log.at_night import AtNight
from companion.store.reading import HERE

AT_NIGHT = """
SELECT n.public_id, r.number, t.number, n.hands, t.ghosts, n.announcement, n.at_bell, r.bell_at, r.clock_left
FROM companion_nighttable t
JOIN companion_nightround r ON r.id = t.round_id
JOIN companion_night n ON n.id = r.night_id
WHERE t.game_id = %s"""

ROWS = """
SELECT seq, target, body, at, device, role, restores
FROM companion_entry WHERE game_id = %s AND seq >= %s ORDER BY seq"""

# Rows of a group's tables are committed in the order of their numbers: programs ask for what came after one.
LOCK_GROUP = """
SELECT pg_advisory_xact_lock(group_id) FROM companion_game WHERE id = %s AND group_id IS NOT NULL"""

ADD = """
INSERT INTO companion_entry (game_id, seq, key, target, body, at, device, role, restores) """
PLACES = "(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
# To PostgreSQL each column of many rows goes as one value: it parses a statement of many values for long.
COLUMNS = """SELECT %s, * FROM unnest(%s::integer[], %s::uuid[], %s::integer[], %s::text[],
    %s::timestamptz[], %s::text[], %s::text[], %s::boolean[])"""
AT_ONCE = 500  # rows of one statement; SQLite takes 32,766 values

REPLACE = """
UPDATE companion_entry SET body = v.column2 FROM (VALUES {}) AS v
WHERE game_id = %s AND seq = v.column1"""

# The finished games before this one in the same evening of its group, a row a player; none of a night.
EARLIER = """
SELECT g.public_id, p.name, p.side, p.won, p.points
FROM companion_game me
JOIN companion_gamefacts of_me ON of_me.game_id = me.id
JOIN companion_gamefacts f ON f.group_id = of_me.group_id AND f.played_on = of_me.played_on
    AND f.game_id < me.id AND f."over"
JOIN companion_game g ON g.id = f.game_id
JOIN companion_playerfacts p ON p.game_id = f.game_id
WHERE me.public_id = %s AND NOT EXISTS (SELECT 1 FROM companion_nighttable t WHERE t.game_id = f.game_id)
ORDER BY f.game_id, p.seat"""


def run(sql: str, *values: Any) -> CursorWrapper:
    """A cursor after this statement, of the database that is read from here; see ``reading``."""
    cursor = connections[HERE.alias].cursor()
    cursor.execute(sql, values)
    return cursor


def marks(values: Collection[object]) -> str:
    """SQL placeholders for so many values."""
    return ", ".join(["%s"] * len(values))


def at_night(game: int) -> AtNight | None:
    """A game's place at a night; None for most games."""
    with run(AT_NIGHT, game) as cursor:
        found = cursor.fetchone()
    if not found:
        return None
    night, of_round, table, hands, ghosts, announcement, at_bell, bell_at, left = found
    ends = moment(bell_at) if bell_at else None
    return AtNight(night, of_round, table, hands, ghosts, announcement, at_bell, ends, left)


def rows(game: int, since: int) -> list[tuple[Any, ...]]:
    """The columns of a game's log from *since* on, in order, as ``Row`` takes them."""
    with run(ROWS, game, since) as cursor:
        found = cursor.fetchall()
    return [(*row[:3], moment(row[3]), row[4], row[5], bool(row[6])) for row in found]


def values_of(rows: Sequence[tuple[UUID, Any]]) -> list[tuple[Any, ...]]:
    """Rows of the log, each with its key, as ``add`` takes them. Needs no transaction."""
    features = connection.features
    moments = {at: connection.ops.adapt_datetimefield_value(at) for at in {row.at for _key, row in rows}}
    return [
        (
            row.seq,
            key if features.has_native_uuid_field else key.hex,
            row.target,
            row.body,
            moments[row.at],
            row.device,
            row.role,
            row.restores,
        )
        for key, row in rows
    ]


def add(game: int, values: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows of the log, as ``values_of`` made them.

    PostgreSQL lets other tables of the group add theirs when this transaction has ended.
    """
    if connection.vendor == "postgresql":
        run(LOCK_GROUP, game).close()
    # Few statements of many rows: after each step another thread may take the interpreter.
    for begin in range(0, len(values), AT_ONCE):
        some = values[begin : begin + AT_ONCE]
        if len(some) > 1 and connection.vendor == "postgresql":
            run(ADD + COLUMNS, game, *map(list, zip(*some, strict=True))).close()
        else:
            places = ", ".join([PLACES] * len(some))
            run(f"{ADD} VALUES {places}", *chain.from_iterable((game, *one) for one in some)).close()


def replace_bodies(game: int, bodies: Sequence[tuple[int, str]]) -> None:
    """Store other bodies of rows, by seq: those of a name that is forgotten."""
    for begin in range(0, len(bodies), AT_ONCE):
        some = bodies[begin : begin + AT_ONCE]
        places = ", ".join(["(%s, %s)"] * len(some))
        run(REPLACE.format(places), *chain.from_iterable(some), game).close()


def earlier(table_id: str) -> list[tuple[str, str, int, bool, int]]:
    """The players of a group's finished games before this one in the same evening, game by game.

    Each with the table's id, the name, the number of the side, whether it won, and its final score.
    """
    with run(EARLIER, table_id) as cursor:
        return [(game, name, side, bool(won), points) for game, name, side, won, points in cursor.fetchall()]


def stored_key(key: UUID) -> object:
    """A key as the database takes it: SQLite has no type for it."""
    return key if connection.features.has_native_uuid_field else key.hex


def moment(at: datetime) -> datetime:
    """A stored time; SQLite has no time zones, and Django stores UTC."""
    return at if at.tzinfo else at.replace(tzinfo=UTC)
