"""Tables: list, create, read, rename, and delete them."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.api import auth, keys
from companion.api.auth import caller
from companion.api.base import PAGING, asked, created, load, paging, read, tagged
from companion.api.groups import known_zone
from companion.api.operations import ANYWHERE, TABLE, TABLE_KEY, Operations, Parameter
from companion.api.problems import Malformed, missing
from companion.api.serializers import details, listed, page
from companion.api.shapes.groups import TableGroup
from companion.api.shapes.tables import (
    CreatedTable,
    DeletedTable,
    DeletedTableList,
    TableDetails,
    TablePage,
    TitleChange,
)
from companion.api.typed import ref
from companion.forms.imports import refuse_beyond_limits
from companion.forms.new_game import SIGN_LENGTH, is_sign
from companion.log import rights
from companion.server import problems
from companion.server.rates import ENTRIES_OF_A_GAME
from companion.store import answers, deleted, group_games, groups, new_games
from companion.store import games as store_games
from companion.store.games import ID_LENGTH
from companion.wording.refusal import AppRefusal
from companion.wording.region import LONGEST
from scoring import Record, from_json

anywhere = Operations("Tables", ANYWHERE)
at_table = Operations("Tables", TABLE)
LONGEST_TIME = 40
ZONE = Parameter(
    "zone",
    {"type": "string", "maxLength": LONGEST},
    "The time zone in which it is played, as `America/New_York`. A table whose record names no day is of the "
    "evening that it is there.",
)
CURRENCY = Parameter(
    "currency",
    {"type": "string", "maxLength": SIGN_LENGTH},
    "The sign of its money, as `$`, in a game played for chips. Without one it is its group’s.",
)
OF_GROUP = Parameter(
    "group",
    {"type": "string", "maxLength": ID_LENGTH},
    "The id of a group that this token may see: all of its tables.",
)
OVER = Parameter("over", {"type": "boolean"}, "Only games that are over (true), or that go on (false).")
SINCE = Parameter(
    "changed_since",
    {"type": "string", "maxLength": LONGEST_TIME},
    "Only tables changed at that time or later, as `2026-11-19T21:00:00Z`; a time without a zone is UTC.",
)
GROUP = Parameter(
    "group",
    {"type": "string", "maxLength": ID_LENGTH},
    "The id of the group in which it is started, by a token that may start games there. The record’s house "
    "rules are those of the group’s next game then, and the table has the group’s chip set.",
)


@anywhere(
    "GET tables/",
    TablePage,
    problems.NO_GROUP,
    problems.NO_TOKEN,
    problems.UNKNOWN_TOKEN,
    parameters=(*PAGING, OF_GROUP, OVER, SINCE),
)
def list_tables(request: Request) -> TablePage:
    """List the tables.

    Those that this token may see, or with `group` all of a group.
    """
    (start, most), device = paging(request), caller(request).device
    group = asked(request, OF_GROUP)
    with missing(problems.NO_GROUP):
        within = groups.find(device, group).pk if group else None
    over = asked(request, OVER) if OVER.name in request.query_params else None
    said, since = asked(request, SINCE), None
    try:
        if said:
            told = datetime.fromisoformat(said)
            since = told.astimezone(UTC) if told.tzinfo else told.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise Malformed("changed_since must be a time, as 2026-11-19T21:00:00Z.") from None
    found, count = store.listed(device, start, most, within, over, since)
    return TablePage(**page(request, start, most, count, [listed(one) for one in found]))


@anywhere(
    "POST tables/",
    CreatedTable,
    problems.NO_GROUP,
    problems.NO_TABLE,
    problems.NOT_ALLOWED,
    problems.UNKNOWN_TOKEN,
    takes=ref("Record"),
    key=TABLE_KEY,
    parameters=(ZONE, CURRENCY, GROUP),
    etag=True,
    location=True,
    secret=True,
    scope=auth.TABLES,
)
def create_table(request: Request) -> Response:
    """Create a table.

    From a record: its header alone, or with the entries of a whole evening. Without a host's token the
    table gets a new host, whose token is answered.
    """
    zone, currency = known_zone(asked(request, ZONE)), asked(request, CURRENCY)
    group = asked(request, GROUP)
    if currency and not is_sign(currency):
        raise AppRefusal("no-sign", "currency", most=SIGN_LENGTH)
    record = record_of(request.data)
    auth.count_more(request, len(record.entries) // ENTRIES_OF_A_GAME)
    host = keys.newcomer(request)
    game = keys.of_log(host.device, "table", keys.key(request), keys.content(request))

    def start() -> dict[str, Any]:
        _device, table_id = new_games.start_by_program(host.device, game, draft, record, group)
        answers.forget_old()
        return {"table": table_id, "version": len(draft.bodies)}

    with store.room_for(record):  # which is scored before the transaction
        draft = replace(store.drafted(record), zone=zone, currency=currency)
        with missing(problems.NO_GROUP):
            done = keys.once_for(request, host, start)
        with missing(problems.NO_TABLE):  # a repeated request, after the table was deleted
            view = store.load(host.device, done["table"])
    made = CreatedTable(
        id=view.table.id,
        version=done["version"],
        standing=view.table.at(done["version"]).standing.as_json(),
        token=host.token,
    )
    return tagged(created(request, made, view.table.id), view)


@at_table("GET", TableDetails)
def read_table(request: Request, table_id: str) -> Response:
    """Read a table.

    Return the table in short, and this token's rights.
    """
    view = load(request, table_id)
    return tagged(details(view), view)


@at_table("DELETE", None)
def delete_table(request: Request, table_id: str) -> None:
    """Delete a table.

    The table is gone for everyone at once, with its links, webhooks, and files. It is kept for 30 days, in
    which a host can restore it; then it is removed for good.
    """
    deleted.delete(load(request, table_id, rights.SHARE))


@anywhere("GET deleted-tables/", DeletedTableList, problems.NO_TOKEN, problems.UNKNOWN_TOKEN)
def list_deleted_tables(request: Request) -> DeletedTableList:
    """List the deleted tables.

    Those whose host this token is; at most 20.
    """
    found = [
        DeletedTable.of(one, id=one.table_id, variant=one.variant.name)
        for one in deleted.tables_of_host(caller(request).device)
    ]
    return DeletedTableList(tables=found)


@at_table("POST restore/", TableDetails, status=200, key=None, etag=True)
def restore_table(request: Request, table_id: str) -> Response:
    """Restore a deleted table.

    With its links, phones, and webhooks, within 30 days. To restore a table that isn't deleted changes
    nothing, so no Idempotency-Key is needed.
    """
    with missing(problems.NO_TABLE):
        deleted.put_back(caller(request).device, "table", table_id)
    view = load(request, table_id)
    return tagged(details(view), view)


@at_table("PUT title/", TableDetails, takes=TitleChange, etag=True)
def rename_table(request: Request, table_id: str) -> Response:
    """Rename a table.

    Rename the evening; the log stays unchanged.
    """
    view = load(request, table_id, rights.SHARE)
    title = read(request, TitleChange).title.strip()
    refuse_beyond_limits({"title": title})
    store_games.rename(view, title)
    now = load(request, table_id)
    return tagged(details(now), now)


@at_table("PUT group/", None, problems.NO_GROUP, takes=TableGroup)
def move_table(request: Request, table_id: str) -> None:
    """Move a table into a group.

    Its players are people of the group then, and its hands count there. Whoever may see the group sees the
    table.
    """
    view = load(request, table_id, rights.SHARE)
    group_id = read(request, TableGroup).group
    with missing(problems.NO_GROUP):
        groups.find(view.viewer.device, group_id, rights.PLAY)
    group_games.move(view, group_id)


@at_table("DELETE group/", None)
def take_out_table(request: Request, table_id: str) -> None:
    """Take a table out of its group.

    Move the table into no group.
    """
    group_games.move(load(request, table_id, rights.SHARE), "")


def record_of(given: object) -> Record:
    """The record in the body, within this app's limits. Raises Refusal with entry and field."""
    if isinstance(given, dict):
        refuse_beyond_limits(given)
    return from_json(given)
