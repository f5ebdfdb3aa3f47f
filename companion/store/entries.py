"""Games and their entries: start, load, write; each write is one transaction."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from companion.log import rights
from companion.log import table as log
from companion.log.rights import Change, Conflict, Draft, Saved, View, decide, time_of_row, uuid_of
from companion.log.rights import drafted as drafted_of
from companion.log.table import Row, Table
from companion.models import Entry, Game, Phone, PlayerFacts, new_author
from companion.models.tables import new_id
from companion.pages.listing import AllHere, searched, words_of
from companion.server import metrics
from companion.server.admission import IMPORTS, LONG, Turns
from companion.server.cache import Cache, Cached
from companion.stats.counted import GameCounted, added, counted
from companion.store import disputes, facts, games, group_starts, groups, links, night_changes, phones
from companion.store.changes import announce, writing
from companion.wording import reader
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal

LISTED = 20
SEQ_OF_KEY = """
SELECT e.seq FROM companion_entry e JOIN companion_game g ON g.id = e.game_id
WHERE g.public_id = %s AND e.key = %s"""
ROW_FIELDS = ("seq", "target", "body", "at", "device", "role", "restores")
IMPORTING = Turns(IMPORTS)
MOST_BYTES = 48_000_000  # of cached tables
# Bytes of memory, measured with every part of a table in use: of a table without rows, of a row, and of each
# character of a row's entry. Rows with many payments need most.
TABLE, ROW, CHARACTER = 6_000, 4_300, 24


def size(table: Table, known: Cached[Table] | None = None) -> int:
    """An estimate of a table's bytes. *known*: the same table before, whose rows aren't counted again."""
    if known and known.value.version <= table.version:
        start, counted = known.value.version, known.size
    else:
        start, counted = 0, TABLE
    return counted + sum(ROW + CHARACTER * len(row.body) for row in table.rows[start:])


# The tables as last replayed. One may be stale: newer rows are loaded after get, and what came of it is put.
CACHE = Cache(MOST_BYTES, size)


@dataclass(frozen=True)
class Plan:
    """A change as decided for the table in *view*: the row, and the table with it; None: decide again.

    counted: what the row says for the statistics.
    """

    view: View
    change: Change
    decided: tuple[Row, Table] | None
    counted: GameCounted | None = None


def new_key() -> str:
    """A random key for the next write of a form: the same key again writes nothing."""
    return str(uuid4())


def import_game(
    device: str,
    key: str,
    record: Record,
    *,
    successor: str = "",
    program: bool = False,
    group: int | None = None,
) -> Table:
    """Start a game from a whole record; *program*: for a program. Raises Refusal at its first wrong entry.

    The phone that starts it is *successor* from then on; see ``phones.gained``. *group*: as in ``start``.
    """
    started = start(device, key, drafted(record), successor=successor, program=program, group=group)
    return load(*started).table


def drafted(record: Record) -> Draft:
    """Score a record before its transaction. Raises Refusal at its first wrong entry."""
    return drafted_of(record, settings.MAX_ENTRIES)


def start(
    device: str,
    key: str,
    draft: Draft,
    *,
    successor: str = "",
    program: bool = False,
    group: int | None = None,
) -> tuple[str, str]:
    """Write a game that was scored, as ``import_game`` does; the device that has it, and its id.

    *group*: the number of its group; None: the phone's personal one, and for a program none. Raises Refusal
    if another table has the id that its phone has given it, or the key has another game, Http404 and
    PermissionDenied if the phone may not start games in the group.
    """
    author, at = draft.author or new_author(), time_of_row((), draft.told_at, timezone.now())
    if draft.rows and draft.told_at:
        at = draft.told_at
    first = [Row(seq, None, body, at, author, rights.OWNER) for seq, body in enumerate(draft.bodies, 1)]
    rows = draft.rows or first
    if draft.rows and not draft.author:
        rows = [replace(row, device=author) for row in draft.rows]
    keys = [UUID(key) for key in draft.keys] or [uuid4() for _row in rows]
    values = games.values_of(list(zip(keys, rows, strict=True)))
    table = log.table(draft.table_id or new_id(), draft.header, rows, draft.steps)
    whole = counted(table)
    with writing():
        if group is not None:
            groups.held(groups.find_by_pk(device, group), rights.PLAY)
        elif not program:
            group = group_starts.personal(device, successor)
        columns = {"public_id": table.id, "group_id": group, "created_at": at}
        game, is_new = _game(uuid_of(key), draft, columns, device, successor)
        if is_new:
            phones.own(game, device, author, successor=successor, program=program)
            links.make_all(game)
            games.add_rows(game.pk, values)
            facts.start([(game, table, whole)])
            transaction.on_commit(lambda: CACHE.put(table.id, table))
        known = phones.at(game, device, successor)
    return known.device if known else device, game.public_id


@contextmanager
def room_for(record: Record) -> Iterator[None]:
    """Work on a long record; see ``importing``."""
    with importing(len(record.entries)):
        yield


@contextmanager
def importing(number: int) -> Iterator[None]:
    """Work on so many entries, one at a time in this process. Raises Unavailable for one too many.

    Several at once would take the interpreter from the saves of all other tables.
    """
    if number <= LONG:
        yield
        return
    with IMPORTING.turn():
        yield


def _game(
    key: UUID, draft: Draft, columns: Mapping[str, object], device: str, successor: str
) -> tuple[Game, bool]:
    """The game with this key, and whether it is new.

    A phone that began it by itself, maybe after the answer to its form was lost, gave it an id. Then its form
    has started the same game here, under another id. If nothing was recorded there, that game is deleted;
    otherwise it stays, and the phone's game gets a key made from this key and its own id.
    """
    if draft.table_id:
        by_form = Game.objects.filter(key=key).exclude(public_id=draft.table_id).first()
        if by_form and not draft.rows and phones.at(by_form, device, successor):
            other = uuid5(key, draft.table_id)
            bodies = Entry.objects.filter(game=by_form).order_by("seq").values_list("body", flat=True)
            if taken := Game.objects.filter(public_id=draft.table_id).first():
                key = other if taken.key == other else key
            elif by_form.phones.count() > 1 or by_form.deleted_at or [*bodies] != [*draft.bodies]:
                key = other
            else:
                by_form.delete()
        known = Game.objects.filter(key=key).first()
        if known:  # that game, sent again: maybe by a Bower with more options
            told, sent = json.loads(known.header), json.loads(draft.header)
            same = sent.pop("options").items() >= told.pop("options").items() and told == sent
            rows = Entry.objects.filter(game=known, seq__lte=len(draft.bodies))
            first = [*rows.values_list("body", flat=True)]
            if known.public_id != draft.table_id or not same or first != [*draft.bodies]:
                raise AppRefusal("key-reused", "key")
        elif Game.objects.filter(public_id=draft.table_id).exists():
            raise AppRefusal("id-taken", "table")
    place = {"zone": draft.zone or reader.zone(), "currency": draft.currency}
    values = {**columns, **place, "header": draft.header}
    try:
        return Game.objects.get_or_create(key=key, defaults=values)
    except IntegrityError:  # another game took the id at the same moment
        raise AppRefusal("id-taken", "table") from None


def tables(device: str) -> list[Table]:
    """The tables at which this device has a role, most recently changed first; at most LISTED."""
    return _tables(_listed(_held(device)[:LISTED]))


def all_here(_tables: Sequence[Table]) -> AllHere | None:
    """None: only a phone without a server has all of its games."""
    return None


def tables_from(device: str, start: int, most: int, asked: str = "") -> tuple[list[Table], int]:
    """A page of that list, from *start* (counted from 0), and the number of tables in all.

    *asked*: only tables that have each of these words in a name, the game, the title or the day.
    """
    held = _held(device)
    if not asked:
        return _tables(_listed(held[start : start + most])), held.count()
    words, rows = words_of(asked), list(held.values_list("pk", "title", "header", "facts__played_on"))
    names: defaultdict[int, list[str]] = defaultdict(list)
    players = PlayerFacts.objects.filter(game__in=[row[0] for row in rows])
    for game, name in players.values_list("game", "name"):
        names[game].append(name)
    found: list[int] = []
    for game, renamed, header, played_on in rows:
        said = json.loads(header)
        title = said.get("title", "") if renamed is None else renamed
        day = played_on.isoformat() if played_on else ""
        text = searched(names[game], said["variant"], title, day)
        if all(word in text for word in words):
            found.append(game)
    return _tables(_listed(held.filter(pk__in=found[start : start + most]))), len(found)


@dataclass(frozen=True)
class ListedTable:
    """A table in a program's list.

    group: the id of its group; None without one that the program may see. changed_at: of its last row.
    """

    table: Table
    group: str | None
    created_at: datetime
    changed_at: datetime


def listed(
    device: str, start: int, most: int, group: int | None, over: bool | None, since: datetime | None
) -> tuple[list[ListedTable], int]:
    """A page of the tables of a device, and their number in all, most recently changed first.

    *group*: all tables of this group instead. *over*: only games that are over, or only those that aren't.
    *since*: only tables changed then or later.
    """
    found: QuerySet[Any] = (
        _held(device) if group is None else _by_change(Game.objects.filter(group=group, deleted_at=None))
    )
    if over is not None:
        found = found.filter(facts__over=over)
    if since is not None:
        found = found.filter(last__gte=since)
    page = list(found[start : start + most])
    seen = {one.pk: one.group_id for one in groups.of_device(device)}
    shown = zip(page, _tables(_listed(page)), strict=True)
    return [
        ListedTable(table, seen.get(game.group_id), game.created_at, game.last) for game, table in shown
    ], found.count()


def of_games(found: Iterable[Game]) -> list[Table]:
    """The tables of these games: no phone's right to see them is asked for."""
    return _tables(_listed(found))


