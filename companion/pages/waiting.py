"""What waits on a phone that had no network, in words: the outbox room, and the question about an item.

And two phones with one hand: the hand that was entered beside the one in the form.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.log import in_words
from companion.log.progress import StoredProgress, entered
from companion.log.queue import (
    ASIDE,
    ASKS,
    BEHIND,
    ENTRY,
    GAME,
    GOES_ON,
    REFUSED,
    Item,
    Laid,
    Placed,
    agrees,
    go_on,
    is_there,
    lay,
    of_others,
)
from companion.log.rights import View
from companion.log.table import LogEntry, LogEvent, Table, subject_of
from companion.pages.listing import figure
from companion.wording.names import in_figures, listed, shown
from scoring import Refusal, State, Step, Variant, signed, step

Entry = Mapping[str, object]
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
UNCOUNTED = (*TAPS, "ticks")  # nothing that somebody would count, unless nothing else waits
DONE = {"correction": "corrected", "strike": "removed", "restore": "restored"}


@dataclass(frozen=True)
class Pair:
    """One fact of both hands in words; "" where a hand has none."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        """Whether the hands differ in it."""
        return self.theirs != self.mine


@dataclass(frozen=True)
class SameHand:
    """The hand that was entered, and the one in the form, compared.

    number: of the hand that was entered; None if it doesn't count. by: its author. stays: the totals as they
    are. next: number of the form's hand if it is another one; None after the end of the game. then: the
    totals after it; "" while unknown.
    """

    item: LogEntry
    number: int | None
    by: str
    pairs: tuple[Pair, ...]
    stays: str
    next: int | None
    then: str


def same_hand(view: View, since: int, mine: Entry) -> SameHand | None:
    """The first hand entered after version *since*, compared with the entry *mine*; None without one."""
    item = entered(view.table, since)
    return None if item is None else compared(view, item, mine)


def compared(view: View, item: LogEntry, mine: Entry) -> SameHand:
    """The saved hand *item* beside the entry *mine*."""
    now, before = view.table.state, item.before or view.table.state
    then, tried, variant = _tried(now, mine), _tried(before, mine), before.variant
    # Every field that one of the hands has, then the points and the totals after it.
    unplayed = [one for one in (item.entry, mine) if one.get("result") in in_words.NOT_PLAYED]
    result = [Pair("result", in_words.result(item.entry), in_words.result(mine))] if unplayed else []
    points = Pair("chips" if variant.has_bank else "points", _change(item.step), _change(tried))
    after = Pair("score after", _figure(item.step), _figure(tried))
    figures = [pair for pair in (points, after) if pair.theirs or pair.mine]
    return SameHand(
        item=item,
        number=item.hand.number if item.hand else None,
        by=view.viewer.name_of(item.by),
        pairs=(*result, *beside(item.entry, mine, variant), *figures),
        stays=figure(now),
        next=None if now.over else now.hands + 1,
        then=_figure(then),
    )


def beside(theirs: Entry, mine: Entry, variant: Variant) -> tuple[Pair, ...]:
    """Every field that one of two hands says, finished or not."""
    there, ours = _texts(theirs, variant), _texts(mine, variant)
    return tuple(Pair(label, there.get(label, ""), ours.get(label, "")) for label in {**there, **ours})


def said_so_far(entry: Entry, view: View, progress: StoredProgress) -> str:
    """The fields that a hand in progress says, in words: "maker, trump, betting (9)"."""
    words = in_words.field_texts(entry, view.table.variant)
    counts = {name: f" ({len(value)})" for name, value in entry.items() if isinstance(value, list)}
    texts = [label + counts.get(name, "") for name, label, _text in words]
    steps = [in_figures(len(progress.moves), "step") + " of the hand"] if progress.moves else []
    return ", ".join(texts + steps)


def _texts(entry: Entry, variant: Variant) -> dict[str, str]:
    """The values that an entry gives, in words, by label."""
    told = {name: value for name, value in entry.items() if name != "result"}
    return {label: text or "yes" for _name, label, text in in_words.field_texts(told, variant)}


def _tried(before: State, entry: Entry) -> Step | None:
    """The hand as scored; None while it isn't complete."""
    try:
        return None if before.over else step(before, entry)
    except Refusal:
        return None


