"""All stored bank data of a table, read at once."""

import json
from collections.abc import Collection
from datetime import datetime

from django.db.models import F
from django.http import Http404

from companion.access import roles
from companion.log.bank_state import BankState, Counted, HandStarted, is_over
from companion.log.table import Author, Table
from companion.models import Game, Tick
from scoring.tray import USUAL_CASE, Case, Color


def state(table: Table, seqs: Collection[int] = ()) -> BankState:
    """The bank's data, with the ticks of the entries *seqs*; in one query, or two with *seqs*."""
    games = Game.objects.filter(public_id=table.id).annotate(
        chips_version=F("chip_set__version"),
        colors=F("chip_set__colors"),
        counted=F("chip_set__counted"),
        started_version=F("hand_started__version"),
        started_at=F("hand_started__at"),
        started_by=F("hand_started__device"),
    )
    kept = games.values().first()
    if kept is None:
        raise Http404("no table of this device")
    ticks = Tick.objects.filter(game=kept["id"], seq__in=seqs).values_list("seq", "digest", "item")
    return BankState(
        case=case_of(kept["colors"]) if kept["colors"] else USUAL_CASE,
        version=kept["chips_version"] or 0,
        counted=_counted(kept["counted"]) if kept["counted"] else None,
        started=_started(table, kept["started_version"], kept["started_at"], kept["started_by"]),
        ticks=frozenset(ticks) if seqs else frozenset(),
    )


def case_of(text: str) -> Case:
    """The chips stored as JSON: a list of name, value and number."""
    return tuple(Color(name, value, number) for name, value, number in json.loads(text))


def _counted(text: str) -> Counted:
    version, left = json.loads(text)
    return Counted(version, left)


def _started(
    table: Table, version: int | None, at: datetime | None, device: str | None
) -> HandStarted | None:
    if version is None or at is None or is_over(table, version):
        return None
    return HandStarted(at, Author(device or "", roles.SCOREKEEPER))
