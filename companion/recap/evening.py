"""One game as the recap tells it: who sat there, what every hand did to the totals, who won."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.log.disputes import Dispute
from companion.log.table import LogEntry, Table
from companion.wording.names import shown
from scoring import Line, State, Variant
from scoring.entries import KINDS

Scores = dict[str, int]

RESULTS = {"passed-out": "passed out", "misdeal": "misdeal", "redeal": "dealt again"}


@dataclass(frozen=True)
class EveningRow:
    """A hand, or something between hands that moved a total: what it changed, and the totals after it.

    ``number`` is the hand's, from 1, None between hands. Totals are points, or results in chips.
    """

    item: LogEntry
    variant: Variant
    number: int | None
    change: Scores
    after: Scores

    @property
    def entry(self) -> Mapping[str, object]:
        """The entry of the record."""
        return self.item.entry

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the hand's score, with their rules."""
        return tuple(self.item.hand.lines) if self.item.hand else ()

    @property
    def maker(self) -> str:
        """Who made trump; empty where nobody did."""
        return str(self.entry.get("maker", ""))

    @property
    def trump(self) -> str:
        """The trump suit where the table recorded it, or "no-trump"."""
        flags = [field.trump for field in self.variant.fields if field.trump and self.entry.get(field.name)]
        return flags[0] if flags else str(self.entry.get("trump", ""))

    @property
    def tricks(self) -> int:
        """How many tricks were entered in all."""
        counts = self.entry.get("tricks")
        return sum(counts.values()) if isinstance(counts, dict) else 0

    @property
    def label(self) -> str:
        """Who made it, or what else this row is."""
        if self.number is None:
            return KINDS[self.item.kind].label.lower()
        result = str(self.entry.get("result"))
        return RESULTS.get(result) or shown(self.maker) or ("turned" if self.trump else "no tricks")

    @property
    def note(self) -> str:
        """What was written beside it."""
        written = [self.entry.get("reason"), self.entry.get("note")]
        return "; ".join(str(text) for text in written if text)

    @property
    def corrected(self) -> bool:
        """Whether the entry is not as it was first entered."""
        return bool(self.item.changes)


@dataclass(frozen=True)
class Evening:
    """The whole game; ``players`` are those with a total: the teams, or all who ever sat."""

    table: Table
    players: tuple[str, ...]
    start: Scores
    rows: tuple[EveningRow, ...]
    disputes: tuple[Dispute, ...] = ()

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.table.state

    @property
    def for_chips(self) -> bool:
        """Whether chips are played for."""
        return self.table.variant.has_bank

    @property
    def counts_down(self) -> bool:
        """Whether the lowest leads."""
        return any(self.start.values())

    @cached_property
    def hands(self) -> tuple[EveningRow, ...]:
        """The rows that are hands."""
        return tuple(row for row in self.rows if row.number is not None)

    @property
    def totals(self) -> Scores:
        """What it has come to."""
        return self.rows[-1].after if self.rows else self.start

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The players from first to last; those who are level in seat order, winners first."""
        sign = 1 if self.counts_down else -1
        totals, winners = self.totals, self.state.winners
        return tuple(sorted(self.players, key=lambda name: (name not in winners, sign * totals[name])))

    @property
    def first(self) -> tuple[str, ...]:
        """The winners, or while the game goes on those who lead."""
        best = self.totals[self.ranking[0]]
        return self.state.winners or tuple(name for name in self.players if self.totals[name] == best)

    def gain(self, row: EveningRow, name: str) -> int:
        """What a row brought somebody, gains above 0 also where points count down."""
        return -row.change[name] if self.counts_down else row.change[name]


def evening(table: Table, disputes: tuple[Dispute, ...] = ()) -> Evening:
    """The evening that a table has had so far, with what was disputed."""
    players = tuple(table.state.net or table.state.scores)
    start = dict.fromkeys(players, table.variant.start(table.header.options))
    rows = []
    for item in table.entries:
        if item.step is None or item.before is None:
            continue
        before, after = _totals(item.before, players), _totals(item.step.state, players)
        if item.hand or before != after or item.kind == "adjust":
            change = {name: after[name] - before[name] for name in players}
            number = item.hand.number if item.hand else None
            rows.append(EveningRow(item, table.variant, number, change, after))
    return Evening(table, players, start, tuple(rows), disputes)


def _totals(state: State, players: tuple[str, ...]) -> Scores:
    totals = state.net or state.scores
    return {name: totals.get(name, 0) for name in players}
