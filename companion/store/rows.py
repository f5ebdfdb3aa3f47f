"""What a phone keeps of a table, as it is stored; and what is new of it, for those that follow it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db.models import F
from django.http import Http404

from companion.log.at_night import AtNight
from companion.log.table import Row
from companion.models import Dispute, Entry, Game, HandInProgress, Phone, Tick
from companion.store import games

OF_DISPUTE = (
    "key",
    "seq",
    "at",
    "device",
    "role",
    "words",
    "end",
    "ended_at",
    "ended_by",
    "ended_role",
    "answer",
)
OF_PROGRESS = ("rev", "begun", "players", "moves", "form", "at", "device", "role")

Columns = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """The columns of a table and of what is stored beside its rows.

    pk: of the game's own row. key: with which the game was started. keys: of rows, by seq, as far as they
    were asked for. group: pk of the game's group; None without one. chip_set, progress, hand_started: None
    without one.
    """

    pk: int
    revision: int
    key: str
    header: str
    title: str | None
    created_at: datetime
    keys: dict[int, str]
    group: int | None = None
    chip_set: Columns | None = None
    hand_started: Columns | None = None
    progress: Columns | None = None
    ticks: list[tuple[int, str, int]] = field(default_factory=list)
    disputes: list[Columns] = field(default_factory=list)


@dataclass(frozen=True)
class News:
    """What every phone at a table may see of what is new there.

    text: JSON of the columns of the rows document that change while people play, and the key of the row
    before them. rest: a hash of all that the document has besides.
    """

    version: int
    revision: int
    text: str
    rest: str


def news(table_id: str, after: int) -> News:
    """What is new at a table since version *after*; in eight queries. Raises Http404 if it was deleted."""
    found = kept(table_id, after)
    rows = [Row(*row) for row in games.rows_since(found.pk, after + 1)]
    version = rows[-1].seq if rows else after
    phones = Phone.objects.filter(game=found.pk).order_by("pk", "accesses__role")
    rest = [
        found.header,
        found.title,
        found.group,
        list(phones.values_list("device", "former", "author", "out", "seat", "accesses__role")),
        night_columns(games.at_night(found.pk)),
        games.earlier_results(table_id),
    ]
    marks = {
        "version": version,
        "revision": found.revision,
        "after": after,
        "last": found.keys.get(after, ""),
    }
    text = json.dumps({**marks, **beside(found, rows)})
    return News(version, found.revision, text, hashlib.sha256(json.dumps(rest).encode()).hexdigest())


def beside(found: Kept, rows: list[Row]) -> Columns:
    """The columns of the rows document that change while people play: these rows, and what is beside them."""
    return {
        "rows": [row.columns(found.keys.get(row.seq, "")) for row in rows],
        "chip_set": found.chip_set,
        "ticks": found.ticks,
        "disputes": [_plain(one) for one in found.disputes],
        "progress": _plain(found.progress),
        "hand_started": _plain(found.hand_started),
    }


def night_columns(at: AtNight | None) -> dict[str, object] | None:
    """A table's place at a night, as phones keep it; None for most tables."""
    return _plain(asdict(at)) if at else None


def moment(at: datetime) -> str:
    """A time as ISO 8601 in UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _plain(columns: Mapping[str, object] | None) -> dict[str, object] | None:
    if columns is None:
        return None
    return {name: moment(one) if isinstance(one, datetime) else one for name, one in columns.items()}


def kept(table_id: str, after: int, *, has_bank: bool = True) -> Kept:
    """The columns of a table, with the keys of the rows from version *after* on; in four or five queries.

    *has_bank*: whether something may be ticked at it.
    Raises Http404 if the table was deleted.
    """
    found = Game.objects.filter(public_id=table_id, deleted_at=None).annotate(
        chips_version=F("chip_set__version"),
        colors=F("chip_set__colors"),
        counted=F("chip_set__counted"),
        started_version=F("hand_started__version"),
        started_at=F("hand_started__at"),
        started_by=F("hand_started__device"),
    )
    game: Any = found.values().first()
    if game is None:
        raise Http404("no such table")
    keys = Entry.objects.filter(game=game["id"], seq__gte=after).values_list("seq", "key")
    progress = HandInProgress.objects.filter(game=game["id"]).values(*OF_PROGRESS).first()
    disputes = Dispute.objects.filter(game=game["id"]).values(*OF_DISPUTE, number=F("pk"))
    ticks = Tick.objects.filter(game=game["id"]).order_by("seq", "digest", "item")
    return Kept(
        pk=game["id"],
        revision=game["revision"],
        key=str(game["key"]),
        header=game["header"],
        title=game["title"],
        created_at=game["created_at"],
        keys={seq: str(key) for seq, key in keys},
        group=game["group_id"],
        chip_set=None
        if game["chips_version"] is None
        else {"version": game["chips_version"], "colors": game["colors"], "counted": game["counted"]},
        hand_started=None
        if game["started_version"] is None
        else {"version": game["started_version"], "at": game["started_at"], "device": game["started_by"]},
        progress=progress,
        ticks=list(ticks.values_list("seq", "digest", "item")) if has_bank else [],
        disputes=[{**one, "key": str(one["key"])} for one in disputes],
    )
