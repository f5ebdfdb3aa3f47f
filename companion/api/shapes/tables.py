"""Shapes: tables, their logs, and problems."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from companion.api.shapes.common import (
    COUNT,
    GAME,
    POSITIVE,
    ROLE,
    VALUES,
    Game,
    Id,
    Number,
    Scores,
    StandingNow,
    Version,
)
from companion.api.typed import Doc
from companion.forms.new_game import TITLE_LENGTH
from companion.log.table import KINDS


@dataclass(frozen=True, kw_only=True)
class LogEvent:
    """One row of a table's log: a new entry, a correction, a removal, or a restoration."""

    version: Annotated[int, Doc("The version that the row made.", POSITIVE)]
    number: Number
    change: Annotated[str, Doc("What the row did.", {"enum": list(KINDS)})]
    at: Annotated[datetime, Doc("When.")]
    role: Annotated[str, Doc("The role in which it was written.", ROLE)]
    seat: Annotated[str, Doc("The seat that its writer has claimed; empty if none.")]


@dataclass(frozen=True, kw_only=True)
class JournalRow(LogEvent):
    """One row of a table's log with its content."""

    variant: Game
    key: Annotated[str, Doc("The row's key, a UUID.", {"format": "uuid"})]
    entry: Annotated[
        object | None,
        Doc("The entry as the row has it; null: it removes one, or brings one back.", of_game="Entry"),
    ]


@dataclass(frozen=True, kw_only=True)
class Journal:
    """A table's record, and every row of its log as it happened."""

    version: Version
    variant: Game
    record: Annotated[object, Doc("The game as it now is.", of_game="Record")]
    numbers: Annotated[list[int], Doc("The number of each entry of the record, in order.")]
    journal: Annotated[list[JournalRow], Doc("Every row of the log, in order.")]


@dataclass(frozen=True, kw_only=True)
class TableSummary:
    """A table, in short."""

    id: Id
    version: Version
    variant: Annotated[str, Doc("The game.", GAME)]
    title: Annotated[str, Doc("The name of the evening; empty if it has none.")]
    played_on: Annotated[str, Doc("The day, as YYYY-MM-DD; empty if it isn't told.")]
    players: Annotated[list[str], Doc("Everyone seated, clockwise.")]
    over: Annotated[bool, Doc("Whether the game is over.")]
    winners: Annotated[list[str], Doc("Who won, in seat order; empty while the game goes on.")]
    scores: Annotated[Scores, Doc("Scores by player or team; in a game played for chips, what each is up.")]


@dataclass(frozen=True, kw_only=True)
class TableDetails(TableSummary):
    """A table, and this token's rights."""

    options: Annotated[
        dict[str, object], Doc("The table's options by name, defaults included.", ref="OptionValue")
    ]
    roles: Annotated[list[str], Doc("The roles of this token, the one that may do most first.", ROLE)]
    seat: Annotated[str, Doc("The seat that this token has claimed; empty if none.")]


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """A page of the list of tables."""

    count: Annotated[int, Doc("How many there are in all.", COUNT)]
    next: Annotated[str | None, Doc("Address of the next page; null on the last one.")]
    previous: Annotated[str | None, Doc("Address of the page before; null on the first one.")]
    results: Annotated[list[TableSummary], Doc("The tables of this page, the one last written to first.")]


@dataclass(frozen=True, kw_only=True)
class DeletedTable:
    """A deleted table."""

    id: Id
    variant: Annotated[str, Doc("The game.", GAME)]
    title: Annotated[str, Doc("The name of the evening; empty if it has none.")]
    players: Annotated[list[str], Doc("Everyone seated at the start, clockwise.")]
    deleted_at: Annotated[datetime, Doc("When it was deleted.")]
    until: Annotated[datetime, Doc("Until when it can be restored; then it is removed for good.")]


@dataclass(frozen=True, kw_only=True)
class DeletedTableList:
    """The deleted tables that a token can restore."""

    tables: Annotated[list[DeletedTable], Doc("The tables, the last deleted first.")]


@dataclass(frozen=True, kw_only=True)
class NewTable:
    """A table that was just created."""

    id: Id
    version: Version
    standing: StandingNow
    token: Annotated[str, Doc("The owner's token. It is answered here only.")]


@dataclass(frozen=True, kw_only=True)
class TitleChange:
    """A new name for the evening."""

    title: Annotated[str, Doc("The name; empty for none.", {"maxLength": TITLE_LENGTH})]


@dataclass(frozen=True, kw_only=True)
class EntryResult:
    """The result of adding, correcting, removing, or restoring an entry."""

    number: Number
    version: Version
    standing: StandingNow


@dataclass(frozen=True, kw_only=True)
class LoggedEntry:
    """An entry as corrected, and its place in the log."""

    number: Number
    variant: Game
    entry: Annotated[object, Doc("The entry, corrections included.", of_game="Entry")]
    key: Annotated[str, Doc("The entry's key, a UUID.", {"format": "uuid"})]
    hand: Annotated[int | None, Doc("The hand of the score sheet that it is; null if it is none.")]
    counts: Annotated[bool, Doc("Whether it counts: it wasn't removed and isn't after the end of the game.")]
    removed: Annotated[bool, Doc("Whether it was removed.")]
    at: Annotated[datetime, Doc("When it was first written.")]
    role: Annotated[str, Doc("The role in which it was first written.", ROLE)]
    seat: Annotated[str, Doc("The seat that its writer has claimed; empty if none.")]
    changed_by: Annotated[
        list[int], Doc("The versions in which it was corrected, removed, or restored, in order.")
    ]


@dataclass(frozen=True, kw_only=True)
class EntryPage:
    """A page of the list of a table's entries."""

    count: Annotated[int, Doc("How many there are in all.", COUNT)]
    next: Annotated[str | None, Doc("Address of the next page; null on the last one.")]
    previous: Annotated[str | None, Doc("Address of the page before; null on the first one.")]
    results: Annotated[list[LoggedEntry], Doc("The entries of this page, by number.")]


@dataclass(frozen=True, kw_only=True)
class Problem:
    """An error, by RFC 9457."""

    type: Annotated[str, Doc("The cause: a URI whose page explains it.", {"format": "uri-reference"})]
    title: Annotated[str, Doc("The cause in short.")]
    status: Annotated[int, Doc("The status of the answer.", {"minimum": 400, "maximum": 599})]
    detail: Annotated[str, Doc("What is wrong with this request, in a sentence for people.")]
    entry: Annotated[int | None, Doc("The entry that was refused: its number.", left_out=True)]
    field: Annotated[str | None, Doc("The field that was refused.", left_out=True)]
    code: Annotated[str, Doc("What was refused, in one stable word: programs match it.", left_out=True)]
    rule: Annotated[str | None, Doc("The rule of the rulebook that refuses it.", left_out=True)]
    values: Annotated[
        dict[str, Any], Doc("The names and numbers in the detail, by name.", VALUES, left_out=True)
    ]


@dataclass(frozen=True, kw_only=True)
class ChangedProblem(Problem):
    """A refused change to an earlier version, and what happened since."""

    version: Annotated[int, Doc("The table's version now.", COUNT, left_out=True)]
    meanwhile: Annotated[list[LogEvent], Doc("What happened since, oldest first.", left_out=True)]
