"""The log of one table: entries with corrections applied, and their scores."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property

from companion.wording import dates
from companion.wording.names import shown
from companion.wording.refusal import AppRefusal
from scoring import (
    Hand,
    Record,
    Refusal,
    Standing,
    State,
    Step,
    Variant,
    from_json,
    opening,
    step,
)
from scoring.entries import JOIN
from scoring.names import compared
from scoring.refusal import quoted
from scoring.table import PLAYED, POT, REDEAL, Names

KINDS = ENTRY, CORRECTION, STRIKE, RESTORE = "entry", "correction", "strike", "restore"


def kind_of(target: int | None, body: str, restores: bool) -> str:
    """The kind of a row with these columns: one of KINDS."""
    if target is None:
        return ENTRY
    if restores:
        return RESTORE
    return CORRECTION if body else STRIKE


@dataclass(frozen=True)
class Author:
    """The author of a row: device and role."""

    device: str
    role: str


@dataclass(frozen=True)
class Row:
    """One row as stored: an entry, or a correction of entry *target*.

    An empty body removes the entry, or brings back a removed one where ``restores`` is set.
    """

    seq: int
    target: int | None
    body: str
    at: datetime
    device: str
    role: str
    restores: bool = False

    @property
    def by(self) -> Author:
        """The author."""
        return Author(self.device, self.role)

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return kind_of(self.target, self.body, self.restores)

    def columns(self, key: str) -> list[object]:
        """The row as phones keep it: seq, target, body, time in UTC, author, role, restores, and its key."""
        at = self.at.astimezone(UTC).isoformat(timespec="microseconds")
        return [self.seq, self.target, self.body, at, self.device, self.role, self.restores, key]


@dataclass(frozen=True)
class EntryChange:
    """One change of an entry: time, author, the entry before it, and CORRECTION, STRIKE or RESTORE."""

    seq: int
    at: datetime
    by: Author
    was: Mapping[str, object]
    kind: str


@dataclass(frozen=True)
class LogEntry:
    """One entry as corrected; ``step`` is None if it is removed or comes after the end of the game."""

    seq: int
    entry: Mapping[str, object]
    at: datetime
    by: Author
    struck: bool = False
    changes: tuple[EntryChange, ...] = ()
    step: Step | None = None
    before: State | None = field(default=None, repr=False)

    @property
    def hand(self) -> Hand | None:
        """The entry's hand on the score sheet; None for other entries, and hands that don't count."""
        return self.step.hand if self.step else None

    @property
    def kind(self) -> str:
        """The entry's kind, as in the record."""
        return str(self.entry.get("kind"))

    @property
    def after_end(self) -> bool:
        """Whether the entry has no effect because the game had ended before it."""
        return self.step is None and not self.struck


@dataclass(frozen=True)
class LogEvent:
    """One row in order of writing: ``what`` is its kind, ``entry`` the entry that it added or corrected."""

    seq: int
    at: datetime
    by: Author
    what: str
    entry: LogEntry


