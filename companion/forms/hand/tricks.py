"""Tricks given by strips: which were tapped, which follow from them, and what is left to give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.forms.hand import said as say
from companion.forms.hand.parts import Cell, Strip, cells, tricks_said
from companion.forms.hand.said import Said
from scoring import State, possible

IN_A_ROW = 8


@dataclass(frozen=True)
class Tricks:
    """Tricks of one hand by name: texts as tapped, counts among them (None: not said), and what follows.

    ``stopped``: the hand stopped early, so that there may be fewer, and nothing follows.
    """

    total: int
    texts: Mapping[str, str]
    counts: Mapping[str, int | None]
    filled: Mapping[str, int]
    stopped: bool = False

    @property
    def known(self) -> dict[str, object]:
        """Tricks by name for the entry, as tapped or as they follow."""
        typed = {name: say.number(text) for name, text in self.texts.items() if text and text != "drop"}
        return {name: typed.get(name, self.filled.get(name)) for name in self.texts if self.has(name)}

    @property
    def certain(self) -> dict[str, int | None]:
        """Counts by name, as tapped or as they follow."""
        return {name: self.filled.get(name, count) for name, count in self.counts.items()}

    @property
    def complete(self) -> bool:
        """Whether there is a count, or a drop, for everybody."""
        return all(text or name in self.filled for name, text in self.texts.items())

    @property
    def caption(self) -> str:
        """How many there are, and whether they do not add up."""
        if self.stopped:
            return f"Tricks, at most {self.total}"
        text = f"Tricks, {self.total} in all"
        over = possible.left_over(self.total, self.counts)
        if over < 0 or (over > 0 and self.complete and not self.filled):
            text += f": {self.total - over} were given"
        return text

    def has(self, name: str) -> bool:
        """Whether *name* has a count."""
        return name in self.filled or (self.texts[name] not in {"", "drop"})

    def text(self, name: str) -> str:
        """What the strip of *name* shows."""
        return str(self.filled[name]) if name in self.filled else self.texts[name]

    def note(self, name: str, has_reason: bool) -> tuple[str, ...]:
        """That a count was filled in."""
        if name not in self.filled:
            return ()
        return ("filled in",) if has_reason else (tricks_said(self.filled[name]), "filled in")


def tapped(state: State, said: Said, names: Sequence[str]) -> dict[str, str]:
    """What was tapped for each of *names*, without what the page itself had filled in."""
    texts = say.by_seat(state, said, "tricks", names)
    filled = say.by_seat(state, said, "filled", names)
    return {name: "" if text == filled[name] else text for name, text in texts.items()}


def counted(text: str) -> int | None:
    """The count that a strip says; who dropped took none."""
    found = 0 if text == "drop" else say.number(text)
    return found if isinstance(found, int) else None


def given(total: int, texts: Mapping[str, str], may_be_out: Sequence[str] = ()) -> Tricks:
    """The tricks that were tapped, and those that follow from them."""
    counts = {name: counted(text) for name, text in texts.items()}
    unsaid = {name: count for name, count in counts.items() if count is not None or not texts[name]}
    return Tricks(total, texts, counts, possible.filled(total, unsaid, may_be_out))


def stopped(tricks: Tricks) -> Tricks:
    """The same for a hand that stopped early."""
    return replace(tricks, filled={}, stopped=True)


def hidden(state: State, tricks: Tricks) -> dict[str, str]:
    """What the page fills in, for the form to carry."""
    return say.to_seats(state, "filled", tricks.filled)


def strip(tricks: Tricks, seat: int, name: str, least: Mapping[str, int], word: Cell | None = None) -> Strip:
    """The strip of *name*, with the counts that cannot be struck out."""
    limit = possible.most(tricks.total, tricks.counts, least, name)
    drawn = cells(tricks.total, tricks.text(name), limit, least.get(name, 0))
    hint = f"at most {limit}" if limit < tricks.total and not tricks.texts[name] else ""
    if len(drawn) > IN_A_ROW and len(drawn) % IN_A_ROW == 1:
        return Strip(f"tricks-{seat}", name, drawn[1:], hint, none=drawn[0])
    return Strip(f"tricks-{seat}", name, ((word,) if word else ()) + drawn, hint)
