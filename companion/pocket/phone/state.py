"""All that a phone keeps: tables as the server sent them, what waits to be sent, and its settings.

What is shown of a table is its rows with what waits on top. Nothing else is remembered: a new start from what
was kept shows the same. The entry of an item is kept as JSON text: the worker is JavaScript, which would put
a player called "2" before one called "Bo".
"""

import importlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404

from companion.forms.progress import of_columns
from companion.log import disputes, rights
from companion.log.bank_state import StoredChips, StoredStart, decide_chips
from companion.log.disputes import Dispute
from companion.log.progress import ProgressConflict, left_over
from companion.log.queue import GAME, item_of, tied
from companion.log.rights import Change, View, decide
from companion.log.table import RESTORE, Impossible
from companion.pocket.phone.kept import (
    FACTS_VERSION,
    Document,
    Kept,
    Summary,
    document_of,
    is_to_count,
    kept_of,
    started,
    summary_of,
)
from companion.pocket.phone.surroundings import HERE, iso, moment
from scoring import Refusal

Item = dict[str, Any]
Write = dict[str, Any]

TABLES, OUTBOX, SETTINGS, LOST, GAMES, FACTS = "tables", "outbox", "settings", "lost", "games", "facts"
OF_GAMES = "companion.pocket.phone.facts"  # by name, so that a kit with a server is without it
NEXT = "next"
SAMPLE = "sample"  # the group of the sample games
ASKS, LEFT = "asks", "left"


class Wanted(BaseException):
    """Raised for a table of which only the summary was read: it is to be loaded, and the request repeated."""


class FactsWanted(BaseException):
    """Raised for the facts of games that are over: they are to be loaded, and the request repeated."""


class Stopped(Exception):
    """An item asks something, or was refused: it waits for a person, and what is behind it waits for it."""


@dataclass(frozen=True)
class Stuck:
    """The first item of a table that does not go on top of it, and why."""

    item: Item
    why: Exception


@dataclass(frozen=True)
class Shown:
    """A table as it is shown; ``kept`` is None for a new game that can't be started."""

    kept: Kept | None
    stuck: Stuck | None = None