def _held(device: str) -> QuerySet[Game]:
    held = Phone.objects.filter(games.of_device(device), accesses__isnull=False).values("game")
    return _by_change(Game.objects.filter(pk__in=held, deleted_at=None).exclude(group__sample=True))


def _by_change(found: QuerySet[Game]) -> QuerySet[Any]:
    last_written = Coalesce(Max("entries__at"), "created_at")
    return found.annotate(last=last_written).order_by("-last", "-pk")


def load(device: str, table_id: str, right: str = rights.SEE) -> View:
    """The current table, for this device.

    Raises Http404 without a role there, PermissionDenied without the right.
    """
    view = _view(games.find(device, table_id))
    view.viewer.require(right)
    return view


def keys(table: Table) -> dict[int, str]:
    """The keys of a table's rows, by seq."""
    found = Entry.objects.filter(game__public_id=table.id).values_list("seq", "key")
    return {seq: str(key) for seq, key in found}


def row_of(table: Table, key: str) -> int:
    """The seq of the row with this key; 0 if there is none."""
    with games.run(SEQ_OF_KEY, table.id, games.stored_key(uuid_of(key))) as cursor:
        found = cursor.fetchone()
    return found[0] if found else 0


def planned(view: View, change: Change) -> Plan:
    """Decide on a change before its transaction, and count what comes of it."""
    try:
        decided = decide(view, change, False, timezone.now(), settings.MAX_ENTRIES)
    except (Refusal, Conflict, PermissionDenied):  # the key may be known: that is looked up inside
        return Plan(view, change, None)
    return Plan(view, change, decided, _counted(view, decided[1]) if decided else None)


