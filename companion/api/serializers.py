"""A table and its log as shapes of the API."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from rest_framework.request import Request

from companion.api.operations import Parameter
from companion.api.shapes.tables import (
    EntryResult,
    ListedTable,
    LogEvent,
    LoggedEntry,
    TableDetails,
    TableSummary,
)
from companion.api.typed import as_json
from companion.log import rights
from companion.log.rights import View, Viewer
from companion.log.table import LogEntry, Row, Table
from companion.store.entries import ListedTable as Listed
from companion.wording import reader
from scoring import Standing

FACTS = Parameter(
    "facts", {"type": "boolean"}, "Add to each line what it means: `outcome`, `values`, `sentence`."
)


def with_facts(found: Standing) -> dict[str, Any]:
    """``bower.standing/1`` with the facts of each line beside its words."""
    shown: dict[str, Any] = found.as_json()
    for hand, scored in zip(shown["hands"], found.hands, strict=True):
        for line, said in zip(hand["lines"], scored.lines, strict=True):
            line.update(outcome=said.outcome, values=said.values, sentence=said.sentence)
    return shown


def events(viewer: Viewer, rows: Iterable[Row]) -> list[LogEvent]:
    """Rows of the log, without their content."""
    return [
        LogEvent.of(
            row,
            version=row.seq,
            number=row.target or row.seq,
            change=row.kind,
            role=rights.words(row.role),
            seat=viewer.seats.get(row.device, ""),
        )
        for row in rows
    ]


def result(table: Table, done: Mapping[str, int]) -> EntryResult:
    """The response to a write: the entry's number, and the table after it."""
    return EntryResult(
        number=done["number"], version=done["version"], standing=table.at(done["version"]).standing.as_json()
    )


def logged(view: View, item: LogEntry, key: str) -> LoggedEntry:
    """An entry, as corrected."""
    return LoggedEntry.of(
        item,
        number=item.seq,
        variant=view.table.variant.name,
        key=key,
        hand=item.hand.number if item.hand else None,
        counts=item.step is not None,
        removed=item.struck,
        role=rights.words(item.by.role),
        seat=view.viewer.seats.get(item.by.device, ""),
        changed_by=[one.seq for one in item.changes],
    )


def summary(table: Table) -> TableSummary:
    """A table in a list."""
    header, state = table.header, table.state
    return TableSummary.of(
        state,
        id=table.id,
        version=table.version,
        variant=table.variant.name,
        title=header.title,
        played_on=header.played_on,
        scores=state.net or state.scores,
    )


def listed(one: Listed) -> ListedTable:
    """A table in the list, with its group and times."""
    return ListedTable.of(one, **as_json(summary(one.table)))


def details(view: View) -> TableDetails:
    """The table that was loaded last, and this token's rights."""
    return TableDetails.of(
        summary(view.table),
        options=view.table.state.options,
        roles=list(map(rights.words, rights.in_order(view.viewer.roles))),
        seat=view.viewer.seat,
        zone=reader.zone_of_table(),
        currency=reader.currency() if view.table.variant.has_bank else "",
    )


def page(request: Request, start: int, most: int, count: int, results: Sequence[Any]) -> dict[str, Any]:
    """One page of a list of *count*: at most *most* items from *start*, and its neighbors' addresses."""

    def address(at: int | None) -> str | None:
        asked = {**request.query_params.dict(), "limit": most, "offset": at}
        return None if at is None else request.path + "?" + urlencode(asked)

    after = start + most if start + most < count else None
    before = max(0, start - most) if start else None
    return {"count": count, "next": address(after), "previous": address(before), "results": list(results)}
