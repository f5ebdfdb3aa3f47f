"""A euchre night as its page shows it: tables, best players, the next step; and a player's own page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from companion.log.at_night import BELL_WORDS
from companion.night.evening import NO_ONE, SIDES, Evening, RoundNow, TableNow
from companion.night.standings import Standing, anything_played
from companion.pages.board import minutes
from companion.wording.names import in_figures, listed, ordinal, shown
from scoring.table import true_minus

GHOST_NAME = "Ghost"
TOP = 8
# The board by its tables: at most so many, how small it is drawn, how many places it has room for.
BOARDS = ((0, "", 20), (2, "few", 20), (4, "", 20), (9, "many", 28), (16, "lots", 32))
MOST_NAMED = 4  # of those who signed up and aren't here
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
    """The main button. kind: START, WAIT, END or RESULTS; round: the one to start; reason: why it waits.

    missing: "Kim and Lou", who signed up and aren't here, and so get no seat.
    """

    kind: str
    round: int = 0
    reason: str = ""
    missing: str = ""


@dataclass(frozen=True)
class Arrivals:
    """How many are on the list, how many of them are here, and the names of the others."""

    listed: int
    here: int
    missing: tuple[str, ...]


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round: ``left`` seconds at ``now``. ``ends``: when it runs out, "" while paused."""

    left: int
    now: str
    ends: str
    at_bell: str

    @property
    def text(self) -> str:
        """Minutes and seconds: "12:40"."""
        return minutes(self.left)


@dataclass(frozen=True)
class NightPage:
    """The page of a night. round: number of the last one that started, 0 before the first."""

    round: int
    cards: tuple[TableCard, ...]
    out: tuple[str, ...]
    top: tuple[RankLine, ...]
    players: int
    step: NextStep
    arrivals: Arrivals

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
        top=tuple(RankLine(one.rank, one.number, names[one.number], one.points) for one in places[:top]),
        players=len(places),
        step=next_step(night),
        arrivals=arrivals(night),
    )


def round_clock(night: Evening) -> RoundClock | None:
    """The clock of the last round as it is now; None where none was started, or the round is over."""
    last, now = night.last_round, timezone.now()
    left = last.left(now) if last else None
    if last is None or left is None or night.over or last.complete:
        return None
    ends = last.bell_at.isoformat() if last.bell_at else ""
    return RoundClock(left, now.isoformat(), ends, BELL_WORDS[night.at_bell])


def board_size(tables: int) -> tuple[str, int]:
    """How small the board is drawn for so many tables, and how many places it shows."""
    return next(((size, places) for most, size, places in BOARDS if tables <= most), BOARDS[-1][1:])


def names_of(night: Evening) -> dict[int, str]:
    """Names by number; 0 is a ghost."""
    return {NO_ONE: GHOST_NAME, **{player.number: player.name for player in night.players}}


def cards(night: Evening, played: RoundNow | None) -> tuple[TableCard, ...]:
    """The tables of a round in order."""
    names = names_of(night)
    return tuple(
        TableCard(
            number=table.number,
            table_id=table.table_id,
            state=state_of(table),
            playing=not table.complete,
            left=table.left,
            pairs=tuple(
                PairLine(
                    tuple(names[number] for number in table.seats[side::SIDES]),
                    table.points[side],
                    bool(table.fixes[side]),
                )
                for side in range(SIDES)
            ),
            is_deleted=table.is_deleted,
        )
        for table in (played.tables if played else ())
    )


def state_of(table: TableNow) -> str:
    """ "done", "hand 6 of 8", "not begun" or "game deleted"."""
    if table.is_deleted:
        return "game deleted"
    if table.complete:
        return "done"
    return f"hand {table.hands + 1} of {table.of}" if table.hands else "not begun"


def next_step(night: Evening) -> NextStep:
    """What comes next in this night."""
    if night.over:
        return NextStep(RESULTS)
    names = arrivals(night).missing
    missing = listed(names) if names else ""
    if len(names) > MOST_NAMED:  # "Kim, Lou, Max and 9 others"
        first = [shown(name) for name in names[: MOST_NAMED - 1]]
        missing = f"{', '.join(first)} and {len(names) - len(first)} others"
    if night.playing:
        return NextStep(WAIT, night.next_round, waiting_for(night.playing), missing)
    return NextStep(START, night.next_round, missing=missing) if night.next_round else NextStep(END)


