"""A score shown on two cards by uncovered pips (EU-17, KC-22): how the upper card lies on the lower one."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin

Place = tuple[float, float, float]  # the upper card's x, y and turn in degrees
WIDTH, HEIGHT, VIEW_WIDTH, VIEW_HEIGHT = 64, 88, 140, 118
SUITS = "shdc"
MOST = 10

# By the pips of the lower card that show.
ON_A_FIVE: tuple[Place, ...] = (
    (1, 1, 1.5), (34, -6, 22), (24, -1, 0.6), (41, 1, 0.6), (64, 7, 22), (70, 1, 1.5),
)  # fmt: skip
ON_A_SIX: tuple[Place, ...] = (
    (1, 1, 1.5), (37.1, -10, 30), (1, 30, 0.6), (32, -2, 1.5), (62.5, 8, 32), (75, 22, 38), (70, 1, 1.5),
)  # fmt: skip


@dataclass(frozen=True)
class Pips:
    """Two cards of a 64 × 88 box: the symbols to draw, how the upper one lies, and where the view begins."""

    lower: str
    upper: str
    transform: str
    window: str
    label: str


def pips(variant: str, target: int, place: int, score: int) -> Pips | None:
    """The two cards of the side in this place, from 0; None where the table's cards cannot show the score.

    Two cards show from none to ten: a score beyond that shows as much as there is.
    """
    if target > MOST:
        return None
    score = min(max(score, 0), MOST)
    suit = SUITS[place % len(SUITS)]
    if variant == "partnership":
        return _lying("five-" + suit, "five-" + suit, ON_A_FIVE, 5, score, "the Fives")
    if variant == "king-cutthroat":
        return _lying("six-" + suit, "four-" + suit, ON_A_SIX, 4, score, "the Six and the Four")
    return None


def _lying(
    lower: str, upper: str, places: tuple[Place, ...], upper_pips: int, score: int, cards: str
) -> Pips:
    face_up = score >= len(places)
    x, y, turn = places[score - upper_pips if face_up else score]
    words = f"{cards} at {score} pip" + ("" if score == 1 else "s")
    transform = f"translate({x} {y}) rotate({turn})"
    return Pips(lower, upper if face_up else "back", transform, _window(x, y, turn), words)


def _window(x: float, y: float, turn: float) -> str:
    """Where the view begins that has both cards in its middle."""
    angle = radians(turn)
    right, low = WIDTH * cos(angle), WIDTH * sin(angle) + HEIGHT * cos(angle)
    middle_x = (min(0.0, x - HEIGHT * sin(angle)) + max(WIDTH, x + right)) / 2
    middle_y = (min(0.0, y) + max(HEIGHT, y + low)) / 2
    return f"{round(middle_x - VIEW_WIDTH / 2)} {round(middle_y - VIEW_HEIGHT / 2)}"


@dataclass(frozen=True)
class Face:
    """One card of the drawing: its symbol's id, its suit, and where its pips are printed."""

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
    """The card symbols that these drawings need, each once."""
    ids = dict.fromkeys(name for one in drawn if one for name in (one.lower, one.upper) if name != "back")
    return tuple(Face(name, name[-1], SPOTS[name[:-2]]) for name in ids)
