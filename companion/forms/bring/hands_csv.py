"""CSV of hands: a line for each hand, lines of one game after each other (docs/people.md)."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.wording.names import SYMBOLS
from companion.wording.refusal import AppRefusal
from scoring import VARIANTS, Refusal, Variant
from scoring.entries import HAND, KINDS
from scoring.fields import ByName, Chosen, Field, Flag, Listed, Nested, Player, Shape, Side, Text, Word
from scoring.names import compared
from scoring.options import FLAG, NUMBER
from scoring.record import FORMAT
from scoring.shape import IN_WORDS, NAME_LENGTH

YES, NO = frozenset(("yes", "y", "true", "on", "1", "x")), frozenset(("no", "n", "false", "off", "0"))
BY_SEAT = re.compile(r"#([1-9]\d?)")
WHOLE_NUMBER = re.compile(r"[+\-−]?[0-9]{1,9}")
BETWEEN = ";"
POT = "pot"
LONGEST = 60  # characters of a cell that a refusal repeats
DATE, TABLE, GAME, TITLE, RULES, FIRST = "date", "table", "game", "title", "rules", "first dealer"
HEAD = (DATE, TABLE, GAME, TITLE, RULES, FIRST)
SEAT, KIND = "player", "kind"
MOST_SEATS = 12
NUMBERED = re.compile(r"(.*?\S)\s*(\d{1,2})")
DELIMITERS = ",;\t"
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
JOIN = "join"
OF_SCORE_SHEET = {"change", "total"}  # the last words of columns of the score sheet's CSV
# Another heading for a column: what a field is also called.
SPELLED = {"day": DATE, "variant": GAME, "played on": DATE, "maker alone": "alone"}


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


def cell_value(shape: Shape, cell: str, seats: Seats, field: str) -> object:
    """What a cell that isn't empty says. Raises Refusal of *field*."""
    if isinstance(shape, Text):
        return cell
    cell = cell.strip()
    if isinstance(shape, Side):
        return seats.side(cell, field)
    if isinstance(shape, Player):
        is_pot = shape.pot and cell.casefold() == POT
        return POT if is_pot else cell if shape.new else seats.player(cell, field)
    if isinstance(shape, Listed):
        parts = [part.strip() for part in cell.split(BETWEEN)]
        return [_item(shape.item, part, seats, field) for part in parts if part]
    if isinstance(shape, Word):
        # as a record has it or as people read it
        said = _words(cell)
        for one in shape.words:
            if said in (_words(one), _words(IN_WORDS.get(one, one)), SYMBOLS.get(one)):
                return one
        raise AppRefusal("csv-word", field, words=", ".join(_words(one) for one in shape.words))
    return cell_flag(cell, field) if isinstance(shape, Flag) else cell_number(cell, field)


def cell_flag(cell: str, field: str) -> bool:
    """Yes or no. Raises Refusal."""
    said = cell.strip().casefold()
    if said in YES or said in NO:
        return said in YES
    raise AppRefusal("csv-yes-or-no", field)


def cell_number(cell: str, field: str) -> int:
    """A whole number. Raises Refusal."""
    if not WHOLE_NUMBER.fullmatch(cell):
        raise AppRefusal("csv-number", field)
    return int(cell.replace("−", "-"))


def _item(shape: Player | Nested, part: str, seats: Seats, field: str) -> object:
    """One of a list: a player, or an object whose first field is a player, as "Ann bet 5"."""
    if isinstance(shape, Player):
        return cell_value(shape, part, seats, field)
    first, *rest = shape.fields
    told = part.split(" ")
    for place in range(len(told) - 1, 0, -1):
        words = told[place:]
        if len(words) > len(rest):
            break
        both = zip(rest, words, strict=False)
        try:
            said = {one.name: cell_value(one.shape, text, seats, one.name) for one, text in both}
        except AppRefusal:
            continue
        name = " ".join(told[:place]).strip()
        return {first.name: cell_value(first.shape, name[:NAME_LENGTH], seats, field), **said}
    raise AppRefusal("csv-list", field)


