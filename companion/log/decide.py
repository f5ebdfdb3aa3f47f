"""Decisions on requests to change a log, without a database: rights, limits, version, replay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.access import roles
from companion.log.table import LogEvent, Row, Table, body_of
from companion.log.viewer import View
from companion.wording.refusal import AppRefusal
from scoring import Refusal


@dataclass(frozen=True)
class Change:
    """A request: add *entry*; with a *target* correct that entry, or remove it where *entry* is None.

    ``seen``: the version of the table on which the request is based; None for any. ``restores``: bring the
    removed entry *target* back.
    """

    seen: int | None
    target: int | None
    entry: Mapping[str, object] | None
    restores: bool = False


class Conflict(Exception):
    """Raised when the table is newer than the version seen.

    view: the table now. meanwhile: the events since, in order.
    """

    def __init__(self, view: View, meanwhile: Sequence[LogEvent]) -> None:
        super().__init__("the table has changed")
        self.view = view
        self.meanwhile = meanwhile


def right_for(table: Table, change: Change) -> str:
    """The right needed for a change: that of the new entry, or of the corrected one."""
    corrected = table.entry(change.target) if change.target is not None else None
    return roles.needed(corrected.kind if corrected else (change.entry or {}).get("kind"))


def decide(
    view: View, change: Change, key_is_known: bool, at: datetime, most: int
) -> tuple[Row, Table] | None:
    """The row to add and the table with it; None if a row with this key is in the log already.

    *most*: limit of rows in a log. Raises PermissionDenied, Conflict, Refusal; the Refusal of a correction
    that makes a later hand impossible names that hand.
    """
    _require_rights(view, change)
    table = view.table
    if key_is_known:
        return None
    if change.seen is not None and change.seen != table.version:
        raise Conflict(view, view.events_after(change.seen))
    if table.version >= most:
        raise too_many("kind", table.version + 1, most)
    by = view.viewer.acting(right_for(table, change))
    body = "" if change.entry is None else body_of(change.entry)
    row = Row(table.version + 1, change.target, body, at, by.device, by.role, change.restores)
    return row, table.with_row(row)


def refuse_seat(table: Table, seat: str, is_taken: bool) -> None:
    """Raise Refusal for a seat that isn't at the table, or that another phone has claimed; "" is allowed."""
    if seat and seat not in table.state.players:
        raise AppRefusal("not-seated", "seat", player=seat)
    if seat and is_taken:
        raise AppRefusal("seat-taken", "seat", player=seat)


def too_many(field: str, got: int, most: int) -> Refusal:
    """The refusal of a log with more rows than MAX_ENTRIES."""
    return AppRefusal("too-many-entries", field, got=got, most=most)


def _require_rights(view: View, change: Change) -> None:
    """Raise PermissionDenied unless the viewer may change both the old and the new kind of entry."""
    view.viewer.require(right_for(view.table, change))
    if change.entry is not None:
        view.viewer.require(roles.needed(change.entry.get("kind")))
