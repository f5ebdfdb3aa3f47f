"""Facts of games for the statistics, written in the same transaction as the entries they are computed from.

Every game that isn't deleted has facts. They can be recomputed from its log at any time (``rebuilding``),
with the same result.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cache
from itertools import chain
from typing import Any, TypeVar

from django.db import connection
from django.db.models import F, Model

from companion.log import table as log
from companion.log.table import Row, Table
from companion.models import Game, GameFacts, HandFacts, PlayerFacts
from companion.stats.counted import BESTS, SUMS, GameCounted, Told, counted
from companion.store import people, ratings
from companion.store.games import marks, rows_since, run, touch
from companion.wording.dates import ENDS, Clock
from scoring import Refusal
from scoring.entries import JOIN

# SQL for the tables of facts: write a game's rows, add one more entry to them, remove them.
#
# As in ``games``: compiling it takes Django's ORM several times as long as the database its answer.

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


def _of_hand(game: int, told: Told) -> tuple[int, int, int, str, str]:
    """The row of a hand, in the order of OF_HAND."""
    return game, told.seq, told.number, told.result, told.parts


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
    of_games: list[tuple[Any, ...]] = []
    of_players: list[tuple[Any, ...]] = []
    for one in games:
        on = connection.ops.adapt_datefield_value(one.played_on)
        of, now = (one.game, one.variant), one.counted
        of_games.append((one.game, one.group, one.variant, on, now.over, now.hands, now.version))
        for player in now.players:
            known = (player.name, player.seat, player.side, player.won, player.points)
            person = one.people.get(player.name)
            of_players.append((*of, on, person, *known, *player.sums, *player.bests, 0))
    _insert(GameFacts, OF_GAME, of_games, OF_SAME_GAME)
    _insert(PlayerFacts, OF_PLAYER, of_players, OF_SAME_PLAYER)
    hands = [_of_hand(one.game, told) for one in games for told in one.counted.told]
    if not new:
        for one in games:
            names = one.counted.names
            run(WITHOUT_OTHERS.format(marks(names)), one.game, *names).close()
        numbers = [one.game for one in games]
        with run(HANDS.format(marks(numbers)), *numbers) as cursor:
            stored = {row[:2]: row for row in cursor.fetchall()}
        hands = [row for row in hands if stored.pop(row[:2], None) != row]
        gone: dict[int, list[int]] = {}  # hands that no longer exist
        for game, seq in stored:
            gone.setdefault(game, []).append(seq)
        for game, seqs in gone.items():
            for some in _in_parts(seqs, VALUES):
                run(WITHOUT_HAND.format(marks(some)), game, *some).close()
    _insert(HandFacts, OF_HAND, hands, OF_SAME_HAND)


def add(game: int, counted: GameCounted) -> bool:
    """Add one more entry to a game's facts. False, with nothing written, if they aren't up to date."""
    values = (counted.hands, counted.version, counted.over, game, counted.version - 1)
    # Columns that no player changes are left out, for a short statement.
    players = counted.players
    sums, bests = _not_nought([one.sums for one in players]), _not_nought([one.bests for one in players])
    columns = iter(range(4, 4 + len(sums) + len(bests)))
    changes = [SUM.format(SUMS[at], next(columns)) for at in sums]
    changes += [BEST.format(BESTS[at], next(columns)) for at in bests]
    rows = [
        (one.name, one.won, one.points, *(one.sums[at] for at in sums), *(one.bests[at] for at in bests))
        for one in players
    ]
    of_players: Statement = (
        f"{ADD_TO_PLAYERS}{''.join(changes)} FROM (VALUES {_places(rows)}{OF_ADDED}",
        (*chain.from_iterable(rows), game),
    )
    hands = [_of_hand(game, told) for told in counted.told]
    of_hands = _insertion(HandFacts, OF_HAND, hands) if hands else None
    if connection.vendor == "postgresql":  # one statement: three would wait three times
        parts = [f"WITH game AS ({ADD_TO_GAME} RETURNING 1), players AS ({of_players[0]} AND {IF_ADDED})"]
        together = [*values, *of_players[1]]
        if of_hands:
            parts.append(f"hands AS ({of_hands[0]} WHERE {IF_ADDED})")
            together += of_hands[1]
        with run(", ".join(parts) + " SELECT 1 FROM game", *together) as cursor:  # noqa: S608 - own names
            return cursor.fetchone() is not None
    with run(ADD_TO_GAME, *values) as cursor:
        if cursor.rowcount != 1:
            return False
    for sql, given in filter(None, (of_players, of_hands)):
        run(sql, *given).close()
    return True


def _not_nought(rows: Sequence[Sequence[int]]) -> list[int]:
    """The columns, from 0, in which some row has a number other than 0."""
    return [at for at, numbers in enumerate(zip(*rows, strict=True)) if any(numbers)]


def remove_rows(games: Sequence[int]) -> None:
    """Remove the facts of these games."""
    for sql in (WITHOUT_HANDS, WITHOUT_PLAYERS, WITHOUT_GAMES) if games else ():
        run(sql.format(marks(games)), *games).close()


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
    return ", ".join([f"({marks(rows[0])})"] * len(rows))


OF_CLOCK = ("zone", "group__zone", "group__evening_ends")
Part = tuple[str, int | None, int, bool, int, int]


@dataclass(frozen=True)
class Origin:
    """What a game's facts need besides its table. limit: hands in a round of its night; None: no limit."""

    pk: int
    group: int | None
    created_at: datetime
    limit: int | None
    clock: Clock


