"""What a phone keeps of a table for the time without a network, as it is stored."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F
from django.http import Http404

from companion.log.table import Table
from companion.models import Dispute, Entry, Game, HandInProgress, Tick

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

    keys: of rows, by seq, as far as they were asked for. chip_set, progress, hand_started: None without one.
    """

    header: str
    title: str | None
    created_at: datetime
    keys: dict[int, str]
    chip_set: Columns | None = None
    hand_started: Columns | None = None
    progress: Columns | None = None
    ticks: list[tuple[int, str, int]] = field(default_factory=list)
    disputes: list[Columns] = field(default_factory=list)


def kept(table: Table, after: int) -> Kept:
    """The columns of a table, with the keys of the rows after version *after*; in four or five queries.

    Raises Http404 if the table was deleted.
    """
    found = Game.objects.filter(public_id=table.id, deleted_at=None).annotate(
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
    keys = Entry.objects.filter(game=game["id"], seq__gt=after).values_list("seq", "key")
    progress = HandInProgress.objects.filter(game=game["id"]).values(*OF_PROGRESS).first()
    disputes = Dispute.objects.filter(game=game["id"]).values(*OF_DISPUTE, number=F("pk"))
    ticks = Tick.objects.filter(game=game["id"]).order_by("seq", "digest", "item")
    return Kept(
        header=game["header"],
        title=game["title"],
        created_at=game["created_at"],
        keys={seq: str(key) for seq, key in keys},
        chip_set=_chip_set(game),
        hand_started=_started(game),
        progress=progress,
        ticks=list(ticks.values_list("seq", "digest", "item")) if table.variant.has_bank else [],
        disputes=[{**one, "key": str(one["key"])} for one in disputes],
    )


def _chip_set(game: Columns) -> Columns | None:
    if game["chips_version"] is None:
        return None
    return {"version": game["chips_version"], "colors": game["colors"], "counted": game["counted"]}


def _started(game: Columns) -> Columns | None:
    if game["started_version"] is None:
        return None
    return {"version": game["started_version"], "at": game["started_at"], "device": game["started_by"]}
