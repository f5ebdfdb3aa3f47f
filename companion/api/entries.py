"""Entries: one more, one that was wrong, one that never was.

An entry's number is its ``seq`` in the log: it never changes, whatever is struck out before it.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.access import roles
from companion.api import keys
from companion.api.auth import caller
from companion.api.base import Api, body, load, matched, must_match, tagged
from companion.api.openapi import KEY, NONE_MATCH, described, if_match
from companion.api.serializers import written
from companion.api.shapes import ref
from companion.forms.imports import refuse_beyond_limits
from companion.log.table import LogEntry, Table
from scoring import Refusal

MAY_BE_READ = (401, 404)
MAY_BE_CHANGED = (401, 403, 404, 412, 422, 428)


class Entries(Api):
    """The log of a table, to which entries are added."""

    @described(
        "add_entry",
        "Add one entry; without If-Match to whatever the table is by now",
        {201: ref("Written")},
        *(401, 403, 404, 412, 422),
        takes=ref("Entry"),
        parameters=(KEY, if_match(required=False)),
    )
    def post(self, request: Request, table_id: str) -> Response:
        """One entry more."""
        device = caller(request).device
        table = load(request, table_id)
        key = keys.of_log(device, "entry", keys.key(request))
        entry = entry_of(request, table.version + 1)
        table.require(roles.needed(entry.get("kind")))
        seen = matched(request, table)

        def write() -> dict[str, Any]:
            saved = store.append(device, table_id, key, seen, entry)
            seq = saved.table.version if saved.written else store.row_of(saved.table, key)
            return {"number": seq, "version": seq}

        done = keys.once(request, write)
        now = load(request, table_id)
        response = Response(written(now, done), status=201)
        response.headers["Location"] = reverse("api_entry", args=[table_id, done["number"]])
        return tagged(response, now)


class OneEntry(Api):
    """One entry as it now is."""

    @described(
        "read_entry",
        "One entry as it now is",
        {200: ref("NumberedEntry")},
        *MAY_BE_READ,
        parameters=(NONE_MATCH,),
    )
    def get(self, request: Request, table_id: str, number: int) -> Response:
        """The entry; 404 when it was struck out."""
        table = load(request, table_id)
        item = standing_entry(table, number)
        said = {
            "number": item.seq,
            "entry": item.entry,
            "hand": item.hand.number if item.hand else None,
            "counts": item.step is not None,
            "at": item.at,
        }
        return tagged(Response(said), table)

    @described(
        "correct_entry",
        "Say what an entry should have been",
        {200: ref("Written")},
        *MAY_BE_CHANGED,
        takes=ref("Entry"),
        parameters=(if_match(required=True),),
    )
    def put(self, request: Request, table_id: str, number: int) -> Response:
        """A correction."""
        return self._correct(request, table_id, number, entry_of(request, number))

    @described(
        "strike_entry",
        "Strike an entry out",
        {200: ref("Written")},
        *MAY_BE_CHANGED,
        parameters=(if_match(required=True),),
    )
    def delete(self, request: Request, table_id: str, number: int) -> Response:
        """A strike-out."""
        return self._correct(request, table_id, number, None)

    def _correct(
        self, request: Request, table_id: str, number: int, entry: Mapping[str, object] | None
    ) -> Response:
        device = caller(request).device
        table = load(request, table_id)
        item = standing_entry(table, number)
        table.require(roles.needed(item.kind))
        seen = must_match(request, table)
        key = keys.of_log(device, str(seen), keys.content(request))
        saved = store.correct(device, table_id, key, seen, number, entry)
        done = {"number": number, "version": saved.table.version}
        return tagged(Response(written(saved.table, done)), saved.table)


def entry_of(request: Request, number: int) -> dict[str, object]:
    """The entry that was sent, within the limits of this app; a Refusal has its *number*."""
    entry = body(request)
    try:
        refuse_beyond_limits({"entries": [entry]})
    except Refusal as refusal:
        raise refusal.at(number) from None
    return entry


def standing_entry(table: Table, number: int) -> LogEntry:
    """The entry with this number; 404 where there is none, or none any more."""
    item = table.entry(number)
    if item is None or item.struck:
        raise Http404("no such entry")
    return item
