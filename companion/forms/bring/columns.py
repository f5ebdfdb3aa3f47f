"""The columns of a CSV of hands: those of a game's head, and one or more for each field of an entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Variant
from scoring.entries import HAND, KINDS
from scoring.fields import ByName, Field, Nested, Shape

DATE, TABLE, GAME, TITLE, RULES, FIRST = "date", "table", "game", "title", "rules", "first dealer"
HEAD = (DATE, TABLE, GAME, TITLE, RULES, FIRST)
SEAT, KIND = "player", "kind"
MOST_SEATS = 12
NUMBERED = re.compile(r"(.*?\S)\s*(\d{1,2})")
OF_SCORE_SHEET = {"change", "total"}  # the last words of columns of the score sheet's CSV


@dataclass(frozen=True)
class Column:
    """One column: its heading as it was typed; ``name`` in small letters; ``seat`` from 1, 0 without one."""

    heading: str
    name: str
    seat: int


def columns(headings: Sequence[str]) -> tuple[Column, ...]:
    """The columns of a file. Raises Refusal for one that isn't known, or is there twice."""
    found = tuple(_column(heading) for heading in headings)
    if _is_score_sheet(found):
        raise AppRefusal("csv-score-sheet")
    seen: set[tuple[str, int]] = set()
    for column in found:
        if not column.name and column.heading == "":
            continue
        if not _is_known(column):
            raise AppRefusal("csv-column", column.heading, column=column.heading or "…")
        if (column.name, column.seat) in seen:
            raise AppRefusal("csv-twice", column.heading, column=column.heading)
        seen.add((column.name, column.seat))
    _refuse_missing(seen)
    return found


def _refuse_missing(seen: set[tuple[str, int]]) -> None:
    for name, seat in ((DATE, 0), (GAME, 0), (SEAT, 1)):
        if (name, seat) not in seen:
            heading = f"{name} {seat}" if seat else name
            raise AppRefusal("csv-missing", heading, column=heading)
    told = {name for name, _seat in seen} - {*HEAD, SEAT}
    if not told:
        raise AppRefusal("csv-no-hands")


def _column(heading: str) -> Column:
    heading = heading.strip()
    name = " ".join(heading.casefold().replace("_", " ").replace("-", " ").split())
    name = SPELLED.get(name, name)
    found = NUMBERED.fullmatch(name)
    if not found:
        return Column(heading, name, 0)
    return Column(heading, found[1], int(found[2]))


def _is_score_sheet(found: Sequence[Column]) -> bool:
    """Whether this is the CSV of a recap, which says what hands came to, not how they were played."""
    return any(column.name.split(" ")[-1] in OF_SCORE_SHEET for column in found)


def _is_known(column: Column) -> bool:
    if column.name in HEAD or column.name == KIND:
        return column.seat == 0
    if column.name == SEAT:
        return 0 <= column.seat <= MOST_SEATS
    numbered = COLUMNS.get(column.name)
    if numbered is None:
        return False
    return (1 <= column.seat <= MOST_SEATS) if numbered else column.seat == 0


def flat(fields: Sequence[Field], within: str = "") -> dict[str, Shape]:
    """The fields as columns: those of an object are named after both, as "showdown winner"."""
    found: dict[str, Shape] = {}
    for field in fields:
        name = (within + field.name).replace("_", " ")
        if isinstance(field.shape, Nested):
            found.update(flat(field.shape.fields, name + " "))
        else:
            found[name] = field.shape
    return found


def fields_of(kind: str, variant: Variant) -> tuple[Field, ...]:
    """The fields of an entry of this kind in this game."""
    own = variant.fields if kind == HAND.name else ()
    return (*KINDS[kind].fields, *own)


def _all_columns() -> dict[str, bool]:
    """Every column of an entry, and whether it is there once a seat."""
    fields = [field for kind in KINDS.values() for field in kind.fields]
    fields += [field for variant in VARIANTS.values() for field in variant.fields]
    return {name: isinstance(shape, ByName) for name, shape in flat(fields).items()}


COLUMNS = _all_columns()
# Another heading for a column: what a field is also called.
SPELLED = {"day": DATE, "variant": GAME, "played on": DATE, "maker alone": "alone"}
