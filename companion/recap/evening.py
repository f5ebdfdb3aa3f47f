"""One game prepared for the recap: players, rows with changes and totals, winners."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.log.at_night import AtNight
from companion.log.disputes import Dispute
from companion.log.table import LogEntry, Table
from companion.wording.names import shown
from scoring import Line, State, Variant
from scoring.entries import KINDS
from scoring.options import chosen_in_words

Scores = dict[str, int]

RESULTS = {"passed-out": "passed out", "misdeal": "misdeal", "redeal": "dealt again"}


@dataclass(frozen=True)
class EveningRow:
    """A hand, or an entry between hands that moved a total or changed the house rules.

    number: the hand's, from 1; None between hands. Totals and changes are points, or results in chips.
    """

    item: LogEntry
    variant: Variant
    number: int | None
    change: Scores
    after: Scores

    @property
    def entry(self) -> Mapping[str, object]:
        """The entry as in the record."""
        return self.item.entry

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The score lines of the hand, with their rules."""
        return tuple(self.item.hand.lines) if self.item.hand else ()

    @property
    def maker(self) -> str:
        """The maker; "" without one."""
        return str(self.entry.get("maker", ""))

    @property
    def trump(self) -> str:
        """A suit or "no-trump"; "" if not recorded."""
        return self.settled or str(self.entry.get("trump", ""))

    @property
    def settled(self) -> str:
        """The suit that the card turned up made trump by itself; "" without such a card."""
        flags = [field.trump for field in self.variant.fields if field.trump and self.entry.get(field.name)]
        return flags[0] if flags else ""

    @property
    def tricks(self) -> int:
        """Number of tricks entered, for all players together."""
        counts = self.entry.get("tricks")
        return sum(counts.values()) if isinstance(counts, dict) else 0

    @property
    def label(self) -> str:
        """The maker, or another name for the row."""
        if self.number is None:
            return KINDS[self.item.kind].label.lower()
        result = str(self.entry.get("result"))
        return RESULTS.get(result) or shown(self.maker) or ("turned" if self.settled else "no tricks")

    @property
    def rules(self) -> str:
        """The house rules that change here: "Stick the dealer off"; "" if none do."""
        chosen = self.entry.get("options")
        return chosen_in_words(self.variant.options, chosen) if isinstance(chosen, dict) else ""

    @property
    def note(self) -> str:
        """The note of the entry, after the house rules that it changes; "" without one."""
        written = [self.rules, self.entry.get("reason"), self.entry.get("note")]
        return "; ".join(str(text) for text in written if text)

    @property
    def corrected(self) -> bool:
        """Whether the entry was changed after it was first entered."""
        return bool(self.item.changes)


@dataclass(frozen=True)
class Evening:
    """One game with everything the recap needs.

    table: the table as it is. players: names with a total, in seat order or in order of joining: teams, or
    all players who ever sat down. start: totals before the first entry. rows: hands, and entries between
    hands that moved a total or changed the house rules, in order. disputes: all of them, in the order made.
    at: its place at a euchre night.
    """

    table: Table
    players: tuple[str, ...]
    start: Scores
    rows: tuple[EveningRow, ...]
    disputes: tuple[Dispute, ...] = ()
    at: AtNight | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over, or the table's round of a night."""
        return self.state.over or (self.at is not None and not self.at.left(self.table))

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who played, in seat order; who joined later, in order of joining."""
        return self.players if self.for_chips else tuple(self.table.header.players)

    @property
    def state(self) -> State:
        """The table after the last entry."""
        return self.table.state

    @property
    def for_chips(self) -> bool:
        """Whether the game is played for chips."""
        return self.table.variant.has_bank

    @property
    def counts_down(self) -> bool:
        """Whether the lowest total is ahead."""
        return any(self.start.values())

    @cached_property
    def hands(self) -> tuple[EveningRow, ...]:
        """The rows that are hands."""
        return tuple(row for row in self.rows if row.number is not None)

    @property
    def totals(self) -> Scores:
        """The totals after the last row: points, or results in chips."""
        return self.rows[-1].after if self.rows else self.start

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The players from first to last, winners first; ties in seat order."""
        sign = 1 if self.counts_down else -1
        totals, winners = self.totals, self.state.winners
        return tuple(sorted(self.players, key=lambda name: (name not in winners, sign * totals[name])))

    @property
    def first(self) -> tuple[str, ...]:
        """The winners; while the game goes on, the players who are ahead."""
        best = self.totals[self.ranking[0]]
        return self.state.winners or tuple(name for name in self.players if self.totals[name] == best)

    def gain(self, row: EveningRow, name: str) -> int:
        """A player's gain in a row; also above 0 where points count down."""
        return -row.change[name] if self.counts_down else row.change[name]


def evening(table: Table, disputes: tuple[Dispute, ...] = (), at: AtNight | None = None) -> Evening:
    """The recap's data for a table, with its disputes and its place at a night."""
    players = tuple(table.state.net or table.state.scores)
    start = dict.fromkeys(players, table.variant.start(table.header.options))
    rows = []
    for item in table.entries:
        if item.step is None or item.before is None:
            continue
        before, after = _totals(item.before, players), _totals(item.step.state, players)
        if item.hand or before != after or item.kind in ("adjust", "rules"):
            change = {name: after[name] - before[name] for name in players}
            number = item.hand.number if item.hand else None
            rows.append(EveningRow(item, table.variant, number, change, after))
    return Evening(table, players, start, tuple(rows), disputes, at)


def _totals(state: State, players: tuple[str, ...]) -> Scores:
    totals = state.net or state.scores
    return {name: totals.get(name, 0) for name in players}
