"""The cells of a CSV of hands, read as fields of an entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.wording.names import SYMBOLS
from companion.wording.refusal import AppRefusal
from scoring import Variant
from scoring.fields import ByName, Field, Flag, Listed, Nested, Player, Shape, Side, Text, Word
from scoring.names import compared
from scoring.shape import IN_WORDS, NAME_LENGTH

YES, NO = frozenset(("yes", "y", "true", "on", "1", "x")), frozenset(("no", "n", "false", "off", "0"))
BY_SEAT = re.compile(r"#([1-9]\d?)")
NUMBER = re.compile(r"[+\-−]?[0-9]{1,9}")
BETWEEN = ";"
POT = "pot"
LONGEST = 60  # characters of a cell that a refusal repeats


@dataclass(frozen=True)
class Seats:
    """Who sits at the table, in order of sitting down; who joins later comes after the others."""

    variant: Variant
    players: tuple[str, ...]

    def at(self, seat: int, field: str) -> str:
        """The player of a seat, from 1. Raises Refusal."""
        if not 1 <= seat <= len(self.players):
            raise AppRefusal("csv-seat", field, seat=seat)
        return self.players[seat - 1]

    def player(self, cell: str, field: str) -> str:
        """A player by name, or by seat as "#3". Raises Refusal."""
        if found := BY_SEAT.fullmatch(cell):
            return self.at(int(found[1]), field)
        wanted = compared(cell)
        for name in self.players:
            if compared(name) == wanted:
                return name
        raise AppRefusal("not-seated", field, player=cell[:LONGEST])

    def side(self, cell: str, field: str) -> str:
        """A side by its name, or that of one of its players. Raises Refusal."""
        sides = self.variant.sides(self.players)
        if cell in sides:
            return cell
        return self.variant.side_of(self.players, self.player(cell, field))

    def side_at(self, seat: int, field: str) -> str:
        """The side of a column's number, from 1. Raises Refusal."""
        sides = self.variant.sides(self.players)
        if not 1 <= seat <= len(sides):
            raise AppRefusal("csv-seat", field, seat=seat)
        return sides[seat - 1]


def value(shape: Shape, cell: str, seats: Seats, field: str) -> object:
    """What a cell that isn't empty says. Raises Refusal of *field*."""
    if isinstance(shape, Text):
        return cell
    cell = cell.strip()
    if isinstance(shape, (Player, Side)):
        return _named(shape, cell, seats, field)
    if isinstance(shape, Listed):
        parts = [part.strip() for part in cell.split(BETWEEN)]
        return [_item(shape.item, part, seats, field) for part in parts if part]
    if isinstance(shape, Word):
        return word(cell, shape.words, field)
    return flag(cell, field) if isinstance(shape, Flag) else whole(cell, field)


def _named(shape: Player | Side, cell: str, seats: Seats, field: str) -> str:
    if isinstance(shape, Side):
        return seats.side(cell, field)
    if shape.pot and cell.casefold() == POT:
        return POT
    return cell if shape.new else seats.player(cell, field)


def by_name(shape: ByName, seat: int, cell: str, seats: Seats, field: str) -> dict[str, object]:
    """What the column of one seat, from 1, adds to a map. Raises Refusal."""
    name = seats.side_at(seat, field) if shape.sides else seats.at(seat, field)
    return {name: value(shape.value, cell, seats, field)}


def flag(cell: str, field: str) -> bool:
    """Yes or no. Raises Refusal."""
    said = cell.strip().casefold()
    if said in YES or said in NO:
        return said in YES
    raise AppRefusal("csv-yes-or-no", field)


def whole(cell: str, field: str) -> int:
    """A whole number. Raises Refusal."""
    if not NUMBER.fullmatch(cell):
        raise AppRefusal("csv-number", field)
    return int(cell.replace("−", "-"))


def word(cell: str, words: Sequence[str], field: str) -> str:
    """One of *words*, as a record has it or as people read it. Raises Refusal."""
    said = _plain(cell)
    for one in words:
        if said in (_plain(one), _plain(IN_WORDS.get(one, one)), SYMBOLS.get(one)):
            return one
    raise AppRefusal("csv-word", field, words=", ".join(_plain(one) for one in words))


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


def _item(shape: Player | Nested, part: str, seats: Seats, field: str) -> object:
    """One of a list: a player, or an object whose first field is a player, as "Ann bet 5"."""
    if isinstance(shape, Player):
        return value(shape, part, seats, field)
    first, *rest = shape.fields
    told = part.split(" ")
    for place in range(len(told) - 1, 0, -1):
        words = told[place:]
        if len(words) <= len(rest) and (said := _said(rest, words, seats)) is not None:
            name = " ".join(told[:place]).strip()
            return {first.name: value(first.shape, name[:NAME_LENGTH], seats, field), **said}
    raise AppRefusal("csv-list", field)


def _said(fields: Sequence[Field], words: Sequence[str], seats: Seats) -> dict[str, object] | None:
    found: dict[str, object] = {}
    for field, said in zip(fields, words, strict=False):
        try:
            found[field.name] = value(field.shape, said, seats, field.name)
        except AppRefusal:
            return None
    return found
