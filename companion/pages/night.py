"""A euchre night as its page shows it: the tables of the round, the best players, the next step."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.night.evening import NO_ONE, Evening, RoundNow, TableNow
from companion.night.standings import Standing
from companion.wording.names import in_figures, listed

GHOST_NAME = "Ghost"
TOP = 8
# The board by its tables: at most so many, how small it is drawn, how many places it has room for.
BOARDS = ((0, "", 20), (2, "few", 20), (4, "", 20), (9, "many", 28), (16, "lots", 32))
FEW_TABLES = 3  # named one by one in the reason for waiting
START, WAIT, END, RESULTS = "start", "wait", "end", "results"
COMPASS = (("n", "North"), ("e", "East"), ("s", "South"), ("w", "West"))  # clockwise, from the first seat


@dataclass(frozen=True)
class PairLine:
    """One pair at a table: its names, its points with what was fixed, and whether something was."""

    names: tuple[str, ...]
    points: int
    fixed: bool


@dataclass(frozen=True)
class TableCard:
    """A table of a round. state: see ``state_of``; left: hands still to play. is_deleted: its game was
    deleted.
    """

    number: int
    table_id: str
    state: str
    playing: bool
    left: int
    pairs: tuple[PairLine, ...]
    is_deleted: bool

    @property
    def is_gone(self) -> bool:
        """Whether the game was removed for good: its points can't be fixed any more."""
        return not self.table_id


@dataclass(frozen=True)
class RankLine:
    """A player's place. rank: from 1, the same for players who share it."""

    rank: int
    number: int
    name: str
    points: int


@dataclass(frozen=True)
class NextStep:
    """The main button. kind: START, WAIT, END or RESULTS; round: the one to start; reason: why it waits."""

    kind: str
    round: int = 0
    reason: str = ""


@dataclass(frozen=True)
class NightPage:
    """The page of a night. round: number of the last one that started, 0 before the first."""

    round: int
    cards: tuple[TableCard, ...]
    out: tuple[str, ...]
    top: tuple[RankLine, ...]
    players: int
    step: NextStep

    @property
    def out_names(self) -> str:
        """ "Ann and Bo"; "" if everyone plays."""
        return listed(self.out) if self.out else ""


def night_page(night: Evening, places: Sequence[Standing], top: int = TOP) -> NightPage:
    """The page of a night, with its first *top* places."""
    last = night.last_round
    names = names_of(night)
    return NightPage(
        round=last.number if last else 0,
        cards=cards(night, last),
        out=tuple(names[number] for number in last.out) if last else (),
        top=tuple(ranked(names, places[:top])),
        players=len(places),
        step=next_step(night),
    )


def board_size(tables: int) -> tuple[str, int]:
    """How small the board is drawn for so many tables, and how many places it shows."""
    return next(((size, places) for most, size, places in BOARDS if tables <= most), BOARDS[-1][1:])


def minus(points: int) -> str:
    """Points with a true minus sign."""
    return str(points).replace("-", "−")


def names_of(night: Evening) -> dict[int, str]:
    """Names by number; 0 is a ghost."""
    return {NO_ONE: GHOST_NAME, **{player.number: player.name for player in night.players}}


def cards(night: Evening, played: RoundNow | None) -> tuple[TableCard, ...]:
    """The tables of a round in order."""
    names = names_of(night)
    return tuple(_card(table, names) for table in played.tables) if played else ()


def _card(table: TableNow, names: dict[int, str]) -> TableCard:
    pairs = tuple(
        PairLine(
            tuple(names[number] for number in table.seats[side::2]),
            table.points[side],
            bool(table.fixes[side]),
        )
        for side in (0, 1)
    )
    return TableCard(
        number=table.number,
        table_id=table.table_id,
        state=state_of(table),
        playing=not table.complete,
        left=table.left,
        pairs=pairs,
        is_deleted=table.is_deleted,
    )


def state_of(table: TableNow) -> str:
    """ "done", "hand 6 of 8", "not begun" or "game deleted"."""
    if table.is_deleted:
        return "game deleted"
    if table.complete:
        return "done"
    return f"hand {table.hands + 1} of {table.of}" if table.hands else "not begun"


def ranked(names: dict[int, str], places: Iterable[Standing]) -> Iterable[RankLine]:
    """These places in order."""
    for place in places:
        yield RankLine(place.rank, place.number, names[place.number], place.points)


def next_step(night: Evening) -> NextStep:
    """What comes next in this night."""
    if night.over:
        return NextStep(RESULTS)
    if night.playing:
        return NextStep(WAIT, night.next_round, waiting_for(night.playing))
    return NextStep(START, night.next_round) if night.next_round else NextStep(END)


def waiting_for(playing: Sequence[TableNow]) -> str:
    """ "Table 2 still has 3 hands to play", "5 tables still have 19 hands to play"."""
    hands = in_figures(sum(table.left for table in playing), "hand")
    numbers = [str(table.number) for table in playing]
    if len(numbers) == 1:
        return f"Table {numbers[0]} still has {hands} to play"
    which = "Tables " + listed(numbers) if len(numbers) <= FEW_TABLES else f"{len(numbers)} tables"
    return f"{which} still have {hands} to play"
