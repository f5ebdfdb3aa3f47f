"""Load, append, correct: the only writer of entries, one transaction each."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone

from companion import log
from companion.access import SCOREKEEPER
from companion.log import Happening, Row, Table
from companion.models import Access, Entry, Game
from scoring import Record, Refusal, from_json

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
LISTED = 20
ROW_FIELDS = ("seq", "target", "body", "at", "device")


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
    bodies = [_body(entry) for entry in record.entries]
    header = _body(log.full_header(record))
    log.refuse_impossible(record)
    with transaction.atomic():
        game, is_new = _game(_uuid(key), header)
        Access.objects.get_or_create(game=game, device=device, defaults={"role": SCOREKEEPER})
        if is_new:
            rows = [_row(game, seq, uuid4(), body, device) for seq, body in enumerate(bodies, 1)]
            Entry.objects.bulk_create(rows)
    return load(device, game.public_id)


def _game(key: UUID, header: str) -> tuple[Game, bool]:
    return Game.objects.get_or_create(key=key, defaults={"public_id": _public_id(), "header": header})


def tables(device: str) -> list[Table]:
    """The tables this device holds, the one last written to first; at most the 20 newest."""
    games = (
        Game.objects.filter(accesses__device=device)
        .annotate(last=Max("entries__at"))
        .order_by("-last", "-created_at")
    )
    found = sorted(games[:LISTED], key=lambda game: game.last or game.created_at, reverse=True)
    rows: dict[int, list[Row]] = {game.pk: [] for game in found}
    for game_id, *values in Entry.objects.filter(game__in=found).values_list("game_id", *ROW_FIELDS):
        rows[game_id].append(Row(*values))
    return [log.table(game.public_id, game.header, rows[game.pk], device) for game in found]


def load(device: str, table_id: str) -> Table:
    """One table as it stands; Http404 for a device that does not hold it."""
    return _table(_held(device, table_id), device)


def append(device: str, table_id: str, key: str, seen: int, entry: Mapping[str, object]) -> Saved:
    """Add one entry to the log. Raises Refusal, Conflict, or Http404."""
    return _write(device, table_id, key, seen, None, entry)


def correct(
    device: str, table_id: str, key: str, seen: int, target: int, entry: Mapping[str, object] | None
) -> Saved:
    """Say what entry *target* should have been, or strike it out (None).

    Raises Refusal when the corrected log is impossible, naming the later hand that would be; Conflict; Http404.
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
    table = _table(game, device)
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
    game = games.filter(public_id=table_id, accesses__device=device).first()
    if game is None:
        raise Http404("no table of this device")
    return game


def _table(game: Game, device: str) -> Table:
    rows = Entry.objects.filter(game=game).order_by("seq").values_list(*ROW_FIELDS)
    return log.table(game.public_id, game.header, [Row(*values) for values in rows], device)


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
