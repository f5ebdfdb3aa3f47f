"""Parts of hand forms for templates: choices, strips, lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass

from companion.forms.hand.fields import YES, Count
from scoring import Line, Refusal, State, Step, signed

SUITS = ("spades", "hearts", "diamonds", "clubs")
TIMES = {2: " twice", 3: " three times", 4: " four times"}


def flags(checked: bool, off: bool) -> str:
    """The attributes " checked" and " disabled", as far as they apply."""
    return (" checked" if checked else "") + (" disabled" if off else "")


@dataclass(frozen=True)
class Choice:
    """One choice of a group.

    name, value: of its input. off: the reason it is disabled. small: explanation under the label. suit: drawn
    instead of the label. sign: a suit drawn beside the label. dealer: whether to draw the dealer's button.
    box: a checkbox; otherwise a radio button.
    """

    name: str
    value: str
    label: str
    checked: bool = False
    off: str = ""
    small: str = ""
    suit: str = ""
    sign: str = ""
    dealer: bool = False
    box: bool = False

    @property
    def flags(self) -> str:
        """The attributes of its input."""
        return flags(self.checked, bool(self.off))

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        return {self.name: self.value} if self.checked and not self.off else {}


@dataclass(frozen=True)
class Group:
    """Choices under one legend. ``field``: the entry field they fill."""

    field: str
    legend: str
    choices: tuple[Choice, ...]
    css: str = ""
    error: Refusal | None = None


@dataclass(frozen=True)
class Cell:
    """One cell of a strip; ``word``: as wide as its label."""

    value: str
    label: str
    checked: bool = False
    off: bool = False
    word: bool = False

    @property
    def flags(self) -> str:
        """The attributes of its input."""
        return flags(self.checked, self.off)


@dataclass(frozen=True)
class Strip:
    """A row of numbers 0 1 2 3 …, one tap each.

    none: the 0 of a strip too long for it. worked_out: the number wasn't tapped.
    """

    name: str
    label: str
    cells: tuple[Cell, ...]
    hint: str = ""
    none: Cell | None = None
    worked_out: bool = False

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        drawn = (*self.cells, self.none) if self.none else self.cells
        chosen = [cell.value for cell in drawn if cell.checked and not cell.off]
        return {self.name: chosen[-1]} if chosen else {}


@dataclass(frozen=True)
class Typed:
    """A field to type in."""

    name: str
    value: str

    @property
    def sent(self) -> dict[str, str]:
        """The field that a browser sends, as drawn."""
        return {self.name: self.value}


@dataclass(frozen=True)
class StripGroup:
    """A strip with its legend.

    field: of the entry, as in Group. scale: points of some of its numbers, in words.
    """

    field: str
    strip: Strip
    error: Refusal | None = None
    scale: tuple[str, ...] = ()


@dataclass(frozen=True)
class Press:
    """A button that shows the form again with one thing more or less. ``off``: the reason it is disabled."""

    value: str
    label: str
    name: str = ""
    off: str = ""


@dataclass(frozen=True)
class Why:
    """One reason: words, points, and count. Points "" for none; count "" for once."""

    text: str
    points: str
    times: str = ""

    def __str__(self) -> str:
        return self.text + (" " + self.points if self.points else "") + self.times


@dataclass(frozen=True)
class Effect:
    """Change of one score by the hand. ``after``: None while unknown."""

    name: str
    before: int
    after: int | None = None
    why: tuple[Why, ...] = ()


@dataclass(frozen=True)
class PlayerRow:
    """One player's row: change of score, choice of maker, strip and button."""

    seat: int
    effect: Effect
    maker: Choice
    strip: Strip | None = None
    press: Press | None = None
    notes: tuple[str, ...] = ()


def effects(state: State, step: Step | None) -> dict[str, Effect]:
    """Change of each score by *step*, by side; without *step* the current scores."""
    after: Mapping[str, int] = step.hand.after if step and step.hand else {}
    lines = step.lines if step else ()
    return {
        name: Effect(name, before, after.get(name), reasons(line for line in lines if line.player == name))
        for name, before in state.scores.items()
    }


def reasons(lines: Iterable[Line]) -> tuple[Why, ...]:
    """Score lines in words with their points; equal lines are merged and counted."""
    pairs = [(line.text, signed(line.points) if line.points else "") for line in lines]
    return tuple(
        Why(text, points, TIMES.get(pairs.count((text, points)), "")) for text, points in dict.fromkeys(pairs)
    )


def people(
    state: State,
    name: str,
    chosen: str,
    off: Mapping[str, str] | None = None,
    among: Sequence[str] | None = None,
    dealer: str | None = None,
) -> tuple[Choice, ...]:
    """A choice for each player of *among* (None: all), by seat. *off*: reasons by player."""
    off = off or {}
    return tuple(
        Choice(
            name,
            str(seat),
            who,
            chosen == who and who not in off,
            off.get(who, ""),
            dealer=who == dealer,
        )
        for seat, who in enumerate(state.players)
        if among is None or who in among
    )


def box(name: str, label: str, ticked: bool = False, *, small: str = "", off: str = "") -> Choice:
    """A box to tick."""
    return Choice(name, YES, label, ticked, off, small, box=True)


def boxes(
    state: State, field: str, ticked: Sequence[str], among: Sequence[str], small: str = ""
) -> tuple[Choice, ...]:
    """A box to tick for each of *among*, by seat."""
    return tuple(
        box(f"{field}-{seat}", name, name in ticked, small=small)
        for seat, name in enumerate(state.players)
        if name in among
    )


def trumps(names: Sequence[str], chosen: str) -> tuple[Choice, ...]:
    """A choice for each possible trump suit, and for no-trump."""
    return tuple(
        Choice("trump", name, "none" if name == "no-trump" else name, chosen == name, suit=suit_of(name))
        for name in names
    )


def suit_of(trump: str) -> str:
    """The suit to draw; "" for no-trump."""
    return trump if trump in SUITS else ""


def sent(drawn: object) -> dict[str, str]:
    """The fields that a browser sends of what is drawn: of parts with a member ``sent``, at any depth."""
    if drawn is None or isinstance(drawn, str | int):  # most of what is drawn
        return {}
    own: dict[str, str] | None = getattr(drawn, "sent", None)
    if own is not None:
        return own
    if isinstance(drawn, Mapping):
        inner: Iterable[object] = drawn.values()
    elif isinstance(drawn, list | tuple):
        inner = drawn
    elif is_dataclass(drawn) and not isinstance(drawn, type):
        inner = vars(drawn).values()
    else:
        return {}
    return {name: text for one in inner for name, text in sent(one).items()}


def cells(highest: int, chosen: Count, limit: int, lowest: int = 0, first: int = 0) -> tuple[Cell, ...]:
    """Cells from *first* to *highest*. Cells over *limit* or under *lowest* are off unless chosen."""
    return tuple(
        Cell(
            str(count),
            str(count),
            chosen == count,
            chosen != count and not lowest <= count <= limit,
        )
        for count in range(first, highest + 1)
    )


def tricks_text(count: int) -> str:
    """A number of tricks in words: "no trick", "1 trick", "3 tricks"."""
    return f"{count} tricks" if count > 1 else ("1 trick" if count else "no trick")
