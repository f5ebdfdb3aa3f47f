"""A game's own row, its log, and by which device a phone is found: what each request begins with.

What every save and every look at a table asks is SQL: Django's ORM takes several times as long to compile a
query as the database takes to answer.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone

from companion.access import devices
from companion.access.devices import Deleted, GroupDeleted, Removed
from companion.log import rights
from companion.log.at_night import AtNight
from companion.log.rights import View, Viewer
from companion.models import Game, GroupPhone, NightPlayer, Pairing, Passkey, Phone, new_author, tables
from companion.server.database_trouble import trouble
from companion.store.changes import announce, writing
from companion.store.reading import HERE
from companion.wording import reader
from companion.wording.dates import zone_of

ID_ALPHABET, ID_LENGTH = tables.ID_ALPHABET, tables.ID_LENGTH

# Few games are of a night: to ask PostgreSQL for it here would take as long as all the rest.
IS_OF_NIGHT = "EXISTS (SELECT 1 FROM companion_nighttable t WHERE t.game_id = g.id)"

# The zone of a group goes before that of its game.
ZONE = "COALESCE(NULLIF(o.zone, ''), g.zone)"
CURRENCY = "COALESCE(NULLIF(g.currency, ''), o.currency, '')"

FIND = f"""
SELECT {IS_OF_NIGHT},
    g.id, g.header, g.title, g.revision, {ZONE}, {CURRENCY}, o.evening_ends,
    p.device, p.former, p.author, p.out, p.seat, a.role
FROM companion_game g
LEFT JOIN companion_group o ON o.id = g.group_id
JOIN companion_phone p ON p.game_id = g.id
LEFT JOIN companion_access a ON a.phone_id = p.id
WHERE g.public_id = %s AND g.deleted_at IS NULL AND (p.device = %s OR p.former = %s OR p.seat <> '')"""  # noqa: S608 - names of this module

FIND_BY_GROUP = f"""
SELECT {IS_OF_NIGHT},
    g.id, g.header, g.title, g.revision, {ZONE}, {CURRENCY}, o.evening_ends, p.device, p.former, p.role
FROM companion_game g
JOIN companion_group o ON o.id = g.group_id
JOIN companion_groupphone p ON p.group_id = o.id
WHERE g.public_id = %s AND g.deleted_at IS NULL AND o.deleted_at IS NULL
    AND (p.device = %s OR p.former = %s) AND NOT p.out"""  # noqa: S608

LOCK = "SELECT 1 FROM companion_game WHERE public_id = %s AND deleted_at IS NULL"

TO_WRITE = """
SELECT g.id, g.revision, (SELECT MAX(seq) FROM companion_entry WHERE game_id = g.id),
    EXISTS (SELECT 1 FROM companion_entry WHERE game_id = g.id AND key = %s), o.public_id
FROM companion_game g LEFT JOIN companion_group o ON o.id = g.group_id
WHERE g.public_id = %s AND g.deleted_at IS NULL"""

AT_NIGHT = """
SELECT n.public_id, r.number, t.number, n.hands, t.ghosts, n.announcement, n.at_bell, r.bell_at, r.clock_left,
    n.rounds
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


class Found(NamedTuple):
    """A role of a phone at a game, None without one, the game's own columns, and its place at a night."""

    night: AtNight | None
    pk: int
    header: str
    title: str | None
    revision: int
    zone: str
    currency: str
    ends: int | None
    device: str
    former: str
    author: str
    out: bool
    seat: str
    role: str | None


class Locked(NamedTuple):
    """What a save needs to know of a locked table.

    key_is_known: a row has its key already. group_id: the public id of its group, None without one.
    """

    pk: int
    revision: int
    version: int
    key_is_known: bool
    group_id: str | None


@dataclass(frozen=True)
class FoundGame:
    """A game as found for one device.

    ``header`` is JSON text; ``title`` replaces the header's unless it is None. ``night``: see ``View``.
    """

    pk: int
    table_id: str
    header: str
    title: str | None
    viewer: Viewer
    night: AtNight | None


@dataclass(frozen=True)
class TableVersion:
    """A table's version and revision, and the devices that may see it."""

    version: int
    revision: int
    devices: frozenset[str]

    @property
    def id(self) -> str:
        """Of an event that tells of it: "version.revision"."""
        return f"{self.version}.{self.revision}"


