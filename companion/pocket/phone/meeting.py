"""Taps that a phone kept without a network, where other phones have tapped the same hand meanwhile."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from companion.forms.progress import FOLLOWS, SAID, TwoHands, columns, of_columns
from companion.log.progress import ProgressConflict, says_more
from companion.log.queue import PROGRESS, item_of, tied
from companion.log.table import Author
from companion.pocket.phone.applying import Item
from companion.pocket.phone.state import PHONE

AGAIN = "again"
ASKED = {"status": 409, "asked": True}


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


def meeting(table_id: str) -> tuple[Item, TwoHands] | None:
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


def _saved_behind(item: Item) -> Mapping[str, object] | None:
    """The hand of these taps, if it waits itself behind them: then they need not be sent."""
    behind = [one for one in PHONE.items(item["table"]) if one["id"] > item["id"] and not one.get("aside")]
    hands = (one["entry"] for one in behind if one["target"] is None and one["entry"])
    return next((entry for entry in hands if entry["kind"] == "hand"), None)