def _counted(view: View, table: Table) -> GameCounted:
    """What the last row of a table changes: the whole game, or what the last entry adds."""
    limit = view.night.hands if view.night else None
    return counted(table, limit) if facts.is_whole(table) else added(table, limit)


def append(device: str, table_id: str, key: str, seen: int | None, entry: Mapping[str, object]) -> Saved:
    """Append an entry. seen=None skips the version check.

    Raises Refusal, Conflict, PermissionDenied, Http404.
    """
    return save(device, table_id, key, Change(seen, None, entry))


def save(device: str, table_id: str, key: str, change: Change) -> Saved:
    """Append, replace, remove or restore an entry, by *change*; the same key again writes nothing.

    Raises Refusal, Conflict, PermissionDenied, Http404.
    """
    return write(key, planned(_view(games.find(device, table_id)), change))


def write(key: str, plan: Plan) -> Saved:
    """Write what was decided; decide again if the table has changed since.

    The same key again writes nothing. Raises Refusal, Conflict, PermissionDenied, Http404.
    """
    uuid = uuid_of(key)
    view, decided, now = plan.view, plan.decided, plan.counted
    with writing():
        game, revision, version, is_known, group_id = games.lock_to_write(view.table.id, uuid)
        if decided is None or is_known or (version, revision) != (view.table.version, view.viewer.revision):
            view = _view(games.find(view.viewer.device, view.table.id))
            decided = decide(view, plan.change, is_known, timezone.now(), settings.MAX_ENTRIES)
            now = None
        if decided is None:
            return Saved(view, written=False)
        row, table = decided
        games.add_rows(game, games.values_of([(uuid, row)]))
        facts.append(game, table, now or _counted(view, table), view.night.hands if view.night else None)
        if view.night:
            night_changes.mark(view.night, table)
        elif table.state.options != view.table.state.options:
            group_starts.keep_rules(game, table)
        if row.kind == log.RESTORE:
            disputes.reopen(game, view.table.entry(row.target or 0))
        elif row.target is not None:
            disputes.end_by_correction(game, row.target, row)
        announce(table.id)
        if group_id:
            announce(groups.TOPIC + group_id)
        if view.night:
            announce(view.night.topic)
        transaction.on_commit(lambda: CACHE.put(table.id, table))
    metrics.saved()
    return Saved(replace(view, table=table), written=True)