@dataclass(frozen=True)
class Column:
    """One column: its heading as it was typed; ``name`` in small letters; ``seat`` from 1, 0 without one."""

    heading: str
    name: str
    seat: int

    @property
    def is_known(self) -> bool:
        """Whether an entry, or the head of a game, can have this column."""
        if self.name == SEAT:
            return 0 <= self.seat <= MOST_SEATS
        is_numbered = False if self.name in {*HEAD, KIND} else COLUMNS.get(self.name)
        if is_numbered is None:
            return False
        return self.seat >= 1 if is_numbered else self.seat == 0  # who joins later has a higher one


def columns(headings: Sequence[str]) -> tuple[Column, ...]:
    """The columns of a file. Raises Refusal for one that isn't known, or is there twice."""
    found = []
    for heading in map(str.strip, headings):
        name = " ".join(heading.casefold().replace("_", " ").replace("-", " ").split())
        name = SPELLED.get(name, name)
        numbered = NUMBERED.fullmatch(name)
        column = Column(heading, numbered[1], int(numbered[2])) if numbered else Column(heading, name, 0)
        found.append(column)
    # The CSV of a recap says what hands came to, not how they were played.
    if any(column.name.split(" ")[-1] in OF_SCORE_SHEET for column in found):
        raise AppRefusal("csv-score-sheet")
    seen: set[tuple[str, int]] = set()
    for column in found:
        if not column.name and column.heading == "":
            continue
        if not column.is_known:
            raise AppRefusal("csv-column", column.heading, column=column.heading or "…")
        if (column.name, column.seat) in seen:
            raise AppRefusal("csv-twice", column.heading, column=column.heading)
        seen.add((column.name, column.seat))
    for name, seat in ((DATE, 0), (GAME, 0), (SEAT, 1)):
        if (name, seat) not in seen:
            heading = f"{name} {seat}" if seat else name
            raise AppRefusal("csv-missing", heading, column=heading)
    if not {name for name, _seat in seen} - {*HEAD, SEAT}:
        raise AppRefusal("csv-no-hands")
    return tuple(found)


def flat(fields: Sequence[Field], within: str = "") -> dict[str, Shape]:
    """The fields as columns: those of an object are named after both, as "showdown winner"."""
    found: dict[str, Shape] = {}
    for one in fields:
        name = (within + one.name).replace("_", " ")
        if isinstance(one.shape, Nested):
            found.update(flat(one.shape.fields, name + " "))
        else:
            found[name] = one.shape
    return found


def fields_of(kind: str, variant: Variant) -> tuple[Field, ...]:
    """The fields of an entry of this kind in this game."""
    own = variant.fields if kind == HAND.name else ()
    return (*KINDS[kind].fields, *own)


# Every column of an entry, and whether it is there once a seat.
COLUMNS = {
    name: isinstance(shape, ByName)
    for fields in (*(kind.fields for kind in KINDS.values()), *(one.fields for one in VARIANTS.values()))
    for name, shape in flat(fields).items()
}


@dataclass(frozen=True)
class Wrong:
    """What is wrong in a file: line from 1, 0 for the whole file; the heading of the column, or ""."""

    line: int
    column: str
    refusal: Refusal


@dataclass
class Told:
    """One game of a file: its record as parsed JSON, the line of each entry, and what is wrong in it.

    ``line`` is the game's first, 0 in a file of one game. ``kept``: the game as a copy of everything has it,
    with times and corrections, which the record lacks.
    """

    line: int
    record: dict[str, object] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)
    kept: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Line:
    """One line: its number, and its cells that aren't empty by column."""

    number: int
    cells: Mapping[tuple[str, int], str]
    headings: Mapping[tuple[str, int], str]

    def get(self, name: str, seat: int = 0) -> str:
        """A cell without the spaces around it, "" if it is empty."""
        return self.cells.get((name, seat), "").strip()

    def heading(self, name: str, seat: int = 0) -> str:
        """A column's heading as it was typed."""
        return self.headings.get((name, seat), name)


