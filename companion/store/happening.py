"""What happened at a table, group or night, as programs are told at once: an event for each row of a log."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter

from django.db.models import Count, F, Max, QuerySet, Sum
from django.http import Http404
from django.utils import timezone

from companion.log import rights
from companion.log.table import Impossible, Table
from companion.models import Entry, Game, Group, GroupPhone, NightRound, Phone
from companion.store import entries, nights
from companion.store.games import TableVersion
from companion.store.webhooks import Told, in_short, round_told, row_told, standing_of

MOST = 20  # events that somebody gets who was away
STANDING = "standing"  # the type of what nothing has happened to: how it stands
TONIGHT = timedelta(hours=12)  # whoever opens the stream of a group is told of the tables that began since
OF_GROUP, OF_NIGHT = "grouprows-", "nightrows-"  # before an id: the rows of all tables there, for programs

Position = tuple[int, int]


@dataclass(frozen=True)
class Happening:
    """An event: where the stream goes on after it, and its data in JSON. *without*: who doesn't get it."""

    at: Position
    data: str
    without: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Happened:
    """Where the stream is now, how it stands, and an event for each row since: MOST at most, oldest first."""

    at: Position
    now: tuple[Happening, ...]
    rows: tuple[Happening, ...]


def since(topic: str, after: Position | None) -> Happened:
    """What happened at a table, group or night after this; None: nothing is to be caught up with.

    The position at a table is its version; elsewhere the last row and how many rounds are over. Raises
    Http404 for a table that was deleted.
    """
    kind = topic[: topic.find("-") + 1]
    name = topic.removeprefix(kind)
    if not kind:
        return _of_table(name, after)
    if kind == OF_GROUP:
        tables = Game.objects.filter(group__public_id=name, deleted_at=None)
        rounds = NightRound.objects.filter(night__group__public_id=name)
        playing = tables.filter(facts__over=False, created_at__gte=timezone.now() - TONIGHT)
    else:
        tables = Game.objects.filter(night_table__round__night__public_id=name, deleted_at=None)
        rounds = NightRound.objects.filter(night__public_id=name)
        last = rounds.aggregate(last=Max("number"))["last"]
        playing = tables.filter(night_table__round__number=last)
    return _of_many(tables, playing, rounds, after)


def _of_table(table_id: str, after: Position | None) -> Happened:
    found = entries.of_games(Game.objects.filter(public_id=table_id, deleted_at=None))
    if not found:
        raise Http404("no such table")
    [table] = found
    known = table.version if after is None else min(after[0], table.version)
    before, rows = table.at(max(known, table.version - MOST)), []
    for version in range(before.version + 1, table.version + 1):
        then = table.at(version)
        rows.append(
            Happening((version, 0), _said(then, row_told(then, before.state.over), then.events[-1].what))
        )
        before = then
    at = table.version, 0
    return Happened(at, (Happening(at, _standing(table)),), tuple(rows))


