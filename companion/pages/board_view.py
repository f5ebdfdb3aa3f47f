"""The Board view: scores, dealer and trump, oriented to each of the four sides of a table."""

from dataclasses import dataclass, replace

from companion.pages.at_night import TableAtNight
from companion.pages.board import Board, Side
from companion.pages.pips import Pips
from companion.wording.names import listed, shown
from scoring import State, goal, signed
from scoring.progress import Progress

PLACES = "bltr"  # clockwise: bottom, left, top, right
FACING = {2: (0, None, 1, None), 4: (0, 1, 2, 3)}  # which player sits at each place, by number of players
ONE_ROW = 4  # cells; more are in two rows
SHORT = 14  # letters of a name that may be set large
LONGEST_SCORE = 9  # characters
NO_TRUMP = "no-trump"


@dataclass(frozen=True)
class Cell:
    """One player or team: ``names`` of its players, in seat order; ``cap``: the caption.

    own: whether it is the side of the player who sits at this place. front: ahead, or won.
    """

    name: str
    names: tuple[str, ...]
    score: int
    cap: str
    deals: bool
    own: bool
    front: bool
    winner: bool
    long: bool
    pips: Pips | None

    @property
    def classes(self) -> str:
        """CSS classes of the cell."""
        return " ".join(mark for mark in ("own", "front", "winner") if getattr(self, mark))


@dataclass(frozen=True)
class Place:
    """One side of the board: b, l, t or r. ``seat``: name of the player there, in games of teams; else ""."""

    place: str
    cells: tuple[Cell, ...]
    seat: str = ""
    deals: bool = False
    makes: bool = False

    @property
    def long(self) -> bool:
        """Whether the seat's name is too long to be set large."""
        return len(self.seat) > SHORT


PLAYED = " played"  # after the hands of a night's round


@dataclass(frozen=True)
class BoardView:
    """Everything on the page.

    places: clockwise, from the reader's own. columns: cells in a row. goal: "to 10", "down to 0" or "".
    hand: "Hand 3", at a table of a night "Hand 3 of 8", after its last one "8 hands played".
    pot: chips; None in a game without a pot. trump, turned: a suit or ""; trump may be "no-trump".
    """

    places: tuple[Place, ...]
    columns: int
    goal: str
    hand: str
    at_night: bool
    dealer: str
    maker: str
    trump: str
    turned: str
    bid: int
    pot: int | None
    words: str

    @property
    def classes(self) -> str:
        """CSS classes: number of cells, columns, and length of the longest score."""
        cells = self.places[0].cells
        digits = min(max(len(str(cell.score)) for cell in cells), LONGEST_SCORE)
        lots = " lots" if len(cells) > ONE_ROW else ""
        return f"n{len(cells)} k{self.columns} w{digits}{lots}"

    @property
    def suit(self) -> str:
        """The suit to draw large: of trump, or of the card turned up; "" for none."""
        return "" if self.trump == NO_TRUMP else self.trump or self.turned

    @property
    def middle(self) -> tuple[str, str]:
        """Two short lines: "to 10", "Hand 3"; at a night's table "hand", "3 of 8", or "played", "8 hands"."""
        if not self.at_night:
            return self.goal, self.hand
        if self.hand.endswith(PLAYED):
            return PLAYED.strip(), self.hand.removesuffix(PLAYED)
        return "hand", self.hand.removeprefix("Hand ")

    @property
    def low(self) -> bool:
        """Whether the suit is drawn on the whole card."""
        return self.pot is None and not self.bid


def board_view(
    state: State,
    found: Board,
    seat: str = "",
    progress: Progress | None = None,
    at: TableAtNight | None = None,
) -> BoardView:
    """The Board view of a table; *found* is its board without a seat, *seat* that of the reader.

    at: its place at a euchre night, where hands end it and no points.
    """
    if progress:
        state = replace(state, scores=progress.scores)
    dealer = progress.dealer if progress else found.dealer
    if at and at.over:
        dealer = None
    maker = (progress.maker if progress else None) or ""
    caps = (_cap(state, side, maker, progress, at) for side in found.sides)
    cells = tuple(
        _cell(state, side, dealer, cap, progress) for side, cap in zip(found.sides, caps, strict=True)
    )
    goal, number = ("", at.state.capitalize()) if at else (_goal(state), f"Hand {found.hand}")
    betting = progress.betting if progress else None
    trump = (progress.trump or "") if progress else ""
    pot = betting.pot if betting else (state.pot if state.variant.has_bank else None)
    return BoardView(
        places=tuple(_place(state, at, seat, cells, dealer or "", maker) for at in range(len(PLACES))),
        columns=len(cells) if len(cells) <= ONE_ROW else (len(cells) + 1) // 2,
        goal=goal,
        hand=number,
        at_night=at is not None,
        dealer=dealer or "",
        maker=maker,
        trump=trump,
        turned=(progress.turned or "") if progress else "",
        bid=_bid(progress) if progress else 0,
        pot=pot,
        words=_words(state, number, goal, dealer, trump, pot),
    )


