"""The queue of a table, laid on its saved rows and kept as it is laid; ``companion.log.queue`` decides.

Taps of a hand in progress are settled first, where other phones have tapped the same hand meanwhile.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.http import Http404

from companion.forms.progress import FOLLOWS, SAID, TwoHands, columns, of_columns
from companion.log import queue
from companion.log.progress import ProgressConflict, says_more
from companion.log.queue import PROGRESS, SENT, Item, Laid, item_of, tied
from companion.log.rights import View
from companion.log.table import Author
from companion.pocket.phone.state import ASKS, LEFT, PHONE
from companion.pocket.phone.surroundings import HERE

AGAIN = "again"
ASKED = {"status": 409, "asked": True}
ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
KEPT_OUT = (403, 404)  # statuses of items of a phone that had lost its role, or the table


def settle(table_id: str) -> None:
    """Let the taps of a table go on, or ask, where they no longer follow those that the server has."""
    while any(item["what"] == PROGRESS and not item.get("aside") for item in PHONE.items(table_id)):
        met = meeting(table_id)
        if met is None:
            return
        item, hands = met
        behind = _saved_behind(item)
        if behind is not None:
            give_way(table_id, item["told_at"] if says_more(hands.ours, behind) else "")
        elif hands.fate == SAID:
            give_way(table_id)
        elif hands.fate == FOLLOWS:
            go_on(table_id)
        else:
            PHONE.put({**item, "stopped": ASKED})
            return


def meeting(table_id: str) -> tuple[dict[str, Any], TwoHands] | None:
    """The taps that don't go on top of their table, and both hands; None if all do."""
    shown = PHONE.shown(table_id)
    stuck, kept = shown.stuck, shown.kept
    if kept is None or stuck is None or stuck.item["what"] != PROGRESS:
        return None
    if not (isinstance(stuck.why, ProgressConflict) or item_of(stuck.item).asks_about_taps):
        return None
    mine = of_columns(stuck.item["body"], None, Author("", ""))
    return stuck.item, TwoHands(kept.table, kept.progress, mine)


def go_on(table_id: str) -> None:
    """Let these taps follow the other hand: what it says is replaced."""
    met = meeting(table_id)
    kept, saved = PHONE.kept(table_id), PHONE.saved(table_id)
    if met is None or kept is None or saved is None:
        return
    item, hands = met
    body: dict[str, Any] = {**item["body"], **columns(hands.after)}
    then = {**item, "seen": hands.now.rev, "stopped": None, "body": body}
    PHONE.put(tied(item_of(then), kept.keys, saved.table.version).as_json())


def give_way(table_id: str, aside: str = "") -> None:
    """Let the other hand stand; these taps are set aside at this time, ISO 8601, or dropped without one.

    Where a page of this phone may show the taps under the ``rev`` of the other hand, that one gets another.
    """
    met = meeting(table_id)
    if met is None:
        return
    item, hands = met
    if aside:
        PHONE.put({**item, "aside": aside, "stopped": None})
    else:
        PHONE.drop(item["id"])
    again, kept = hands.again, PHONE.kept(table_id)
    if again is None or kept is None or kept.viewer.wrote(hands.now.by) or _saved_behind(item) is not None:
        return
    key = str(uuid5(UUID(item["key"]), AGAIN))
    said = {"id": PHONE.next_number(), "key": key, "seen": hands.now.rev, "body": columns(again)}
    PHONE.put({**item, **said, "of": {}, "aside": None, "stopped": None})


def _saved_behind(item: dict[str, Any]) -> Mapping[str, object] | None:
    """The hand of these taps, if it waits itself behind them: then they need not be sent."""
    behind = [one for one in PHONE.items(item["table"]) if one["id"] > item["id"] and not one.get("aside")]
    hands = (one["entry"] for one in behind if one["target"] is None and one["entry"])
    return next((entry for entry in hands if entry["kind"] == "hand"), None)


@dataclass(frozen=True)
class Queued:
    """A table by the rows of the server alone, seqs of those by key, and what waits or was set aside.

    lost: rows that the server had and has no longer. gone: whether it doesn't know the table any more.
    """

    saved: View
    keys: Mapping[str, int]
    items: tuple[Item, ...]
    now: datetime
    lost: tuple[Sequence[Any], ...] = ()
    gone: str = ""

    @property
    def laid(self) -> Laid:
        """The queue laid on the rows."""
        most, lost = settings.MAX_ENTRIES, bool(self.lost) or self.gone == ASKS
        return queue.lay(self.saved, self.keys, self.items, self.now, most, lost=lost)