def _change(done: Step | None) -> str:
    changes = done.hand.change if done and done.hand else {}
    return ", ".join(f"{shown(name)} {signed(change)}" for name, change in changes.items())


def _figure(done: Step | None) -> str:
    return figure(done.state) if done else ""


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
    item asks, taps: whether that is the hand in progress. lost: what the server had and has no longer, "hands
    2 and 3"; "" if nothing. gone: what the phone has of a table that the server doesn't know any more, "7
    hands"; "" if it does. left: whether that was left out.
    """

    rows: tuple[WaitingRow, ...]
    aside: tuple[WaitingRow, ...]
    sign: str
    saved: str
    asks: bool
    taps: bool
    lost: str = ""
    gone: str = ""
    left: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether all that waits will be sent by itself."""
        gone = self.lost or (self.gone and not self.left)
        return bool(self.rows) and not gone and not any(row.asks or row.refused for row in self.rows)


def waiting_page(saved: Table, laid: Laid, lost: Sequence[Sequence[Any]] = (), gone: str = "") -> WaitingPage:
    """The outbox of a table, from its saved rows, the queue laid on them, and rows that the server lost.

    gone: "asks" or "left" where it lost them all.
    """
    rows = tuple(waiting_row(one, laid) for one in _listed(laid))
    # What the server lost: "hand 4", "hands 2 and 3 and 1 change", "1 change".
    before = sum(item.hand is not None and item.seq < lost[0][0] for item in saved.entries) if lost else 0
    new = [json.loads(row[2]) for row in lost if row[1] is None]
    numbers = [str(before + place) for place in range(1, sum(one["kind"] == "hand" for one in new) + 1)]
    parts = [("hands " if numbers[1:] else "hand ") + listed(numbers)] if numbers else []
    parts += [in_figures(len(lost) - len(numbers), "change")] if len(lost) > len(numbers) else []
    return WaitingPage(
        rows=rows,
        aside=tuple(waiting_row(one, laid) for one in laid.placed_as(ASIDE)),
        sign=sign(laid),
        saved=figure(saved.state),
        asks=any(row.asks for row in rows),
        taps=any(one.item.asks_about_taps for one in laid.placed_as(ASKS)),
        lost=" and ".join(parts),
        gone=in_figures(saved.state.hands, "hand") if gone else "",
        left=gone == "left",
    )


def sign(laid: Laid) -> str:
    """How much waits: "2 hands waiting", "1 hand and 3 other things waiting"; "nothing waiting"."""
    listed = [one.item for one in _listed(laid)]
    items = [item for item in listed if item.what not in UNCOUNTED] or listed[:1]
    hands = sum(item.adds and item.kind == "hand" for item in items)
    others = len(items) - hands - sum(item.what == GAME for item in items if hands)
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
    """An item in words, without its number: "Ann called hearts, 3 tricks"; "Hand 3, removed"."""
    if item.what != ENTRY:
        words = item.body.get("words")
        return NAMES[item.what] + (f": {shown(words)}" if isinstance(words, str) and words else "")
    if item.target is None:
        text = in_words.what(item.entry or {}, laid.view.table.state)
        return text[:1].upper() + text[1:]
    # The entry that it changes: a saved one by its number, one that waits in words.
    waits = next((one.item for one in laid.placed if one.item.key == item.of.get(item.target)), None)
    if waits:
        text = item_words(waits, laid)
    else:
        found = laid.view.table.entry(item.target)
        text = subject_of(found) if found else "an entry"
        text = text if found and "player" in found.entry else text[:1].upper() + text[1:]
    kind = "strike" if item.entry is None else "correction"
    return text + ", " + DONE["restore" if item.restores else kind]