def _view(found: games.FoundGame) -> View:
    [table] = _tables([_Stored(found.pk, found.table_id, found.header, found.title)])
    return View(table, found.viewer, found.night)


def _listed(found: Iterable[Game]) -> "list[_Stored]":
    return [_Stored(game.pk, game.public_id, game.header, game.title) for game in found]


@dataclass(frozen=True)
class _Stored:
    """Columns of a game that are needed for its table; see ``FoundGame``."""

    pk: int
    table_id: str
    header: str
    title: str | None


def _tables(found: Sequence[_Stored]) -> list[Table]:
    """The tables of these games (pk, id and header): the cached ones with the rows since, in one query."""
    known = [CACHE.get(game.table_id) for game in found]
    since = {game.pk: table.version if table else 0 for game, table in zip(found, known, strict=True)}
    rows = _rows(since)
    tables = [_table(game, table, rows[game.pk]) for game, table in zip(found, known, strict=True)]
    for table in tables:
        CACHE.put(table.id, table)
    return tables


def _table(game: _Stored, known: Table | None, rows: list[Row]) -> Table:
    """Replay one table: from the cached one if the log continues it, else from the first row.

    Without rows nothing says that it is the same table: a phone may give the id of one that was purged. With
    another header somebody in it was forgotten.
    """
    if known is None or not known.rows:
        return log.table(game.table_id, game.header, rows).renamed(game.title)
    last = known.rows[-1:]
    if known.stored != game.header or tuple(rows[: len(last)]) != last:
        return _table(game, None, _rows({game.pk: 0})[game.pk])
    return reduce(Table.with_row, rows[len(last) :], known.renamed(game.title))


def _rows(since: Mapping[int, int]) -> dict[int, list[Row]]:
    """The rows of each game from a seq on, by game and in order."""
    if len(since) == 1:
        [(game, seq)] = since.items()
        return {game: [Row(*values) for values in games.rows_since(game, seq)]}
    rows: dict[int, list[Row]] = {game: [] for game in since}
    wanted = [Q(game=game, seq__gte=seq) for game, seq in since.items()]
    found = Entry.objects.filter(reduce(or_, wanted, Q(pk__in=()))).order_by("game", "seq")
    for game, *values in found.values_list("game_id", *ROW_FIELDS):
        rows[game].append(Row(*values))
    return rows