def games(text: str, most_lines: int) -> Iterator[Told]:
    """The games of a CSV, in order. Raises Refusal for a file that can't be read at all."""
    game = _Game(("", "", "", ()))
    for line in _lines(text, most_lines):
        if isinstance(line, Wrong):
            game.told.wrong.append(line)
            continue
        # Another game begins when one of these differs; empty cells say: as above.
        date, table, name, players = game.said
        seats = [seat for column, seat in line.cells if column == SEAT and seat]
        seated = tuple(line.get(SEAT, seat) for seat in range(1, max(seats, default=0) + 1))
        said = line.get(DATE) or date, line.get(TABLE) or table, line.get(GAME) or name, seated or players
        if said != game.said or not game.told.line:
            if game.told.line or game.told.wrong:
                yield game.told
            game = _Game(said)
        game.read(line)
    if game.told.line or game.told.wrong:
        yield game.told


def _lines(text: str, most: int) -> Iterator[Line | Wrong]:
    first = text.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: tuple[Column, ...] = ()
    start = 1
    try:
        for row in reader:
            number, start = start, reader.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if not found:
                found = columns(row)
                headings = {(one.name, one.seat): one.heading for one in found}
                continue
            if number > most:
                raise AppRefusal("csv-too-long", most=most)
            filled = {place: cell for place, cell in enumerate(row) if cell.strip()}
            beyond = [place for place in filled if place >= len(found) or not found[place].name]
            if beyond:
                yield Wrong(number, "", AppRefusal("csv-beyond", None, got=beyond[0] + 1))
                continue
            named = {
                (found[at].name, found[at].seat): without_apostrophe(cell) for at, cell in filled.items()
            }
            yield Line(number, named, headings)
    except csv.Error as error:
        is_long = "field limit" in str(error)
        raise AppRefusal("csv-long-cell" if is_long else "csv-quotes", line=start) from None
    if not found:
        raise AppRefusal("csv-empty")


