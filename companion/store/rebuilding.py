"""Recompute the facts of all games from their logs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from companion.log import table as log
from companion.log.table import Row
from companion.models import Entry, Game, GameFacts
from companion.stats.counted import counted
from companion.store import facts, facts_rows, ratings, spellings
from companion.store.facts_rows import Placed
from companion.store.writing import writing
from scoring import Refusal

ROWS = 2_000  # of logs, about, read and counted in one transaction: other writes wait for it
MOST_GAMES = 100
# In the order of log.table.Row.
OF_ROW = ("seq", "target", "body", "at", "device", "role", "restores")


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
        facts_rows.remove(list(GameFacts.objects.exclude(game__deleted_at=None).values_list("pk", flat=True)))
    return _rebuilt(Game.objects.filter(deleted_at=None), tell)


def fill(tell: Callable[[Rebuilt], object] = lambda done: None) -> Rebuilt:
    """Count the games that have no facts: those of a database of Bower 0.1.0."""
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
    done, groups = Rebuilt(), set[int]()
    for found in _batches(wanted):
        with writing():
            placed = _placed(found, done)
            facts_rows.put(placed)
        groups |= {one.group for one in placed if one.group is not None}
        done.games += len(placed)
        done.hands += sum(one.counted.hands for one in placed)
        tell(done)
    for group in sorted(groups):
        with writing():
            ratings.all_of(group)
    return done


def _batches(wanted: QuerySet[Game]) -> Iterator[list[_Found]]:
    """The games in order of number, as many at a time as have about ROWS rows."""
    after = 0
    while True:
        rows = Coalesce(Max("entries__seq"), 0)
        of_game = wanted.filter(pk__gt=after).order_by("pk").annotate(rows=rows)
        columns = of_game.values_list("pk", "public_id", "header", "rows")
        found = [_Found(*one) for one in columns[:MOST_GAMES]]
        if not found:
            return
        some: list[_Found] = []
        for one in found:
            if some and sum(each.rows for each in some) + one.rows > ROWS:
                break
            some.append(one)
        yield some
        after = some[-1].number


def _placed(found: Sequence[_Found], done: Rebuilt) -> list[Placed]:
    """The facts of these games, without those deleted meanwhile; call inside a transaction.

    Those that can't be replayed are noted in *done*.
    """
    numbers = [one.number for one in found]
    there = set(Game.objects.select_for_update().filter(pk__in=numbers, deleted_at=None).values_list("pk"))
    origins, rows = facts.origins(numbers), _rows(numbers)
    placed = []
    for one in found:
        if (one.number,) not in there:
            continue
        try:
            table = log.table(one.table_id, one.header, rows[one.number])
            origin = origins[one.number]
            placed.append(facts.place(origin, table, counted(table, origin.limit)))
        except (Refusal, log.Impossible, ValueError, KeyError, TypeError):
            done.left_out.append(one.table_id)
    return _with_people(placed)


def _with_people(placed: Sequence[Placed]) -> list[Placed]:
    """These facts with the persons of their groups."""
    names: dict[int, set[str]] = {}
    for one in placed:
        if one.group is not None:
            names.setdefault(one.group, set()).update(one.counted.names)
    people = {group: spellings.of(group, sorted(known)) for group, known in names.items()}
    return [replace(one, people=people.get(one.group or 0, {})) for one in placed]


def _rows(games: Sequence[int]) -> dict[int, list[Row]]:
    """The logs of these games, by number."""
    rows: dict[int, list[Row]] = {game: [] for game in games}
    found = Entry.objects.filter(game__in=games).order_by("game", "seq")
    for game, *values in found.values_list("game_id", *OF_ROW):
        rows[game].append(Row(*values))
    return rows
