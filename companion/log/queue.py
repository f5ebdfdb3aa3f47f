"""The queue of a phone: what was recorded without a network, laid on top of the table's saved rows.

The phone shows the saved rows with its queue on top, and sends the queue in order when it can. If other
phones have saved rows in between, each item goes on, asks, or is refused:

- a bank entry or an adjustment goes on by itself if the game still takes it, and asks if another phone has
  saved the same;
- a hand, the end of the game, and a change of a saved entry ask the person: nobody else can say whether a
  hand is one that another phone has saved as well;
- a change of an entry that waits in the same queue goes where that entry goes.

Nothing is ever dropped: an item is sent, waits, or was set aside. Items name entries by seq; one that still
waits has the seq that it will get, and ``of`` has its key, so that it is found again under another seq.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.core.exceptions import PermissionDenied

from companion.log import rights
from companion.log.rights import OWN_HAND, Change, View, added, part_key, require_rights
from companion.log.table import LogEntry, Table
from companion.wording.refusal import AppRefusal
from scoring import Refusal

SENT, GOES_ON, ASKS, REFUSED, BEHIND, ASIDE = "sent", "goes on", "asks", "refused", "behind", "aside"
ENTRY, PROGRESS, GAME = "entry", "progress", "game"
ASKING = ("hand", "end")  # kinds of new entries that another phone may have saved as well
AGREE = ("result", "maker", "tricks", "kings")
AFTER_LOST = {"status": 409, "asked": True, "lost": True}
NUMBERS = ("seq", "begun", "version")  # members of a body that are numbers of rows
ROLE_FOR = {
    rights.HANDS: rights.SCOREKEEPER,
    rights.BANK: rights.BANKER,
    rights.SIT: rights.PLAYER,
    rights.SHARE: rights.OWNER,
}


@dataclass(frozen=True)
class Item:
    """One thing recorded on a phone and not known to be saved.

    number: its place in the queue. what: ENTRY, or another kind of change, with its data in ``body``. key:
    the same key is saved once. base: version of the saved rows that its author knew or was asked about. seen:
    the version before it, in the queue as last laid. told_at: when it was recorded, ISO 8601. of: keys of
    waiting items that it names, by seq. stopped: why it isn't sent, as a response says it. aside: when it was
    set aside, ISO 8601; "" if it wasn't. given: all members as stored.
    """

    number: int
    what: str
    key: str
    base: int
    seen: int | None = None
    target: int | None = None
    entry: Mapping[str, object] | None = None
    restores: bool = False
    told_at: str = ""
    body: Mapping[str, object] = field(default_factory=dict)
    of: Mapping[int, str] = field(default_factory=dict)
    stopped: Mapping[str, object] | None = None
    aside: str = ""
    given: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def kind(self) -> str:
        """The kind of the entry that it adds or that replaces another; "" without one."""
        return str((self.entry or {}).get("kind", ""))

    @property
    def adds(self) -> bool:
        """Whether it adds an entry."""
        return self.what == ENTRY and self.target is None

    @property
    def asks_about_taps(self) -> bool:
        """Whether it is a hand in progress, and another phone has tapped the same one."""
        stopped = self.stopped or {}
        return self.what == PROGRESS and "asked" in stopped and "lost" not in stopped

    def change(self) -> Change:
        """The change of the log; it fits any version."""
        at = datetime.fromisoformat(self.told_at) if self.told_at else None
        return Change(None, self.target, self.entry, self.restores, at)

    def as_json(self) -> dict[str, object]:
        """The item as it is stored and sent."""
        return {
            **self.given,
            "id": self.number,
            "seen": self.seen,
            "target": self.target,
            "body": dict(self.body) or None,
            "base": self.base,
            "of": {str(seq): key for seq, key in self.of.items()},
            "stopped": dict(self.stopped) if self.stopped else None,
            "aside": self.aside or None,
        }


@dataclass(frozen=True)
class Placed:
    """An item and what becomes of it: SENT, GOES_ON and so on.

    seq: the seq it gets, or has; 0 without one. before: the table it is laid on; None if it isn't laid.
    """

    item: Item
    fate: str
    seq: int = 0
    before: Table | None = None

    @property
    def sentence(self) -> str:
        """Why it is refused; "" if it isn't."""
        return str((self.item.stopped or {}).get("sentence", "")) if self.fate == REFUSED else ""