def arrivals(night: Evening) -> Arrivals:
    """Who is on the list, and who of them is here."""
    there = [player for player in night.players if not player.left]
    missing = tuple(player.name for player in there if not player.came)
    return Arrivals(len(there), len(there) - len(missing), missing)


def waiting_for(playing: Sequence[TableNow]) -> str:
    """ "Table 2 still has 3 hands to play", "5 tables still have 19 hands to play"."""
    hands = in_figures(sum(table.left for table in playing), "hand")
    numbers = [str(table.number) for table in playing]
    if len(numbers) == 1:
        return f"Table {numbers[0]} still has {hands} to play"
    which = "Tables " + listed(numbers) if len(numbers) <= FEW_TABLES else f"{len(numbers)} tables"
    return f"{which} still have {hands} to play"


@dataclass(frozen=True)
class SideSeat:
    """A seat: "North", and who sits there."""

    side: str
    name: str


@dataclass(frozen=True)
class TableSeats:
    """A table of the sheet of seats; code: of its phone's link, in two halves, or ""."""

    number: int
    state: str
    seats: tuple[SideSeat, ...]
    code: str


@dataclass(frozen=True)
class FixLine:
    """Points of one side that were set by hand, and those of the hands."""

    side: int
    names: str
    points: int
    told: int
    reason: str


def seats_of(table: TableNow, names: Mapping[int, str], code: str) -> TableSeats:
    """The seats of a table, from North clockwise."""
    seats = (
        SideSeat(side, names[number]) for (_place, side), number in zip(COMPASS, table.seats, strict=True)
    )
    return TableSeats(table.number, state_of(table), tuple(seats), code)


def pair_names(table: TableNow, names: Mapping[int, str]) -> tuple[str, ...]:
    """ "Ann & Cy" by side."""
    sides = (table.seats[side::SIDES] for side in range(SIDES))
    return tuple(" & ".join(shown(names[number]) for number in side) for side in sides)


def fix_lines(table: TableNow, names: Mapping[int, str]) -> tuple[FixLine, ...]:
    """The points of this table that were set by hand."""
    sides = pair_names(table, names)
    return tuple(
        FixLine(side, sides[side], fix.points, table.told[side], fix.reason)
        for side, fix in enumerate(table.fixes)
        if fix
    )


# A euchre night on a player's own phone: where to sit, with whom, points and place.

WIDTH = 8  # rounds beside each other in the table of points
RECORD, OUT, BEFORE, LEFT = "record", "out", "before", "left"
SIGNED, NEXT = "signed", "next"


@dataclass(frozen=True)
class SeatLine:
    """A seat at my table. place: n, e, s or w; part: "you", "partner" or ""."""

    place: str
    side: str
    name: str
    part: str


@dataclass(frozen=True)
class RoundCell:
    """A round in the table of points. text: points, "now", "out" or a dash."""

    number: int
    text: str
    now: bool
    fixed: bool = False

    @property
    def small(self) -> bool:
        """Whether the text is a word."""
        return self.text.isalpha()


@dataclass(frozen=True)
class PlayerPage:
    """A player's page.

    kind: RECORD at a table that has hands to play; WAIT at one that is done; OUT of this round; BEFORE the
    first one; NEXT: came, or came back, during this one; LEFT the night; RESULTS at its end. seats: clockwise
    from North. side: "North". partner: "" for a ghost. against: names, a ghost left out. rows: points by
    round, WIDTH in a row. place: "2nd of 16"; beside: "tied with Hal, 1 point behind Lou".
    """

    kind: str
    number: int
    name: str
    round: int
    table: TableNow | None
    seats: tuple[SeatLine, ...]
    side: str
    partner: str
    against: tuple[str, ...]
    rows: tuple[tuple[RoundCell, ...], ...]
    points: int
    place: str
    beside: str
    waiting: str
    next_round: int
    arrivals: Arrivals

    @property
    def waits(self) -> bool:
        """Whether a table is still to come: of a player on the list, or in from the next round."""
        return self.kind in (SIGNED, NEXT, BEFORE)

    @property
    def hand(self) -> int:
        """The number of the hand to record."""
        return self.table.hands + 1 if self.table else 0

    @property
    def score(self) -> str:
        """ "5–4 after 6 hands", my side first; "" before the first hand."""
        if self.table is None or not self.table.hands:
            return ""
        side = self.table.side_of(self.number)
        mine, theirs = (true_minus(self.table.points[one]) for one in (side, 1 - side))
        return f"{mine}–{theirs} after {in_figures(self.table.hands, 'hand')}"

    @property
    def fixed(self) -> bool:
        """Whether the points of a round were corrected."""
        return any(cell.fixed for row in self.rows for cell in row)


