"""Decisions on requests to change a log, without a database: rights, limits, version, replay, time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from companion.log import at_night, roles
from companion.log.roles import View
from companion.log.table import LogEvent, Row, Table, body_of, full_header
from companion.wording.refusal import AppRefusal
from scoring import Record, Refusal, Step, steps

LONGEST_WAIT = timedelta(days=30)  # of an entry on a phone without a network


@dataclass(frozen=True)
class Change:
    """A request: add *entry*; with a *target* correct that entry, or remove it where *entry* is None.

    ``seen``: the version of the table on which the request is based; None for any. ``restores``: bring the
    removed entry *target* back. ``told_at``: when it was recorded on a phone that sent it later; None: now.
    """

    seen: int | None
    target: int | None
    entry: Mapping[str, object] | None
    restores: bool = False
    told_at: datetime | None = None


@dataclass(frozen=True)
class Saved:
    """The result of a write: the table after it, and whether this call wrote a row."""

    view: View
    written: bool


@dataclass(frozen=True)
class Draft:
    """A record that was scored: its header, its entries as they are stored, and their steps.

    A phone without a network has given it an id, ``table_id``, and recorded it at ``told_at`` in ``zone``.
    ``currency``: the sign of its money, "": not chosen. ``rows``: all of its log, under these ``keys``, of a
    table that a server lost and its host's phone has kept; the phone is their ``author``.
    """

    header: str
    bodies: tuple[str, ...]
    table_id: str = ""
    told_at: datetime | None = None
    zone: str = ""
    currency: str = ""
    steps: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    rows: tuple[Row, ...] = ()
    keys: tuple[str, ...] = ()
    author: str = ""


class Conflict(Exception):
    """Raised when the table is newer than the version seen.

    view: the table now. meanwhile: the events since, in order.
    """

    def __init__(self, view: View, meanwhile: Sequence[LogEvent]) -> None:
        super().__init__("the table has changed")
        self.view = view
        self.meanwhile = meanwhile


def drafted(record: Record, most: int) -> Draft:
    """Score a record of at most *most* entries. Raises Refusal at its first wrong entry."""
    if len(record.entries) > most:
        raise too_many("entries", len(record.entries), most)
    scored = tuple(steps(record))
    return Draft(body_of(full_header(record)), tuple(map(body_of, record.entries)), steps=scored)


def uuid_of(key: str) -> UUID:
    """The key of a request. Raises Refusal for one that is no UUID."""
    try:
        return UUID(key)
    except ValueError:
        raise AppRefusal("page-outdated", "key") from None


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
    require_rights(view, change)
    return None if key_is_known else added(view, change, at, most)


def added(view: View, change: Change, at: datetime, most: int) -> tuple[Row, Table]:
    """The row to add, and the table with it, for a viewer with the rights. Raises Conflict, Refusal."""
    table = view.table
    if change.seen is not None and change.seen != table.version:
        raise Conflict(view, view.events_after(change.seen))
    if table.version >= most:
        raise too_many("kind", table.version + 1, most)
    by = view.viewer.acting(right_for(table, change))
    body = "" if change.entry is None else body_of(change.entry)
    then = time_of_row(table.rows, change.told_at, at)
    row = Row(table.version + 1, change.target, body, then, by.device, by.role, change.restores)
    after = table.with_row(row)
    if view.night:
        at_night.refuse(view.night, table, after, change.entry)
    return row, after


def time_of_row(rows: Sequence[Row], told_at: datetime | None, now: datetime) -> datetime:
    """The time of the next row: when it was told, but not before the last row and not after *now*.

    A time that can't be, since the phone's clock is wrong, is *now*: so is one more than LONGEST_WAIT ago in
    a log without rows.
    """
    if told_at is None or (not rows and told_at < now - LONGEST_WAIT):
        return now
    earliest = rows[-1].at if rows else told_at
    return min(max(told_at, earliest), now)


def refuse_seat(table: Table, seat: str, is_taken: bool) -> None:
    """Raise Refusal for a seat that isn't at the table, or that another phone has claimed; "" is allowed."""
    if seat and seat not in table.state.players:
        raise AppRefusal("not-seated", "seat", player=seat)
    if seat and is_taken:
        raise AppRefusal("seat-taken", "seat", player=seat)


def too_many(field: str, got: int, most: int) -> Refusal:
    """The refusal of a log with more rows than MAX_ENTRIES."""
    return AppRefusal("too-many-entries", field, got=got, most=most)


def require_rights(view: View, change: Change) -> None:
    """Raise PermissionDenied unless the viewer may change both the old and the new kind of entry."""
    view.viewer.require(right_for(view.table, change))
    if change.entry is not None:
        view.viewer.require(roles.needed(change.entry.get("kind")))