def _bid(progress: Progress) -> int:
    """The maker's bid, or the highest one so far; 0 without one."""
    return progress.bid or (progress.bids[-1].tricks if progress.bids else 0)


def _place(state: State, at: int, seat: str, cells: tuple[Cell, ...], dealer: str, maker: str) -> Place:
    """One side of the board; the cell of the player who sits there is first."""
    first = state.players.index(seat) if seat in state.players else 0
    facing = FACING.get(len(state.players), ())
    sits = facing[at] if facing else None
    if sits is None:
        return Place(PLACES[at], cells)
    player = state.players[(first + sits) % len(state.players)]
    own = state.variant.side_of(state.players, player)
    start = next(number for number, cell in enumerate(cells) if cell.name == own)
    turned = tuple(replace(cell, own=cell.name == own) for cell in cells[start:] + cells[:start])
    if not state.variant.teams:
        return Place(PLACES[at], turned)
    return Place(PLACES[at], turned, player, player == dealer, player == maker)


def _cell(state: State, side: Side, dealer: str | None, cap: str, progress: Progress | None) -> Cell:
    members = state.variant.members(state.players, side.name)
    beside = state.variant.teams and len(state.players) in FACING  # there the places say it of the player
    front = side.name in (state.winners or _ahead(state))
    return Cell(
        name=side.name,
        names=tuple(shown(name) for name in members),
        score=_held(side, progress),
        cap=cap,
        deals=dealer in members and not beside,
        own=False,
        front=front,
        winner=side.name in state.winners,
        long=len(side.name) > SHORT,
        pips=side.pips,
    )


def _held(side: Side, progress: Progress | None) -> int:
    """Points; of chips those in front of the player, without bets in the hand in progress."""
    betting = progress.betting if progress else None
    return betting.left.get(side.name, side.score) if betting else side.score


def _cap(state: State, side: Side, maker: str, progress: Progress | None, at: TableAtNight | None) -> str:
    """ "3 to go, +1 from a King, maker, is ahead"; of chips the result so far."""
    if side.name in state.winners:
        return "win" if state.variant.teams or len(state.winners) > 1 else "wins"
    parts = []
    if (
        at is None
        and state.variant.goal
        and not state.variant.goal.down
        and not state.playoff
        and not state.over
    ):
        parts.append(f"{goal.to_go(state)[side.name]} to go")
    if state.playoff:
        parts.append("in the playoff" if side.name in state.playoff else "out of the playoff")
    if side.net is not None:
        parts.append((signed(side.net) if side.net else "even") + (f", {side.money}" if side.money else ""))
    kings = progress.points.get(side.name, 0) if progress else 0
    if kings:
        parts.append(signed(kings) + (" from a King" if kings == 1 else " from Kings"))
    parts += ["maker"] * (side.name == maker)
    ahead = _ahead(state)
    if side.name in ahead:
        leads = "won the table" if at and at.over else "is ahead"
        parts.append(leads if len(ahead) == 1 else "tied for first")
    return ", ".join(parts)


def _ahead(state: State) -> tuple[str, ...]:
    """The sides in front; () when all are tied, in a playoff, or when the game is over."""
    if state.over or state.playoff:
        return ()
    if state.variant.goal:
        found = state.variant.goal.leaders(state.scores)
    else:
        seated = {name: state.net[name] for name in state.scores}
        found = tuple(name for name, net in seated.items() if net == max(seated.values()))
    return found if len(found) < len(state.scores) else ()


def _goal(state: State) -> str:
    found = state.variant.goal
    if found is None:
        return ""
    return "down to 0" if found.down else f"to {state.options[found.option]}"


def _words(state: State, hand: str, goal: str, dealer: str | None, trump: str, pot: int | None) -> str:
    """Text of the middle for a screen reader: "Hand 8, to 10, Dee deals, hearts trump, 51 in the pot"."""
    if state.over:
        return listed(state.winners) + (" win" if state.variant.teams or len(state.winners) > 1 else " wins")
    parts = [hand, goal, shown(dealer) + " deals" if dealer else ""]
    parts.append("no trump" if trump == NO_TRUMP else trump and trump + " trump")
    parts.append("" if pot is None else f"{pot} in the pot")
    return ", ".join(filter(None, parts))