def find(device: str, table_id: str) -> FoundGame:
    """The game for this device, in one query; in two for a viewer of its group.

    Raises Http404 without a role there, Removed, Deleted, GroupDeleted.
    """
    _refuse_no_id(table_id)
    with run(FIND, table_id, device, device) as cursor:
        found = cursor.fetchall()
    night = _at_night(found)
    rows = [Found(night, *row[1:]) for row in found]
    mine = [row for row in rows if device in (row.device, row.former)]
    held = frozenset(row.role for row in mine if row.role)
    if any(row.out for row in mine):
        raise Removed
    if not held:
        # It may see the group of the game: then it is a viewer without a name in the log.
        with run(FIND_BY_GROUP, table_id, device, device) as cursor:
            found = cursor.fetchall()
        may_see = [row[1:-1] for row in found if rights.group_may(row[-1], rights.SEE)]
        if not may_see:
            raise _not_here(device, table_id)
        mine = [Found(_at_night(found), *(*may_see[0], "", False, "", rights.VIEWER))]
        rows, held = [*rows, *mine], frozenset((rights.VIEWER,))
    game, phone = rows[0], mine[0]
    if reader.look_at(game.zone, game.currency, game.ends):
        timezone.activate(zone_of(game.zone))
    seats = {row.author: row.seat for row in rows if row.seat}
    viewer = Viewer(phone.device, held, seats, game.revision, phone.author)
    return FoundGame(game.pk, table_id, game.header, game.title, viewer, game.night)


def _not_here(device: str, table_id: str) -> Http404:
    """Why this device doesn't find the game: it is deleted, or the group is by which the device saw it."""
    mine = Phone.objects.filter(of_device(device), out=False, accesses__isnull=False)
    by_group = GroupPhone.objects.filter(of_device(device), out=False, role__in=rights.with_right(rights.SEE))
    gone = Game.objects.filter(
        Q(deleted_at__isnull=False) | Q(group__deleted_at__isnull=False),
        Exists(mine.filter(game=OuterRef("pk"))) | Exists(by_group.filter(group=OuterRef("group"))),
        public_id=table_id,
    )
    found = gone.values_list("deleted_at", flat=True)
    if not found:
        return Http404("no table of this device")
    return Deleted() if found[0] else GroupDeleted()


def _at_night(rows: Sequence[tuple[Any, ...]]) -> AtNight | None:
    """The place at a night of the game in these rows of a FIND; None for most games."""
    return at_night(rows[0][1]) if rows and rows[0][0] else None


def of_device(device: str, of_phone: str = "") -> Q:
    """The condition on rows of phones that they are this device's: by its token, or by the one before.

    *of_phone*: the path from other rows to their phone, as "phone__".
    """
    return Q((f"{of_phone}device", device)) | Q((f"{of_phone}former", device))


def versions(table_ids: Collection[str]) -> dict[str, TableVersion]:
    """Versions of these tables, by id, in three queries; unknown tables are left out."""
    games = Game.objects.filter(public_id__in=table_ids, deleted_at=None).annotate(
        version=Max("entries__seq")
    )
    at_tables = Phone.objects.filter(
        Q(out=True) | Q(accesses__isnull=False), game__public_id__in=table_ids
    ).distinct()
    of_groups = GroupPhone.objects.filter(
        group__games__public_id__in=table_ids,
        group__deleted_at=None,
        role__in=rights.with_right(rights.SEE),
        out=False,
    )
    devices: dict[str, set[str]] = {}
    removed: dict[str, set[str]] = {}
    for table_id, *known in of_groups.values_list("group__games__public_id", "device", "former"):
        devices.setdefault(table_id, set()).update(filter(None, known))
    for table_id, out, *known in at_tables.values_list("game__public_id", "out", "device", "former"):
        (removed if out else devices).setdefault(table_id, set()).update(filter(None, known))
    return {
        table_id: TableVersion(
            version or 0, revision, frozenset(devices.get(table_id, set()) - removed.get(table_id, set()))
        )
        for table_id, revision, version in games.values_list("public_id", "revision", "version")
    }


def is_started(key: str) -> bool:
    """Whether a game was started with this key, a UUID; a deleted one too."""
    return Game.objects.filter(key=key).exists()


def any_started() -> bool:
    """Whether the database has any game, a deleted one too."""
    return Game.objects.exists()


