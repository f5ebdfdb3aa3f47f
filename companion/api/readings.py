"""What a table comes to: its record, with its journal if wanted, and its standing, now or then."""

import json
from dataclasses import replace

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from companion import store
from companion.api.base import Api, flag, load, tagged, whole
from companion.api.openapi import NONE_MATCH, described, query
from companion.api.serializers import happenings, standing
from companion.api.shapes import ref
from companion.log.table import Table
from scoring import replay

MOST_HANDS = 100_000
JOURNAL = query("journal", {"type": "boolean"}, "Add corrections, keys, times and roles.")
AFTER = query(
    "after",
    {"type": "integer", "minimum": 1, "maximum": MOST_HANDS},
    "As it stood after the hand of this number.",
)


class TheRecord(Api):
    """The game as a record."""

    @described(
        "read_record",
        "The game as it should have been, or with everything that happened",
        {200: {"anyOf": [ref("Record"), ref("Journal")]}},
        *(401, 404),
        parameters=(JOURNAL, NONE_MATCH),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """``bower.game/1``; with its journal around it if that is wanted."""
        with_journal = flag(request, "journal")
        table = load(request, table_id)
        said = journal(table) if with_journal else table.record.as_json()
        return tagged(Response(said), table)


class TheStanding(Api):
    """The standing of a game."""

    @described(
        "read_standing",
        "How the game stands, or stood after a hand",
        {200: ref("Standing")},
        *(401, 404),
        parameters=(AFTER, NONE_MATCH),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """``bower.standing/1``."""
        after = whole(request, "after", None, 1, MOST_HANDS)
        table = load(request, table_id)
        said = standing(table) if after is None else after_hand(table, after)
        return tagged(Response(said), table)


def after_hand(table: Table, number: int) -> dict[str, object]:
    """The standing after hand *number* of the score sheet; 404 where there was no such hand."""
    hand = next((one for one in table.standing.hands if one.number == number), None)
    if hand is None:
        raise Http404("no such hand")
    return replay(replace(table.record, entries=table.record.entries[: hand.entry])).as_json()


def journal(table: Table) -> dict[str, object]:
    """The record, the number of each of its entries, and every row of the log as it happened."""
    keys = store.keys(table)
    bodies = {row.seq: row.body for row in table.rows}
    rows = happenings(table, table.rows)
    return {
        "version": table.version,
        "record": table.record.as_json(),
        "numbers": [item.seq for item in table.entries if item.step is not None],
        "journal": [
            {**row, "key": keys[row["version"]], "entry": entry(bodies[row["version"]])} for row in rows
        ],
    }


def entry(body: str) -> object:
    """What a row says the entry is; nothing where it strikes it out."""
    return json.loads(body) if body else None
