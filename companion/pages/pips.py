"""Scores on two cards by uncovered pips (EU-17, KC-22), and chips in piles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, radians, sin

from scoring import Turn
from scoring.tray import USUAL_CASE, Case, in_case

Place = tuple[float, float, float]  # the upper card's x, y and turn in degrees
WIDTH, HEIGHT, VIEW_WIDTH, VIEW_HEIGHT = 64, 88, 140, 118
SUITS = "shdc"
RANKS = {4: "four", 5: "five", 6: "six"}

# By the pips of the lower card that show.
ON_A_FIVE: tuple[Place, ...] = (
    (1, 1, 1.5), (34, -6, 22), (24, -1, 0.6), (41, 1, 0.6), (64, 7, 22), (70, 1, 1.5),
)  # fmt: skip
ON_A_SIX: tuple[Place, ...] = (
    (1, 1, 1.5), (37.1, -10, 30), (1, 30, 0.6), (32, -2, 1.5), (62.5, 8, 32), (75, 22, 38), (70, 1, 1.5),
)  # fmt: skip
# By the pips of the lower card.
LYING = {5: ON_A_FIVE, 6: ON_A_SIX}


@dataclass(frozen=True)
class Pips:
    """Two cards of a 64 × 88 box: symbols, position of the upper card, and origin of the view box."""

    lower: str
    upper: str
    transform: str
    window: str
    label: str


def pips(cards: tuple[int, int] | None, target: int, place: int, score: int) -> Pips | None:
    """The two cards of the side in this place, from 0; None if the table's cards can't show the score.

    *cards*: pips of the lower and the upper card. An unreachable score is shown as the nearest one.
    """
    if cards is None or target > sum(cards):
        return None
    lower, upper = cards
    score = min(max(score, 0), sum(cards))
    places = LYING[lower]
    face_up = score >= len(places)
    x, y, turn = places[score - upper if face_up else score]
    suit = SUITS[place % len(SUITS)]
    # "the Fives", "the Six and the Four".
    first, second = RANKS[lower].capitalize(), RANKS[upper].capitalize()
    named = f"the {first}s" if lower == upper else f"the {first} and the {second}"
    angle = radians(turn)
    right, low = WIDTH * cos(angle), WIDTH * sin(angle) + HEIGHT * cos(angle)
    middle_x = (min(0.0, x - HEIGHT * sin(angle)) + max(WIDTH, x + right)) / 2
    middle_y = (min(0.0, y) + max(HEIGHT, y + low)) / 2
    return Pips(
        lower=f"{RANKS[lower]}-{suit}",
        upper=f"{RANKS[upper]}-{suit}" if face_up else "back",
        transform=f"translate({x} {y}) rotate({turn})",
        window=f"{round(middle_x - VIEW_WIDTH / 2)} {round(middle_y - VIEW_HEIGHT / 2)}",
        label=f"{named} at {score} pip" + ("" if score == 1 else "s"),
    )


@dataclass(frozen=True)
class Face:
    """One card of the drawing: its symbol's id, its suit, and the positions of its pips."""

    id: str
    suit: str
    spots: tuple[tuple[float, float], ...]

    @property
    def red(self) -> bool:
        """Whether its pips are red."""
        return self.suit in "hd"


LEFT, MIDDLE, RIGHT = 8.5, 25.5, 42.5
TOP, CENTRE, FOOT = 11.5, 37.5, 63.5
CORNERS = ((LEFT, TOP), (RIGHT, TOP), (LEFT, FOOT), (RIGHT, FOOT))
SPOTS = {
    "four": CORNERS,
    "five": (*CORNERS, (MIDDLE, CENTRE)),
    "six": (*CORNERS, (LEFT, CENTRE), (RIGHT, CENTRE)),
}


def faces(drawn: Iterable[Pips | None]) -> tuple[Face, ...]:
    """The card symbols used by these drawings, each once."""
    ids = dict.fromkeys(name for one in drawn if one for name in (one.lower, one.upper) if name != "back")
    return tuple(Face(name, name[-1], SPOTS[name[:-2]]) for name in ids)


# Chips to draw, in the colors of a table’s own set, and the amounts of a bet to choose from.

DRAWN = 8
AMOUNTS = (1, 2, 5, 10, 20)
USUAL = 5


@dataclass(frozen=True)
class Pile:
    """Chips of one color."""

    color: str
    value: int
    number: int


def piles(counts: Mapping[str, int] | None, case: Case) -> tuple[Pile, ...]:
    """Chips by color, most valuable first."""
    return tuple(
        Pile(one.name, one.value, counts[one.name]) for one in case if counts and counts.get(one.name)
    )


def one_by_one(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """A pile for each chip; () if they don't fit in a row."""
    chips = tuple(pile for pile in piles for _chip in range(min(pile.number, DRAWN + 1)))
    return chips if len(chips) <= DRAWN else ()


def drawn(amount: int, case: Case = USUAL_CASE) -> tuple[Pile, ...]:
    """An amount chip by chip, in few chips of the case; () if they don't fit in a row."""
    return one_by_one(piles(in_case(amount, case), case))


def usual(turn: Turn | None) -> int:
    """The amount chosen at first."""
    if turn is None:
        return USUAL
    return USUAL if turn.least <= USUAL <= turn.most else turn.least


def amounts(turn: Turn) -> tuple[int, ...]:
    """The amounts offered as buttons, from the smallest."""
    allowed = {chips for chips in AMOUNTS if turn.least <= chips <= turn.most}
    return tuple(sorted({turn.least, turn.most, *allowed}))


def chosen(turn: Turn, wanted: int | None) -> int:
    """The amount *wanted*, brought within the bounds; the usual one for None."""
    return usual(turn) if wanted is None else max(turn.least, min(wanted, turn.most))
