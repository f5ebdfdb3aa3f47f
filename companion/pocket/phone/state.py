"""All that a phone keeps: tables as the server sent them, what waits to be sent, and its settings.

What is shown of a table is its rows with what waits on top. Nothing else is remembered: a new start from what
was kept shows the same. The entry of an item is kept as JSON text: the worker is JavaScript, which would put
a player called "2" before one called "Bo".
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from companion.log.queue import item_of, tied
from companion.log.viewer import View
from companion.pocket.phone.applying import Item, applied
from companion.pocket.phone.kept import Document, Kept, kept_of, new_game
from companion.pocket.phone.surroundings import HERE, iso, moment

Write = dict[str, Any]

TABLES, OUTBOX, SETTINGS = "tables", "outbox", "settings"
GAME = "game"
NEXT = "next"


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
        self._bases: dict[str, Kept] = {}
        self._shown: dict[str, Shown] = {}
        self._writes: dict[tuple[str, Any], Write] = {}

    def boot(self, state: dict[str, Any]) -> None:
        """Begin with what was kept."""
        self.__init__()  # type: ignore[misc]
        self.documents = dict(state.get(TABLES, {}))
        self.outbox = {item["id"]: _read(item) for item in state.get(OUTBOX, [])}
        self.settings = dict(state.get(SETTINGS, {}))

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
            dict(self._bases),
            dict(self._shown),
            dict(self._writes),
        )

    def undo(self, before: tuple[Any, ...]) -> None:
        """Forget all changes since a snapshot."""
        self.documents, self.outbox, self.settings, self._bases, self._shown, self._writes = before

    def ids(self) -> list[str]:
        """The ids of all tables: those that the server sent and those that wait to be started."""
        new = [item["table"] for item in self.items() if item["what"] == "game"]
        return [*self.documents, *(one for one in new if one not in self.documents)]

    def items(self, table_id: str | None = None) -> list[Item]:
        """What waits, in order; of one table, or of all."""
        found = [self.outbox[number] for number in sorted(self.outbox)]
        return [item for item in found if table_id is None or item["table"] == table_id]

    def base(self, table_id: str) -> Kept | None:
        """A table by the rows of the server alone; None if it isn't kept."""
        if table_id in self.documents and table_id not in self._bases:
            self._bases[table_id] = kept_of(self.documents[table_id])
        return self._bases.get(table_id)

    def shown(self, table_id: str) -> Shown:
        """A table with what waits on top of it."""
        if table_id not in self._shown:
            self._shown[table_id] = self._laid(table_id)
        return self._shown[table_id]

    def saved(self, table_id: str) -> Kept | None:
        """A table by its saved rows, or the first ones of a game that the server doesn't have yet."""
        if table_id in self.documents:
            return self.base(table_id)
        return next((_started(item) for item in self.items(table_id) if item["what"] == GAME), None)

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
        then = _started(item) if kept is None else applied(kept, item)
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
        self.write(OUTBOX, item["id"], _written(item))

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

    def put_document(self, document: Document, known: Kept | None = None) -> None:
        """Keep a table as the server has it; *known*: the same as a table, if it was replayed already."""
        table_id = document["id"]
        self._bases[table_id] = known or kept_of(document, self._bases.get(table_id))
        self.documents[table_id] = document
        self._shown.pop(table_id, None)
        self.write(TABLES, table_id, document)

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
                kept = _started(item) if kept is None else applied(kept, item)
            except Exception as why:
                return Shown(kept, Stuck(item, why))
        return Shown(kept)


def _read(item: Item) -> Item:
    """An item as it was kept; its entry is text, and was an object in earlier versions."""
    entry = item["entry"]
    return {**item, "entry": json.loads(entry)} if isinstance(entry, str) else item


def _written(item: Item) -> Item:
    """An item as it is kept."""
    return {**item, "entry": json.dumps(item["entry"])} if item["entry"] is not None else item


def _started(item: Item) -> Kept:
    at, body = moment(item["told_at"]), item["body"]
    keys = [f"{item['key']} {seq}" for seq in range(1, len(body["bodies"]) + 1)]
    return new_game(item["table"], body, at, keys)


PHONE = Phone()


def view(table_id: str) -> View | None:
    """A table as it is shown, for this phone; None if it isn't on it."""
    kept = PHONE.kept(table_id)
    return kept.view if kept else None


def with_revision(view: View, kept: Kept) -> View:
    """The view with the revision of the table as it is kept."""
    return replace(view, viewer=replace(view.viewer, revision=kept.viewer.revision))
