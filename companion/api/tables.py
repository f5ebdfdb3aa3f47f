"""Tables: list, create, read, rename, and delete them."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.access import group_roles, roles
from companion.api import keys, throttles
from companion.api.auth import Caller, caller
from companion.api.base import PAGING, Api, load, paging, tagged
from companion.api.openapi import AT_TABLE, TABLE_KEY, WITH_TOKEN, described
from companion.api.problems import missing
from companion.api.read import read
from companion.api.serializers import details, page, standing, summary
from companion.api.shapes import (
    DeletedTable,
    DeletedTableList,
    NewTable,
    TableDetails,
    TableGroup,
    TablePage,
    TitleChange,
)
from companion.api.typed import ref
from companion.forms.imports import refuse_beyond_limits
from companion.log.viewer import View
from companion.server import problems
from companion.store import answers, deleted, groups, moving
from companion.store import games as store_games
from scoring import Record, from_json

TAG = "Tables"
OWNED = (*AT_TABLE, problems.NOT_ALLOWED)


class Tables(Api):
    """The tables of a token."""

    throttle_scope = throttles.TABLES

    @described(
        "list_tables",
        TAG,
        "List the tables",
        {200: TablePage},
        *WITH_TOKEN,
        parameters=PAGING,
        description="Those that this token may see.",
    )
    def get(self, request: Request) -> Response:
        """Return one page of the list."""
        start, most = paging(request)
        found, count = store.tables_from(caller(request).device, start, most)
        shown = [summary(table) for table in found]
        return Response(TablePage(**page(request, start, most, count, shown)))

    @described(
        "create_table",
        TAG,
        "Create a table",
        {201: NewTable},
        problems.UNKNOWN_TOKEN,
        problems.NO_TABLE,
        problems.REFUSED,
        problems.KEY_REUSED,
        takes=ref("Record"),
        parameters=(TABLE_KEY,),
        description="From a record: its header alone, or with the entries of a whole evening. Without an "
        "owner's token the table gets a new owner, whose token is answered.",
    )
    def post(self, request: Request) -> Response:
        """Create a table, and its owner's token if the caller has none."""
        record = record_of(request.data)
        throttles.count_entries(request, len(record.entries))
        owner = keys.newcomer(request)
        game = keys.of_log(owner.device, "table", keys.key(request), keys.content(request))

        with store.room_for(record):
            done, view = self._started(request, owner, game, record)
        created = NewTable(
            id=view.table.id,
            version=done["version"],
            standing=standing(view.table.at(done["version"])),
            token=owner.token,
        )
        response = Response(created, status=201)
        response.headers["Location"] = reverse("api_table", args=[view.table.id])
        response.headers["Cache-Control"] = "no-store"
        return tagged(response, view)

    def _started(
        self, request: Request, owner: Caller, game: str, record: Record
    ) -> tuple[Mapping[str, Any], View]:
        """The stored result of the request, and the table. The record is scored before the transaction."""
        draft = store.drafted(record)

        def start() -> dict[str, Any]:
            _device, table_id = store.start(owner.device, game, draft, program=True)
            answers.forget_old()
            return {"table": table_id, "version": len(record.entries)}

        done = keys.once_for(request, owner, start)
        with missing(problems.NO_TABLE):  # a repeated request, after the table was deleted
            return done, store.load(owner.device, done["table"])


class OneTable(Api):
    """One table."""

    @described("read_table", TAG, "Read a table", {200: TableDetails}, *AT_TABLE)
    def get(self, request: Request, table_id: str) -> Response:
        """Return the table in short, and this token's rights."""
        view = load(request, table_id)
        return tagged(Response(details(view)), view)

    @described(
        "delete_table",
        TAG,
        "Delete a table",
        {204: None},
        *OWNED,
        description="The table is gone for everyone at once, with its links, webhooks, and files. It is kept "
        "for 30 days, in which an owner can restore it; then it is removed for good.",
    )
    def delete(self, request: Request, table_id: str) -> Response:
        """Delete the table."""
        store_games.delete(load(request, table_id, roles.SHARE))
        return Response(status=204)


class Deleted(Api):
    """The deleted tables of a token."""

    @described(
        "list_deleted_tables",
        TAG,
        "List the deleted tables",
        {200: DeletedTableList},
        *WITH_TOKEN,
        description="Those that this token can restore, since it owns them; at most 20.",
    )
    def get(self, request: Request) -> Response:
        """Return the tables, the last deleted first."""
        found = [
            DeletedTable(
                id=one.table_id,
                variant=one.variant.name,
                title=one.title,
                players=list(one.players),
                deleted_at=one.deleted_at,
                until=one.until,
            )
            for one in deleted.of_host(caller(request).device)
        ]
        return Response(DeletedTableList(tables=found))


class RestoredTable(Api):
    """A table that is put back."""

    @described(
        "restore_table",
        TAG,
        "Restore a deleted table",
        {200: TableDetails},
        *OWNED,
        description="With its links, phones, and webhooks, within 30 days. To restore a table that isn't "
        "deleted changes nothing, so no Idempotency-Key is needed.",
    )
    def post(self, request: Request, table_id: str) -> Response:
        """Put the table back."""
        with missing(problems.NO_TABLE):
            deleted.put_back(caller(request).device, table_id)
        view = load(request, table_id)
        return tagged(Response(details(view)), view)


class Title(Api):
    """The name of the evening."""

    @described(
        "rename_table",
        TAG,
        "Rename a table",
        {200: TableDetails},
        *OWNED,
        problems.REFUSED,
        takes=TitleChange,
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Rename the evening; the log stays unchanged."""
        view = load(request, table_id, roles.SHARE)
        title = read(request, TitleChange).title.strip()
        refuse_beyond_limits({"title": title})
        store_games.rename(view, title)
        now = load(request, table_id)
        return tagged(Response(details(now)), now)


class InGroup(Api):
    """The group of a table."""

    @described(
        "move_table",
        TAG,
        "Move a table into a group",
        {204: None},
        *OWNED,
        problems.NO_GROUP,
        problems.REFUSED,
        takes=TableGroup,
        description="Its players are people of the group then, and its hands count there. Whoever may see "
        "the group sees the table.",
    )
    def put(self, request: Request, table_id: str) -> Response:
        """Move the table into a group in which this token may start games."""
        view = load(request, table_id, roles.SHARE)
        group_id = read(request, TableGroup).group
        with missing(problems.NO_GROUP):
            groups.find(view.viewer.device, group_id, group_roles.PLAY)
        moving.move(view, group_id)
        return Response(status=204)

    @described("take_out_table", TAG, "Take a table out of its group", {204: None}, *OWNED)
    def delete(self, request: Request, table_id: str) -> Response:
        """Move the table into no group."""
        moving.move(load(request, table_id, roles.SHARE), "")
        return Response(status=204)


def record_of(given: object) -> Record:
    """The record in the body, within this app's limits. Raises Refusal with entry and field."""
    if isinstance(given, dict):
        refuse_beyond_limits(given)
    return from_json(given)
