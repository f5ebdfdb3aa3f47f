"""Load a night's players, rounds, tables and points."""

import json
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db.models import Count, Sum

from companion.models import Night, NightFix, NightPlayer, NightRound, NightTable, Person, PlayerFacts
from companion.night.evening import SIDES, Evening, Fix, Player, RoundNow, TableNow
from companion.store import people

OF_PLAYER = (
    *("number", "first", "last", "pair", "phone"),
    *("person", "person__public_id", "person__told", "person__shown", "person__into"),
)
OF_TABLE = (
    *("pk", "round__number", "number", "game", "game__public_id", "game__deleted_at"),
    "game__facts__hands",
)
SEATS = 4

Columns = dict[str, Any]
State = tuple[int, int, int, int]


@dataclass(frozen=True)
class Known:
    """Cached rounds of a night, and the state they were read in: revision, number of rows, tables, tables not
    deleted."""

    state: State
    rounds: tuple[RoundNow, ...]


class RoundsCache:
    """Cache of the rounds of recent nights, by public id: the phones of up to 16 tables load them after every
    hand."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def get(self, night_id: str, state: State) -> tuple[RoundNow, ...] | None:
        """The cached rounds of this state; None if they aren't cached."""
        with self._lock:
            known = self._known.get(night_id)
        return known.rounds if known and known.state == state else None

    def put(self, night_id: str, known: Known) -> None:
        """Cache the rounds of a night, and evict another night's."""
        with self._lock:
            self._known[night_id] = known
            self._known.move_to_end(night_id)
            while len(self._known) > self.most:
                self._known.popitem(last=False)


CACHE = RoundsCache(16)


def evening(night: Night) -> Evening:
    """The night with its players, rounds, tables and points.

    In two queries while nothing has changed, in six otherwise; in two more for merged people.
    """
    tables = NightTable.objects.filter(round__night=night)
    counted = tables.aggregate(
        rows=Sum("game__facts__version"), tables=Count("game"), there=Count("game__facts")
    )
    version = counted["rows"] or 0
    state = (night.revision, version, counted["tables"], counted["there"])
    rounds = CACHE.get(night.public_id, state)
    if rounds is None:
        rounds = _rounds(night)
        CACHE.put(night.public_id, Known(state, rounds))
    return Evening(
        id=night.public_id,
        group=night.group.public_id,
        title=night.title,
        plan=night.plan,
        hands=night.hands,
        rounds=night.rounds,
        sitting=night.sitting,
        ties=tuple(json.loads(night.ties)),
        options=json.loads(night.options),
        seed=night.seed,
        revision=night.revision,
        version=version,
        created_at=night.created_at,
        ended_at=night.ended_at,
        players=_players(night),
        started=rounds,
    )


def _players(night: Night) -> tuple[Player, ...]:
    rows = list(NightPlayer.objects.filter(night=night).order_by("number").values(*OF_PLAYER))
    roots: dict[int, tuple[str, str]] = {}
    if any(row["person__into"] for row in rows):
        into = people.merged(night.group_id)
        ends = {row["person"]: people.end(into, row["person"]) for row in rows}
        found = Person.objects.filter(pk__in=ends.values())
        shown = {
            row[0]: (row[1], row[2] or row[3])
            for row in found.values_list("pk", "public_id", "shown", "told")
        }
        roots = {number: shown[top] for number, top in ends.items()}
    return tuple(_player(row, roots.get(row["person"])) for row in rows)


def _player(row: Columns, root: tuple[str, str] | None) -> Player:
    """A player, with the public id and name of the person shown."""
    own = (row["person__public_id"], row["person__shown"] or row["person__told"])
    person, name = root or own
    return Player(row["number"], person, name, row["first"], row["last"], row["pair"], row["phone"])


def _rounds(night: Night) -> tuple[RoundNow, ...]:
    tables = NightTable.objects.filter(round__night=night).values(*OF_TABLE)
    by_place = {(table["round__number"], table["number"]): table for table in tables}
    points, loners = _points(night)
    fixes = _fixes(night)

    def table_now(number: int, at: int, seats: list[int]) -> TableNow:
        one, two, three, four = seats
        table = by_place[number, at]
        game = table["game"]
        return TableNow(
            number=at,
            table_id=table["game__public_id"] or "",
            seats=(one, two, three, four),
            told=(points[game, 0], points[game, 1]),
            hands=table["game__facts__hands"] or 0,
            of=night.hands,
            loners=(loners[game, 0], loners[game, 1], loners[game, 2], loners[game, 3]),
            fixes=(fixes.get((table["pk"], 0)), fixes.get((table["pk"], 1))),
            is_deleted=game is None or table["game__deleted_at"] is not None,
        )

    rounds = []
    for number, at, text in _started(night):
        draw = json.loads(text)
        places = enumerate(draw["tables"], 1)
        tables_now = tuple(table_now(number, place, seats) for place, seats in places)
        rounds.append(RoundNow(number, at, tables_now, tuple(draw["out"])))
    return tuple(rounds)


def _started(night: Night) -> Iterable[tuple[Any, ...]]:
    return NightRound.objects.filter(night=night).order_by("number").values_list("number", "at", "draw")


def _points(night: Night) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    """Points by game and side, and marches alone by game and seat (from 0)."""
    points: defaultdict[tuple[int, int], int] = defaultdict(int)
    loners: defaultdict[tuple[int, int], int] = defaultdict(int)
    found = PlayerFacts.objects.filter(game__game__night_table__round__night=night, seat__lt=SEATS)
    for game, seat, scored, alone in found.values_list("game", "seat", "points", "alone_marches"):
        points[game, seat % SIDES] = scored
        loners[game, seat] = alone
    return points, loners


def _fixes(night: Night) -> dict[tuple[int, int], Fix]:
    """Points set by hand, which replace those of the game, by table and side."""
    fixes: dict[tuple[int, int], Fix] = {}
    found = NightFix.objects.filter(table__round__night=night).order_by("pk")
    for table, side, points, reason, at in found.values_list("table", "side", "points", "reason", "at"):
        if points is None:
            fixes.pop((table, side), None)
        else:
            fixes[table, side] = Fix(points, reason, at)
    return fixes
