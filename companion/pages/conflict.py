"""The question about a waiting item when other phones were first: both sides, and what follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.log import in_words
from companion.log.queue import ASKS, GOES_ON, Item, Laid, Placed, go_on, lay
from companion.log.table import LogEntry, LogEvent
from companion.log.viewer import View
from companion.pages.listing import figure
from companion.pages.same_hand import SameHand, compared
from companion.pages.waiting import item_words
from companion.wording.names import shown

# Two hands that agree in these are most likely the same one.
AGREE = ("result", "maker", "tricks", "kings")


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
    None without one. likely: whether it is, by what both say. then: the items as they would be saved, this
    one first; () if that can't be. dealer: who deals it then, "" if that is who dealt it when it was
    recorded, was_dealer. why_not: why it can't be saved; "" if it can. version: of the saved rows.
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
    after = lay(saved, keys, go_on(items, item.number, version), now, most)
    placed = next(one for one in after.placed if one.item.number == item.number)
    dealer, was = _dealer(placed, after), _dealer_before(saved, items, item, now, most)
    mine, theirs = item.entry or {}, _theirs(saved, item)
    moved = bool(dealer and was and dealer != was)
    return Question(
        item=item,
        text=item_words(item, laid),
        told_at=datetime.fromisoformat(item.told_at) if item.told_at else None,
        meanwhile=tuple((one, in_words.happened(one, saved)) for one in saved.events_after(item.base)),
        same=compared(saved, theirs, mine) if theirs else None,
        likely=theirs is not None and agrees(theirs.entry, mine),
        then=_followed(after, item),
        dealer=dealer if moved else "",
        was_dealer=was if moved else "",
        why_not="" if placed.fate == GOES_ON else placed.sentence,
        version=version,
    )


def agrees(theirs: Mapping[str, object], mine: Mapping[str, object]) -> bool:
    """Whether maker, tricks and Kings of two hands are the same."""
    return all(theirs.get(name) == mine.get(name) for name in AGREE)


def _theirs(saved: View, item: Item) -> LogEntry | None:
    """The hand that its author didn't know and that is most like this one; None without one."""
    if not item.adds or item.kind != "hand":
        return None
    since = [one for one in saved.table.since(item.base, "hand") if not one.struck]
    others = [one for one in since if not saved.viewer.wrote(one.by)]
    like = [one for one in others if agrees(one.entry, item.entry or {})]
    return next(iter([*like, *others]), None)


def _followed(after: Laid, item: Item) -> tuple[Followed, ...]:
    """The item and those behind it as they would be saved."""
    found = []
    for one in after.placed_as(GOES_ON):
        entry = after.view.table.entry(one.seq)
        if entry and one.item.adds and one.item.number >= item.number:
            totals = figure(entry.step.state) if entry.step else ""
            found.append(Followed(one.item.number, in_words.named(entry, after.view.table.state), totals))
    return tuple(found)


def _dealer_before(saved: View, items: Sequence[Item], item: Item, now: datetime, most: int) -> str:
    """Who dealt the hand where it was recorded; "" if that can't be told."""
    known = View(saved.table.at(item.base), saved.viewer)
    behind = [one for one in items if one.base <= item.base]
    laid = lay(known, {}, behind, now, most)
    return next((_dealer(one, laid) for one in laid.placed if one.item.number == item.number), "")


def _dealer(placed: Placed, laid: Laid) -> str:
    """The dealer of a hand as it is laid, as shown; "" without one."""
    entry = laid.view.table.entry(placed.seq) if placed.seq else None
    return shown(entry.hand.dealer) if entry and entry.hand else ""
