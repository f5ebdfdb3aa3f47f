"""SQL for the tables of facts: write a game's rows, add one more entry to them, remove them.

As in ``statements``: Django's ORM takes several times as long to compile it as the database takes to answer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from itertools import chain
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

from companion.models import GameFacts, HandFacts, PlayerFacts
from companion.stats.counted import BESTS, SUMS, Counted, GameCounted
from companion.store.statements import run

T = TypeVar("T")
Statement = tuple[str, Sequence[Any]]  # and its values
VALUES = 30_000  # of one statement; SQLite takes 32,766
OF_GAME = ("game_id", "group_id", "variant", "played_on", "over", "hands", "version")
OF_PLAYER = (
    *("game_id", "variant", "played_on", "person_id", "name", "seat", "side", "won", "points"),
    *(*SUMS, *BESTS, "rated"),
)
KEPT = ("game_id", "name", "rated")  # the row's own, and what only ratings write
OF_HAND = ("game_id", "seq", "number", "result", "parts")


def _excluded(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}" = excluded."{name}"' for name in columns)


OF_SAME_GAME = f" ON CONFLICT (game_id) DO UPDATE SET {_excluded(OF_GAME[1:])}"
OF_SAME_PLAYER = f""" ON CONFLICT (game_id, name) DO UPDATE SET {
    _excluded(column for column in OF_PLAYER if column not in KEPT)
}"""
OF_SAME_HAND = f" ON CONFLICT (game_id, seq) DO UPDATE SET {_excluded(OF_HAND[2:])}"

ADD_TO_GAME = """
UPDATE companion_gamefacts SET hands = hands + %s, version = %s, "over" = %s
WHERE game_id = %s AND version = %s"""
ADD_TO_PLAYERS = "UPDATE companion_playerfacts SET won = v.column2, points = v.column3"
# Both databases name the columns of VALUES so.
SUM = ", {0} = {0} + v.column{1}"
BEST = ", {0} = CASE WHEN v.column{1} > {0} THEN v.column{1} ELSE {0} END"
OF_ADDED = ") AS v WHERE game_id = %s AND name = v.column1"
IF_ADDED = "EXISTS (SELECT 1 FROM game)"

HANDS = f"SELECT {', '.join(OF_HAND)} FROM companion_handfacts WHERE game_id IN ({{}})"  # noqa: S608 - names of this module
WITHOUT_HAND = "DELETE FROM companion_handfacts WHERE game_id = %s AND seq IN ({})"
WITHOUT_HANDS = "DELETE FROM companion_handfacts WHERE game_id IN ({})"
WITHOUT_OTHERS = "DELETE FROM companion_playerfacts WHERE game_id = %s AND name NOT IN ({})"
WITHOUT_PLAYERS = "DELETE FROM companion_playerfacts WHERE game_id IN ({})"
WITHOUT_GAMES = "DELETE FROM companion_gamefacts WHERE game_id IN ({})"


@dataclass(frozen=True)
class Placed:
    """A counted game, with the other columns of its row; ``people``: the persons by name."""

    game: int
    group: int | None
    variant: str
    played_on: date
    counted: GameCounted
    people: Mapping[str, int] = field(default_factory=dict)


def put(games: Sequence[Placed], *, new: bool = False) -> None:
    """Write the facts of these games anew; *new*: they have none yet. Keeps ratings of the same names.

    Only hands that aren't stored as they are now are written.
    """
    if not games:
        return
    hands = [(one.game, *told) for one in games for told in one.counted.told]
    _insert(GameFacts, OF_GAME, [_of_game(one) for one in games], OF_SAME_GAME)
    players = [_of_player(one, player) for one in games for player in one.counted.players]
    _insert(PlayerFacts, OF_PLAYER, players, OF_SAME_PLAYER)
    if not new:
        for one in games:
            names = one.counted.names
            run(WITHOUT_OTHERS.format(_marks(names)), one.game, *names).close()
        hands = _changed([one.game for one in games], hands)
    _insert(HandFacts, OF_HAND, hands, OF_SAME_HAND)


def _changed(games: Sequence[int], hands: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The hands that are new or differ from the stored ones. Removes stored hands that no longer exist."""
    with run(HANDS.format(_marks(games)), *games) as cursor:
        stored = {row[:2]: row for row in cursor.fetchall()}
    changed = [row for row in hands if stored.pop(row[:2], None) != row]
    gone: dict[int, list[int]] = {}
    for game, seq in stored:
        gone.setdefault(game, []).append(seq)
    for game, seqs in gone.items():
        for some in _in_parts(seqs, VALUES):
            run(WITHOUT_HAND.format(_marks(some)), game, *some).close()
    return changed


