"""A list of games of earlier years: a line each, with the day, the game, and each side with its score."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from companion.forms.bring.hands_csv import without_apostrophe
from companion.stats.periods import day
from companion.wording.refusal import AppRefusal
from scoring import Refusal
from scoring.names import checked, refuse_same

FIELD = "list"
MOST = 1000  # lines at once
DELIMITERS = "\t;,"  # the first that there is
HEADING = "date"  # the first cell of a line of headings, which is left out
APART = re.compile(r"\s*[&+/]\s*|\s+and\s+", re.IGNORECASE)  # between the names of a side
NUMBER = re.compile(r"[-−]?\d{1,6}")
SCORES = re.compile(r"[-−]?\d[\d\s&+/:.–—−-]*")  # "10–7", or a number that is too long: nobody's name
MOST_SIDES = 12


@dataclass(frozen=True)
class Side:
    """The players of a side, and its score, None if it isn't known."""

    names: tuple[str, ...]
    score: int | None = None


@dataclass(frozen=True)
class Line:
    """A game of a list; the first side won."""

    on: date
    game: str
    sides: tuple[Side, ...]

    @property
    def names(self) -> list[str]:
        """Everyone who played."""
        return [name for side in self.sides for name in side.names]


def read(text: str, today: date) -> tuple[list[Line], dict[int, Refusal]]:
    """The games of a list, and by number of line why others can't be read. Raises Refusal of the list.

    today: of the group; nothing was played later.
    """
    lines: list[Line] = []
    wrong: dict[int, Refusal] = {}
    text = text.removeprefix("\ufeff")
    mark = next((one for one in DELIMITERS if one in text), ",")
    for number, line in enumerate(text.splitlines(), 1):
        try:
            [cells] = [*csv.reader([line], delimiter=mark, skipinitialspace=True)] or [[]]
        except csv.Error:  # a cell longer than any
            cells = [line]
        cells = [without_apostrophe(cell.strip()) for cell in cells]
        if not any(cells) or cells[0].casefold() == HEADING:
            continue
        if len(lines) + len(wrong) == MOST:
            raise AppRefusal("past-many", FIELD, most=MOST)
        try:
            lines.append(_line(cells, today))
        except Refusal as refusal:
            wrong[number] = refusal
    if not lines and not wrong:
        raise AppRefusal("past-none", FIELD)
    return lines, wrong


def _line(cells: Sequence[str], today: date) -> Line:
    on = day(cells[0])
    if on is None:
        raise AppRefusal("no-day", FIELD)
    if on > today:
        raise AppRefusal("past-later", FIELD)
    game, *rest = [*cells[1:], ""]
    if game:
        checked(game, FIELD)  # as long as a name, and of what can be seen
    sides: list[Side] = []
    for cell in filter(None, rest):
        if NUMBER.fullmatch(cell):
            if not sides or sides[-1].score is not None:
                raise AppRefusal("past-score", FIELD, score=cell)
            sides[-1] = Side(sides[-1].names, int(cell.replace("−", "-")))
        elif SCORES.fullmatch(cell):
            raise AppRefusal("past-score", FIELD, score=cell)
        else:
            sides.append(Side(tuple(checked(name, FIELD) for name in APART.split(cell))))
    if not sides:
        raise AppRefusal("past-winners", FIELD)
    if len(sides) > MOST_SIDES:
        raise AppRefusal("past-sides", FIELD, most=MOST_SIDES)
    found = Line(on, game, tuple(sides))
    refuse_same(found.names, FIELD)
    return found
