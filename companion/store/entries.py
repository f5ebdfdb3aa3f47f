"""Load, append, correct: the only writer of entries, one transaction each."""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from companion.access import roles
from companion.log import table as log
from companion.log.table import Author, Happening, Row, Table
from companion.models import Entry, Game, Phone
from companion.store import announce, disputes, people
from companion.store.cache import MOST_ROWS, Shelf
from companion.store.people import Look
from scoring import Record, Refusal, from_json

ID_LENGTH = 10
LISTED = 20
ROW_FIELDS = ("seq", "target", "body", "at", "device", "role")
SHELF = Shelf(MOST_ROWS)


@dataclass(frozen=True)
class Saved:
    """What a write came to: the table after it, and whether it was this call that wrote it."""

    table: Table
    written: bool


class Conflict(Exception):
    """Another phone wrote first: *meanwhile* is what happened since the version this phone saw."""

    def __init__(self, table: Table, meanwhile: Sequence[Happening]) -> None:
        super().__init__("the table has changed")
        self.table = table
        self.meanwhile = meanwhile


def new_key() -> str:
    """A key for the next write of a form: the same key twice is the same entry once."""
    return str(uuid4())


def create(device: str, key: str, header: Mapping[str, object]) -> Table:
    """Start a game from a ``bower.game/1`` header; raises Refusal at the field that is wrong."""
    return import_game(device, key, from_json({**header, "entries": []}))


def import_game(device: str, key: str, record: Record) -> Table:
    """Start a game from a whole record; raises Refusal at its first wrong entry and writes nothing then."""
    if len(record.entries) > settings.MAX_ENTRIES:
        raise _too_many("entries", len(record.entries))
    log.refuse_impossible(record)
    bodies = [_body(entry) for entry in record.entries]
    header = _body(log.full_header(record))
    with transaction.atomic():
        game, is_new = _game(_uuid(key), header)
        if is_new:
            people.settle_in(game, device)
            by = Author(device, roles.OWNER)
            rows = [_row(game.pk, seq, uuid4(), body, by) for seq, body in enumerate(bodies, 1)]
            Entry.objects.bulk_create(rows)
    return load(device, game.public_id)


def _game(key: UUID, header: str) -> tuple[Game, bool]:
    return Game.objects.get_or_create(key=key, defaults={"public_id": _public_id(), "header": header})


def tables(device: str) -> list[Table]:
    """The tables this device holds, the one last written to first; at most the 20 newest.

    They are for a list only: which roles the device has there is not looked up.
    """
    return _listed(device, _held(device)[:LISTED])


def tables_from(device: str, start: int, most: int) -> tuple[list[Table], int]:
    """A stretch of the list of ``tables``, *start* of them left out, and how many there are in all."""
    held = _held(device)
    return _listed(device, held[start : start + most]), held.count()


def _held(device: str) -> QuerySet[Game]:
    held = Phone.objects.filter(device=device, accesses__isnull=False).values("game")
    last_written = Coalesce(Max("entries__at"), "created_at")
    return (
        Game.objects.filter(pk__in=held, deleted_at=None).annotate(last=last_written).order_by("-last", "-pk")
    )


def _listed(device: str, games: Iterable[Game]) -> list[Table]:
    return _tables(
        [Look(one.pk, one.public_id, one.header, one.stir, device, title=one.title) for one in games]
    )


def load(device: str, table_id: str, right: str = roles.SEE) -> Table:
    """One table as it stands; Http404 without a role there, PermissionDenied without the right."""
    [table] = _tables([people.look(device, table_id)])
    table.require(right)
    return table


def keys(table: Table) -> dict[int, str]:
    """The keys of a table's rows, by seq."""
    found = Entry.objects.filter(game__public_id=table.id).values_list("seq", "key")
    return {seq: str(key) for seq, key in found}


def row_of(table: Table, key: str) -> int:
    """The seq of the row that was written with this key; 0 where none was."""
    found = Entry.objects.filter(game__public_id=table.id, key=_uuid(key)).values_list("seq", flat=True)
    return found.first() or 0


def append(device: str, table_id: str, key: str, seen: int | None, entry: Mapping[str, object]) -> Saved:
    """Add one entry to the log, whatever its version is where *seen* is None.

    Raises Refusal, Conflict, PermissionDenied or Http404.
    """
    return _write(device, table_id, key, seen, None, entry)


def correct(
    device: str, table_id: str, key: str, seen: int, target: int, entry: Mapping[str, object] | None
) -> Saved:
    """Say what entry *target* should have been, or strike it out (None).

    Raises Refusal when the corrected log is impossible, naming the later hand; Conflict; PermissionDenied;
    Http404.
    """
    return _write(device, table_id, key, seen, target, entry)


