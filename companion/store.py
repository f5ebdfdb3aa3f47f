"""Load, append, correct: the only writer of entries, one transaction each."""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from companion import log
from companion.access import SCOREKEEPER
from companion.log import Happening, Row, Table
from companion.models import Access, Entry, Game
from companion.shelf import MOST_ROWS, Shelf
from scoring import Record, Refusal, from_json

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
LISTED = 20
ROW_FIELDS = ("seq", "target", "body", "at", "device")
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
            Access.objects.create(game=game, device=device, role=SCOREKEEPER)
            rows = [_row(game, seq, uuid4(), body, device) for seq, body in enumerate(bodies, 1)]
            Entry.objects.bulk_create(rows)
    return load(device, game.public_id)


def _game(key: UUID, header: str) -> tuple[Game, bool]:
    return Game.objects.get_or_create(key=key, defaults={"public_id": _public_id(), "header": header})


def tables(device: str) -> list[Table]:
    """The tables this device holds, the one last written to first; at most the 20 newest."""
    held = Game.objects.filter(accesses__device=device)
    last_written = Coalesce(Max("entries__at"), "created_at")
    return _tables(held.annotate(last=last_written).order_by("-last", "-pk")[:LISTED], device)


def load(device: str, table_id: str) -> Table:
    """One table as it stands; Http404 for a device that does not hold it."""
    return _tables([_held(device, table_id)], device)[0]


def append(device: str, table_id: str, key: str, seen: int, entry: Mapping[str, object]) -> Saved:
    """Add one entry to the log. Raises Refusal, Conflict, or Http404."""
    return _write(device, table_id, key, seen, None, entry)


def correct(
    device: str, table_id: str, key: str, seen: int, target: int, entry: Mapping[str, object] | None
) -> Saved:
    """Say what entry *target* should have been, or strike it out (None).

    Raises Refusal when the corrected log is impossible, naming the later hand; Conflict; Http404.
    """
    return _write(device, table_id, key, seen, target, entry)


def _write(
    device: str, table_id: str, key: str, seen: int, target: int | None, entry: Mapping[str, object] | None
) -> Saved:
    with transaction.atomic():
        return _write_held(_held(device, table_id, lock=True), device, _uuid(key), seen, target, entry)


def _write_held(
    game: Game, device: str, key: UUID, seen: int, target: int | None, entry: Mapping[str, object] | None
) -> Saved:
    [table] = _tables([game], device)
    if Entry.objects.filter(game=game, key=key).exists():
        return Saved(table, written=False)
    if seen != table.version:
        raise Conflict(table, [happening for happening in table.happenings if happening.seq > seen])
    if table.version >= settings.MAX_ENTRIES:
        raise _too_many("kind", table.version + 1)
    body = "" if entry is None else _body(entry)
    row = _row(game, table.version + 1, key, body, device, target)
    changed = table.with_row(Row(row.seq, row.target, row.body, row.at, row.device))
    row.save(force_insert=True)
    return Saved(changed, written=True)


def _held(device: str, table_id: str, lock: bool = False) -> Game:
    games = Game.objects.select_for_update(of=("self",)) if lock else Game.objects.all()
    known = set(table_id) <= set(ID_ALPHABET)
    game = games.filter(public_id=table_id, accesses__device=device).first() if known else None
    if game is None:
        raise Http404("no table of this device")
    return game


def _tables(games: Iterable[Game], device: str) -> list[Table]:
    """The tables of these games: what the shelf has of them and the rows since, in one query."""
    known = {game: SHELF.take(game.public_id, device) for game in games}
    rows = _rows({game.pk: table.version if table else 0 for game, table in known.items()})
    tables = [_table(game, device, table, rows[game.pk]) for game, table in known.items()]
    for table in tables:
        SHELF.put(table)
    return tables


def _table(game: Game, device: str, known: Table | None, rows: list[Row]) -> Table:
    """One table: the known one, if the log goes on from its last row, or else from the first row."""
    if known is None:
        return log.table(game.public_id, game.header, rows, device)
    last = known.rows[-1:]
    if tuple(rows[: len(last)]) != last:
        return _table(game, device, None, _rows({game.pk: 0})[game.pk])
    return reduce(Table.with_row, rows[len(last) :], known)


def _rows(since: Mapping[int, int]) -> dict[int, list[Row]]:
    """The rows of each game from a seq on, by game and in order."""
    rows: dict[int, list[Row]] = {game: [] for game in since}
    wanted = [Q(game=game, seq__gte=seq) for game, seq in since.items()]
    found = Entry.objects.filter(reduce(or_, wanted, Q(pk__in=()))).order_by("game", "seq")
    for game, *values in found.values_list("game_id", *ROW_FIELDS):
        rows[game].append(Row(*values))
    return rows


def _row(game: Game, seq: int, key: UUID, body: str, device: str, target: int | None = None) -> Entry:
    return Entry(
        game=game,
        seq=seq,
        key=key,
        target=target,
        body=body,
        at=timezone.now(),
        device=device,
        role=SCOREKEEPER,
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
    return "".join(secrets.choice(ID_ALPHABET) for _place in range(ID_LENGTH))


def _too_many(field: str, got: int) -> Refusal:
    limit = str(settings.MAX_ENTRIES)
    return Refusal(field, "expected at most " + limit + " entries in one game (MAX_ENTRIES), got " + str(got))
