"""The score sheet: one row for each entry as corrected, with its earlier versions; what Undo takes back.

And what a change of the log makes of the totals: as they are now, and as they would be.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.log import at_night, in_words
from companion.log.disputes import DisputeView
from companion.log.progress import Moves, StoredProgress
from companion.log.rights import View
from companion.log.table import CORRECTION, STRIKE, LogEntry, Table, subject_of
from companion.pages.progress import DID
from companion.wording.names import shown_sentence
from scoring import Line, Refusal, State, signed, step
from scoring.progress import progress

# A part of a long list, and the ways from it to the other parts.

NOTHING = "–"
Entry = Mapping[str, object]


@dataclass(frozen=True)
class Window:
    """The lines from place *start* up to *end* (left out) of a list, counted from 0.

    first, earlier, later: number of a line of the first part, the part before and the part after this one;
    None without one. The part after it may also be the latest, which needs no number: ``is_latest`` says
    whether this is that part.
    """

    start: int
    end: int
    first: int | None = None
    earlier: int | None = None
    later: int | None = None
    is_latest: bool = True

    @property
    def is_part(self) -> bool:
        """Whether there are other parts."""
        return self.first is not None or not self.is_latest


def window(numbers: Sequence[int], most: int, at: int | None = None) -> Window:
    """The part with the line numbered *at*, or the last *most* lines if it is one of them or there is none.

    numbers: of all lines, rising. The parts but the last are counted from the first line, so that they stay
    the same while the list grows.
    """
    latest = max(0, len(numbers) - most)
    place = None if at is None else bisect_left(numbers, at)
    if place is None or place >= latest or numbers[place] != at:
        start, end = latest, len(numbers)
    else:
        start = place - place % most
        end = start + most
    return Window(
        start,
        end,
        numbers[0] if start else None,
        numbers[start - 1] if start else None,
        numbers[end] if end < latest else None,
        end == len(numbers),
    )


TWO = 2  # teams
LATEST = 12  # rows that are drawn at first, and drawn whole
PART = 300  # rows of the whole sheet on one page


@dataclass(frozen=True)
class Cell:
    """A total after a hand and its change; both None for a player who had no seat then."""

    name: str
    total: int | None
    change: int | None


@dataclass(frozen=True)
class Was:
    """A change of an entry: its time and author, what was done ("corrected"), and the earlier text.

    The text is "" where the change left the entry's fields alone.
    """

    at: datetime
    by: str
    done: str
    text: str


@dataclass(frozen=True)
class SheetRow:
    """One entry.

    number: the hand's, from 1, and cells: in the order of ``Sheet.names``, only for hands that count; else
    None and (). maker, trump: "" without one. side: place of the maker's among two teams; None without one.
    fell: whether that side got nothing, and the other something. brief: what became of the hand. whole:
    whether the row opens to what follows: lines: score lines. full_text: every field in words. by: the
    author. changes: earlier versions in order. disputes: in the order made.
    """

    item: LogEntry
    number: int | None
    maker: str
    trump: str
    side: int | None
    fell: bool
    text: str
    brief: str
    whole: bool
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    full_text: str
    by: str
    may_correct: bool
    changes: tuple[Was, ...]
    disputes: tuple[DisputeView, ...] = ()

    @property
    def corrected(self) -> bool:
        """Whether the entry was corrected, and isn't removed."""
        return not self.item.struck and any(change.kind == CORRECTION for change in self.item.changes)

    @property
    def disputed(self) -> bool:
        """Whether a dispute of the entry is open."""
        return any(one.open for one in self.disputes)


@dataclass(frozen=True)
class Sheet:
    """The score sheet.

    names: the columns, in seat order or in order of joining. teams: whether they are two teams. rows: of the
    part shown, in order. window: that part. is_whole: whether it is one of the whole sheet, else the latest
    rows alone.
    """

    names: tuple[str, ...]
    teams: bool
    rows: tuple[SheetRow, ...]
    window: Window
    is_whole: bool

    @property
    def shown(self) -> str:
        """The hands of this part: "Hands 9–16"; "" without one."""
        numbers = [row.number for row in self.rows if row.number]
        return f"Hands {numbers[0]}–{numbers[-1]}" if numbers else ""

    @property
    def disputed(self) -> bool:
        """Whether a dispute of any row is open."""
        return any(row.disputed for row in self.rows)

    @property
    def corrected(self) -> bool:
        """Whether any row that isn't removed was corrected."""
        return any(row.corrected for row in self.rows)


