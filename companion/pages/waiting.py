"""What waits on a phone that had no network, in words: the outbox room."""

from dataclasses import dataclass
from datetime import datetime

from companion.log import in_words
from companion.log.queue import ASIDE, ASKS, BEHIND, ENTRY, GOES_ON, REFUSED, Item, Laid, Placed
from companion.log.table import LogEntry, Table, subject_of
from companion.pages.listing import figure
from companion.wording.names import in_figures, shown

# What an item is that is no entry of the log.
NAMES = {
    "game": "The game itself",
    "ticks": "Payouts ticked",
    "dispute": "A dispute",
    "answer": "The end of a dispute",
    "chips": "The chip set",
    "counts": "A count of the chips",
    "progress": "The hand in progress",
    "aside": "A hand form discarded",
}
TAPS = ("progress", "aside")
DONE = {"correction": "corrected", "strike": "removed", "restore": "restored"}


@dataclass(frozen=True)
class WaitingRow:
    """One item as a line.

    number: its place in the queue. seq: of the entry that it adds, while that can be corrected; 0 for any
    other item. text: the item in words. full: every field of its entry; "" without one. figure: the totals
    after it; "" if it isn't counted yet. told_at: when it was recorded; None if unknown. note: why it isn't
    sent; "" if it is. asks, refused, aside: its state; else it waits.
    """

    number: int
    seq: int
    text: str
    full: str
    figure: str
    told_at: datetime | None
    note: str = ""
    asks: bool = False
    refused: bool = False
    aside: bool = False


@dataclass(frozen=True)
class WaitingPage:
    """The outbox of a table: what waits, in order, and what was set aside.

    sign: the first line, "2 hands waiting". saved: the totals that the other phones show. asks: whether an
    item asks, taps: whether that is the hand in progress.
    """

    rows: tuple[WaitingRow, ...]
    aside: tuple[WaitingRow, ...]
    sign: str
    saved: str
    asks: bool
    taps: bool

    @property
    def goes_on(self) -> bool:
        """Whether all that waits will be sent by itself."""
        return bool(self.rows) and not any(row.asks or row.refused for row in self.rows)


def waiting_page(saved: Table, laid: Laid) -> WaitingPage:
    """The outbox of a table, from its saved rows and the queue laid on them."""
    rows = tuple(waiting_row(one, laid) for one in _listed(laid))
    return WaitingPage(
        rows=rows,
        aside=tuple(waiting_row(one, laid) for one in laid.placed_as(ASIDE)),
        sign=sign(laid),
        saved=figure(saved.state),
        asks=any(row.asks for row in rows),
        taps=any(one.item.asks_about_taps for one in laid.placed_as(ASKS)),
    )


def sign(laid: Laid) -> str:
    """How much waits: "2 hands waiting", "1 hand and 3 other things waiting"; "nothing waiting"."""
    items = [one.item for one in _listed(laid)]
    hands = sum(item.adds and item.kind == "hand" for item in items)
    others = len(items) - hands
    parts = [in_figures(hands, "hand")] if hands else []
    if others:
        parts.append(in_figures(others, "other thing" if hands else "thing"))
    return " and ".join(parts) + " waiting" if parts else "nothing waiting"


def _listed(laid: Laid) -> list[Placed]:
    """What waits, but for the taps of a hand that waits as a whole."""
    placed = laid.placed_as(GOES_ON, ASKS, REFUSED, BEHIND)
    hands = [place for place, one in enumerate(placed) if one.item.adds and one.item.kind == "hand"]
    told = placed[: hands[-1]] if hands else ()
    return [
        one for one in placed if one not in told or one.item.what not in TAPS or one.fate in (ASKS, REFUSED)
    ]


def waiting_row(placed: Placed, laid: Laid) -> WaitingRow:
    """One item as a line."""
    item, table = placed.item, laid.view.table
    entry = table.entry(placed.seq) if placed.fate == GOES_ON and item.adds else None
    state = placed.before.state if placed.before else table.state
    return WaitingRow(
        number=item.number,
        seq=entry.seq if entry and entry.step and laid.view.viewer.may_change(entry.kind) else 0,
        text=in_words.named(entry, table.state) if entry else item_words(item, laid),
        full=in_words.full_text(item.entry, state.variant) if item.entry else "",
        figure=figure(entry.step.state) if entry and entry.step else "",
        told_at=datetime.fromisoformat(item.told_at) if item.told_at else None,
        note=placed.sentence,
        asks=placed.fate == ASKS,
        refused=placed.fate == REFUSED,
        aside=placed.fate == ASIDE,
    )


def item_words(item: Item, laid: Laid) -> str:
    """An item in words, without its number: "Ann made hearts, 3 tricks"; "Hand 3, removed"."""
    if item.what != ENTRY:
        words = item.body.get("words")
        return NAMES[item.what] + (f": {shown(words)}" if isinstance(words, str) and words else "")
    if item.target is not None:
        return _target(item, laid) + ", " + DONE[_done(item)]
    text = in_words.what(item.entry or {}, laid.view.table.state)
    return text[:1].upper() + text[1:]


def _done(item: Item) -> str:
    if item.restores:
        return "restore"
    return "correction" if item.entry is not None else "strike"


def _target(item: Item, laid: Laid) -> str:
    """The entry that an item changes: a saved one by its number, one that waits in words."""
    target = item.target or 0
    waits = next((one.item for one in laid.placed if one.item.key == item.of.get(target)), None)
    if waits:
        return item_words(waits, laid)
    found: LogEntry | None = laid.view.table.entry(target)
    text = subject_of(found) if found else "an entry"
    return text[:1].upper() + text[1:]