def without_apostrophe(cell: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from reading a formula."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA) else cell


class _Game:
    """The game whose lines are being read. ``said``: what tells games apart, as it was said last."""

    def __init__(self, said: tuple[str, str, str, tuple[str, ...]]) -> None:
        self.said = said
        self.told = Told(0)
        self.seats: Seats | None = None
        self.head: dict[str, str] = {}
        self.entries: list[object] = []

    def read(self, line: Line) -> None:
        """Read one more line of this game."""
        if not self.told.line:
            self._begin(line)
        for name in (TITLE, RULES, FIRST):
            if line.get(name) and line.get(name) != self.head[name]:
                self._wrong(line, AppRefusal("csv-as-above", name), name)
        if self.seats is not None:
            self._entry(line, self.seats)

    def _begin(self, line: Line) -> None:
        date, _table, game, players = self.said
        self.told.line = line.number
        self.head = {name: line.get(name) for name in (TITLE, RULES, FIRST)}
        self.told.record = {
            "format": FORMAT,
            "players": list(players),
            "played_on": date,
            "entries": self.entries,
        }
        try:
            wanted = _words(game)  # by its name in a record, its title or its short name
            named = (
                one for one in VARIANTS.values() if wanted in map(_words, (one.name, one.title, one.short))
            )
            variant = next(named, None)
            if variant is None:
                raise AppRefusal("csv-game", GAME, games=", ".join(VARIANTS))
            self.told.record["variant"] = variant.name
            self.seats = Seats(variant, players)
            self._head(self.seats)
        except Refusal as refusal:
            self._wrong(line, refusal, refusal.field or "")

    def _head(self, seats: Seats) -> None:
        if self.head[TITLE]:
            self.told.record["title"] = self.head[TITLE]
        if self.head[FIRST]:
            self.told.record["dealer"] = seats.player(self.head[FIRST], FIRST)
        if self.head[RULES]:
            self.told.record["options"] = _options(seats.variant, self.head[RULES], RULES)

    def _entry(self, line: Line, seats: Seats) -> None:
        kind = "-".join(line.get(KIND).casefold().replace("_", " ").replace("-", " ").split()) or HAND.name
        told = {key: cell for key, cell in line.cells.items() if key[0] not in HEAD and key != (KIND, 0)}
        cells_of_entry = {key: cell for key, cell in told.items() if not (key[0] == SEAT and key[1])}
        if not cells_of_entry and not line.get(KIND):
            return
        if kind not in KINDS:
            self._wrong(line, AppRefusal("csv-word", KIND, words=", ".join(KINDS)), KIND)
            return
        entry = self._fields(line, kind, cells_of_entry, seats)
        self.entries.append(entry)
        self.told.lines.append(line.number)
        if kind == JOIN and isinstance(entry.get(SEAT), str):
            self.seats = Seats(seats.variant, (*seats.players, str(entry[SEAT])))

    def _fields(
        self, line: Line, kind: str, told: Mapping[tuple[str, int], str], seats: Seats
    ) -> dict[str, object]:
        entry: dict[str, object] = {"kind": kind}
        shapes = flat(fields_of(kind, seats.variant))
        for (name, seat), cell in sorted(told.items()):
            try:
                if name not in shapes:
                    what = seats.variant.title if kind == HAND.name else KINDS[kind].title
                    raise AppRefusal("csv-not-here", name, what=what)
                shape = shapes[name]
                if isinstance(shape, ByName):
                    whose = seats.side_at(seat, name) if shape.sides else seats.at(seat, name)
                    value: object = {whose: cell_value(shape.value, cell, seats, name)}
                elif isinstance(shape, Chosen):
                    value = _options(seats.variant, cell, name)
                else:
                    value = cell_value(shape, cell, seats, name)
                _put(entry, name, value, kind, seats.variant)
            except Refusal as refusal:
                self.told.wrong.append(Wrong(line.number, line.heading(name, seat), refusal))
        return entry

    def _wrong(self, line: Line, refusal: Refusal, name: str) -> None:
        self.told.wrong.append(Wrong(line.number, line.heading(name) if name else "", refusal))


def _put(entry: dict[str, object], column: str, value: object, kind: str, variant: Variant) -> None:
    """Put a value into an entry, or into the object inside it that its column names."""
    for one in fields_of(kind, variant):
        if isinstance(one.shape, Nested):
            for inner in one.shape.fields:
                if f"{one.name} {inner.name}".replace("_", " ") == column:
                    within = entry.setdefault(one.name, {})
                    if isinstance(within, dict):
                        _join(within, inner.name, value)
                    return
        elif one.name.replace("_", " ") == column:
            _join(entry, one.name, value)
            return


def _join(entry: dict[str, object], name: str, value: object) -> None:
    """Set a field; a map gets what its other columns have given it as well."""
    known = entry.get(name)
    entry[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value


def _words(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


def _options(variant: Variant, said: str, column: str) -> dict[str, object]:
    """House rules, as "target=11; stick_the_dealer=no". Raises Refusal of *column*."""
    known = {_words(option.name): option for option in variant.options}
    found: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in said.split(BETWEEN))):
        name, equals, typed = part.partition("=")
        option = known.get(_words(name))
        if not equals or option is None or option.name in found:
            raise AppRefusal("csv-rule", column, typed=part[:LONGEST])
        typed = typed.strip()
        if option.kind == FLAG:
            found[option.name] = cell_flag(typed, column)
        elif option.kind == NUMBER:
            found[option.name] = cell_number(typed, column)
        else:
            found[option.name] = typed
    return found