def lock(table_id: str) -> None:
    """Lock the game against other writes until the transaction ends.

    Raises Http404 for an unknown id, and for a deleted game.
    """
    _refuse_no_id(table_id)
    locking = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with run(LOCK + locking, table_id) as cursor:
        if cursor.fetchone() is None:
            raise Http404("no such table")


def lock_to_write(table_id: str, key: UUID) -> Locked:
    """Lock the game as ``lock`` does. Return what a save with this key needs to know.

    To PostgreSQL these are two statements: the second sees what was committed while the first waited.
    """
    _refuse_no_id(table_id)
    if connection.features.has_select_for_update:
        run(f"{LOCK} FOR UPDATE", table_id).close()
    with run(TO_WRITE, stored_key(key), table_id) as cursor:
        found = cursor.fetchone()
    if found is None:
        raise Http404("no such table")
    pk, revision, version, known, group_id = found
    return Locked(pk, revision, version or 0, bool(known), group_id)


def held(view: View, right: str) -> Game:
    """Lock the game and check the right again, since it may have been removed meanwhile.

    Call inside a transaction. Raises PermissionDenied or Http404.
    """
    lock(view.table.id)
    if not rights.may(find(view.viewer.device, view.table.id).viewer.roles, right):
        raise PermissionDenied(right)
    return Game.objects.get(public_id=view.table.id)


@contextmanager
def changing(view: View, right: str) -> Iterator[Game]:
    """A transaction with the game locked and the right checked; increments the revision at its end."""
    with writing():
        yield held(view, right)
        touch(view.table.id)


def touch(table_id: str, changes: int = 1) -> None:
    """Increment the revision, by the number of changes, and notify. Call inside the transaction."""
    Game.objects.filter(public_id=table_id).update(revision=F("revision") + changes)
    announce(table_id)


def rename(view: View, title: str) -> None:
    """Set the table's title; "" removes it."""
    with changing(view, rights.SHARE) as game:
        Game.objects.filter(pk=game.pk).update(title=title)


def _refuse_no_id(table_id: str) -> None:
    if not set(table_id) <= set(ID_ALPHABET):
        raise Http404("no table goes by this")


# Which phone is whose: a device that gains a role gets a new token, and one that shows several becomes one.


def all_gained(
    numbers: Collection[int], device: str, successor: str, at_groups: Collection[int] = ()
) -> None:
    """As ``phones.gained``, for the phones with these numbers: one device, at several tables and groups.

    *at_groups*: numbers of its rows at groups. At nights the device stays the player who it said it is, also
    by the token of an answer that was lost.
    """
    theirs = {device}
    for rows, gained in ((Phone.objects.all(), numbers), (GroupPhone.objects.all(), at_groups)):
        mine: QuerySet[Any] = rows
        known = mine.filter(of_device(device)).exclude(device=successor)
        theirs.update(known.values_list("device", flat=True))
        known.exclude(pk__in=gained).update(device=successor, former=device)
        mine.filter(pk__in=gained).update(device=successor, former="")
    NightPlayer.objects.filter(phone__in=theirs).update(phone=successor)
    Passkey.objects.filter(device__in=theirs).update(device=successor)


