"""Facts of games for the statistics, written in the same transaction as the entries they are computed from.

Every game that isn't deleted has facts. They can be recomputed from its log at any time (``rebuilding``),
with the same result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import F
from django.utils import timezone

from companion.log import table as log
from companion.log.table import Row, Table
from companion.models import Game, GameFacts, PlayerFacts
from companion.stats.counted import SUMS, GameCounted, added, counted
from companion.store import facts_rows, ratings, spellings, statements
from companion.store.facts_rows import Placed
from scoring import Refusal
from scoring.entries import JOIN

Part = tuple[str, int | None, int, bool, int, int]


@dataclass(frozen=True)
class Origin:
    """What a game's facts need besides its table. limit: hands in a round of its night; None: no limit."""

    pk: int
    group: int | None
    created_at: datetime
    limit: int | None = None


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


def ahead(table: Table, limit: int | None = None) -> GameCounted:
    """What the last row of a table changes, counted before the transaction that writes it.

    limit: hands of a round of a night. The whole game, where ``is_whole``; else what the last entry adds.
    """
    return counted(table, limit) if is_whole(table) else added(table, limit)


def is_whole(table: Table) -> bool:
    """Whether the last row of a table requires counting its whole game again."""
    return table.rows[-1].target is not None or table.entries[-1].kind == JOIN.name


def start(started: Sequence[tuple[Game, Table, GameCounted]]) -> None:
    """Write the facts of games that have just been started, in one group or in none.

    Each with its table and that as counted. Raises AppRefusal of ``players``: two players of a game may not
    be spellings of one person in its group, and the group needs room for new names.
    """
    group = started[0][0].group_id
    spellings.refuse_merged(group, [whole.names for _game, _table, whole in started], "players")
    names = sorted({name for _game, _table, whole in started for name in whole.names})
    people = spellings.of(group, names, "players") if group else {}
    placed = [
        replace(place(Origin(game.pk, group, game.created_at), table, whole), people=people)
        for game, table, whole in started
    ]
    facts_rows.put(placed, new=True)
    for one in placed:
        _rate(one.game, None, _result(one))


def append(game: int, table: Table, now: GameCounted, limit: int | None = None) -> None:
    """Count the row just added to a table. Raises AppRefusal of ``player`` or ``target``.

    now: as ``ahead`` made it. A player who joins may not be a spelling of another one there.
    """
    field = "player" if table.rows[-1].target is None else "target"
    if is_whole(table):
        write(game, table, field, now)
    elif not facts_rows.add(game, now):
        write(game, table, field)
    elif now.over or limit is not None:
        _rate(game, None, _stored(game).result)


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
            spellings.refuse_merged(of_game.group, [placed.counted.names], field)
        placed = _with_people(placed, field)
    facts_rows.put([placed])
    _rate(game, was.result, _result(placed))


def rename(game: int, old: str, new: str) -> None:
    """Rename a player of a game. Scores stay as they are; only name and person change."""
    group, was = Game.objects.values_list("group", flat=True).get(pk=game), _stored(game)
    if old in was.people:
        person = spellings.of(was.group, [new])[new] if was.group else None
        PlayerFacts.objects.filter(game=game, name=old).update(name=new, person=person)
        _rate(game, was.result, _stored(game).result)
    spellings.forget_unused(group, old)


def remove(game: int) -> None:
    """Remove the facts of a game that was deleted."""
    was = _stored(game)
    facts_rows.remove([game])
    _rate(game, was.result, None)


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
    except (spellings.Merged, spellings.Crowded):
        Game.objects.filter(pk=game).update(group=None)
        write(game, table)


def move(game: int, group: int | None) -> None:
    """Move a game into a group, or out of any. Does nothing if it is there. Call with the game locked.

    Raises AppRefusal of ``group`` if two of its players are spellings of one person there, or if the group
    has no room for new names.
    """
    was = _stored(game)
    if was.there and was.group == group:
        return
    spellings.refuse_merged(group, [was.people], "group")
    Game.objects.filter(pk=game).update(group=group)
    GameFacts.objects.filter(pk=game).update(group=group)
    people = spellings.of(group, was.people, "group") if group else {}
    for name in was.people:
        player = PlayerFacts.objects.filter(game=game, name=name)
        player.update(person=people.get(name), mu=None, sigma=None, rated=0)
    _rate(game, was.result, _stored(game).result)


def origins(games: Sequence[int]) -> dict[int, Origin]:
    """The origins of these games, by number, in one query."""
    limit = F("night_table__round__night__hands")
    found = Game.objects.filter(pk__in=games).annotate(limit=limit)
    rows = found.values_list("pk", "group", "created_at", "limit")
    return {row[0]: Origin(*row) for row in rows}


def place(origin: Origin, table: Table, whole: GameCounted) -> Placed:
    """The facts of a game as they are to be stored, without its people."""
    return Placed(origin.pk, origin.group, table.variant.name, _day(table, origin.created_at), whole)


def _with_people(placed: Placed, field: str) -> Placed:
    people = spellings.of(placed.group, placed.counted.names, field) if placed.group else {}
    return replace(placed, people=people)


def _day(table: Table, created_at: datetime) -> date:
    """The day of the header, or else that on which the game was started."""
    if table.header.played_on:
        return date.fromisoformat(table.header.played_on)
    moment = created_at if created_at.tzinfo else created_at.replace(tzinfo=UTC)
    return timezone.localtime(moment, timezone.get_default_timezone()).date()


def _table(game: int) -> Table:
    """The table of a game, a deleted one too, without the cache."""
    public_id, header = Game.objects.values_list("public_id", "header").get(pk=game)
    return log.table(public_id, header, [Row(*values) for values in statements.rows(game, 0)])


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
