"""Tables: those of a token, one of them, and a new one from a record."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.access import roles
from companion.api import keys, throttles
from companion.api.auth import caller
from companion.api.base import Api, load, tagged, whole
from companion.api.openapi import UUID_KEY, described, query
from companion.api.serializers import standing
from companion.api.shapes import ref
from companion.forms.imports import refuse_beyond_limits
from companion.log.table import Table
from companion.store import answers
from scoring import Record, from_json

PAGE, LONGEST_PAGE, FARTHEST = 20, 100, 1_000_000
LIMIT = query("limit", {"type": "integer", "minimum": 1, "maximum": LONGEST_PAGE}, "How many at once.")
OFFSET = query("offset", {"type": "integer", "minimum": 0, "maximum": FARTHEST}, "How many to leave out.")


class Tables(Api):
    """The tables of a token."""

    throttle_scope = throttles.TABLES

    @described(
        "list_tables",
        "The tables that this token may see, the one last written to first",
        {200: ref("Tables")},
        401,
        parameters=(LIMIT, OFFSET),
    )
    def get(self, request: Request) -> Response:
        """One page of the list."""
        most = whole(request, "limit", PAGE, 1, LONGEST_PAGE) or PAGE
        start = whole(request, "offset", 0, 0, FARTHEST) or 0
        found, count = store.tables_from(caller(request).device, start, most)
        after = start + most if start + most < count else None
        before = max(0, start - most) if start else None
        return Response(
            {
                "count": count,
                "next": _page(after, most),
                "previous": _page(before, most),
                "results": [about(table) for table in found],
            }
        )

    @described(
        "start_table",
        "Start a game from its header, or bring in a whole evening",
        {201: ref("Started")},
        401,
        422,
        takes=ref("Record"),
        parameters=(UUID_KEY,),
    )
    def post(self, request: Request) -> Response:
        """A new table, and the token that owns it."""
        record = read(request.data)
        owner = keys.newcomer(request)
        game = keys.of_log(owner.device, "table", keys.key(request), keys.content(request))

        def start() -> dict[str, Any]:
            made = store.import_game(owner.device, game, record)
            answers.forget_old()
            return {"table": made.id, "version": len(record.entries)}

        done = keys.once_for(request, owner, start)
        table = store.load(owner.device, done["table"])
        said = {
            "id": table.id,
            "version": done["version"],
            "standing": standing(table.at(done["version"])),
            "token": owner.token,
        }
        response = Response(said, status=201)
        response.headers["Location"] = reverse("api_table", args=[table.id])
        response.headers["Cache-Control"] = "no-store"
        return tagged(response, table)


class OneTable(Api):
    """One table."""

    @described(
        "read_table", "What a table is, and what this token may do there", {200: ref("Table")}, 401, 404
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The table in short."""
        table = load(request, table_id)
        more = {
            "options": dict(table.header.options),
            "roles": list(roles.in_order(table.roles)),
            "seat": table.seat,
        }
        return tagged(Response({**about(table), **more}), table)


def read(given: object) -> Record:
    """The record that was sent, within the limits of this app; raises Refusal with entry and field."""
    if isinstance(given, dict):
        refuse_beyond_limits(given)
    return from_json(given)


def about(table: Table) -> dict[str, Any]:
    """A table as a list shows it."""
    state = table.state
    return {
        "id": table.id,
        "version": table.version,
        "variant": table.variant.name,
        "title": table.header.title,
        "played_on": table.header.played_on,
        "players": list(state.players),
        "over": state.over,
        "winners": list(state.winners),
        "scores": dict(state.net or state.scores),
    }


def _page(start: int | None, most: int) -> str | None:
    if start is None:
        return None
    return reverse("api_tables") + "?" + urlencode({"limit": most, "offset": start})
