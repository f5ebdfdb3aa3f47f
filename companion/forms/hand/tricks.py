"""Tricks by player, one strip each: tapped, filled in, and impossible numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.forms.hand.fields import Count, Counts, Entry, by_seat, mapped, whole
from companion.forms.hand.parts import Cell, Strip, cells, tricks_text
from scoring import State, possible

DROP = "drop"
IN_A_ROW = 8


@dataclass(frozen=True)
class Tricks:
    """Tricks of one hand by player.

    total: tricks in the hand. tapped: as tapped, ``DROP`` for a player who dropped. filled: those that follow
    from them. stopped: the hand stopped early: there may be fewer tricks, and none are filled in.
    """

    total: int
    tapped: Counts
    filled: Mapping[str, int]
    stopped: bool = False

    @property
    def counts(self) -> dict[str, int | None]:
        """Numbers as tapped; 0 for a player who dropped."""
        return {name: _number(count) for name, count in self.tapped.items()}

    @property
    def certain(self) -> dict[str, int | None]:
        """Numbers tapped or filled in."""
        return {**self.counts, **self.filled}

    @property
    def entry(self) -> Entry:
        """The entry field ``tricks``: tapped or filled in, without players who dropped."""
        shown = {name: self.shown(name) for name in self.tapped}
        return {name: count for name, count in shown.items() if count is not None and count != DROP}

    @property
    def complete(self) -> bool:
        """Whether every player has a number or dropped."""
        return all(self.shown(name) is not None for name in self.tapped)

    @property
    def caption(self) -> str:
        """The number of tricks, and whether those given don't add up."""
        if self.stopped:
            return f"Tricks, at most {self.total}"
        text = f"Tricks, {self.total} in all"
        over = possible.left_over(self.total, self.counts)
        if over < 0 or (over > 0 and self.complete and not self.filled):
            text += f": {self.total - over} were given"
        return text

    def shown(self, name: str) -> Count:
        """The value of a player's strip."""
        return self.filled.get(name, self.tapped[name])

    def note(self, name: str, has_reason: bool) -> tuple[str, ...]:
        """The note that a number was filled in; without a reason beside it, with the number."""
        if name not in self.filled:
            return ()
        return ("filled in",) if has_reason else (tricks_text(self.filled[name]), "filled in")

    def dropped(self, name: str) -> bool:
        """Whether a player dropped."""
        return self.tapped[name] == DROP


def _number(count: Count) -> int | None:
    return 0 if count == DROP else whole(count)


def given(total: int, tapped: Counts, may_be_out: Sequence[str] = ()) -> Tricks:
    """Tapped tricks, and those that follow from them; players of *may_be_out* may also have dropped."""
    usable = {
        name: _number(count) for name, count in tapped.items() if count is None or _number(count) is not None
    }
    return Tricks(total, tapped, possible.filled(total, usable, may_be_out))


def stopped(tricks: Tricks) -> Tricks:
    """Tapped tricks of a hand that stopped early; none are filled in."""
    return replace(tricks, filled={}, stopped=True)


def of_entry(entry: Entry, names: Sequence[str]) -> Entry:
    """The tricks of an entry by player; 0 for players of *names* without any."""
    return {**dict.fromkeys(names, 0), **mapped(entry.get("tricks"))}


def hidden(state: State, tricks: Tricks) -> dict[str, str]:
    """Hidden fields: the numbers filled in by the page."""
    return by_seat(state, "filled", tricks.filled)


def strip(tricks: Tricks, seat: int, name: str, least: Mapping[str, int], word: Cell | None = None) -> Strip:
    """A player's strip; impossible numbers are off. *least*: the fewest tricks, by player."""
    limit = possible.most(tricks.total, tricks.counts, least, name)
    drawn = cells(tricks.total, tricks.shown(name), limit, least.get(name, 0))
    hint = f"at most {limit}" if limit < tricks.total and tricks.tapped[name] is None else ""
    if len(drawn) > IN_A_ROW and len(drawn) % IN_A_ROW == 1:
        return Strip(f"tricks-{seat}", name, drawn[1:], hint, none=drawn[0])
    return Strip(f"tricks-{seat}", name, ((word,) if word else ()) + drawn, hint)