@dataclass(frozen=True)
class Table:
    """A table as replayed from its rows. Cached, shared, and the same for everyone; see ``View``.

    ``stored``: the header's text as it was read, by which a cached table of other names is noticed.
    """

    id: str
    header: Record
    rows: tuple[Row, ...]
    entries: tuple[LogEntry, ...]
    state: State
    stored: str = field(default="", repr=False, compare=False)

    @property
    def version(self) -> int:
        """``seq`` of the last row."""
        return len(self.rows)

    @property
    def variant(self) -> Variant:
        """The table's game."""
        return self.header.variant

    @property
    def title(self) -> str:
        """The table's own title, or else its game and day: "Euchre, Thursday, Nov 19"."""
        day = dates.weekday(self.header.played_on)
        return self.header.title or ", ".join(filter(None, (self.variant.title, day)))

    @property
    def file_title(self) -> str:
        """The table's own title, or else the game's: without a day, which a file has in figures."""
        return self.header.title or self.variant.title

    @cached_property
    def record(self) -> Record:
        """The corrected record, cut at the end of the game."""
        counted = [dict(item.entry) for item in self.entries if item.step is not None]
        return from_json({**self.header.as_json(), "entries": counted}, stored=True)

    @cached_property
    def standing(self) -> Standing:
        """The standing of the record."""
        steps = [item.step for item in self.entries if item.step is not None]
        hands = tuple(done.hand for done in steps if done.hand is not None)
        return Standing(self.state, hands, tuple(posting for done in steps for posting in done.postings))

    @cached_property
    def live(self) -> tuple[LogEntry, ...]:
        """Entries that are not removed, in order."""
        return tuple(item for item in self.entries if not item.struck)

    @property
    def last(self) -> LogEntry | None:
        """The entry that Undo would remove; None without one."""
        return self.live[-1] if self.live else None

    @cached_property
    def events(self) -> list[LogEvent]:
        """An event for each row, in order; that of a correction has the corrected entry."""
        by_seq = {item.seq: item for item in self.entries}
        return [
            LogEvent(row.seq, row.at, row.by, row.kind, by_seq[row.target or row.seq]) for row in self.rows
        ]

    def entry(self, seq: int) -> LogEntry | None:
        """The entry with this seq; None without one."""
        return next((item for item in self.entries if item.seq == seq), None)

    def since(self, version: int, *kinds: str) -> tuple[LogEntry, ...]:
        """Entries of these kinds made after version *version*, removed ones included."""
        first = bisect_right(self.entries, version, key=lambda item: item.seq)
        return tuple(item for item in self.entries[first:] if item.kind in kinds)

    def reopened_without(self, seq: int) -> bool:
        """Whether the game is over, and removing entry *seq* would let it go on."""
        if not self.state.over:
            return False
        try:
            return not self.changed(seq, None).state.over
        except Refusal:
            return False

    def changed(self, seq: int, entry: Mapping[str, object] | None) -> "Table":
        """The table with entry *seq* corrected to *entry*, or removed where that is None. Raises Refusal."""
        last = self.rows[-1]
        body = "" if entry is None else body_of(entry)
        return self.with_row(replace(last, seq=last.seq + 1, target=seq, body=body, restores=False))

    def as_no_hand(self, item: LogEntry) -> tuple[tuple[int, dict[str, object]], ...]:
        """The corrections, in order, by which a dealt hand stays as no hand, and the deal where it is.

        Each is the seq of an entry and what it becomes: the hand after it names its dealer (ALL-02), since
        after a redeal the same dealer would deal again (ALL-01). () for all but a hand that counts.
        """
        if item.hand is None or item.entry.get("result", PLAYED) != PLAYED:
            return ()
        told = {name: value for name, value in item.entry.items() if name in ("kind", "dealer", "note")}
        redealt = (item.seq, {**told, "result": REDEAL})
        number = item.hand.number + 1
        later = next((one for one in self.entries if one.hand and one.hand.number == number), None)
        if later is None or later.hand is None or "dealer" in later.entry:
            return (redealt,)
        return (later.seq, {**later.entry, "dealer": later.hand.dealer}), redealt

    def after_hand(self, number: int) -> State | None:
        """The table after hand *number*, from 1; None without such a hand."""
        for item in self.entries:
            if item.step and item.hand and item.hand.number == number:
                return item.step.state
        return None

    def at(self, version: int) -> "Table":
        """The table as it was at an earlier version."""
        if version >= self.version:
            return self
        if all(row.target is None for row in self.rows[version:]):
            entries = tuple(item for item in self.entries if item.seq <= version)
            state = _state_after(self.header, entries)
            return replace(self, rows=self.rows[:version], entries=entries, state=state)
        return _built(self.id, self.header, self.rows[:version])

    def renamed(self, title: str | None) -> "Table":
        """The table with another title; None leaves it as it is."""
        if title is None or title == self.header.title:
            return self
        given = {name: value for name, value in self.header.given.items() if name != "title"}
        if title:
            given["title"] = title
        return replace(self, header=replace(self.header, title=title, given=given))

    def with_row(self, row: Row, *, stored: bool = False) -> "Table":
        """The table with one more row, which may be *stored* already. Raises Refusal if it is impossible."""
        if row.target is None:
            entry = LogEntry(row.seq, json.loads(row.body), row.at, row.by, before=self.state)
            try:
                done = step(self.state, entry.entry, stored=stored)
            except Refusal as refusal:
                raise refusal.at(row.seq) from None
            return self._with(row, (*self.entries, replace(entry, step=done)))
        self._refuse_target(row)
        place = next(at for at, item in enumerate(self.entries) if item.seq == row.target)
        kept, rest = self.entries[:place], self.entries[place + 1 :]
        corrected = _corrected(self.entries[place], row)
        new = row.target if row.body and not stored else None
        try:
            counted = kept + _counted(_state_after(self.header, kept), (corrected, *rest), new)
            if not stored:
                # Nobody may have joined under the name of another, unless it was so before.
                known = {key for key, _item in _same(self.header.players, self.entries)}
                for key, item in _same(self.header.players, counted):
                    if key not in known:
                        same = Refusal("same-name", "player", player=quoted(item.entry["player"]))
                        raise Impossible(item.seq, same)
            return self._with(row, counted)
        except Impossible as impossible:
            raise self._impossible(row, impossible) from None

    def _with(self, row: Row, entries: tuple[LogEntry, ...]) -> "Table":
        state = _state_after(self.header, entries)
        return replace(self, rows=(*self.rows, row), entries=entries, state=state)

    def _refuse_target(self, row: Row) -> None:
        target = self.entry(row.target or 0)
        if target is None:
            raise AppRefusal("no-entry", "target")
        if row.kind == RESTORE and not target.struck:
            raise AppRefusal("not-removed", "target")
        if row.kind != RESTORE and target.struck:
            raise AppRefusal("removed", "target")
        if target.after_end and row.body:
            raise AppRefusal("after-end", "target")

    def _impossible(self, row: Row, impossible: "Impossible") -> Refusal:
        refusal = impossible.refusal
        if impossible.seq == row.target:
            return refusal.at(impossible.seq)
        later = subject_of(next(item for item in self.entries if item.seq == impossible.seq))
        return AppRefusal(
            "impossible-later",
            "target",
            refusal.rule,
            entry=impossible.seq,
            later=later,
            why=refusal.message,
        )


