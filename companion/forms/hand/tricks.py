"""Tricks by player, one strip each: tapped, worked out, and impossible numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.forms.fields import Count, Counts, Entry, by_seat, mapped, only_whole
from companion.forms.hand.base import Cell, Missing, Strip, cells, tricks_text
from scoring import State, possible

DROP = "drop"
IN_A_ROW = 8


@dataclass(frozen=True)
class Tricks:
    """Tricks of one hand by player.

    total: tricks in the hand. tapped: as tapped, ``DROP`` for a player who dropped. filled: those that follow
    from them. fewer: there may be fewer tricks than *total*.
    """

    total: int
    tapped: Counts
    filled: Mapping[str, int]
    fewer: bool = False

    @property
    def counts(self) -> dict[str, int | None]:
        """Numbers as tapped; 0 for a player who dropped."""
        return {name: _number(count) for name, count in self.tapped.items()}

    @property
    def certain(self) -> dict[str, int | None]:
        """Numbers tapped or worked out."""
        return {**self.counts, **self.filled}

    @property
    def entry(self) -> Entry:
        """The entry field ``tricks``: tapped or worked out, without players who dropped."""
        shown = {name: self.shown(name) for name in self.tapped}
        return {name: count for name, count in shown.items() if count is not None and count != DROP}

    @property
    def left(self) -> int:
        """Tricks not given to anyone yet; below 0 when too many were."""
        return possible.left_over(self.total, self.certain)

    @property
    def open(self) -> tuple[str, ...]:
        """Players without a number who haven't dropped; none once there are too many tricks."""
        return tuple(name for name in self.tapped if self.shown(name) is None) if self.left >= 0 else ()

    @property
    def caption(self) -> str:
        """The number of tricks given so far, of all."""
        if self.fewer:
            return f"Tricks: {self.total - self.left}, at most {self.total}"
        return f"Tricks: {self.total - self.left} of {self.total}"

    def shown(self, name: str) -> Count:
        """The value of a player's strip."""
        return self.filled.get(name, self.tapped[name])

    def note(self, name: str, has_reason: bool) -> tuple[str, ...]:
        """The number if it was worked out, unless a reason beside it says it."""
        return () if has_reason or name not in self.filled else (tricks_text(self.filled[name]),)

    def dropped(self, name: str) -> bool:
        """Whether a player dropped."""
        return self.tapped[name] == DROP


def _number(count: Count) -> int | None:
    return 0 if count == DROP else only_whole(count)


def given(total: int, tapped: Counts, no_zero: Sequence[str] = (), fewer: bool = False) -> Tricks:
    """Tapped tricks, and those that follow from them.

    *no_zero*: players whose 0 must be tapped. *fewer*: there may be fewer tricks than *total*: only the zeros
    follow once all are given.
    """
    usable = {
        name: _number(count) for name, count in tapped.items() if count is None or _number(count) is not None
    }
    if fewer and possible.left_over(total, usable):
        return Tricks(total, tapped, {}, fewer)
    return Tricks(total, tapped, possible.filled(total, usable, no_zero), fewer)


def of_entry(entry: Entry, names: Sequence[str]) -> Entry:
    """The tricks of an entry by player; 0 for players of *names* without any. Empty if none were entered."""
    return {**dict.fromkeys(names, 0), **mapped(entry["tricks"])} if "tricks" in entry else {}


def hidden(state: State, tricks: Tricks) -> dict[str, str]:
    """Hidden fields: the numbers worked out by the page."""
    return by_seat(state, "filled", tricks.filled)


def so_far(count: int | None) -> tuple[str, ...]:
    """The note on tricks won in a hand that isn't over."""
    return (tricks_text(count) + " so far",) if count else ()


def strip(tricks: Tricks, seat: int, name: str, least: Mapping[str, int], word: Cell | None = None) -> Strip:
    """A player's strip; impossible numbers are off. *least*: the fewest tricks, by player."""
    limit = possible.most(tricks.total, tricks.counts, least, name)
    drawn = cells(tricks.total, tricks.shown(name), limit, least.get(name, 0))
    made = Strip(f"tricks-{seat}", name, drawn, worked_out=name in tricks.filled)
    if len(drawn) > IN_A_ROW and len(drawn) % IN_A_ROW == 1:
        return replace(made, cells=drawn[1:], none=drawn[0])
    return replace(made, cells=((word,) if word else ()) + drawn)


def missing_tricks(tricks: Tricks) -> list[Missing]:
    """The open field; empty once everyone's tricks are known, or there are too many."""
    return [Missing("tricks", "tricks")] if tricks.open else []