def add(game: int, counted: GameCounted) -> bool:
    """Add one more entry to a game's facts. False, with nothing written, if they aren't up to date."""
    values = (counted.hands, counted.version, counted.over, game, counted.version - 1)
    of_game, of_players = (ADD_TO_GAME, values), _addition(game, counted.players)
    hands = [(game, *told) for told in counted.told]
    of_hands = _insertion(HandFacts, OF_HAND, hands) if hands else None
    if connection.vendor == "postgresql":
        return _add_at_once(of_game, of_players, of_hands)
    with run(of_game[0], *values) as cursor:
        if cursor.rowcount != 1:
            return False
    for sql, given in filter(None, (of_players, of_hands)):
        run(sql, *given).close()
    return True


def _add_at_once(of_game: Statement, of_players: Statement, of_hands: Statement | None) -> bool:
    """``add`` as one statement: three would wait for PostgreSQL three times."""
    parts = [f"WITH game AS ({of_game[0]} RETURNING 1), players AS ({of_players[0]} AND {IF_ADDED})"]
    values = [*of_game[1], *of_players[1]]
    if of_hands:
        parts.append(f"hands AS ({of_hands[0]} WHERE {IF_ADDED})")
        values += of_hands[1]
    with run(", ".join(parts) + " SELECT 1 FROM game", *values) as cursor:  # noqa: S608 - own names
        return cursor.fetchone() is not None


def _addition(game: int, players: Sequence[Counted]) -> Statement:
    """Adds to sums and bests. Columns that no player changes are left out, for a short statement."""
    sums, bests = _not_nought([one.sums for one in players]), _not_nought([one.bests for one in players])
    numbers = iter(range(4, 4 + len(sums) + len(bests)))
    changes = [SUM.format(SUMS[at], next(numbers)) for at in sums]
    changes += [BEST.format(BESTS[at], next(numbers)) for at in bests]
    rows = [
        (one.name, one.won, one.points, *(one.sums[at] for at in sums), *(one.bests[at] for at in bests))
        for one in players
    ]
    sql = f"{ADD_TO_PLAYERS}{''.join(changes)} FROM (VALUES {_places(rows)}{OF_ADDED}"
    return sql, (*chain.from_iterable(rows), game)


def _not_nought(rows: Sequence[Sequence[int]]) -> list[int]:
    """The columns, from 0, in which some row has a number other than 0."""
    return [at for at, numbers in enumerate(zip(*rows, strict=True)) if any(numbers)]


def remove(games: Sequence[int]) -> None:
    """Remove the facts of these games."""
    for sql in (WITHOUT_HANDS, WITHOUT_PLAYERS, WITHOUT_GAMES):
        _without(sql, games)


def _of_game(one: Placed) -> tuple[Any, ...]:
    counted = one.counted
    return (one.game, one.group, one.variant, _day(one), counted.over, counted.hands, counted.version)


def _of_player(one: Placed, player: Counted) -> tuple[Any, ...]:
    person = one.people.get(player.name)
    known = (player.name, player.seat, player.side, player.won, player.points)
    return (one.game, one.variant, _day(one), person, *known, *player.sums, *player.bests, 0)


def _day(one: Placed) -> object:
    return connection.ops.adapt_datefield_value(one.played_on)


def _without(sql: str, games: Sequence[int]) -> None:
    if not games:
        return
    run(sql.format(_marks(games)), *games).close()


def _insert(
    model: type[Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]], end: str = ""
) -> None:
    """Insert the rows, many with one statement."""
    for some in _in_parts(rows, VALUES // len(columns)):
        sql, values = _insertion(model, columns, some)
        run(sql + end, *values).close()


def _insertion(model: type[Model], columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Statement:
    """Inserts the rows. PostgreSQL gets each column as one array, which it parses faster."""
    named = ", ".join(f'"{name}"' for name in columns)
    into = f"INSERT INTO {model._meta.db_table} ({named})"
    if connection.vendor != "postgresql":
        return f"{into} VALUES {_places(rows)}", tuple(chain.from_iterable(rows))
    arrays = ", ".join(f"%s::{kind}[]" for kind in _kinds(model, columns))
    return f"{into} SELECT * FROM unnest({arrays})", tuple(map(list, zip(*rows, strict=True)))  # noqa: S608 - own names


@cache
def _kinds(model: type[Model], columns: Sequence[str]) -> tuple[str, ...]:
    """The types of these columns in the database."""
    kinds = {field.column: field.db_type(connection) for field in model._meta.concrete_fields}
    return tuple(str(kinds[name]) for name in columns)


def _in_parts(rows: Sequence[T], many: int) -> Iterator[Sequence[T]]:
    return (rows[begin : begin + many] for begin in range(0, len(rows), many))


def _places(rows: Sequence[tuple[Any, ...]]) -> str:
    return ", ".join([f"({_marks(rows[0])})"] * len(rows))


def _marks(values: Sequence[Any]) -> str:
    return ", ".join(["%s"] * len(values))
