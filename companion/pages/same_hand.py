"""Two phones with one hand: the hand that was entered beside the one in the form; and what a form says."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.log import in_words
from companion.log.progress import StoredProgress, entered
from companion.log.table import LogEntry
from companion.log.viewer import View
from companion.pages.listing import figure
from companion.wording.names import in_figures, shown
from scoring import Refusal, State, Step, Variant, signed, step

Entry = Mapping[str, object]


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
    now = view.table.state
    then = _tried(now, mine)
    return SameHand(
        item=item,
        number=item.hand.number if item.hand else None,
        by=view.viewer.name_of(item.by),
        pairs=_pairs(item, mine, item.before or now),
        stays=figure(now),
        next=None if now.over else now.hands + 1,
        then=figure(then.state) if then else "",
    )


def beside(theirs: Entry, mine: Entry, variant: Variant) -> tuple[Pair, ...]:
    """Every field that one of two hands says, finished or not."""
    there, ours = _texts(theirs, variant), _texts(mine, variant)
    return tuple(Pair(label, there.get(label, ""), ours.get(label, "")) for label in {**there, **ours})


def said_so_far(entry: Entry, view: View, progress: StoredProgress) -> str:
    """The fields that a hand in progress says, in words: "maker, trump, betting (9)"."""
    words = in_words.field_texts({name: entry[name] for name in entry if entry[name]}, view.table.variant)
    texts = [label + _many(entry[name]) for name, label, _text in words]
    steps = [in_figures(len(progress.moves), "step") + " of the hand"] if progress.moves else []
    return ", ".join(texts + steps)


def _many(value: object) -> str:
    return f" ({len(value)})" if isinstance(value, list) else ""


def _pairs(item: LogEntry, mine: Entry, before: State) -> tuple[Pair, ...]:
    """Every field that one of the hands has, then the points and the totals after it."""
    variant = before.variant
    tried = _tried(before, mine)
    points = Pair("chips" if variant.has_bank else "points", _change(item.step), _change(tried))
    after = Pair("score after", _figure(item.step), _figure(tried))
    unplayed = [one for one in (item.entry, mine) if in_words.is_unplayed(one)]
    result = [Pair("result", in_words.result(item.entry), in_words.result(mine))] if unplayed else []
    fields = beside(item.entry, mine, variant)
    return (*result, *fields, *(pair for pair in (points, after) if pair.theirs or pair.mine))


def _texts(entry: Entry, variant: Variant) -> dict[str, str]:
    """The values that an entry gives, in words, by label."""
    told = {name: value for name, value in entry.items() if value and name != "result"}
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