@dataclass(frozen=True)
class Result:
    """How a game ended, as ratings see it, and its place in the order of play."""

    group: int
    variant: str
    played_on: date
    players: frozenset[Part]


@dataclass(frozen=True)
class Stored:
    """The stored facts of a game: whether there are any, its group, its people by name, and its result.

    The result is None while the game goes on, and without a group: such a game isn't rated.
    """

    there: bool
    group: int | None
    people: Mapping[str, Any]
    result: Result | None


def is_whole(table: Table) -> bool:
    """Whether the last row of a table requires counting its whole game again."""
    return table.rows[-1].target is not None or table.entries[-1].kind == JOIN.name


def start(started: Sequence[tuple[Game, Table, GameCounted]]) -> None:
    """Write the facts of games that have just been started, in one group or in none.

    Each with its table and that as counted. Raises AppRefusal of ``players``: two players of a game may not
    be spellings of one person in its group, and the group needs room for new names.
    """
    group = started[0][0].group_id
    people.refuse_merged(group, [whole.names for _game, _table, whole in started], "players")
    names = sorted({name for _game, _table, whole in started for name in whole.names})
    persons = people.of(group, names, "players") if group else {}
    known = origins([game.pk for game, _table, _whole in started])
    days = {pk: str(one.clock.evening(one.created_at)) for pk, one in known.items()}
    follows = [game.pk for game, table, _whole in started if table.header.played_on == days[game.pk]]
    Game.objects.filter(pk__in=follows).update(day_follows=True)
    placed = [replace(place(known[game.pk], table, whole), people=persons) for game, table, whole in started]
    put(placed, new=True)
    for one in placed:
        _rate(one.game, None, _result(one))


def append(game: int, table: Table, now: GameCounted, limit: int | None = None) -> None:
    """Count the row just added to a table. Raises AppRefusal of ``player`` or ``target``.

    now: the whole game, where ``is_whole``, or what the row adds. A player who joins may not be a spelling of
    another one there.
    """
    field = "player" if table.rows[-1].target is None else "target"
    if is_whole(table):
        write(game, table, field, now)
    elif not add(game, now):
        write(game, table, field)
    elif now.over or limit is not None:
        _changed_result(game, None, _stored(game).result)


def write(game: int, table: Table, field: str = "", whole: GameCounted | None = None) -> None:
    """Rewrite the facts of a whole game, after a correction.

    With a *field*, raises AppRefusal there as ``append`` does. whole: the game, as counted; None: count it.
    """
    was, of_game = _stored(game), origins([game])[game]
    placed = place(of_game, table, whole or counted(table, of_game.limit))
    same = was.there and was.group == of_game.group
    if same and was.people.keys() == set(placed.counted.names):
        placed = replace(placed, people=was.people)
    else:
        if field:
            people.refuse_merged(of_game.group, [placed.counted.names], field)
        persons = people.of(placed.group, placed.counted.names, field) if placed.group else {}
        placed = replace(placed, people=persons)
    put([placed])
    _changed_result(game, was.result, _result(placed))


def rename(game: int, old: str, new: str) -> None:
    """Rename a player of a game. Scores stay as they are; only name and person change."""
    was = _stored(game)
    if old in was.people:
        person = people.of(was.group, [new])[new] if was.group else None
        PlayerFacts.objects.filter(game=game, name=old).update(name=new, person=person)
        _changed_result(game, was.result, _stored(game).result)


def remove(game: int) -> None:
    """Remove the facts of a game that was deleted."""
    was = _stored(game)
    remove_rows([game])
    _changed_result(game, was.result, None)


def put_back(game: int) -> None:
    """Write the facts of a game that is no longer deleted; one that can't be replayed has none.

    It leaves its group if two of its players were merged there meanwhile, or if there is no room for them.
    """
    try:
        table = _table(game)
    except (Refusal, log.Impossible):
        return
    try:
        write(game, table, "group")
    except (people.Merged, people.Crowded):
        Game.objects.filter(pk=game).update(group=None)
        write(game, table)


def recount(game: int) -> None:
    """Write the facts of a game anew, as of one that has become a table of a night."""
    write(game, _table(game))


