"""Recompute the facts of all games from their logs, and compare them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from companion.log import table as log
from companion.log.table import Row, Table
from companion.models import Entry, Game, GameFacts, HandFacts, PlayerFacts
from companion.stats.counted import BESTS, SUMS, counted
from companion.store import facts, people, ratings
from companion.store.changes import writing
from companion.store.facts import Placed
from scoring import Refusal

ROWS = 2_000  # of logs, about, read and counted in one transaction: other writes wait for it
MOST_GAMES = 100
# In the order of log.table.Row.
OF_ROW = ("seq", "target", "body", "at", "device", "role", "restores")
OF_PLAYER = ("name", "seat", "side", "won", "points", *SUMS, *BESTS)
OF_HAND = ("seq", "number", "result", "parts")
OF_GAME = ("group", "variant", "played_on", "over", "hands", "version")


@dataclass
class Rebuilt:
    """The result: numbers of counted games and played hands; ids of tables that could not be replayed."""

    games: int = 0
    hands: int = 0
    left_out: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Found:
    """A game to count: its number, its id, its header, and how many rows its log has."""

    number: int
    table_id: str
    header: str
    rows: int


def rebuild(tell: Callable[[Rebuilt], object] = lambda done: None) -> Rebuilt:
    """Recount every game, a few in each transaction; *tell* is called after each.

    The old counts stay until they are replaced, so statistics are whole meanwhile, and after a kill.
    """
    with writing():
        facts.remove_rows(list(GameFacts.objects.exclude(game__deleted_at=None).values_list("pk", flat=True)))
    return _rebuilt(Game.objects.filter(deleted_at=None), tell)


def fill(tell: Callable[[Rebuilt], object] = lambda done: None) -> Rebuilt:
    """Count the games that have no facts, as after a migration that removed them."""
    return _rebuilt(_missing(), tell)


def is_missing() -> bool:
    """Whether a game has no facts."""
    return _missing().exists()


def behind() -> list[str]:
    """The ids of tables of which statistics don't have every row; those that were never counted, too."""
    last = Entry.objects.filter(game=OuterRef("pk")).order_by("-seq").values("seq")[:1]
    counted = Game.objects.filter(deleted_at=None).annotate(last=Coalesce(Subquery(last), 0))
    off = counted.filter(Q(facts=None) | ~Q(facts__version=F("last")))
    return list(off.order_by("pk").values_list("public_id", flat=True))


def _missing() -> QuerySet[Game]:
    return Game.objects.filter(deleted_at=None, facts=None)


def _rebuilt(wanted: QuerySet[Game], tell: Callable[[Rebuilt], object]) -> Rebuilt:
    done, groups, after = Rebuilt(), set[int](), 0
    counted_rows = wanted.order_by("pk").annotate(rows=Coalesce(Max("entries__seq"), 0))
    columns = counted_rows.values_list("pk", "public_id", "header", "rows")
    while found := [_Found(*one) for one in columns.filter(pk__gt=after)[:MOST_GAMES]]:
        # in order of number, as many at a time as have about ROWS rows
        some, rows = found[:1], found[0].rows
        for one in found[1:]:
            rows += one.rows
            if rows > ROWS:
                break
            some.append(one)
        after = some[-1].number
        with writing():
            placed = _placed(some, done)
            facts.put(placed)
        groups |= {one.group for one in placed if one.group is not None}
        done.games += len(placed)
        done.hands += sum(one.counted.hands for one in placed)
        tell(done)
    for group in sorted(groups):
        with writing():
            ratings.all_of(group)
    return done


def _placed(found: Sequence[_Found], done: Rebuilt) -> list[Placed]:
    """The facts of these games, without those deleted meanwhile; call inside a transaction.

    Those that can't be replayed are noted in *done*.
    """
    numbers = [one.number for one in found]
    there = set(Game.objects.select_for_update().filter(pk__in=numbers, deleted_at=None).values_list("pk"))
    origins, rows = facts.origins(numbers), {number: list[Row]() for number in numbers}
    logs = Entry.objects.filter(game__in=numbers).order_by("game", "seq")
    for game, *values in logs.values_list("game_id", *OF_ROW):
        rows[game].append(Row(*values))
    placed: list[Placed] = []
    for one in found:
        if (one.number,) not in there:
            continue
        try:
            table = log.table(one.table_id, one.header, rows[one.number])
            origin = origins[one.number]
            placed.append(facts.place(origin, table, counted(table, origin.limit)))
        except (Refusal, log.Impossible, ValueError, KeyError, TypeError):
            done.left_out.append(one.table_id)
    names: dict[int, set[str]] = {}
    for each in placed:
        if each.group is not None:
            names.setdefault(each.group, set()).update(each.counted.names)
    persons = {group: people.of(group, sorted(known)) for group, known in names.items()}
    return [replace(each, people=persons.get(each.group or 0, {})) for each in placed]


def differ(game: int, table: Table) -> bool:
    """Whether the facts of the game with this number differ from those of its table, made of its rows.

    False for a game that was played on since its rows were read.
    """
    kept = Game.objects.filter(pk=game).values_list("deleted_at").first()
    if kept is None:
        return False
    players = list(PlayerFacts.objects.filter(game=game).values_list(*OF_PLAYER, "person__group"))
    hands = list(HandFacts.objects.filter(game=game).values_list(*OF_HAND))
    # Last: its version only grows, so that players and hands are of that version, too.
    stored = GameFacts.objects.filter(game=game).values_list(*OF_GAME).first()
    if kept[0] is not None or stored is None:
        return (stored is None) != (kept[0] is not None)
    if stored[-1] > table.version:
        return False
    origin = facts.origins([game])[game]
    whole = counted(table, origin.limit)
    placed = facts.place(origin, table, whole)
    of_game = (origin.group, placed.variant, placed.played_on, whole.over, whole.hands, whole.version)
    of_players = (
        (one.name, one.seat, one.side, one.won, one.points, *one.sums, *one.bests, origin.group)
        for one in whole.players
    )
    of_hands = ((one.seq, one.number, one.result, one.parts) for one in whole.told)
    expected = (of_game, sorted(of_players), sorted(of_hands))
    return (stored, sorted(players), sorted(hands)) != expected