def queued(table_id: str) -> Queued:
    """The queue of a table. Raises Http404 for one that isn't on this phone."""
    saved = PHONE.saved(table_id)
    if saved is None:
        raise Http404("no such table on this phone")
    keys = {key: seq for seq, key in saved.keys.items()}
    items = tuple(queue.item_of(item) for item in PHONE.items(table_id))
    lost, gone = tuple(PHONE.lost.get(table_id, ())), PHONE.gone.get(table_id, "")
    return Queued(saved.view, keys, items, HERE.now, lost, gone)


def keep(table_id: str, items: Sequence[Item]) -> None:
    """Keep these items of a table and no others; what is there already isn't written again."""
    before = {item["id"]: item for item in PHONE.items(table_id)}
    now = {item.number: item.as_json() for item in items}
    for number in before:
        if number not in now:
            PHONE.drop(number)
    for number, item in now.items():
        if before.get(number) != item:
            PHONE.put(item)


def relaid(table_id: str, *, came: bool = False) -> None:
    """Lay the queue of a table anew and keep it. came: rows came, so the server knows this phone there."""
    if PHONE.saved(table_id) is None or not PHONE.items(table_id):
        return
    found = queued(table_id)
    # Long ones that go on as they are needn't be replayed for each answer of the server
    entries = [item for item in found.items if item.what == queue.ENTRY and not item.aside]
    is_first = not entries or entries[0].seen == found.saved.table.version
    is_held = any(item.stopped or item.key in found.keys for item in found.items)
    if found.lost or found.gone or not is_first or is_held:
        if came:
            items = [
                replace(item, stopped=None) if (item.stopped or {}).get("status") in KEPT_OUT else item
                for item in found.items
            ]
            found = replace(found, items=tuple(items))
        keep(table_id, [one.item for one in found.laid.placed if one.fate != SENT])
    settle(table_id)


def relabelled(table_id: str, key: str) -> None:
    """Give a new game another id, since another table has that one; *key*: of the game."""
    digits = uuid5(UUID(key), table_id).hex
    places = (int(digits[2 * place : 2 * place + 2], 16) for place in range(ID_LENGTH))
    other = "".join(ID_ALPHABET[place % len(ID_ALPHABET)] for place in places)
    for item in PHONE.items(table_id):
        PHONE.put({**item, "table": other})
    PHONE.forget(table_id)


def offer(table_id: str, aside: str = "") -> None:
    """Let the rows that the server lost wait before all else, to be sent under their own keys.

    aside: when they were set aside instead, ISO 8601.
    """
    found, rows = queued(table_id), PHONE.lost.get(table_id, [])
    if not rows:
        return
    base = min(rows[0][0] - 1, found.saved.table.version)
    keys = {row[0]: row[7] for row in rows}
    blank = {"table": table_id, "what": queue.ENTRY, "seen": None, "body": None, "aside": aside or None}
    again = [
        {
            **blank,
            "target": target,
            "entry": json.loads(body) if body else None,
            "restores": restores,
            "told_at": at,
            "key": key,
        }
        for _seq, target, body, at, _author, _role, restores, key in rows
    ]
    waiting = PHONE.items(table_id)
    games = [item for item in waiting if item["what"] == queue.GAME]
    PHONE.put_lost(table_id, [])
    for item in waiting:
        PHONE.drop(item["id"])
    for given in [*games, *again, *(item for item in waiting if item not in games)]:
        of = {**keys, **{int(seq): key for seq, key in (given.get("of") or {}).items()}}
        put = queue.item_of({**given, "id": PHONE.next_number(), "stopped": None})
        PHONE.put(queue.tied(put, of, base).as_json())
    relaid(table_id)


def put_back(table_id: str) -> None:
    """Let a whole table that the server lost wait before all else, as this phone keeps it.

    The taps of its hand in progress are sent behind it.
    """
    document, waiting = PHONE.documents[table_id], PHONE.items(table_id)
    blank = {"table": table_id, "seen": 0, "target": None, "entry": None, "restores": False, "aside": None}
    said: list[tuple[str, str, dict[str, Any]]] = [(queue.GAME, document["created_at"], {"kept": document})]
    if document["progress"]:
        said.append((queue.PROGRESS, document["progress"]["at"], document["progress"]))
        PHONE.put_document({**document, "progress": None})
    for item in waiting:
        PHONE.drop(item["id"])
    again = [
        {**blank, "what": what, "told_at": at, "key": HERE.uuid(), "body": body} for what, at, body in said
    ]
    for given in [*again, *waiting]:
        PHONE.put(queue.item_of({**given, "id": PHONE.next_number(), "stopped": None}).as_json())
    PHONE.put_gone(table_id, "")
    relaid(table_id)


def leave(table_id: str, at: datetime) -> None:
    """Leave a whole table on the phone, and set aside what waits: the server doesn't know it any more."""
    items = queued(table_id).items
    for item in items:
        items = queue.set_aside(items, item.number, at)
    keep(table_id, items)
    PHONE.put_gone(table_id, LEFT)
