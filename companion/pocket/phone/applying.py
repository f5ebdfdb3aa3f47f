"""What waits in the outbox, on top of a table: the table as it is shown."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404

from companion.access import roles
from companion.forms.progress import of_columns
from companion.log import disputes
from companion.log.bank_state import StoredChips, StoredStart, decide_chips
from companion.log.decide import Change, decide
from companion.log.disputes import Dispute
from companion.log.progress import ProgressConflict, left_over
from companion.log.table import RESTORE, LogEntry, Row
from companion.pocket.phone.kept import Kept
from companion.pocket.phone.surroundings import moment

Item = dict[str, Any]


def applied(kept: Kept, item: Item) -> Kept:
    """The table with an item of the outbox.

    Raises Refusal, Conflict, PermissionDenied, Http404, ProgressConflict, ChipSetConflict or Ended if it does
    not go on top of this table.
    """
    return WAYS[item["what"]](kept, item, moment(item["told_at"]))


def _entry(kept: Kept, item: Item, at: datetime) -> Kept:
    known = item["key"] in kept.keys.values()
    change = Change(item["seen"], item["target"], item["entry"], item["restores"])
    decided = decide(kept.view, change, known, at, settings.MAX_ENTRIES)
    if decided is None:
        return kept
    row, table = decided
    if row.kind == RESTORE:
        found = _reopened(kept, kept.table.entry(row.target or 0))
    else:
        found = kept.disputes if row.target is None else _corrected(kept, row)
    return replace(kept, table=table, keys={**kept.keys, row.seq: item["key"]}, disputes=found)


def _corrected(kept: Kept, row: Row) -> tuple[Dispute, ...]:
    """The disputes, those of the corrected entry ended."""
    end = disputes.end_of(row)
    return tuple(
        replace(one, end=end, ended_at=row.at, ended_by=row.by)
        if one.seq == row.target and not one.end
        else one
        for one in kept.disputes
    )


def _reopened(kept: Kept, removed: LogEntry | None) -> tuple[Dispute, ...]:
    """The disputes, those open again that the removal of an entry ended."""
    if removed is None or not removed.changes:
        return kept.disputes
    at = removed.changes[-1].at
    return tuple(
        replace(one, end="", ended_at=None, ended_by=None)
        if one.seq == removed.seq and one.end == disputes.STRUCK and one.ended_at == at
        else one
        for one in kept.disputes
    )


def _progress(kept: Kept, item: Item, at: datetime) -> Kept:
    kept.viewer.require(roles.HANDS)
    body, now = item["body"], kept.progress
    mine = kept.viewer.wrote(now.by) and item["seen"] <= now.rev < body["rev"]
    if now.rev != item["seen"] and not mine:
        raise ProgressConflict(now)
    then = of_columns(body, at, kept.viewer.acting(roles.HANDS))
    viewer = replace(kept.viewer, revision=kept.viewer.revision + then.rev - now.rev)
    started = kept.started
    if "hand_started" in body:
        started = _started(body["hand_started"], kept.viewer.author)
    return replace(kept, progress=then, viewer=viewer, started=started)


def _started(found: Mapping[str, Any] | None, author: str) -> StoredStart | None:
    return StoredStart(found["version"], moment(found["at"]), author) if found else None


def _aside(kept: Kept, item: Item, at: datetime) -> Kept:
    kept.viewer.require(roles.HANDS)
    if not (kept.viewer.wrote(kept.progress.by) and left_over(kept.view, kept.progress)):
        return kept
    return replace(kept, progress=replace(kept.progress, form=None, moves=()))


def _ticks(kept: Kept, item: Item, at: datetime) -> Kept:
    kept.viewer.require(roles.BANK)
    ticks = set(kept.ticks)
    for seq, digest, paid, unpaid in item["body"]["ticks"]:
        ticks |= {(seq, digest, one) for one in paid}
        ticks -= {(seq, digest, one) for one in unpaid}
    return replace(kept, ticks=frozenset(ticks)).touched()


def _dispute(kept: Kept, item: Item, at: datetime) -> Kept:
    body, known = item["body"], kept.dispute_keys or {}
    disputes.refuse_dispute(kept.view, body["seq"], body["words"])
    by = kept.viewer.acting(roles.SIT)
    mine = [one for one in kept.disputes if one.by.device == by.device and one.seq == body["seq"]]
    disputes.refuse_second(any(not one.end and known[one.number] != item["key"] for one in mine))
    if item["key"] in known.values():
        return kept
    one = Dispute(body["number"], body["seq"], at, by, body["words"])
    keys = {**known, one.number: item["key"]}
    return replace(kept, disputes=(*kept.disputes, one), dispute_keys=keys).touched()


def _answer(kept: Kept, item: Item, at: datetime) -> Kept:
    body, keys = item["body"], kept.dispute_keys or {}
    number = next((one for one, key in keys.items() if key == body["of"]), body["number"])
    right = disputes.right_to_end(body["end"])
    by = kept.viewer.acting(right) if roles.may(kept.viewer.roles, right) else None
    kept.viewer.require(right)
    now = next((one for one in kept.disputes if one.number == number), None)
    if body["end"] == disputes.TAKEN_BACK and (now is None or not kept.viewer.wrote(now.by)):
        raise Http404("no such dispute of this phone")
    if now is None or by is None:
        raise disputes.Ended(number)
    if now.end:
        mine = now.ended_by is not None and now.ended_by.device == by.device
        if not mine or (now.end, now.answer) != (body["end"], body["words"]):
            raise disputes.Ended(number)
        return kept
    then = replace(now, end=body["end"], answer=body["words"], ended_at=at, ended_by=by)
    found = tuple(then if one is now else one for one in kept.disputes)
    return replace(kept, disputes=found).touched()


def _chips(kept: Kept, item: Item, at: datetime) -> Kept:
    body = item["body"]
    return _of_chips(kept, decide_chips(kept.chips, item["seen"], "", body["colors"]))


def _counts(kept: Kept, item: Item, at: datetime) -> Kept:
    body = item["body"]
    counted = json.dumps([body["version"], body["left"]])
    return _of_chips(kept, decide_chips(kept.chips, item["seen"], counted))


def _of_chips(kept: Kept, then: StoredChips | None) -> Kept:
    kept.viewer.require(roles.BANK)
    return kept if then is None else replace(kept, chips=then).touched()


def _game(kept: Kept, item: Item, at: datetime) -> Kept:
    return kept  # a table that the server has lost: the phone has all of it


WAYS: dict[str, Callable[[Kept, Item, datetime], Kept]] = {
    "game": _game,
    "entry": _entry,
    "progress": _progress,
    "aside": _aside,
    "ticks": _ticks,
    "dispute": _dispute,
    "answer": _answer,
    "chips": _chips,
    "counts": _counts,
}