def sheet(
    view: View, at: int | None = None, disputes: Sequence[DisputeView] = (), *, whole: bool = False
) -> Sheet:
    """The score sheet of a table: its latest rows; or all, *whole* or with *at* an entry before those."""
    state, entries = view.table.state, view.table.entries
    names = tuple(state.invested or state.scores)
    teams = view.table.variant.teams == TWO and len(names) == TWO
    numbers = [item.seq for item in entries]
    latest = numbers[-LATEST:]
    whole = whole or (at in numbers and at not in latest)
    part = window(numbers, PART, at) if whole else Window(len(numbers) - len(latest), len(numbers))
    drawn = frozenset((at, *latest))
    rows = []
    for item in entries[part.start : part.end]:
        before, variant = item.before or state, view.table.variant
        hand, maker, is_drawn = item.hand, str(item.entry.get("maker", "")), item.seq in drawn
        seated = bool(variant.teams) and maker in before.players
        side = names.index(variant.side_of(before.players, maker)) if seated else None
        gains = [hand.change.get(name, 0) for name in names] if hand else []
        row = SheetRow(
            item=item,
            number=hand.number if hand else None,
            maker=maker,
            trump=str(item.entry.get("trump", "")),
            side=side,
            fell=side is not None and bool(gains) and gains[side] <= 0 and max(gains) > 0,
            text=in_words.what(item.entry, before, hand),
            brief=in_words.brief(item.entry, before, hand) if variant.teams and hand else "",
            whole=is_drawn,
            cells=tuple(Cell(name, hand.after.get(name), hand.change.get(name)) for name in names)
            if hand
            else (),
            lines=item.step.lines if item.step and is_drawn else (),
            full_text=in_words.full_text(item.entry, variant) if is_drawn else "",
            by=view.viewer.name_of(item.by) if is_drawn else "",
            may_correct=view.viewer.may_change(item.kind),
            disputes=tuple(one for one in disputes if one.dispute.seq == item.seq),
            changes=tuple(
                Was(
                    change.at,
                    view.viewer.name_of(change.by),
                    in_words.DONE[change.kind],
                    in_words.full_text(change.was, variant) if change.kind == CORRECTION else "",
                )
                for change in (item.changes if is_drawn else ())
            ),
        )
        rows.append(row)
    return Sheet(names, teams, tuple(rows), part, whole)


# What Undo undoes at a table, and what was undone last.


@dataclass(frozen=True)
class Undo:
    """The Undo button.

    label: its words. seq: the entry that it removes; None where it undoes a step of the hand in progress.
    rev: that of the hand in progress. step: that step in words; "" without one. reopens: whether the game
    goes on after it. first: number of the hand to discard before it, which stands in the hand form.
    """

    label: str
    seq: int | None = None
    rev: int = 0
    step: str = ""
    reopens: bool = False
    first: int = 0


@dataclass(frozen=True)
class Undone:
    """The entry that the last row removed, in words, and whether this viewer may restore it."""

    seq: int
    text: str
    may_restore: bool


def undo(view: View, kept: StoredProgress) -> Undo | None:
    """The last step of the hand in progress, or else the last entry; None if this viewer may undo neither.

    What was tapped on the hand form is no step: the form has its own buttons. The hand before it can't be
    undone until that is discarded: it would be entered as the hand that was undone.
    """
    table, last = view.table, view.table.last
    if kept.moves and not kept.on_form and not table.state.over and view.viewer.may_record:
        return Undo("Undo step", rev=kept.rev, step=step_words(table.state, kept.moves))
    if last is None or not view.may_undo:
        return None
    if last.kind == "hand" and kept.there and not table.state.over:
        return Undo(undo_words(last), first=table.state.hands + 1)
    return Undo(undo_words(last), last.seq, reopens=table.reopened_without(last.seq))


def undo_words(item: LogEntry) -> str:
    """Label of a button that removes the last entry: "Undo hand 3"."""
    return "Undo " + subject_of(item)


def undone(view: View, kept: StoredProgress) -> Undone | None:
    """What the last row of the log removed; None if it did something else.

    A hand begun since is in its place: it would be entered as another hand if it were restored.
    """
    events = view.table.events
    if not events or events[-1].what != STRIKE:
        return None
    item = events[-1].entry
    replaced = item.kind == "hand" and kept.there and kept.begun >= events[-1].seq
    may_restore = view.viewer.may_change(item.kind) and not replaced
    return Undone(item.seq, in_words.what(item.entry, view.table.state), may_restore)


def step_words(state: State, moves: Moves) -> str:
    """The last move: "Dee raised 5", else what was asked and answered: "Who takes the trick? Cy".

    "" if it is no longer possible.
    """
    try:
        before = progress(state, moves[:-1])
        progress(state, moves)
    except Refusal:
        return ""
    last = moves[-1]
    chips = [str(last["chips"])] if "chips" in last else []
    if last["move"] in DID:
        return shown_sentence(" ".join([str(last["player"]), DID[str(last["move"])], *chips]))
    words = [offer.words for offer in before.offers if offer.move == last]
    return shown_sentence((" " if before.ask.endswith("?") else ". ").join([before.ask, *words]))


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
