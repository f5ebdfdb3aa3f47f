"""The score sheet: one row for each entry as corrected, with its earlier versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.log import in_words
from companion.log.disputes import DisputeView
from companion.log.table import CORRECTION, EntryChange, LogEntry
from companion.log.viewer import View
from companion.pages.window import Window, window
from scoring import Line, Variant

ROWS = 6  # more would cost hand 300 more than half as much again as hand 3


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
    None and (). maker, trump: "" without one. lines: score lines. full_text: every field in words. by: the
    author. changes: earlier versions in order. disputes: in the order made.
    """

    item: LogEntry
    number: int | None
    maker: str
    trump: str
    text: str
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

    names: the columns, in seat order or in order of joining. rows: of the part shown, in order. window: that
    part.
    """

    names: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    window: Window

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


def sheet(view: View, at: int | None = None, disputes: Sequence[DisputeView] = ()) -> Sheet:
    """The score sheet of a table: the part with entry *at*; None: the latest part."""
    state, entries = view.table.state, view.table.entries
    names = tuple(state.invested or state.scores)
    part = window([item.seq for item in entries], ROWS, at)
    rows = tuple(_row(item, view, names, disputes) for item in entries[part.start : part.end])
    return Sheet(names, rows, part)


def _row(item: LogEntry, view: View, names: tuple[str, ...], disputes: Sequence[DisputeView]) -> SheetRow:
    before = item.before or view.table.state
    viewer, variant = view.viewer, view.table.variant
    hand = item.hand
    return SheetRow(
        item=item,
        number=hand.number if hand else None,
        maker=str(item.entry.get("maker", "")),
        trump=str(item.entry.get("trump", "")),
        text=in_words.what(item.entry, before, hand),
        cells=_cells(names, hand.after, hand.change) if hand else (),
        lines=item.step.lines if item.step else (),
        full_text=in_words.full_text(item.entry, variant),
        by=viewer.name_of(item.by),
        may_correct=viewer.may_change(item.kind),
        disputes=tuple(one for one in disputes if one.dispute.seq == item.seq),
        changes=tuple(
            Was(change.at, viewer.name_of(change.by), in_words.DONE[change.kind], _text(change, variant))
            for change in item.changes
        ),
    )


def _text(change: EntryChange, variant: Variant) -> str:
    return in_words.full_text(change.was, variant) if change.kind == CORRECTION else ""


def _cells(names: tuple[str, ...], after: Mapping[str, int], change: Mapping[str, int]) -> tuple[Cell, ...]:
    return tuple(Cell(name, after.get(name), change.get(name)) for name in names)