def player_page(night: Evening, number: int, places: Sequence[Standing]) -> PlayerPage:
    """The page of the player with this number."""
    names = names_of(night)
    last = night.last_round
    table = last.table_of(number) if last else None
    mine = next((place for place in places if place.number == number), None)
    partner = table.partner_of(number) if table else 0
    played = anything_played(places)
    against = [names[other] for other in table.opponents_of(number) if other] if table else []
    cells = []
    for at in range(1, max(night.rounds, len(night.started)) + 1) if mine else ():
        points = mine.by_round[at - 1] if mine and at <= len(mine.by_round) else None
        now = last is not None and at == last.number and not night.over
        text = true_minus(points.points) if points else "–"
        if points and now and table and not table.complete:
            text = "now"
        elif at <= len(night.started) and not points and number in night.started[at - 1].out:
            text = "out"
        cells.append(RoundCell(at, text, now, text != "now" and points is not None and points.fixed))
    seats, seat = [], table.seats.index(number) if table else 0
    for at, ((place, side), other) in enumerate(zip(COMPASS, table.seats, strict=True) if table else ()):
        part = {seat: "you", (seat + 2) % 4: "partner"}.get(at, "")
        seats.append(SeatLine(place, side, names[other], part))
    return PlayerPage(
        kind=_kind(night, number, table),
        number=number,
        name=names[number],
        round=last.number if last else 0,
        table=table,
        seats=tuple(seats),
        side=COMPASS[seat][1] if table else "",
        partner=names[partner] if partner else "",
        against=tuple(against),
        rows=tuple(tuple(cells[at : at + WIDTH]) for at in range(0, len(cells), WIDTH)),
        points=mine.points if mine else 0,
        place=f"{ordinal(mine.rank)} of {len(places)}" if mine and played else "",
        beside=_beside(mine, places, names) if mine and played else "",
        waiting=waiting_for(night.playing) if night.playing else "",
        next_round=night.next_round,
        arrivals=arrivals(night),
    )


def _kind(night: Evening, number: int, table: TableNow | None) -> str:
    if night.over:
        return RESULTS
    if table:
        return WAIT if table.complete else RECORD
    player = night.player(number)
    if player and player.left and not player.here(len(night.started) + 1):
        return LEFT
    if player and not player.came:
        return SIGNED
    if night.last_round and number not in night.last_round.out:
        return NEXT
    return OUT if night.started else BEFORE


def _beside(mine: Standing, places: Sequence[Standing], names: dict[int, str]) -> str:
    """ "tied with Hal, 1 point behind Lou"; alone at the top "2 points ahead of Bo"."""
    tied = [
        names[place.number] for place in places if place.rank == mine.rank and place.number != mine.number
    ]
    parts = []
    if tied:  # "Hal", "Hal and Ida", "Hal and 3 others"
        some = listed(tied) if len(tied) < 3 else f"{shown(tied[0])} and {len(tied) - 1} others"
        parts.append(f"tied with {some}")
    better = [place for place in places if place.rank < mine.rank]
    worse = [place for place in places if place.rank > mine.rank]
    if better:
        parts.append(_apart(better[-1].points - mine.points, "behind", better[-1], names))
    elif worse and not tied:
        parts.append(_apart(mine.points - worse[0].points, "ahead of", worse[0], names))
    return ", ".join(parts)


def _apart(points: int, where: str, other: Standing, names: dict[int, str]) -> str:
    """ "1 point behind Lou"; with the same points, which a tie-breaker has told apart, "just behind Lou"."""
    return f"{in_figures(points, 'point') if points else 'just'} {where} {shown(names[other.number])}"