def move(game: int, group: int | None) -> None:
    """Move a game into a group, or out of any. Does nothing if it is there. Call with the game locked.

    Raises AppRefusal of ``group`` if two of its players are spellings of one person there, or if the group
    has no room for new names.
    """
    was = _stored(game)
    if was.there and was.group == group:
        return
    people.refuse_merged(group, [was.people], "group")
    Game.objects.filter(pk=game).update(group=group)
    GameFacts.objects.filter(pk=game).update(group=group)
    redate([game])
    persons = people.of(group, was.people, "group") if group else {}
    for name in was.people:
        player = PlayerFacts.objects.filter(game=game, name=name)
        player.update(person=persons.get(name), mu=None, sigma=None, rated=0)
    _changed_result(game, was.result, _stored(game).result)


def redate(games: Sequence[int]) -> bool:
    """Put these games on the days of their clocks, after those have changed; whether any day changed.

    A day that somebody told stays. Call with the games locked; ratings are not recomputed.
    """
    columns = ("pk", "header", "day_follows", "facts__played_on", "created_at")
    wrong: dict[int, date] = {}
    for pk, header, follows, counted_on, at, *clock in Game.objects.filter(pk__in=games).values_list(
        *columns, *OF_CLOCK
    ):
        said, day = json.loads(header), _clock(*clock).evening(at)
        if follows and said["played_on"] != str(day):
            changed = log.body_of({**said, "played_on": str(day)})
            Game.objects.filter(pk=pk).update(header=changed)
        if (follows or "played_on" not in said) and counted_on not in (None, day):
            wrong[pk] = day
    for day in sorted(set(wrong.values())):
        of_day = [pk for pk, on in wrong.items() if on == day]
        GameFacts.objects.filter(pk__in=of_day).update(played_on=day)
        PlayerFacts.objects.filter(game__in=of_day).update(played_on=day)
    return bool(wrong)


def origins(games: Sequence[int]) -> dict[int, Origin]:
    """The origins of these games, by number, in one query."""
    limit = F("night_table__round__night__hands")
    found = Game.objects.filter(pk__in=games).annotate(limit=limit)
    rows = found.values_list("pk", "group", "created_at", "limit", *OF_CLOCK)
    return {pk: Origin(pk, group, at, most, _clock(*clock)) for pk, group, at, most, *clock in rows}


def place(origin: Origin, table: Table, whole: GameCounted) -> Placed:
    """The facts of a game as they are to be stored, without its people."""
    # the header’s day, or else the evening on which the game was started
    day = (
        date.fromisoformat(table.header.played_on)
        if table.header.played_on
        else origin.clock.evening(origin.created_at)
    )
    return Placed(origin.pk, origin.group, table.variant.name, day, whole)


def _clock(zone: str, of_group: str | None, ends: int | None) -> Clock:
    """The clock of a game: the zone of its group goes before its own."""
    return Clock(of_group or zone, ENDS if ends is None else ends)


def _table(game: int) -> Table:
    """The table of a game, a deleted one too, without the cache."""
    public_id, header = Game.objects.values_list("public_id", "header").get(pk=game)
    return log.table(public_id, header, [Row(*values) for values in rows_since(game, 0)])


def _stored(game: int) -> Stored:
    """The stored facts of a game."""
    of_game = ("game__group", "game__variant", "game__played_on", "game__over")
    columns = ("name", "person", "side", "won", "points", "hands")
    rows = list(PlayerFacts.objects.filter(game=game).values_list(*of_game, *columns))
    if not rows:
        return Stored(False, None, {}, None)
    group, variant, played_on, over = rows[0][:4]
    parts = frozenset(row[4:] for row in rows)
    result = Result(group, variant, played_on, parts) if over and group is not None else None
    return Stored(True, group, {name: person for name, person, *_rest in parts}, result)


def _result(placed: Placed) -> Result | None:
    """The result of a game as ``_stored`` will read it once it is written."""
    if placed.group is None or not placed.counted.over:
        return None
    hands = SUMS.index("hands")
    parts = (
        (one.name, placed.people.get(one.name), one.side, one.won, one.points, one.sums[hands])
        for one in placed.counted.players
    )
    return Result(placed.group, placed.variant, placed.played_on, frozenset(parts))


def _rate(game: int, was: Result | None, now: Result | None) -> None:
    """Recompute ratings after a result changed, from its old and from its new place in the order of play."""
    changed = [one for one in (was, now) if one is not None] if was != now else []
    for group, variant, played_on in sorted({(one.group, one.variant, one.played_on) for one in changed}):
        ratings.after(group, variant, played_on, game)


def _changed_result(game: int, was: Result | None, now: Result | None) -> None:
    """Recompute ratings after the result of a game that isn't new may have changed.

    Tables of later games of its evening, which show what was won before them, get another revision.
    """
    _rate(game, was, now)
    changed = [one for one in (was, now) if one is not None] if was != now else []
    for group, played_on in sorted({(one.group, one.played_on) for one in changed}):
        later = GameFacts.objects.filter(group=group, played_on=played_on, pk__gt=game)
        shows = later.filter(game__night_table=None).order_by("pk")
        for table_id in shows.values_list("game__public_id", flat=True):
            touch(table_id)