class Phone:
    """The state of a phone, and the writes since the last ``taken_writes``."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.outbox: dict[int, Item] = {}
        self.settings: dict[str, Any] = {}
        self.lost: dict[str, list[list[Any]]] = {}
        self.games: dict[str, Summary] = {}  # without a server: all of them
        self.facts: list[dict[str, Any]] | None = None  # of the games that are over, while a page needs them
        self.gone: dict[str, str] = {}  # tables that the server doesn't know: ASKS, or LEFT out
        self._bases: dict[str, Kept] = {}
        self._earlier: dict[str, Kept] = {}  # of tables whose rows may have changed since
        self._shown: dict[str, Shown] = {}
        self._writes: dict[tuple[str, Any], Write] = {}

    def boot(self, state: dict[str, Any]) -> None:
        """Begin with what was kept. Of tables that were known before only newer rows are replayed."""
        earlier = {**self._earlier, **self._bases}
        self.__init__()  # type: ignore[misc]
        self._earlier = earlier
        self.documents = dict(state.get(TABLES, {}))
        for item in state.get(OUTBOX, []):
            # Earlier versions kept the entry as an object, not as text, and stopped at refusals that weren't
            # the server's, which have no code.
            entry, stopped = item["entry"], item.get("stopped") or {}
            kept = {**item, "entry": json.loads(entry) if isinstance(entry, str) else entry}
            if not {"here", "asked", "lost"} & set(stopped) and not stopped.get("code"):
                kept["stopped"] = None
            self.outbox[item["id"]] = kept
        self.settings = dict(state.get(SETTINGS, {}))
        self.games = dict(state.get(GAMES, {}))
        self.lost = {table_id: one["rows"] for table_id, one in state.get(LOST, {}).items()}
        self.gone = {table_id: one.get("gone", "") for table_id, one in state.get(LOST, {}).items()}

    def replayed(self) -> int:
        """How many rows of tables were replayed, those of an earlier start included."""
        return sum(kept.table.version for kept in [*self._bases.values(), *self._earlier.values()])

    def taken_writes(self) -> list[Write]:
        """The writes since the last call, the last one of each key."""
        writes = list(self._writes.values())
        self._writes = {}
        return writes

    def snapshot(self) -> tuple[Any, ...]:
        """What ``undo`` goes back to."""
        return (
            dict(self.documents),
            dict(self.outbox),
            dict(self.settings),
            dict(self.lost),
            dict(self.gone),
            dict(self._bases),
            dict(self._shown),
            dict(self._writes),
            dict(self.games),
        )

    def undo(self, before: tuple[Any, ...]) -> None:
        """Forget all changes since a snapshot."""
        self.documents, self.outbox, self.settings, self.lost, self.gone = before[:5]
        self._bases, self._shown, self._writes, self.games = before[5:]

    def started_as(self, key: str) -> str:
        """The id of the table that was started with a key and isn't the server's; "" without one."""
        waits = [(item["key"], item["table"]) for item in self.items() if item["what"] == GAME]
        here = [(one["key"], table_id) for table_id, one in self.games.items()]
        return next((table_id for one, table_id in [*waits, *here] if one == key), "")

    def ids(self) -> list[str]:
        """The ids of all tables: those that the server sent and those that wait to be started."""
        new = [item["table"] for item in self.items() if item["what"] == "game"]
        return [*self.documents, *(one for one in new if one not in self.documents)]

    def items(self, table_id: str | None = None) -> list[Item]:
        """What waits, in order; of one table, or of all."""
        found = [self.outbox[number] for number in sorted(self.outbox)]
        return [item for item in found if table_id is None or item["table"] == table_id]

    def base(self, table_id: str) -> Kept | None:
        """A table by the rows of the server alone; None if it isn't kept, or these rules can't replay it."""
        if table_id in self.games and table_id not in self.documents:
            raise Wanted(table_id)
        if table_id in self.documents and table_id not in self._bases:
            self._replay(self.documents[table_id])
        return self._bases.get(table_id)

    def _replay(self, document: Document) -> None:
        table_id = document["id"]
        before = self._bases.pop(table_id, None) or self._earlier.pop(table_id, None)
        try:
            kept = kept_of(document, before)
        except (Impossible, Refusal):
            return  # written under other rules: it stays as it is
        self._bases[table_id] = kept

    def shown(self, table_id: str) -> Shown:
        """A table with what waits on top of it."""
        if table_id not in self._shown:
            self._shown[table_id] = self._laid(table_id)
        return self._shown[table_id]

    def saved(self, table_id: str) -> Kept | None:
        """A table by its saved rows, or the first ones of a game that the server doesn't have yet."""
        if table_id in self.documents:
            return self.base(table_id)
        return next((started(item) for item in self.items(table_id) if item["what"] == GAME), None)

    def kept(self, table_id: str) -> Kept | None:
        """A table with what waits on top of it; None if it isn't on this phone."""
        return self.shown(table_id).kept

    def record(self, what: str, table_id: str, **said: Any) -> Kept:
        """Let a change wait to be sent; the table with it. Raises what ``applied`` does.

        said: members of the item beside its number, table and time.
        """
        blank = {"seen": None, "target": None, "entry": None, "restores": False, "body": None}
        item = {
            **blank,
            **said,
            "id": self._next(),
            "table": table_id,
            "what": what,
            "told_at": iso(HERE.now),
        }
        kept = self.kept(table_id)
        then = started(item) if kept is None else applied(kept, item)
        if then is not kept:
            saved = self.saved(table_id)
            if kept and saved:
                item = tied(item_of(item), kept.keys, saved.table.version).as_json()
            is_behind = self.shown(table_id).stuck is not None
            self.put(item)
            if not is_behind:
                self._shown[table_id] = Shown(then)
            self.write(SETTINGS, NEXT, item["id"])
        return then

    def merge(self, former: Item, now: Kept) -> None:
        """Let the newest item of a table stand for the *former* one too, which leads to *now* as well."""
        table_id = former["table"]
        newest = self.items(table_id)[-1]
        self.drop(former["id"])
        self.put({**newest, "seen": former["seen"]})
        self._shown[table_id] = Shown(now)

    def put(self, item: Item) -> None:
        """Keep an item of the outbox, in place of the one with its number."""
        self.outbox[item["id"]] = item
        self._shown.pop(item["table"], None)
        entry = item["entry"]
        self.write(OUTBOX, item["id"], item if entry is None else {**item, "entry": json.dumps(entry)})

    def drop(self, number: int) -> None:
        """Remove an item of the outbox."""
        item = self.outbox.pop(number)
        self._shown.pop(item["table"], None)
        self.write(OUTBOX, number, None)

    def waits_for_answer(self, table_id: str) -> bool:
        """Whether an item of a table asks or was refused, so that what is behind it isn't shown."""
        stuck = self.shown(table_id).stuck
        return stuck is not None and isinstance(stuck.why, Stopped)

    def forget(self, table_id: str) -> None:
        """Show nothing of a table any more that isn't kept under this id."""
        self._shown.pop(table_id, None)

    def next_number(self) -> int:
        """The number of the next item, which is given to no other."""
        number = self._next()
        self.write(SETTINGS, NEXT, number)
        return number

    def put_document(self, document: Document) -> None:
        """Keep a table as the server has it."""
        table_id = document["id"]
        self._replay(document)
        self.documents[table_id] = document
        self._shown.pop(table_id, None)
        self.write(TABLES, table_id, document)

    def miss(self, table_id: str, rows: Sequence[Sequence[Any]]) -> None:
        """Keep those of a table's *rows* that the server had and has no longer; ``lost`` has them, in order.

        One that is there again, or waits to be sent, isn't missed any more.
        """
        there = {row[7] for row in self.documents[table_id]["rows"]}
        there |= {item["key"] for item in self.items(table_id)}
        before = self.lost.get(table_id, [])
        each = {row[7]: list(row) for row in (*before, *rows) if row[7] and row[7] not in there}
        if [*each.values()] != before:
            self.put_lost(table_id, [*each.values()])

    def put_lost(self, table_id: str, rows: list[list[Any]]) -> None:
        """Keep the rows of a table that the server has no longer."""
        self.lost[table_id] = rows
        self._shown.pop(table_id, None)
        gone = self.gone.get(table_id, "")
        self.write(LOST, table_id, {"table": table_id, "rows": rows, "gone": gone} if rows or gone else None)

    def put_gone(self, table_id: str, gone: str) -> None:
        """Keep that the server doesn't know a table: that it ASKS, or was LEFT out; "": it does."""
        self.gone[table_id] = gone
        self.put_lost(table_id, self.lost.get(table_id, []))

    def settle(self) -> None:
        """Without a server: what waits is saved, as the tables are shown with it; nothing waits any more."""
        for table_id in {item["table"]: None for item in self.items()}:
            kept, begun = self.kept(table_id), self.documents.get(table_id)
            if kept is None:
                raise LookupError("a change of a table that isn't there")
            items = self.items(table_id)
            known = (begun["key"], begun["rows"]) if begun else (items[0]["key"], ())
            document = document_of(kept, *known)
            for item in items:
                self.drop(item["id"])
            self.put_game(kept, document, len(known[1]))
            self.documents[table_id], self._bases[table_id] = document, kept

    def put_game(self, kept: Kept, document: Document, after: int = 0) -> None:
        """Without a server: keep a game with its summary; it is loaded again when it is asked for.

        after: how many of its rows are stored already and needn't be written once more.
        """
        table_id = kept.table.id
        for known in (self.documents, self._bases, self._earlier, self._shown):
            known.pop(table_id, None)
        summary = summary_of(kept, document["key"])
        counts = is_to_count(summary) and summary["group"] != SAMPLE
        found = importlib.import_module(OF_GAMES).facts_of(kept) if counts else None
        self.games[table_id] = {**summary, "facts": FACTS_VERSION}
        self.write(TABLES, table_id, {**document, "rows": document["rows"][after:]})
        self._writes[TABLES, table_id]["after"] = after
        self.write(FACTS, table_id, found)
        self.write(GAMES, table_id, self.games[table_id])

    def remove_game(self, table_id: str) -> None:
        """Without a server: remove a game for good."""
        for known in (self.documents, self._bases, self._earlier, self._shown, self.games):
            known.pop(table_id, None)
        for store in (TABLES, GAMES, FACTS):
            self.write(store, table_id, None)

    def uncounted(self) -> list[str]:
        """Without a server: the games that are over and were kept by a version that made no such facts."""
        return [one["line"]["id"] for one in self.newest() if is_to_count(one)]

    def count(self, table_ids: Sequence[str]) -> None:
        """Without a server: make the facts of these games; of one that can't be replayed there are none."""
        for table_id in table_ids:  # all are loaded before the first is replayed
            if table_id not in self.documents:
                raise Wanted(table_id)
        for table_id in table_ids:
            document = self.documents[table_id]
            kept = self.base(table_id)
            if kept:
                self.put_game(kept, document)
            else:
                self.games[table_id] = {**self.games[table_id], "facts": FACTS_VERSION}
                self.write(FACTS, table_id, None)
                self.write(GAMES, table_id, self.games[table_id])

    def counted(self) -> list[dict[str, Any]]:
        """Without a server: the facts of all games that are over."""
        if self.facts is None:
            raise FactsWanted
        return self.facts

    def newest(self) -> list[Summary]:
        """Without a server: what is known of all games but the samples, the last written to first."""
        own = [one for one in self.games.values() if one["group"] != SAMPLE]
        return sorted(own, key=lambda one: str(one["last"]), reverse=True)

    def sample_games(self) -> dict[str, str]:
        """Without a server: the ids of the sample games that are there, by the name of their game."""
        own = [one for one in self.games.values() if one["group"] == SAMPLE]
        return {one["line"]["variant"]: one["line"]["id"] for one in own}

    def going(self) -> list[str]:
        """The ids of the tables that may still be played; without a server the last written to first."""
        if not self.games:
            return self.ids()
        return [one["line"]["id"] for one in self.newest() if not one["line"]["over"]]

    def may_put_back(self, table_id: str) -> bool:
        """Whether this phone may put the table back that the server has lost; not if that waits already."""
        waits = any(item["what"] == GAME for item in self.items(table_id))
        return not waits and bool(self.documents.get(table_id, {}).get("put_back"))

    def write(self, store: str, key: Any, value: Any) -> None:
        """Keep a value with the next answer; None removes it."""
        if store == SETTINGS:
            self.settings[key] = value
        self._writes[store, key] = {"store": store, "key": key, "value": value}

    def _next(self) -> int:
        return max([int(self.settings.get(NEXT) or 0), *self.outbox]) + 1

    def _laid(self, table_id: str) -> Shown:
        kept = self.base(table_id)
        for item in self.items(table_id):
            if item.get("aside"):
                continue
            if item.get("stopped") and item["what"] != GAME:
                return Shown(kept, Stuck(item, Stopped()))
            try:
                kept = started(item) if kept is None else applied(kept, item)
            except Exception as why:
                return Shown(kept, Stuck(item, why))
        return Shown(kept)