@dataclass(frozen=True)
class Laid:
    """A queue laid on the saved rows. view: the rows and what goes on, as one table. placed: in order."""

    view: View
    placed: tuple[Placed, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """The items to store from now on: all that aren't sent."""
        return tuple(one.item for one in self.placed if one.fate != SENT)

    def placed_as(self, *fates: str) -> tuple[Placed, ...]:
        """The items with one of these fates, in order."""
        return tuple(one for one in self.placed if one.fate in fates)


def item_of(stored: Mapping[str, object]) -> Item:
    """An item from its JSON as it is stored."""

    def mapping(name: str) -> Mapping[str, object]:
        value = stored.get(name)
        return value if isinstance(value, Mapping) else {}

    def number(name: str) -> int | None:
        value = stored.get(name)
        return value if isinstance(value, int) else None

    entry, stopped = stored.get("entry"), stored.get("stopped")
    return Item(
        number=number("id") or 0,
        what=str(stored["what"]),
        key=str(stored["key"]),
        base=number("base") or 0,
        seen=number("seen"),
        target=number("target"),
        entry=entry if isinstance(entry, Mapping) else None,
        restores=bool(stored.get("restores")),
        told_at=str(stored.get("told_at") or ""),
        body=mapping("body"),
        of={int(seq): str(key) for seq, key in mapping("of").items()},
        stopped=stopped if isinstance(stopped, Mapping) else None,
        aside=str(stored.get("aside") or ""),
        given=stored,
    )


def tied(item: Item, keys: Mapping[int, str], saved: int) -> Item:
    """An item that was just recorded, with its ``base`` and the keys of waiting items that it names.

    keys: of the rows as they were shown, by seq; those after version *saved* wait.
    """
    # The version at which a hand in progress was begun, or chips were counted.
    versions = [item.body.get(name) for name in ("begun", "version")]
    version = next((one for one in versions if isinstance(one, int)), 0)
    named = {seq: keys[seq] for seq in (*_named(item), version) if seq > saved and seq in keys}
    return replace(item, base=saved, of=named)


def lay(
    saved: View,
    keys: Mapping[str, int],
    items: Sequence[Item],
    now: datetime,
    most: int,
    *,
    lost: bool = False,
) -> Laid:
    """Lay the queue on the saved rows, as far as it goes; items are renumbered, and marked where they stop.

    keys: seq of every saved row, by key. most: limit of rows in a log. lost: whether the server has lost rows
    that this phone has, so that nothing goes on. The same again changes nothing.
    """
    laid, seqs, free = Laid(saved), dict(keys), True
    if lost:
        free = False
        items = [
            item if item.aside or is_refused(item) else replace(item, stopped=AFTER_LOST) for item in items
        ]
    for item in items:
        placed, view = Placed(item, BEHIND), laid.view
        if item.what == ENTRY and item.key in keys:
            placed = Placed(item, SENT, keys[item.key])
        elif item.aside:
            placed = Placed(item, ASIDE)
        elif free:
            placed, view = _place(saved, laid.view, _Found(keys, seqs), item, now, most)
            free = placed.fate == GOES_ON
        if placed.seq:
            seqs[item.key] = placed.seq
        laid = Laid(view, (*laid.placed, placed))
    return laid


def _place(
    saved: View, view: View, found: "_Found", item: Item, at: datetime, most: int
) -> tuple[Placed, View]:
    """The fate of the first item of what is left, and the view with it."""
    if is_refused(item):
        return Placed(item, REFUSED, before=view.table), view
    if item.asks_about_taps:
        return Placed(item, ASKS, 0, view.table), view
    if any(item.of.get(seq, "") not in found.seqs for seq in _named(item) if seq in item.of):
        return _stop(item, view, AppRefusal("entry-aside", "target")), view
    item = found.renumbered(item, view.table.version)
    asks = item.what == ENTRY and any(not saved.viewer.wrote(row.by) for row in saved.table.rows[item.base :])
    # Others have saved rows that its author didn't know, and it doesn't follow by itself.
    is_new = item.target is None
    if asks and (item.kind in ASKING or is_there(item, saved) if is_new else item.target not in item.of):
        asked = {"status": 409, "asked": True}
        return Placed(replace(item, stopped=asked), ASKS, 0, view.table), view
    return _on_top(replace(item, base=saved.table.version, stopped=None), view, at, most)


def _on_top(item: Item, view: View, at: datetime, most: int) -> tuple[Placed, View]:
    """The item as the next one on this view, if it is possible, and the view with it."""
    if item.what != ENTRY:
        return Placed(item, GOES_ON, 0, view.table), view
    try:
        require_rights(view, item.change())
        row, table = added(view, item.change(), at, most)
    except Refusal as refusal:
        return _stop(item, view, refusal), view
    except PermissionDenied as denied:
        return _stop(item, view, role_lost(str(denied)), 403), view
    done = replace(item, seen=view.table.version)
    return Placed(done, GOES_ON, row.seq, view.table), replace(view, table=table)


def is_refused(item: Item) -> bool:
    """Whether the server refused it, so that it waits for a person; ``lay`` looks at its own ones again."""
    return bool(item.stopped) and not {"here", "asked"} & set(item.stopped or ())


def _stop(item: Item, view: View, refusal: Refusal, status: int = 422) -> Placed:
    said = {"status": status, "code": refusal.code, "field": refusal.field, "sentence": refusal.message}
    return Placed(replace(item, stopped={**said, "here": True}), REFUSED, before=view.table)


@dataclass(frozen=True)
class _Found:
    """Seqs of rows by key: ``saved`` ones, and in ``seqs`` also those that wait, as they are laid."""

    saved: Mapping[str, int]
    seqs: Mapping[str, int]

    def renumbered(self, item: Item, version: int) -> Item:
        """The item with the rows that it names under their seqs as they are now, at this version."""
        now = {seq: self.seqs.get(key, version) for seq, key in item.of.items()}
        of = {now[seq]: key for seq, key in item.of.items() if key in self.seqs and key not in self.saved}
        target = now.get(item.target, item.target) if item.target is not None else None
        body = dict(item.body)  # see ``_named`` and ``tied``
        for name in NUMBERS:
            number = body.get(name)
            if isinstance(number, int):
                body[name] = now.get(number, number)
        ticks = body.get("ticks")
        if isinstance(ticks, list):
            body["ticks"] = [[now.get(one[0], one[0]), *one[1:]] for one in ticks]
        return replace(item, target=target, body=body, of=of)


def _named(item: Item) -> list[int]:
    """The entries that an item names: it goes where they go."""
    seq, ticks = item.body.get("seq"), item.body.get("ticks")
    of_body = [seq] if isinstance(seq, int) else []
    of_ticks = [one[0] for one in ticks] if isinstance(ticks, list) else []
    return [*([] if item.target is None else [item.target]), *of_body, *of_ticks]


def role_lost(right: str) -> Refusal:
    """The refusal of what this phone has no right to any more; it says whom to ask."""
    return AppRefusal("role-lost", None, role=ROLE_FOR.get(right, rights.VIEWER))


def same(items: Sequence[Item], number: int, seq: int, at: datetime) -> tuple[Item, ...]:
    """Set item *number* aside as the same as the saved entry *seq*; new entries behind follow that one."""
    left = set_aside(items, number, at)
    return tuple(
        replace(item, base=max(item.base, seq))
        if item.number > number and item.adds and not item.aside
        else item
        for item in left
    )


def go_on(items: Sequence[Item], number: int, saved: View) -> tuple[Item, ...]:
    """Item *number* follows the saved rows, and so do new entries behind it.

    One behind it that another phone has saved as well asks for itself: that phone may have missed this one.
    """
    version = saved.table.version
    return tuple(
        replace(item, base=max(item.base, version), stopped=None)
        if item.number == number
        or (item.number > number and item.adds and not is_refused(item) and not is_there(item, saved))
        else item
        for item in items
    )


def of_others(item: Item, saved: View) -> list[LogEntry]:
    """The entries of its kind that other phones have saved and the author of the item didn't know."""
    since = saved.table.since(item.base, item.kind)
    return [one for one in since if not one.struck and not saved.viewer.wrote(one.by)]


def agrees(theirs: Mapping[str, object], mine: Mapping[str, object]) -> bool:
    """Whether result, maker, tricks and Kings of two hands are the same: most likely they are one hand."""
    return all(theirs.get(name) == mine.get(name) for name in AGREE)


def is_there(item: Item, saved: View) -> bool:
    """Whether another phone has saved the same: a hand like this one, or else an equal entry."""
    mine, others = item.entry or {}, [one.entry for one in of_others(item, saved)]
    if item.kind == "hand":
        return any(agrees(theirs, mine) for theirs in others)
    return any(all(theirs.get(name) == mine.get(name) for name in {**theirs, **mine}) for theirs in others)


def set_aside(items: Sequence[Item], number: int, at: datetime) -> tuple[Item, ...]:
    """Item *number* isn't sent until it is taken back, nor are those that name its entry, or came with it."""
    gone = {item.key for item in items if item.number == number}
    for item in items:
        named = {item.of[seq] for seq in _named(item) if seq in item.of}
        if gone & {*named, part_key(item.key, OWN_HAND)}:
            gone.add(item.key)
    aside = at.isoformat()
    return tuple(
        replace(item, aside=aside, stopped=None) if item.key in gone and not item.aside else item
        for item in items
    )


def take_back(items: Sequence[Item], number: int, last: int, version: int) -> tuple[Item, ...]:
    """Item *number* waits again, behind all others: as number *last*, which none has, at this version."""
    back = [replace(item, number=last, base=version, aside="") for item in items if _is(item, number)]
    return (*(item for item in items if not _is(item, number)), *back)


def again(items: Sequence[Item], number: int) -> tuple[Item, ...]:
    """Item *number* may be sent again after it was refused."""
    return tuple(replace(item, stopped=None) if item.number == number else item for item in items)


def _is(item: Item, number: int) -> bool:
    return item.number == number and bool(item.aside)
