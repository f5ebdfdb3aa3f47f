"""What a change of the log makes of the totals: as they are now, and as they would be."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.log import at_night
from companion.log.table import LogEntry, Table
from companion.log.viewer import View
from scoring import Refusal, State, signed, step

NOTHING = "–"
Entry = Mapping[str, object]


@dataclass(frozen=True)
class Turn:
    """One figure before and after a change, in words; ``moves``: whether they differ."""

    now: str
    then: str

    @property
    def moves(self) -> bool:
        """Whether the change changes it."""
        return self.now != self.then


@dataclass(frozen=True)
class Side:
    """One player or team: its total, and what the hand in question brought it; None without a hand."""

    name: str
    total: Turn
    hand: Turn | None = None


@dataclass(frozen=True)
class Shift:
    """The totals now and after a change, in scoring order.

    hand: number of the hand in question; None without one. deal: dealer of the next hand; None without a
    hand, or where no hand is dealt. winners: of the game after the change; () while it goes on, or while an
    entry to be added isn't known. refusal: why the change can't be; the totals are those of now.
    """

    sides: tuple[Side, ...]
    hand: int | None = None
    deal: Turn | None = None
    winners: tuple[str, ...] = ()
    refusal: Refusal | None = None

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The totals by name: "Ann & Cy 7 → 8"."""
        turns = [(side.name, side.total) for side in self.sides]
        return [(name, f"{one.now} → {one.then}" if one.moves else one.then) for name, one in turns]


def shift(view: View, item: LogEntry, entry: Entry | None) -> Shift:
    """What it makes of the totals to correct *item* to *entry*, or to remove it where that is None."""
    try:
        after = view.table.changed(item.seq, entry)
        if view.night:
            at_night.refuse(view.night, view.table, after, entry)
    except Refusal as refusal:
        return unmoved(view.table, item, refusal)
    return _shift(view.table, after, item)


def without_score(view: View, item: LogEntry) -> Shift | None:
    """What it makes of the totals to keep a hand as no hand; None where that can't be."""
    after = view.table
    try:
        for seq, entry in view.table.as_no_hand(item):
            after = after.changed(seq, entry)
            if view.night:
                at_night.refuse(view.night, view.table, after, entry)
    except Refusal:
        return None
    return _shift(view.table, after, item) if after is not view.table else None


def unmoved(table: Table, item: LogEntry, refusal: Refusal | None = None) -> Shift:
    """The totals while nothing is known of the change of *item*, or it can't be."""
    return _shift(table, table, item, refusal)


def added(state: State, entry: Entry | None) -> Shift:
    """What one more entry, which is no hand, makes of the totals; None: nothing is known of it."""
    try:
        after = step(state, entry).state if entry else state
    except Refusal:
        after = state
    return Shift(_sides(state, after), winners=() if after is state else after.winners)


def _shift(table: Table, after: Table, item: LogEntry, refusal: Refusal | None = None) -> Shift:
    now, then = table.state, after.state
    hand, becomes = item.hand, after.entry(item.seq)
    if hand is None:
        return Shift(_sides(now, then), winners=then.winners, refusal=refusal)
    new = becomes.hand if becomes else None
    changes = hand.change, new.change if new else {}
    dealt = now.next_dealer or then.next_dealer
    return Shift(
        sides=_sides(now, then, changes),
        hand=hand.number,
        deal=Turn(now.next_dealer or NOTHING, then.next_dealer or NOTHING) if dealt else None,
        winners=then.winners,
        refusal=refusal,
    )


def _sides(
    now: State, then: State, changes: tuple[Mapping[str, int], Mapping[str, int]] | None = None
) -> tuple[Side, ...]:
    return tuple(
        Side(
            name,
            Turn(_total(now, name), _total(then, name)),
            Turn(_change(changes[0], name), _change(changes[1], name)) if changes else None,
        )
        for name in dict.fromkeys((*now.scores, *then.scores))
    )


def _total(state: State, name: str) -> str:
    return str(state.scores[name]).replace("-", "−") if name in state.scores else NOTHING


def _change(change: Mapping[str, int], name: str) -> str:
    return signed(change[name]) if change.get(name) else NOTHING
