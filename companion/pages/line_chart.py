"""Coordinates of charts of running totals, in pixels of the view box.

The template draws it.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor

from companion.wording.names import shown

WIDTH = 358
LEFT, TOP = 34, 14
LEAST_HEIGHT = 168
LABEL_GAP, LABEL_SPACE, AXIS_SPACE = 14, 18, 26
LEADER = 14  # of the space before a label, what the line takes that leads to it
# Widths of bold letters at 12 pixels, at least those of the fonts that the page asks for.
SLIM, LETTER, CAPITAL, BROAD, EMOJI = 4.5, 7.5, 9.5, 12.5, 17.0
SLIM_LETTERS, BROAD_LETTERS = frozenset("iljtfrI.,'’|!-−: "), frozenset("mwMW@%&…")
LONGEST_LABEL = 132
MOST_HAND_NUMBERS = 10
DASHES = ("d1", "d2", "d3", "d4", "")
STEPS = (1, 2, 5)
MOST_STEPS = 3


@dataclass(frozen=True)
class Series:
    """One player's running totals, the start first; ``best``: drawn as the winner."""

    name: str
    totals: Sequence[int]
    best: bool = False


@dataclass(frozen=True)
class Label:
    """Text at a position; ``full``: the whole text if ``text`` is cut, else ""."""

    text: str
    x: float
    y: float
    full: str = ""


@dataclass(frozen=True)
class Line:
    """A player's line.

    path: SVG path data. leader: the same from its end to the label, which may stand above or below it.
    style: CSS class. label: name and last total.
    """

    path: str
    leader: str
    style: str
    label: Label


@dataclass(frozen=True)
class Rule:
    """A horizontal grid line with its value; ``is_zero``: the line of the start."""

    y: float
    label: Label
    is_zero: bool


@dataclass(frozen=True)
class Chart:
    """Everything to draw, back to front.

    width, height: of the view box. left, right: ends of the plot. hand: caption of the labels under the
    plot, without a text in a chart of evenings. rules: grid lines. numbers: those labels, from left to right.
    lines: one for each player, the best last.
    """

    width: int
    height: float
    left: float
    right: float
    hand: Label
    rules: tuple[Rule, ...]
    numbers: tuple[Label, ...]
    lines: tuple[Line, ...]


def chart(series: Sequence[Series], hands: Sequence[int | None], figures: Mapping[str, str]) -> Chart:
    """The chart of these totals.

    *hands*: for each total after the start its hand's number, None for a change between hands.
    *figures*: the last total by name, as text for the line's end.
    """
    # Numbers of hands for under the chart, each with its place; at most MOST_HAND_NUMBERS.
    last = max((number for number in hands if number), default=0)
    every = -(-last // MOST_HAND_NUMBERS)
    hand_numbers = [
        (place, str(number)) for place, number in enumerate(hands, 1) if number and number % every == 0
    ]
    return lines(series, hand_numbers, figures, "hand")


def told_apart(names: Sequence[str]) -> list[str]:
    """The names for a chart, each once: two people may be shown by the same one, "Ann" and "Ann (2)"."""
    keys: list[str] = []
    for name in names:
        key, number = name, 1
        while key in keys:
            number += 1
            key = f"{name} ({number})"
        keys.append(key)
    return keys


def lines(
    series: Sequence[Series],
    places: Sequence[tuple[int, str]],
    figures: Mapping[str, str],
    caption: str = "",
    base: int = 0,
) -> Chart:
    """The chart of these totals, of which every series has the same number.

    *places*: labels under the plot, each with the place of its total, from 0. *caption*: in front of them.
    *base*: where all lines start; the plot shows it.
    """
    height = max(LEAST_HEIGHT, LABEL_GAP * (len(series) - 1))
    labels = {}  # the name, cut to fit at the line's end with its figure
    for one in series:
        kept, mark = one.name, " "
        while kept and _wide(kept + mark + figures[one.name]) > LONGEST_LABEL:
            kept, mark = kept[:-1], "… "
        labels[one.name] = shown(kept if mark == " " else kept.rstrip()) + mark + figures[one.name]
    right = WIDTH - LABEL_SPACE - max(min(_wide(text), LONGEST_LABEL) for text in labels.values())
    values = [total for one in series for total in one.totals]
    low, high = min(base, *values), max(base + 1, *values)
    plot = _Plot(right, height, low, high, len(series[0].totals) - 1)
    # A rule at each multiple of the least of 1, 2, 5, 10, 20 … that fits into the plot at most three times.
    steps = (step * 10**power for power in range(len(str(high - low)) + 1) for step in STEPS)
    step = next(step for step in steps if (high - low) // step <= MOST_STEPS)
    rules = []
    for value in range(high // step * step, low - 1, -step):
        text = ("+" if low < 0 < value else "") + str(value).replace("-", "−")
        rules.append(Rule(plot.y(value), Label(text, LEFT - 6, plot.y(value) + 4), value == base))
    ends = spread([plot.y(one.totals[-1]) for one in series], LABEL_GAP, TOP, TOP + height)
    dashes = iter(DASHES * len(series))
    drawn = []
    for one, y in zip(series, ends, strict=True):
        points = [f"{plot.x(place):.1f} {plot.y(total):.1f}" for place, total in enumerate(one.totals)]
        leader = f"L{right + LEADER:.1f} {y:.1f}"
        full = shown(one.name) if "…" in labels[one.name] else ""
        label = Label(labels[one.name], _tenth(right + LABEL_SPACE), _tenth(y + 4), full)
        drawn.append(Line("M" + "L".join(points), leader, "win" if one.best else next(dashes), label))
    y = TOP + height + AXIS_SPACE - 4
    return Chart(
        WIDTH,
        TOP + height + AXIS_SPACE,
        LEFT,
        _tenth(right),
        Label(caption, LEFT - 2, y),
        tuple(rules),
        tuple(Label(text, plot.x(place), y) for place, text in places),
        tuple(sorted(drawn, key=lambda line: line.style == "win")),
    )


@dataclass(frozen=True)
class _Plot:
    right: float
    height: float
    low: int
    high: int
    places: int

    def x(self, place: int) -> float:
        return _tenth(LEFT + (self.right - LEFT) * place / max(self.places, 1))

    def y(self, value: int) -> float:
        return _tenth(TOP + self.height * (self.high - value) / (self.high - self.low))


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Positions as near as possible to those wanted, at least *gap* apart, between *top* and *bottom*.

    There must be room for all of them. Positions keep their order; equal ones the order given.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed: list[float] = []
    for index in order:
        placed.append(max(wanted[index], placed[-1] + gap if placed else top))
    limit = bottom
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - gap
    at = dict(zip(order, placed, strict=True))
    return [_tenth(at[index]) for index in range(len(wanted))]


def _tenth(position: float) -> float:
    """The nearest tenth; half a tenth goes up, in every Python."""
    return floor(position * 10 + 0.5) / 10


def _wide(text: str) -> float:
    """Estimated width of a text."""
    wide = 0.0
    for character in text:
        category = unicodedata.category(character)
        if unicodedata.combining(character) or category in ("Cf", "Mn"):
            continue
        if category == "So" or character > "\uffff":
            wide += EMOJI
        elif character in BROAD_LETTERS or unicodedata.east_asian_width(character) in ("W", "F"):
            wide += BROAD
        elif character in SLIM_LETTERS:
            wide += SLIM
        else:
            wide += CAPITAL if character.isupper() else LETTER
    return wide