PHONE = Phone()


def view(table_id: str) -> View | None:
    """A table as it is shown, for this phone; None if it isn't on it."""
    kept = PHONE.kept(table_id)
    return kept.view if kept else None


# What waits in the outbox, on top of a table.


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
    found = kept.disputes
    if row.kind == RESTORE:
        removed = kept.table.entry(row.target or 0)
        if removed and removed.changes:  # those are open again that the removal of the entry ended
            then = removed.changes[-1].at
            found = tuple(
                replace(one, end="", ended_at=None, ended_by=None)
                if one.seq == removed.seq and one.end == disputes.STRUCK and one.ended_at == then
                else one
                for one in found
            )
    elif row.target is not None:  # those of the corrected entry have ended
        end = disputes.end_of(row)
        found = tuple(
            replace(one, end=end, ended_at=row.at, ended_by=row.by)
            if one.seq == row.target and not one.end
            else one
            for one in found
        )
    return replace(kept, table=table, keys={**kept.keys, row.seq: item["key"]}, disputes=found)


def _progress(kept: Kept, item: Item, at: datetime) -> Kept:
    kept.viewer.require(rights.HANDS)
    body, now = item["body"], kept.progress
    mine = kept.viewer.wrote(now.by) and item["seen"] <= now.rev < body["rev"]
    if now.rev != item["seen"] and not mine:
        raise ProgressConflict(now)
    then = of_columns(body, at, kept.viewer.acting(rights.HANDS))
    viewer = replace(kept.viewer, revision=kept.viewer.revision + then.rev - now.rev)
    started = kept.started
    if "hand_started" in body:
        found = body["hand_started"]
        author = kept.viewer.author
        started = StoredStart(found["version"], moment(found["at"]), author) if found else None
    return replace(kept, progress=then, viewer=viewer, started=started)