def unite_gained(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: make one device of a phone that shows the tokens of requests that overlapped.

    So it gets back what it may do after one of their answers was lost, and after the browser lost its cookie,
    if its storage has kept the proof. It writes before any request is read, the only place that does: the
    page asked for is of the one device.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if "bower.gained" not in request.META:
            return get_response(request)
        device, lost = devices.device(request), devices.proved(request)
        others = [*devices.gained_elsewhere(request), *([lost] if lost else [])]
        if others and is_elsewhere(device, others):
            try:
                become_one(request, others)
            except DatabaseError as error:  # then it is done at the next request
                if not trouble(error):
                    raise
                if lost:
                    request.META["bower.lost"] = lost
        return get_response(request)

    return middleware


def become_one(request: HttpRequest, others: Sequence[str]) -> None:
    """Make one device of this phone and the devices that it is too; it is that one from now on."""
    successor = devices.unite(request)
    moved = _unite([devices.device(request), *others], successor.device)
    devices.united(request, successor)
    request.META["bower.moved"] = [*request.META.get("bower.moved", ()), *moved]


def follow(request: HttpRequest, device: str, successor: str) -> None:
    """Let all rows of a *device* that gained a role be those of its *successor*.

    If this very request made it one device, they stay open to the tokens that the phone shows: it has never
    seen the one in between.
    """
    if is_elsewhere(successor, [device]):
        _unite([successor, device], successor)
    moved: list[tuple[QuerySet[Any], str, list[int]]] = request.META.get("bower.moved", [])
    if moved:
        with writing():
            for rows, by, numbers in moved:
                rows.filter(pk__in=numbers, former=device).update(former=by)


def is_elsewhere(device: str, others: Sequence[str]) -> bool:
    """Whether there is a row of these devices, or of the ones after them, that isn't one of *device*."""
    known = Q(device__in=others) | Q(former__in=others)
    at_tables = Phone.objects.filter(known, out=False, accesses__isnull=False).exclude(device=device)
    at_groups = GroupPhone.objects.filter(known, out=False).exclude(role="").exclude(device=device)
    return at_tables.values("pk").union(at_groups.values("pk"), all=True).exists()


def _unite(shown: Sequence[str], successor: str) -> list[tuple[QuerySet[Any], str, list[int]]]:
    """Make the rows of these devices those of *successor*; of two at one place one gets both roles.

    The first device goes before the others. The rows stay open to the device by which they were found until
    the phone is seen, in case the response is lost. A place from which the phone was removed stays closed.
    Returns which rows stay open to which device.
    """
    theirs, moved = set(shown), []
    with writing():
        for rows, place in ((Phone.objects.all(), "game_id"), (GroupPhone.objects.all(), "group_id")):
            some: QuerySet[Any] = rows
            kept: dict[int, tuple[str, Phone | GroupPhone]] = {}
            for device in shown:
                for row in some.filter(of_device(device)).order_by("out", "pk"):
                    theirs.add(row.device)
                    at = getattr(row, place)
                    _by, first = kept.setdefault(at, (device, row))
                    if first.out and not row.out:
                        kept[at] = device, row
                        _join(first, row)
                    elif first != row:
                        _join(row, first)
            for device in dict.fromkeys(one for one in shown if one != successor):
                found = [first.pk for by, first in kept.values() if by == device]
                some.filter(pk__in=found).update(device=successor, former=device)
                moved.append((some, device, found))
        NightPlayer.objects.filter(phone__in=theirs).update(phone=successor)
        Passkey.objects.filter(device__in=theirs).update(device=successor)
        Pairing.objects.filter(used_by__in=theirs).update(used_by=successor)
    return moved


def _join(row: Phone | GroupPhone, first: Phone | GroupPhone) -> None:
    """Give the *first* row what another row of the same phone has, which then is nobody's."""
    if isinstance(row, GroupPhone) and isinstance(first, GroupPhone):
        if not row.out and rights.higher(first.role, row.role) != first.role:
            first.role, first.link = row.role, row.link
            first.save(update_fields=["role", "link"])
        row.delete()
    elif isinstance(row, Phone) and isinstance(first, Phone):
        row.accesses.exclude(role__in=first.accesses.values("role")).update(phone=first)
        row.accesses.all().delete()
        if row.seat and not first.seat:  # the row keeps it too, as the author of what it wrote
            Phone.objects.filter(pk=first.pk).update(seat=row.seat)
        Phone.objects.filter(pk=row.pk).update(device=new_author(), former="")


# The rows of its log, which every save adds to and every look at a table reads.


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
    night, of_round, table, hands, ghosts, announcement, at_bell, bell_at, left, rounds = found
    ends = moment(bell_at) if bell_at else None
    return AtNight(night, of_round, table, hands, ghosts, announcement, at_bell, ends, left, rounds)


def rows_since(game: int, since: int) -> list[tuple[Any, ...]]:
    """The columns of a game's log from *since* on, in order, as ``Row`` takes them."""
    with run(ROWS, game, since) as cursor:
        found = cursor.fetchall()
    return [(*row[:3], moment(row[3]), row[4], row[5], bool(row[6])) for row in found]


def values_of(rows: Sequence[tuple[UUID, Any]]) -> list[tuple[Any, ...]]:
    """Rows of the log, each with its key, as ``add_rows`` takes them. Needs no transaction."""
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


def add_rows(game: int, values: Sequence[tuple[Any, ...]]) -> None:
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


def earlier_results(table_id: str) -> list[tuple[str, str, int, bool, int]]:
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