def _of_many(
    tables: QuerySet[Game], playing: QuerySet[Game], rounds: QuerySet[NightRound], after: Position | None
) -> Happened:
    """What happened at these tables, but for the rows that they came with, and which rounds are over.

    How they stand after a row that is gone: it was deleted for good, or is from before a backup was restored.
    """
    written = Entry.objects.filter(game__in=tables)
    over = rounds.filter(over_at__isnull=False).order_by("over_at", "pk").select_related("night")
    is_gone = after is not None and after[0] and not Entry.objects.filter(pk=after[0]).exists()
    if after is None or is_gone:
        at = written.aggregate(last=Max("pk"))["last"] or 0, over.count()
        standing = _replayed(playing.order_by("pk")[:MOST])
        removed = _removed(standing)
        now = tuple(Happening(at, _standing(table), removed[game]) for game, table in standing.items())
        return Happened(at, now, now if is_gone else ())
    pk, ended = after[0], max(after[1], over.count() - MOST)
    newer = written.filter(pk__gt=pk).exclude(at=F("game__created_at")).select_related("game")
    rows, rounds_over = newer.order_by("-pk")[:MOST], over[ended:]
    tables_now = _replayed({row.game.pk: row.game for row in rows}.values())
    removed = _removed(tables_now)
    in_order: list[tuple[datetime | None, Entry | NightRound]] = []
    latest = None
    for entry in reversed(rows):  # as they were written: one that a phone sent late has an earlier time
        latest = max(latest or entry.at, entry.at)
        in_order.append((latest, entry))
    in_order += [(one.over_at, one) for one in rounds_over]
    told: list[Happening] = []
    for _at, row in sorted(in_order, key=itemgetter(0)):
        if isinstance(row, NightRound):
            ended += 1
            end = round_told(nights.read_evening(row.night), row.number)
            data = {"night": row.night.public_id, "round": row.number, "type": end.type, "text": end.text}
            said = json.dumps({**data, "standing": dict(end.standing)})
            told.append(Happening((pk, ended), said))
        elif table := tables_now.get(row.game_id):
            pk, then, before = max(pk, row.pk), table.at(row.seq), table.at(row.seq - 1)
            said = _said(then, row_told(then, before.state.over), then.events[-1].what)
            told.append(Happening((pk, ended), said, removed[row.game_id]))
    at = written.filter(pk__gt=after[0]).aggregate(last=Max("pk"))["last"] or pk, ended
    return Happened(at, (), tuple(told[-MOST:]))


def _removed(games: Collection[int]) -> dict[int, frozenset[str]]:
    """The devices that a host removed from each of these games; its group doesn't let them see it either."""
    devices: dict[int, set[str]] = {game: set() for game in games}
    out = Phone.objects.filter(game__in=list(games), out=True).values_list("game", "device", "former")
    for game, *of_phone in out:
        devices[game].update(filter(None, of_phone))
    return {game: frozenset(found) for game, found in devices.items()}


def _replayed(found: Iterable[Game]) -> dict[int, Table]:
    """The tables of these games by primary key, without those whose log can't be replayed."""
    tables = {}
    for game in found:
        with suppress(Impossible):
            [tables[game.pk]] = entries.of_games([game])
    return tables


def versions_of_groups(group_ids: Collection[str]) -> dict[str, TableVersion]:
    """How many rows there are at the tables of these groups, and the devices that may see them, by id."""
    known = Group.objects.filter(public_id__in=group_ids, deleted_at=None)
    there = GroupPhone.objects.filter(group__in=known, role__in=rights.with_right(rights.SEE), out=False)
    over = NightRound.objects.filter(night__group__in=known, over_at__isnull=False)
    ended = dict(over.values_list("night__group__public_id").annotate(Count("pk")))
    devices: defaultdict[str, set[str]] = defaultdict(set)
    for group_id, *of_phone in there.values_list("group__public_id", "device", "former"):
        devices[group_id].update(filter(None, of_phone))
    return {
        group_id: TableVersion(rows or 0, ended.get(group_id, 0), frozenset(devices[group_id]))
        for group_id, rows in known.annotate(rows=Sum("facts__version")).values_list("public_id", "rows")
    }


def _standing(table: Table) -> str:
    """The data of an event that says how a table stands."""
    return _said(table, Told(STANDING, in_short(table), "", standing_of(table)))


def _said(table: Table, told: Told, change: str = "") -> str:
    """The data of an event of a table's last row; without a *change* that of how it stands."""
    last = table.events[-1:]
    said = {
        "table": table.id,
        "version": table.version,
        "number": last[0].entry.seq if last else 0,
        "change": change,
        "type": told.type,
        "text": told.text,
        "outcome": told.outcome,
    }
    kept = {name: value for name, value in said.items() if value != ""}
    return json.dumps({**kept, "standing": dict(told.standing)})