class Impossible(Exception):
    """Replay refused entry ``seq``."""

    def __init__(self, seq: int, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.seq = seq
        self.refusal = refusal


def table(public_id: str, header: str, rows: Sequence[Row], steps: Sequence[Step] = ()) -> Table:
    """Replay a stored header and its rows, in order of seq. *steps*: of these rows, if they were scored."""
    built = _built(public_id, from_json(json.loads(header), stored=True), tuple(rows), steps)
    return replace(built, stored=header)


def subject_of(item: LogEntry) -> str:
    """Short name of an entry, within a sentence: "hand 3", "Bo’s buy-in"."""
    if item.hand:
        return "hand " + str(item.hand.number)
    if item.kind == "hand":
        return "the hand after the end" if item.after_end else "a removed hand"
    kind = {"adjust": "adjustment", "rules": "change of house rules"}.get(item.kind, item.kind)
    if item.kind == "transfer":
        ends = (str(item.entry[end]) for end in ("from", "to"))
        source, target = ("the pot" if end == POT else shown(end) for end in ends)
        return f"the transfer from {source} to {target}"
    if "player" in item.entry:
        return f"{shown(str(item.entry['player']))}’s {kind}"
    return "the " + kind


def body_of(value: object) -> str:
    """JSON in plain ASCII, which any database stores unchanged."""
    return json.dumps(value, separators=(",", ":"))


def full_header(record: Record) -> dict[str, object]:
    """The header with all options and the first dealer filled in, so that later defaults can't change it."""
    given = {name: value for name, value in record.as_json().items() if name != "entries"}
    return {**given, "options": dict(record.options), "dealer": record.dealer}


def _built(public_id: str, header: Record, rows: tuple[Row, ...], steps: Sequence[Step] = ()) -> Table:
    state = opening(header)
    found: dict[int, LogEntry] = {}  # each entry as it should have been
    for row in rows:
        if row.target is None:
            found[row.seq] = LogEntry(row.seq, json.loads(row.body), row.at, row.by)
        else:
            found[row.target] = _corrected(found[row.target], row)
    if steps:
        before = [state, *(done.state for done in steps[:-1])]
        scored = zip(found.values(), steps, before, strict=True)
        entries = tuple(replace(item, step=done, before=then) for item, done, then in scored)
    else:
        entries = _counted(state, found.values())
    return Table(public_id, header, rows, entries, _state_after(header, entries))


def _counted(state: State, entries: Iterable[LogEntry], new: int | None = None) -> tuple[LogEntry, ...]:
    """The entries with their steps, from *state* on. Raises Impossible.

    new: seq of an entry whose correction isn't stored yet; the others are.
    """
    counted = []
    for item in entries:
        if item.struck or state.over:
            counted.append(replace(item, step=None, before=None))
            continue
        try:
            done = step(state, item.entry, stored=item.seq != new)
        except Refusal as refusal:
            raise Impossible(item.seq, refusal) from refusal
        counted.append(replace(item, step=done, before=state))
        state = done.state
    return tuple(counted)


def _same(players: Names, entries: Iterable[LogEntry]) -> Iterator[tuple[str, LogEntry]]:
    """Entries that count by which somebody joined whose name is another’s too, and it as it is compared."""
    seen = {compared(name): name for name in players}
    for item in entries:
        if item.step is not None and item.kind == JOIN.name:
            name = str(item.entry["player"])
            key = compared(name)
            if seen.setdefault(key, name) != name:
                yield key, item


def _state_after(header: Record, entries: Sequence[LogEntry]) -> State:
    return next((item.step.state for item in reversed(entries) if item.step), opening(header))


def _corrected(was: LogEntry, row: Row) -> LogEntry:
    change = EntryChange(row.seq, row.at, row.by, was.entry, row.kind)
    now = json.loads(row.body) if row.body else was.entry
    return replace(was, entry=now, struck=row.kind == STRIKE, changes=(*was.changes, change))
