"""Entries of a table's log: list, add, read, correct, remove, and restore them.

An entry's number is its ``seq`` in the log. It never changes, whatever is removed before it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.api import keys
from companion.api.auth import caller
from companion.api.base import PAGING, body, created, load, matched_number, must_match, paging, read, tagged
from companion.api.operations import IF_MATCH, MUST_MATCH, TABLE, Operations
from companion.api.problems import Failure, GameOver
from companion.api.serializers import logged, page, result
from companion.api.shapes.tables import EntryPage, EntryResult, LoggedEntry, NewEntry
from companion.api.typed import VARIANT
from companion.forms.imports import refuse_beyond_limits
from companion.log import rights
from companion.log.rights import Change, Saved, View
from companion.log.table import LogEntry, Row, Table
from companion.server import problems
from companion.store.answers import KeyReused
from companion.wording.refusal import AppRefusal
from scoring import Refusal

Written = tuple[Mapping[str, int], View]  # the result of a write as it is stored, and the table after it
ENTRIES = replace(TABLE, of_writing=(*TABLE.of_writing, problems.TABLE_CHANGED))
at_table = Operations("Entries", ENTRIES)
NAMED = (VARIANT, "entry")


@at_table("GET entries/", EntryPage, parameters=PAGING)
def list_entries(request: Request, table_id: str) -> Response:
    """List the entries.

    Every entry as it now is, corrections included; removed ones too.
    """
    start, most = paging(request)
    view = load(request, table_id)
    keys_by_seq = store.keys(view.table)
    entries = view.table.entries
    shown = [logged(view, item, keys_by_seq[item.seq]) for item in entries[start : start + most]]
    return tagged(EntryPage(**page(request, start, most, len(entries), shown)), view)


@at_table(
    "POST entries/",
    EntryResult,
    problems.GAME_OVER,
    takes=NewEntry,
    parameters=(IF_MATCH,),
    etag=True,
    location=True,
)
def add_entry(request: Request, table_id: str) -> Response:
    """Add an entry.

    Without If-Match the entry is added to whatever the table is by now. An entry may also be sent alone, as
    a record has it, and is one of the table's game then.
    """
    device = caller(request).device
    view = load(request, table_id)
    key = keys.of_log(device, "entry", keys.key(request))
    entry = entry_of(request, view.table, view.table.version + 1)
    view.viewer.require(rights.needed(entry.get("kind")))
    plan = store.planned(view, Change(matched_number(request), None, entry))

    def write() -> Written:
        saved = store.write(key, plan)
        row = row_of(saved, key)
        if not saved.written and json.loads(row.body) != entry:
            raise KeyReused
        return {"number": row.seq, "version": row.seq}, saved.view

    try:
        done, now = once(request, table_id, write)
    except Refusal as refusal:
        if load(request, table_id).table.state.over:
            raise GameOver(
                refusal.code, refusal.field, refusal.rule, entry=refusal.entry, **refusal.values
            ) from None
        raise
    return tagged(created(request, result(now.table, done), done["number"]), now)


@at_table("GET entries/<int:number>/", LoggedEntry, problems.NO_ENTRY)
def read_entry(request: Request, table_id: str, number: int) -> Response:
    """Read an entry.

    Return the entry; 404 if removed.
    """
    view = load(request, table_id)
    item = standing_entry(view.table, number)
    return tagged(logged(view, item, store.keys(view.table)[item.seq]), view)


@at_table(
    "PUT entries/<int:number>/",
    EntryResult,
    problems.NO_ENTRY,
    takes=NewEntry,
    parameters=(MUST_MATCH,),
    etag=True,
)
def correct_entry(request: Request, table_id: str, number: int) -> Response:
    """Correct an entry.

    The entry that is sent takes the place of the old one, which stays in the log. It may be sent alone, too.
    """
    return _correct(request, table_id, number, removes=False)


@at_table(
    "DELETE entries/<int:number>/",
    EntryResult,
    problems.NO_ENTRY,
    problems.REFUSED,
    parameters=(MUST_MATCH,),
    etag=True,
)
def remove_entry(request: Request, table_id: str, number: int) -> Response:
    """Remove an entry.

    The entry stays in the log and counts for nothing, until it is restored.
    """
    return _correct(request, table_id, number, removes=True)


def _correct(request: Request, table_id: str, number: int, *, removes: bool) -> Response:
    device = caller(request).device
    view = load(request, table_id)
    entry = None if removes else entry_of(request, view.table, number)
    item = standing_entry(view.table, number)
    view.viewer.require(rights.needed(item.kind))
    seen = must_match(request)
    based = view.table.version if seen is None else seen
    key = keys.of_log(device, str(based), keys.content(request))
    saved = store.write(key, store.planned(view, Change(seen, number, entry)))
    done = {"number": number, "version": saved.view.table.version}
    return tagged(result(saved.view.table, done), saved.view)


@at_table(
    "POST entries/<int:number>/restore/",
    EntryResult,
    problems.NO_ENTRY,
    problems.REFUSED,
    status=200,
    parameters=(MUST_MATCH,),
    etag=True,
)
def restore_entry(request: Request, table_id: str, number: int) -> Response:
    """Restore a removed entry.

    The entry counts again, as it was when it was removed.
    """
    device = caller(request).device
    view = load(request, table_id)
    item = view.table.entry(number)
    if item is None:
        raise Failure(problems.NO_ENTRY)
    view.viewer.require(rights.needed(item.kind))
    seen = must_match(request)
    key = keys.of_log(device, "restore", keys.key(request))
    plan = store.planned(view, Change(seen, number, None, restores=True))

    def write() -> Written:
        saved = store.write(key, plan)
        if row_of(saved, key).target != number:
            raise KeyReused
        return {"number": number, "version": saved.view.table.version}, saved.view

    done, now = once(request, table_id, write)
    return tagged(result(now.table, done), now)


def row_of(saved: Saved, key: str) -> Row:
    """The row that a write made: now, or long ago, where the answer to its key is forgotten."""
    table = saved.view.table
    return table.rows[(table.version if saved.written else store.row_of(table, key)) - 1]


def once(request: Request, table_id: str, write: Callable[[], Written]) -> Written:
    """Write once for this caller and key; the result, and the table as it is after it."""
    views: list[View] = []

    def work() -> dict[str, Any]:
        done, view = write()
        views.append(view)
        return dict(done)

    done = keys.once(request, work)
    return done, views[-1] if views else load(request, table_id)


def entry_of(request: Request, table: Table, number: int) -> dict[str, object]:
    """The entry in the body: beside its game, or alone, as an entry of the table's game.

    Raises Refusal, with *number*, if it is of another game or beyond this app's limits.
    """
    sent = body(request)
    named = not sent.keys().isdisjoint(NAMED)
    try:
        given = read(request, NewEntry) if named else NewEntry(variant=table.variant.name, entry=sent)
        if given.variant != table.variant.name:
            raise AppRefusal("other-game", VARIANT, game=table.variant.title)
        entry: dict[str, object] = given.entry
        refuse_beyond_limits({"entries": [entry]})
    except Refusal as refusal:
        raise refusal.at(number) from None
    return entry


def standing_entry(table: Table, number: int) -> LogEntry:
    """The entry with this number. Raises Http404 if it doesn't exist or was removed."""
    item = table.entry(number)
    if item is None or item.struck:
        raise Failure(problems.NO_ENTRY)
    return item
