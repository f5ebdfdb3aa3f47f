"""A euchre night on a player's own phone: where to sit, with whom, points and place."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.night.evening import Evening, RoundNow, TableNow
from companion.night.standings import Standing, anything_played
from companion.pages.night import COMPASS, minus, names_of, waiting_for
from companion.wording.names import in_figures, listed, ordinal, shown

WIDTH = 8  # rounds beside each other in the table of points
RECORD, WAIT, OUT, BEFORE, RESULTS, LEFT = "record", "wait", "out", "before", "results", "left"


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
    first one; LEFT the night; RESULTS at its end. seats: clockwise from North. side: "North". partner: ""
    for a ghost. against: names, a ghost left out. rows: points by round, WIDTH in a row. place: "2nd of 16";
    beside: "tied with Hal, 1 point behind Lou".
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
        mine, theirs = (minus(self.table.points[one]) for one in (side, 1 - side))
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
    mine = next(place for place in places if place.number == number)
    partner = table.partner_of(number) if table else 0
    played = anything_played(places)
    against = [names[other] for other in table.opponents_of(number) if other] if table else []
    return PlayerPage(
        kind=_kind(night, number, table),
        number=number,
        name=names[number],
        round=last.number if last else 0,
        table=table,
        seats=_seats(table, number, names) if table else (),
        side=COMPASS[table.seats.index(number)][1] if table else "",
        partner=names[partner] if partner else "",
        against=tuple(against),
        rows=_rows(night, last, mine),
        points=mine.points,
        place=f"{ordinal(mine.rank)} of {len(places)}" if played else "",
        beside=_beside(mine, places, names) if played else "",
        waiting=waiting_for(night.playing) if night.playing else "",
        next_round=night.next_round,
    )


def _kind(night: Evening, number: int, table: TableNow | None) -> str:
    if night.over:
        return RESULTS
    if table:
        return WAIT if table.complete else RECORD
    player = night.player(number)
    if player and player.left and not player.here(len(night.started) + 1):
        return LEFT
    return OUT if night.started else BEFORE


def _seats(table: TableNow, number: int, names: dict[int, str]) -> tuple[SeatLine, ...]:
    mine = table.seats.index(number)
    return tuple(
        SeatLine(place, side, names[other], {mine: "you", (mine + 2) % 4: "partner"}.get(seat, ""))
        for seat, ((place, side), other) in enumerate(zip(COMPASS, table.seats, strict=True))
    )


def _rows(night: Evening, last: RoundNow | None, mine: Standing) -> tuple[tuple[RoundCell, ...], ...]:
    cells = [
        _cell(night, number, last, mine) for number in range(1, max(night.rounds, len(night.started)) + 1)
    ]
    return tuple(tuple(cells[at : at + WIDTH]) for at in range(0, len(cells), WIDTH))


def _cell(night: Evening, number: int, last: RoundNow | None, mine: Standing) -> RoundCell:
    points = mine.by_round[number - 1] if number <= len(mine.by_round) else None
    now = last is not None and number == last.number and not night.over
    if number > len(night.started):
        return RoundCell(number, "–", now=False)
    played = night.started[number - 1]
    if points is None:
        return RoundCell(number, "out" if mine.number in played.out else "–", now)
    table = played.table_of(mine.number)
    if now and table and not table.complete:
        return RoundCell(number, "now", now)
    return RoundCell(number, minus(points.points), now, points.fixed)


def _beside(mine: Standing, places: Sequence[Standing], names: dict[int, str]) -> str:
    """ "tied with Hal, 1 point behind Lou"; alone at the top "2 points ahead of Bo"."""
    tied = [
        names[place.number] for place in places if place.rank == mine.rank and place.number != mine.number
    ]
    parts = [f"tied with {_some(tied)}"] if tied else []
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


def _some(names: list[str]) -> str:
    """ "Hal", "Hal and Ida", "Hal and 3 others"."""
    return listed(names) if len(names) < 3 else f"{shown(names[0])} and {len(names) - 1} others"
