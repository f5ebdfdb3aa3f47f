"""The queue of a table, laid on its saved rows and kept as it is laid; ``companion.log.queue`` decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid5

from django.conf import settings
from django.http import Http404

from companion.log import queue
from companion.log.queue import SENT, Item, Laid
from companion.log.viewer import View
from companion.pocket.phone import meeting
from companion.pocket.phone.state import PHONE
from companion.pocket.phone.surroundings import HERE

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
KEPT_OUT = (403, 404)  # statuses of items of a phone that had lost its role, or the table


@dataclass(frozen=True)
class Queued:
    """A table by the rows of the server alone, seqs of those by key, and what waits or was set aside."""

    saved: View
    keys: Mapping[str, int]
    items: tuple[Item, ...]
    now: datetime

    @property
    def laid(self) -> Laid:
        """The queue laid on the rows."""
        return queue.lay(self.saved, self.keys, self.items, self.now, settings.MAX_ENTRIES)


def queued(table_id: str) -> Queued:
    """The queue of a table. Raises Http404 for one that isn't on this phone."""
    saved = PHONE.saved(table_id)
    if saved is None:
        raise Http404("no such table on this phone")
    keys = {key: seq for seq, key in saved.keys.items()}
    items = tuple(queue.item_of(item) for item in PHONE.items(table_id))
    return Queued(saved.view, keys, items, HERE.now)


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
    if not _fits(found):
        if came:
            found = replace(found, items=tuple(map(_let_in, found.items)))
        keep(table_id, [one.item for one in found.laid.placed if one.fate != SENT])
    meeting.settle(table_id)


def _fits(found: Queued) -> bool:
    """Whether the queue goes on as it is: long ones needn't be replayed for each answer of the server."""
    entries = [item for item in found.items if item.what == queue.ENTRY and not item.aside]
    is_first = not entries or entries[0].seen == found.saved.table.version
    return is_first and not any(item.stopped or item.key in found.keys for item in found.items)


def relabelled(table_id: str, key: str) -> None:
    """Give a new game another id, since another table has that one; *key*: of the game."""
    digits = uuid5(UUID(key), table_id).hex
    places = (int(digits[2 * place : 2 * place + 2], 16) for place in range(ID_LENGTH))
    other = "".join(ID_ALPHABET[place % len(ID_ALPHABET)] for place in places)
    for item in PHONE.items(table_id):
        PHONE.put({**item, "table": other})
    PHONE.forget(table_id)


def _let_in(item: Item) -> Item:
    status = (item.stopped or {}).get("status")
    return replace(item, stopped=None) if status in KEPT_OUT else item
