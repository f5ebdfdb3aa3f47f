"""``companion.store`` on a phone: tables and their entries, to load, append, correct and start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.http import Http404

from companion.log import rights
from companion.log.rights import Change, Saved, View, drafted, uuid_of
from companion.log.table import Table
from companion.pages.listing import AllHere
from companion.pocket.phone.kept import Kept, line_of
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE
from companion.wording.reader import look_at
from scoring import Record

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
LISTED = 20
AGAIN = timedelta(days=30)  # after a copy of everything, until the next one is asked for


class Unavailable(Exception):
    """Never raised on a phone: nobody else writes there."""


class NotHere(Http404):
    """Raised for a table that this phone doesn't have; the server may have it."""


@dataclass(frozen=True)
class Plan:
    """A change of a table."""

    view: View
    change: Change


def new_key() -> str:
    """A random key for the next write of a form: the same key again writes nothing."""
    return HERE.uuid()


def load(device: str, table_id: str, right: str = rights.SEE) -> View:
    """The table as it is shown. Raises NotHere, PermissionDenied without the right."""
    if not set(table_id) <= set(ID_ALPHABET):
        raise Http404("no table goes by this")
    kept = PHONE.kept(table_id)
    if kept is None:
        raise NotHere("this phone doesn't have the table")
    kept.viewer.require(right)
    look_at(kept.zone, kept.currency, kept.ends)
    return kept.view


def tables(device: str) -> list[Table]:
    """The tables of this phone, most recently changed first: all, since it keeps few more than LISTED.

    Without a server it has all that there ever were: then the one that goes on, if any.
    """
    ids = PHONE.going() if settings.NO_SERVER else PHONE.ids()
    found: list[Kept] = []
    for table_id in ids:
        kept = PHONE.kept(table_id)
        if kept and kept.viewer.roles:
            found.append(kept)
        if found and settings.NO_SERVER:
            break
    found.sort(key=lambda kept: kept.last, reverse=True)
    return [kept.table for kept in found]


def all_here(tables: Sequence[Table]) -> AllHere | None:
    """Without a server, what Home says of all the games of this phone; *tables*: those that it has anyway."""
    if not settings.NO_SERVER:
        return None
    held, games = [table.id for table in tables], PHONE.newest()
    others = [one for one in games if one["line"]["id"] not in held]
    evenings = {one["played_on"] or str(one["last"])[:10] for one in games}
    last = max((str(one["last"])[:10] for one in games), default="")
    copied = str(PHONE.settings.get("copied") or "")
    late = not copied or date.fromisoformat(copied) + AGAIN <= HERE.now.date()
    due = len(evenings) > 1 and last >= copied and late
    counted = any(one["line"]["over"] for one in games)
    return AllHere(tuple(line_of(one) for one in others[: LISTED + 1]), len(evenings), copied, due, counted)


def row_of(table: Table, key: str) -> int:
    """The seq of the row with this key; 0 if there is none."""
    kept = PHONE.kept(table.id)
    keys = kept.keys if kept else {}
    return next((seq for seq, one in keys.items() if one == str(uuid_of(key))), 0)


def planned(view: View, change: Change) -> Plan:
    """The change; it is decided when it is written."""
    return Plan(view, change)


def append(device: str, table_id: str, key: str, seen: int | None, entry: Mapping[str, object]) -> Saved:
    """Append an entry. seen=None skips the version check. Raises what ``save`` does."""
    return save(device, table_id, key, Change(seen, None, entry))


def save(device: str, table_id: str, key: str, change: Change) -> Saved:
    """Append, replace, remove or restore an entry, by *change*; the same key again writes nothing.

    Raises Refusal, Conflict, PermissionDenied, Http404.
    """
    return write(key, planned(load(device, table_id), change))


def write(key: str, plan: Plan) -> Saved:
    """Let the change wait to be sent. Raises Refusal, Conflict, PermissionDenied."""
    change, before = plan.change, plan.view.table.version
    entry = None if change.entry is None else dict(change.entry)
    said = {"seen": change.seen, "target": change.target, "entry": entry, "restores": change.restores}
    then = PHONE.record("entry", plan.view.table.id, key=str(uuid_of(key)), **said)
    return Saved(then.view, written=then.table.version > before)


def import_game(device: str, key: str, record: Record, *, group: str = "", **place: str) -> Table:
    """Start a game that waits to be sent; the same key again is the same game. Raises Refusal.

    *group*: the id of the group that it belongs to; "": the phone's own. place: zone and currency, if known.
    """
    draft, uuid = drafted(record, settings.MAX_ENTRIES), str(uuid_of(key))
    known = PHONE.started_as(uuid)
    if known:
        return load(device, known).table
    body: dict[str, Any] = {"header": draft.header, "bodies": list(draft.bodies)}
    if group:
        body["group"] = group
    body.update({name: value for name, value in place.items() if value})
    return PHONE.record("game", HERE.text(ID_ALPHABET, ID_LENGTH), key=uuid, body=body).table