# The question about a waiting item when other phones were first: both sides, and what follows.


@dataclass(frozen=True)
class Followed:
    """An item that is saved if the one asked about is: in words, and the totals after it."""

    number: int
    text: str
    figure: str


@dataclass(frozen=True)
class Question:
    """The first item that asks, beside what other phones have saved.

    text: the item in words. meanwhile: rows since, each in words. same: a saved hand that may be this one;
    None without one. likely: whether it is, by what both say; or whether another entry is saved as well.
    then: the items as they would be saved, this one first; () if that can't be. dealer: who deals it then,
    "" if that is who dealt it when it was recorded, was_dealer. why_not: why it can't be saved; "" if it can.
    version: of the saved rows.
    """

    item: Item
    text: str
    told_at: datetime | None
    meanwhile: tuple[tuple[LogEvent, str], ...]
    same: SameHand | None
    likely: bool
    then: tuple[Followed, ...]
    dealer: str
    was_dealer: str
    why_not: str
    version: int

    @property
    def is_hand(self) -> bool:
        """Whether it is a new hand."""
        return self.item.adds and self.item.kind == "hand"


def question(
    saved: View, keys: Mapping[str, int], items: Sequence[Item], now: datetime, most: int
) -> Question | None:
    """What the phone asks; None if nothing does."""
    laid = lay(saved, keys, items, now, most)
    asked = next(iter(laid.placed_as(ASKS)), None)
    if asked is None:
        return None
    item, version = asked.item, saved.table.version
    after = lay(saved, keys, go_on(items, item.number, saved), now, most)
    placed = next(one for one in after.placed if one.item.number == item.number)
    mine, theirs = item.entry or {}, _theirs(saved, item, items)
    # Who deals the hand, and who dealt it where it was recorded.
    known = View(saved.table.at(item.base), saved.viewer)
    before = lay(known, {}, [one for one in items if one.base <= item.base], now, most)
    dealer = _dealer(placed, after)
    was = next((_dealer(one, before) for one in before.placed if one.item.number == item.number), "")
    moved = bool(dealer and was and dealer != was)
    # The item and those behind it as they would be saved.
    then = []
    for one in after.placed_as(GOES_ON):
        entry = after.view.table.entry(one.seq)
        if entry and one.item.adds and one.item.number >= item.number:
            words = in_words.named(entry, after.view.table.state)
            then.append(Followed(one.item.number, words, _figure(entry.step)))
    return Question(
        item=item,
        text=item_words(item, laid),
        told_at=datetime.fromisoformat(item.told_at) if item.told_at else None,
        meanwhile=tuple((one, in_words.happened(one, saved)) for one in saved.events_after(item.base)),
        same=compared(saved, theirs, mine) if theirs else None,
        likely=agrees(theirs.entry, mine) if theirs else item.adds and is_there(item, saved),
        then=tuple(then),
        dealer=dealer if moved else "",
        was_dealer=was if moved else "",
        why_not="" if placed.fate == GOES_ON else placed.sentence,
        version=version,
    )


def _theirs(saved: View, item: Item, items: Sequence[Item]) -> LogEntry | None:
    """The hand that its author didn't know and that is most like this one; None without one.

    Most like: from there on most of their hands agree with this one and those that wait behind it, in order.
    """
    if not item.adds or item.kind != "hand":
        return None
    others = of_others(item, saved)
    behind = [one for one in items if one.number >= item.number and not one.aside]
    hands = [one.entry or {} for one in behind if one.adds and one.kind == "hand"]

    def alike(place: int) -> int:
        both = zip(others[place:], hands, strict=False)
        return sum(agrees(theirs.entry, mine) for theirs, mine in both)

    return others[max(range(len(others)), key=alike)] if others else None


def _dealer(placed: Placed, laid: Laid) -> str:
    """The dealer of a hand as it is laid, as shown; "" without one."""
    entry = laid.view.table.entry(placed.seq) if placed.seq else None
    return shown(entry.hand.dealer) if entry and entry.hand else ""
