"""A table as a phone keeps it, read from the rows document of the server.

And what a phone without a server knows of each of its games before it reads their hands, newest first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from companion.forms.progress import columns, of_columns
from companion.log import table as log
from companion.log.at_night import AtNight
from companion.log.bank_state import Paid, StoredChips, StoredStart
from companion.log.disputes import Dispute
from companion.log.progress import StoredProgress
from companion.log.rights import View, Viewer
from companion.log.table import Author, Row, Table
from companion.pages.listing import EarlierGame, Listed, day_of_game, listed
from companion.pocket.phone.surroundings import DEVICE, iso, moment

Document = dict[str, Any]
Summary = dict[str, Any]
FACTS_VERSION = 2  # of what ``facts.facts_of`` makes; with another number all games are counted anew


@dataclass(frozen=True)
class Kept:
    """A table with all that the server stores beside its log.

    header: as stored. keys: those of the rows, by seq. dispute_keys: those of the disputes, by number.
    known: how many of the rows the server has sent; those after them are as this phone recorded them.
    group: the id of the table's group if this phone sees it, else ""; may_play: whether the next game starts
    there. earlier: the games of the evening before this one; None: not known.
    """

    header: str
    table: Table
    viewer: Viewer
    created_at: datetime
    keys: Mapping[int, str]
    title: str | None = None
    chips: StoredChips = field(default_factory=StoredChips)
    ticks: frozenset[Paid] = frozenset()
    disputes: tuple[Dispute, ...] = ()
    dispute_keys: Mapping[int, str] | None = None
    progress: StoredProgress = field(default_factory=StoredProgress)
    started: StoredStart | None = None
    csrf: str = ""
    known: int = 0
    night: AtNight | None = None
    zone: str = ""
    currency: str = ""
    ends: int | None = None
    group: str = ""
    may_play: bool = True
    earlier: tuple[EarlierGame, ...] | None = None

    @property
    def view(self) -> View:
        """The table and its viewer: this phone."""
        return View(self.table, self.viewer, self.night)

    @property
    def last(self) -> datetime:
        """When the last row was written, or else when the table was started."""
        return self.table.rows[-1].at if self.table.rows else self.created_at

    def touched(self) -> "Kept":
        """The table with the next revision."""
        return replace(self, viewer=replace(self.viewer, revision=self.viewer.revision + 1))


def kept_of(document: Document, known: Kept | None = None) -> Kept:
    """The table of a rows document; *known*: the same table before, so that only later rows are replayed."""
    rows = [
        Row(seq, target, body, moment(at), author, role, restores)
        for seq, target, body, at, author, role, restores, _key in document["rows"]
    ]
    said, progress, start = document["viewer"], document["progress"], document["hand_started"]
    viewer = Viewer(
        DEVICE, frozenset(said["roles"]), dict(said["seats"]), document["revision"], said["author"]
    )
    return Kept(
        header=document["header"],
        table=_table(document, rows, known).renamed(document["title"]),
        viewer=viewer,
        created_at=moment(document["created_at"]),
        keys={row[0]: row[7] for row in document["rows"]},
        title=document["title"],
        chips=StoredChips(**document["chip_set"]) if document["chip_set"] else StoredChips(),
        ticks=frozenset((seq, digest, item) for seq, digest, item in document["ticks"]),
        disputes=tuple(_dispute(one) for one in document["disputes"]),
        dispute_keys={one["number"]: one["key"] for one in document["disputes"]},
        progress=of_columns(progress, moment(progress["at"]), Author(progress["device"], progress["role"]))
        if progress
        else StoredProgress(),
        started=StoredStart(start["version"], moment(start["at"]), start["device"]) if start else None,
        csrf=document.get("csrf", ""),
        known=document.get("known", len(rows)),
        night=_night(document.get("night")),
        zone=document.get("zone", ""),
        currency=document.get("currency", ""),
        ends=document.get("ends"),
        group=document.get("group", ""),
        may_play=document.get("may_play", True),
        earlier=tuple(
            EarlierGame(
                one["table_id"],
                tuple(map(tuple, one["sides"])),
                tuple(map(tuple, one["best"])),
                tuple(one.get("scores", ())),
            )
            for one in document["earlier"]
        )
        if "earlier" in document
        else None,
    )


def _table(document: Document, rows: Sequence[Row], known: Kept | None) -> Table:
    if known and known.header == document["header"]:
        before = known.table.rows
        if list(before) == list(rows[: len(before)]):
            table = known.table
            for row in rows[len(before) :]:
                table = table.with_row(row, stored=True)
            return table
    return log.table(document["id"], document["header"], rows)


def _dispute(one: Mapping[str, Any]) -> Dispute:
    return Dispute(
        number=one["number"],
        seq=one["seq"],
        at=moment(one["at"]),
        by=Author(one["device"], one["role"]),
        words=one["words"],
        end=one["end"],
        ended_at=moment(one["ended_at"]) if one["ended_at"] else None,
        ended_by=Author(one["ended_by"], one["ended_role"]) if one["end"] else None,
        answer=one["answer"],
    )


def _night(found: Mapping[str, Any] | None) -> AtNight | None:
    if not found:
        return None
    place = (found["night"], found["round"], found["table"], found["hands"], found["ghosts"])
    if "at_bell" not in found:  # kept by a version that had no clock at its tables
        return AtNight(*place)
    ends = moment(found["bell_at"]) if found["bell_at"] else None
    clock = (found["announcement"], found["at_bell"], ends, found["clock_left"])
    return AtNight(*place, *clock, found.get("rounds", 0))  # none was kept by earlier versions


def document_of(kept: Kept, key: str, before: Sequence[Sequence[Any]] = ()) -> Document:
    """The rows document of a table of which this phone has the only copy, which ``kept_of`` reads as it is.

    key: that it was started with. before: its rows as they were written last.
    """
    later, chips, start = kept.table.rows[len(before) :], kept.chips, kept.started
    progress, by = kept.progress, kept.progress.by
    return {
        "id": kept.table.id,
        "key": key,
        "header": kept.header,
        "title": kept.title,
        "created_at": iso(kept.created_at),
        "version": kept.table.version,
        "revision": kept.viewer.revision,
        "rows": [*before, *(row.columns(kept.keys[row.seq]) for row in later)],
        "viewer": {
            "author": kept.viewer.author,
            "roles": sorted(kept.viewer.roles),
            "seats": dict(kept.viewer.seats),
        },
        "chip_set": {"version": chips.version, "colors": chips.colors, "counted": chips.counted}
        if chips.version
        else None,
        "ticks": sorted([*tick] for tick in kept.ticks),
        "disputes": [_dispute_columns(one, (kept.dispute_keys or {})[one.number]) for one in kept.disputes],
        "progress": {
            **columns(progress),
            "at": iso(progress.at) if progress.at else None,
            "device": by.device if by else "",
            "role": by.role if by else "",
        }
        if progress.rev
        else None,
        "hand_started": {"version": start.version, "at": iso(start.at), "device": start.device}
        if start
        else None,
        "zone": kept.zone,
        "currency": kept.currency,
        "group": kept.group,
        "may_play": kept.may_play,
    }


def _dispute_columns(one: Dispute, key: str) -> dict[str, Any]:
    ended = one.ended_by
    return {
        "number": one.number,
        "key": key,
        "seq": one.seq,
        "at": iso(one.at),
        "device": one.by.device,
        "role": one.by.role,
        "words": one.words,
        "end": one.end,
        "ended_at": iso(one.ended_at) if one.ended_at else None,
        "ended_by": ended.device if ended else None,
        "ended_role": ended.role if ended else "",
        "answer": one.answer,
    }


def started(item: Mapping[str, Any]) -> Kept:
    """The table of an item that starts it on this phone: its header and the entries with which it began."""
    at, body = moment(item["told_at"]), item["body"]
    rows = [Row(seq, None, text, at, DEVICE, "owner") for seq, text in enumerate(body["bodies"], 1)]
    table = log.table(item["table"], body["header"], rows)
    viewer = Viewer(DEVICE, frozenset(("owner",)), {}, 0, DEVICE)
    by_seq = {row.seq: f"{item['key']} {row.seq}" for row in rows}
    place = {name: body.get(name, "") for name in ("zone", "currency", "group")}
    return Kept(body["header"], table, viewer, at, by_seq, **place)


def summary_of(kept: Kept, key: str) -> Summary:
    """The summary of a game, as JSON; *key*: that it was started with."""
    table = kept.table
    line, variant = listed(table), table.variant
    players = tuple(table.state.invested or table.header.players)
    sides = {name: variant.members(players, name) for name in variant.sides(players)}
    return {
        "line": {name: value for name, value in vars(line).items() if name != "day"},
        "played_on": table.header.played_on,
        "key": key,
        "group": kept.group,
        "created_at": iso(kept.created_at),
        "last": iso(kept.last),
        "players": list(players),
        "options": dict(table.state.options),
        "sides": [list(members) for members in sides.values()],
        "best": [list(sides[name]) for name in table.state.winners],
        "scores": [table.state.scores.get(name, 0) for name in sides],  # 0: gone, with all chips
    }


def is_to_count(summary: Summary) -> bool:
    """Whether a game is over and has no facts of this version yet."""
    return bool(summary["line"]["over"]) and summary.get("facts") != FACTS_VERSION


def line_of(summary: Summary) -> Listed:
    """The line of a game in the list of games."""
    return Listed(**summary["line"], day=day_of_game(summary["played_on"]))