def _aside(kept: Kept, item: Item, at: datetime) -> Kept:
    kept.viewer.require(rights.HANDS)
    if not (kept.viewer.wrote(kept.progress.by) and left_over(kept.view, kept.progress)):
        return kept
    return replace(kept, progress=replace(kept.progress, form=None, moves=()))


def _ticks(kept: Kept, item: Item, at: datetime) -> Kept:
    kept.viewer.require(rights.BANK)
    ticks = set(kept.ticks)
    for seq, digest, paid, unpaid in item["body"]["ticks"]:
        ticks |= {(seq, digest, one) for one in paid}
        ticks -= {(seq, digest, one) for one in unpaid}
    return replace(kept, ticks=frozenset(ticks)).touched()


def _dispute(kept: Kept, item: Item, at: datetime) -> Kept:
    body, known = item["body"], kept.dispute_keys or {}
    disputes.refuse_dispute(kept.view, body["seq"], body["words"])
    by = kept.viewer.acting(rights.SIT)
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
    by = kept.viewer.acting(right) if rights.may(kept.viewer.roles, right) else None
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
    kept.viewer.require(rights.BANK)
    return kept if then is None else replace(kept, chips=then).touched()


WAYS: dict[str, Callable[[Kept, Item, datetime], Kept]] = {
    "game": lambda kept, _item, _at: kept,  # that the server has lost: the phone has all of it
    "entry": _entry,
    "progress": _progress,
    "aside": _aside,
    "ticks": _ticks,
    "dispute": _dispute,
    "answer": _answer,
    "chips": _chips,
    "counts": _counts,
}
