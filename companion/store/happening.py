"""What happened at a table, as programs are told at once: an event for each row of the log."""

import json
from dataclasses import dataclass

from django.http import Http404

from companion.log.table import Table
from companion.models import Game
from companion.store import entries
from companion.store.webhooks import Told, in_short, row_told, standing_of

MOST = 20  # events that somebody gets who was away
STANDING = "standing"  # the type of what nothing has happened to: how it stands


@dataclass(frozen=True)
class Happening:
    """The event of one row: the version that it made, and its data in JSON."""

    version: int
    data: str


@dataclass(frozen=True)
class Happened:
    """How a table stands now, and an event for each row since, oldest first; MOST at most, the newest."""

    now: Happening
    rows: tuple[Happening, ...]


def since(table_id: str, after: int) -> Happened:
    """What happened at a table after version *after*. Raises Http404 if it was deleted."""
    found = entries.of_games(Game.objects.filter(public_id=table_id, deleted_at=None))
    if not found:
        raise Http404("no such table")
    [table] = found
    before, rows = table.at(max(after, table.version - MOST)), []
    for version in range(before.version + 1, table.version + 1):
        then = table.at(version)
        rows.append(_happening(then, row_told(then, before.state.over), then.events[-1].what))
        before = then
    return Happened(_happening(table, Told(STANDING, in_short(table), "", standing_of(table))), tuple(rows))


def _happening(table: Table, told: Told, change: str = "") -> Happening:
    """The event of a table's last row; without a *change* that of how it stands."""
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
    return Happening(table.version, json.dumps({**kept, "standing": dict(told.standing)}))
