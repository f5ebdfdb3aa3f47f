"""Entries of a table's log: list, add, read, correct, remove, and restore them.

An entry's number is its ``seq`` in the log. It never changes, whatever is removed before it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.access import roles
from companion.api import keys
from companion.api.auth import caller
from companion.api.base import PAGING, Api, body, load, matched, must_match, paging, tagged
from companion.api.openapi import AT_TABLE, KEY, described, if_match
from companion.api.problems import Failure, GameOver
from companion.api.serializers import logged, page, result
from companion.api.shapes import EntryPage, EntryResult, LoggedEntry
from companion.api.typed import ref
from companion.forms.imports import refuse_beyond_limits
from companion.log.decide import Change
from companion.log.table import LogEntry, Table
from companion.log.viewer import View
from companion.server import problems
from scoring import Refusal

TAG = "Entries"
WRITTEN = (*AT_TABLE, problems.NOT_ALLOWED, problems.TABLE_CHANGED, problems.REFUSED)
CHANGED = (*WRITTEN, problems.NO_ENTRY, problems.NO_CONDITION)


@dataclass(frozen=True)
class Written:
    """The result of a write as it is stored, and the table after it."""

    result: Mapping[str, int]
    view: View


class Entries(Api):
    """The entries of a table."""

    @described(
        "list_entries",
        TAG,
        "List the entries",
        {200: EntryPage},
        *AT_TABLE,
        parameters=PAGING,
        description="Every entry as it now is, corrections included; removed ones too.",
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Return one page of the list."""
        start, most = paging(request)
        view = load(request, table_id)
        keys_by_seq = store.keys(view.table)
        entries = view.table.entries
        shown = [logged(view, item, keys_by_seq[item.seq]) for item in entries[start : start + most]]
        return tagged(Response(EntryPage(**page(request, start, most, len(entries), shown))), view)

    @described(
        "add_entry",
        TAG,
        "Add an entry",
        {201: EntryResult},
        *WRITTEN,
        problems.GAME_OVER,
        problems.KEY_REUSED,
        takes=ref("Entry"),
        parameters=(KEY, if_match(required=False)),
        description="Without If-Match the entry is added to whatever the table is by now.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Add an entry."""
        device = caller(request).device
        view = load(request, table_id)
        key = keys.of_log(device, "entry", keys.key(request))
        entry = entry_of(request, view.table.version + 1)
        view.viewer.require(roles.needed(entry.get("kind")))
        plan = store.planned(view, Change(matched(request, view.table), None, entry))

        def write() -> Written:
            saved = store.write(key, plan)
            seq = saved.view.table.version if saved.written else store.row_of(saved.view.table, key)
            return Written({"number": seq, "version": seq}, saved.view)

        try:
            done, now = once(request, table_id, write)
        except Refusal as refusal:
            if load(request, table_id).table.state.over:
                raise GameOver(
                    refusal.code, refusal.field, refusal.rule, entry=refusal.entry, **refusal.values
                ) from None
            raise
        response = Response(result(now.table, done), status=201)
        response.headers["Location"] = reverse("api_entry", args=[table_id, done["number"]])
        return tagged(response, now)


class OneEntry(Api):
    """One entry, as corrected."""

    @described("read_entry", TAG, "Read an entry", {200: LoggedEntry}, *AT_TABLE, problems.NO_ENTRY)
    def get(self, request: Request, table_id: str, number: int) -> Response:
        """Return the entry; 404 if removed."""
        view = load(request, table_id)
        item = standing_entry(view.table, number)
        return tagged(Response(logged(view, item, store.keys(view.table)[item.seq])), view)

    @described(
        "correct_entry",
        TAG,
        "Correct an entry",
        {200: EntryResult},
        *CHANGED,
        takes=ref("Entry"),
        parameters=(if_match(required=True),),
        description="The entry that is sent takes the place of the old one, which stays in the log.",
    )
    def put(self, request: Request, table_id: str, number: int) -> Response:
        """Correct the entry."""
        return self._correct(request, table_id, number, entry_of(request, number))

    @described(
        "remove_entry",
        TAG,
        "Remove an entry",
        {200: EntryResult},
        *CHANGED,
        parameters=(if_match(required=True),),
        description="The entry stays in the log and counts for nothing, until it is restored.",
    )
    def delete(self, request: Request, table_id: str, number: int) -> Response:
        """Remove the entry."""
        return self._correct(request, table_id, number, None)

    def _correct(
        self, request: Request, table_id: str, number: int, entry: Mapping[str, object] | None
    ) -> Response:
        device = caller(request).device
        view = load(request, table_id)
        item = standing_entry(view.table, number)
        view.viewer.require(roles.needed(item.kind))
        seen = must_match(request, view.table)
        key = keys.of_log(device, str(seen), keys.content(request))
        saved = store.write(key, store.planned(view, Change(seen, number, entry)))
        done = {"number": number, "version": saved.view.table.version}
        return tagged(Response(result(saved.view.table, done)), saved.view)


class Restored(Api):
    """The restoration of a removed entry."""

    @described(
        "restore_entry",
        TAG,
        "Restore a removed entry",
        {200: EntryResult},
        *CHANGED,
        problems.KEY_REUSED,
        parameters=(KEY, if_match(required=True)),
        description="The entry counts again, as it was when it was removed.",
    )
    def post(self, request: Request, table_id: str, number: int) -> Response:
        """Restore the entry."""
        device = caller(request).device
        view = load(request, table_id)
        item = view.table.entry(number)
        if item is None:
            raise Failure(problems.NO_ENTRY)
        view.viewer.require(roles.needed(item.kind))
        seen = must_match(request, view.table)
        key = keys.of_log(device, "restore", keys.key(request))
        plan = store.planned(view, Change(seen, number, None, restores=True))

        def write() -> Written:
            saved = store.write(key, plan)
            return Written({"number": number, "version": saved.view.table.version}, saved.view)

        done, now = once(request, table_id, write)
        return tagged(Response(result(now.table, done)), now)


def once(request: Request, table_id: str, write: Callable[[], Written]) -> tuple[Mapping[str, int], View]:
    """Write once for this caller and key; the result, and the table as it is after it."""
    written: list[Written] = []

    def work() -> dict[str, Any]:
        written.append(write())
        return dict(written[-1].result)

    done = keys.once(request, work)
    return done, written[-1].view if written else load(request, table_id)


def entry_of(request: Request, number: int) -> dict[str, object]:
    """The entry in the body. Raises Refusal, with *number*, beyond this app's limits."""
    entry = body(request)
    try:
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