def _write(
    device: str,
    table_id: str,
    key: str,
    seen: int | None,
    target: int | None,
    entry: Mapping[str, object] | None,
) -> Saved:
    with transaction.atomic():
        people.lock(table_id)
        looked = people.look(device, table_id)
        saved = _write_held(looked, _uuid(key), seen, target, entry)
        if saved.written:
            announce.announce(table_id)
    return saved


def _write_held(
    looked: Look, key: UUID, seen: int | None, target: int | None, entry: Mapping[str, object] | None
) -> Saved:
    [table] = _tables([looked])
    right = _right(table, target, entry)
    table.require(right)
    if entry is not None:
        table.require(roles.needed(entry.get("kind")))
    if Entry.objects.filter(game=looked.pk, key=key).exists():
        return Saved(table, written=False)
    if seen is not None and seen != table.version:
        raise Conflict(table, [happening for happening in table.happenings if happening.seq > seen])
    if table.version >= settings.MAX_ENTRIES:
        raise _too_many("kind", table.version + 1)
    body = "" if entry is None else _body(entry)
    by = Author(looked.device, roles.acting(looked.roles, right))
    row = _row(looked.pk, table.version + 1, key, body, by, target)
    changed = table.with_row(Row(row.seq, row.target, row.body, row.at, row.device, row.role))
    row.save(force_insert=True)
    if target is not None:
        disputes.end_by_correction(looked.pk, target, entry is None, row.at, by)
    return Saved(changed, written=True)


def _right(table: Table, target: int | None, entry: Mapping[str, object] | None) -> str:
    """The right that it takes: of the entry that is added, or of the one that is corrected."""
    corrected = table.entry(target) if target is not None else None
    return roles.needed(corrected.kind if corrected else (entry or {}).get("kind"))


def _tables(looks: Sequence[Look]) -> list[Table]:
    """The tables as somebody looks at them: what the shelf has of them and the rows since, in one query."""
    known = [SHELF.take(look.table_id) for look in looks]
    since = {look.pk: table.version if table else 0 for look, table in zip(looks, known, strict=True)}
    rows = _rows(since)
    tables = [_table(look, table, rows[look.pk]) for look, table in zip(looks, known, strict=True)]
    for table in tables:
        SHELF.put(table)
    return [_as_seen(table, look) for table, look in zip(tables, looks, strict=True)]


def _table(look: Look, known: Table | None, rows: list[Row]) -> Table:
    """One table: the known one, if the log goes on from its last row, or else from the first row."""
    if known is None:
        return log.table(look.table_id, look.header, rows)
    last = known.rows[-1:]
    if tuple(rows[: len(last)]) != last:
        return _table(look, None, _rows({look.pk: 0})[look.pk])
    return reduce(Table.with_row, rows[len(last) :], known)


def _as_seen(table: Table, look: Look) -> Table:
    header = table.header if look.title is None else replace(table.header, title=look.title)
    return replace(
        table, header=header, device=look.device, roles=look.roles, seats=look.seats, stir=look.stir
    )


def _rows(since: Mapping[int, int]) -> dict[int, list[Row]]:
    """The rows of each game from a seq on, by game and in order."""
    rows: dict[int, list[Row]] = {game: [] for game in since}
    wanted = [Q(game=game, seq__gte=seq) for game, seq in since.items()]
    found = Entry.objects.filter(reduce(or_, wanted, Q(pk__in=()))).order_by("game", "seq")
    for game, *values in found.values_list("game_id", *ROW_FIELDS):
        rows[game].append(Row(*values))
    return rows


def _row(game: int, seq: int, key: UUID, body: str, by: Author, target: int | None = None) -> Entry:
    return Entry(
        game_id=game,
        seq=seq,
        key=key,
        target=target,
        body=body,
        at=timezone.now(),
        device=by.device,
        role=by.role,
    )


def _body(value: object) -> str:
    """JSON in plain ASCII, which any database keeps as it is."""
    return json.dumps(value, separators=(",", ":"))


def _uuid(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        raise Refusal("key", "expected the form's own key: reload the page and enter it again") from None


def _public_id() -> str:
    return "".join(secrets.choice(people.ID_ALPHABET) for _place in range(ID_LENGTH))


def _too_many(field: str, got: int) -> Refusal:
    limit = str(settings.MAX_ENTRIES)
    return Refusal(field, "expected at most " + limit + " entries in one game (MAX_ENTRIES), got " + str(got))
