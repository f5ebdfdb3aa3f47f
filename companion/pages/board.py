"""The board of a table between two entries: scores, seats, dealer and pot; and as seen from each side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from companion.log.at_night import BELL_WORDS
from companion.log.rights import View
from companion.pages.pips import Face, Pile, Pips, drawn, faces, pips
from companion.wording.money import worth
from companion.wording.names import in_figures, listed, shown
from scoring import State, chips, goal, signed
from scoring.progress import Progress
from scoring.tray import USUAL_CASE, Case

ROUND = {4: ("s", "w", "n", "e"), 6: ("s", "sw", "nw", "n", "ne", "se")}  # clockwise, by number of players
ALONE = 4
DRAWN = 8
# The first action of a hand, ``Variant.first_act``: after a name, after "You", and as a caption under a name.
FIRST = {
    "lead": ("leads", "lead in", "to lead"),
    "bid": ("bids first", "bid first in", "to bid first"),
    "bet": ("bets first", "bet first in", "to bet first"),
}


@dataclass(frozen=True)
class Side:
    """One player or team.

    score: points, or chips held. cap: caption under the name. deals: whether it is the dealer's. pips: the
    two cards that show the score; None if none do. net: result in chips; None in a game without chips. money:
    its value; "" for play chips, and for who is even. own: whether it is the viewer's side.
    """

    name: str
    score: int
    cap: str
    deals: bool = False
    pips: Pips | None = None
    net: int | None = None
    money: str = ""
    own: bool = False


@dataclass(frozen=True)
class Seat:
    """One seat on the felt.

    place: s, w, n or e, clockwise; s is the viewer's own. deals: the dealer. leads: first to act.
    """

    place: str
    name: str
    deals: bool
    leads: bool


@dataclass(frozen=True)
class Pot:
    """The bank's summary, in white chips.

    chips: in the pot. piles: the pot chip by chip, most valuable first; () if they don't fit in a row.
    issued: chips outside the bank. held: chips of all players together. white: value of a white chip; "" for
    play chips. ante: the next hand's; None when there is none to pay.
    """

    chips: int
    piles: tuple[Pile, ...]
    issued: int
    held: int
    white: str
    ante: goal.Ante | None


@dataclass(frozen=True)
class Board:
    """Everything on the board.

    kind: "tee" (two teams), "solo" (up to ALONE players), "many" or "bank" (chips). sides: in seat order,
    starting with the viewer's own. seats: clockwise from the viewer's own; () in games without teams. hand:
    number of the next hand, from 1. dealer: of the next hand; None when the game is over. first: first to act
    in the next hand; None if none can be played. playoff: players in a playoff, in seat order; () without
    one. winners: in seat order; () while the game goes on. over: whether the game is over. teams: whether it
    has teams. pot: None in a game without chips. turn: the viewer's first action in the next hand as a
    sentence; "" without one. first_act: action of ``first``, after the name; first_cap: under it. goal: "to
    10", "down to 0"; "" in a game without one.
    """

    kind: str
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    hand: int
    dealer: str | None
    first: str | None
    playoff: tuple[str, ...]
    winners: tuple[str, ...]
    over: bool
    teams: bool
    pot: Pot | None = None
    turn: str = ""
    first_act: str = ""
    first_cap: str = ""
    goal: str = ""

    @property
    def playoff_names(self) -> str:
        """ "Ann and Bo"."""
        return listed(self.playoff)

    @property
    def played(self) -> int:
        """Number of hands so far."""
        return self.hand - 1

    @property
    def result(self) -> str:
        """The final score of two teams, the winner's first: "10–6"; "" before the end and in other games."""
        if self.kind != "tee" or not self.over:
            return ""
        scores = [side.score for side in sorted(self.sides, key=lambda side: side.name not in self.winners)]
        return (" to " if min(scores) < 0 else "–").join(str(score).replace("-", "−") for score in scores)

    @property
    def faces(self) -> tuple[Face, ...]:
        """Card symbols used by the pips, each once."""
        return faces(side.pips for side in self.sides)


def board(state: State, case: Case = USUAL_CASE, seat: str = "", progress: Progress | None = None) -> Board:
    """The board of a table between two entries; *case* is the set of chips in which the pot is drawn.

    *seat*: the viewer's; its side comes first, the others follow clockwise. "": seat order. Scores include
    points that the hand in *progress* has already scored (KC-10).
    """
    first, (act, act_in, act_cap) = goal.first_to_act(state), FIRST[state.variant.first_act]
    at_once = progress.points if progress else {}
    if progress:
        state = replace(state, scores=progress.scores)
    sides = _sides(state, first, seat, at_once)
    own = next((place for place, side in enumerate(sides) if side.own), 0)
    kind = "solo" if len(state.scores) <= ALONE else "many"
    if state.variant.has_bank or state.variant.teams:
        kind = "bank" if state.variant.has_bank else "tee"
    seats: tuple[Seat, ...] = ()
    if state.variant.teams and len(state.players) in ROUND:
        at = state.players.index(seat) if seat in state.players else 0
        seats = tuple(
            Seat(place, name, name == state.next_dealer, name == first)
            for place, name in zip(
                ROUND[len(state.players)], state.players[at:] + state.players[:at], strict=True
            )
        )
    pot = turn = None
    if state.variant.has_bank:
        pot = Pot(
            chips=state.pot,
            piles=drawn(state.pot, case),
            issued=goal.issued(state),
            held=goal.held(state),
            white=worth(1, int(state.options["chip_value_cents"])),
            ante=goal.ante(state),
        )
    if seat and not state.over and seat in (state.next_dealer, first):
        turn = f"You {'deal' if seat == state.next_dealer else act_in} hand {state.hands + 1}."
    return Board(
        kind=kind,
        sides=(*sides[own:], *sides[:own]),
        seats=seats,
        hand=state.hands + 1,
        dealer=state.next_dealer,
        first=first,
        playoff=state.playoff,
        winners=state.winners,
        over=state.over,
        teams=bool(state.variant.teams),
        pot=pot,
        turn=turn or "",
        first_act=act,
        first_cap=act_cap,
        goal=_goal(state),
    )


def _sides(state: State, first: str | None, seat: str, at_once: Mapping[str, int]) -> list[Side]:
    """The sides in seat order, with captions: "ahead, needs 3, +1 from a King, to lead"."""
    to_go, ahead = goal.to_go(state), _ahead(state)
    target = state.variant.goal.end(state.options) if state.variant.goal else 0
    up = state.variant.goal and not state.variant.goal.down  # else no distance to the goal is said
    cents = int(state.options.get("chip_value_cents", 0))
    sides = []
    for place, (name, score) in enumerate(state.scores.items()):
        parts = ["ahead"] if up and ahead == (name,) else []
        parts += [f"needs {to_go[name]}"] if up and to_go[name] and not state.over else []
        if state.playoff:
            parts = ["in the playoff"] if name in state.playoff else ["out of the playoff"]
        kings, net = at_once.get(name, 0), state.net.get(name)
        if kings:
            parts.append(signed(kings) + (" from a King" if kings == 1 else " from Kings"))
        parts += [FIRST[state.variant.first_act][2]] if name == first else []
        sides.append(
            Side(
                name=name,
                score=score,
                cap=", ".join(parts),
                deals=name == state.next_dealer,
                pips=pips(state.variant.score_cards, target, place, score),
                net=net,
                money=worth(net, cents) if net else "",
                own=seat in state.players and name == state.variant.side_of(state.players, seat),
            )
        )
    return sides


def chip_values(amount: int) -> tuple[int, ...]:
    """Values of the chips that make an amount, most valuable first; () if they don't fit in a row."""
    counted = chips.in_colors(amount) or {}
    if sum(counted.values()) > DRAWN:
        return ()
    return tuple(chips.CHIP_VALUES[color] for color, number in counted.items() for _chip in range(number))


# The Board view: scores, dealer and trump, oriented to each of the four sides of a table.

PLACES = "bltr"  # clockwise: bottom, left, top, right
FACING = {2: (0, None, 1, None), 4: (0, 1, 2, 3)}  # which player sits at each place, by number of players
ONE_ROW = 4  # cells; more are in two rows
SHORT = 14  # letters of a name that may be set large
LONGEST_SCORE = 9  # characters
NO_TRUMP = "no-trump"


@dataclass(frozen=True)
class TableAtNight:
    """A table of a night: "round 4, table 3", "hand 6 of 8"; at the end of its round the points, "9 to 5".

    last: whether its round is the last one of the night.

    said: what the organizer says to everyone, "" for nothing. The clock: ``ends``, when it runs out; or
    ``left``, "12:40", while it is paused. at_bell: "Finish the hand".
    """

    night: str
    where: str
    state: str
    over: bool
    last: bool
    points: str
    said: str
    ends: datetime | None
    left: str
    at_bell: str


def at_table(view: View) -> TableAtNight | None:
    """The place of a table in its night; None for any other table."""
    at = view.night
    if at is None:
        return None
    left = at.left(view.table)
    state = "hand " + at.hand(view.table) if left else in_figures(at.hands, "hand") + " played"
    points = " to ".join(str(score).replace("-", "−") for score in view.table.state.scores.values())
    return TableAtNight(
        night=at.night,
        where=f"round {at.round}, table {at.table}",
        state=state,
        over=not left,
        last=at.round == at.rounds,
        points=points,
        said=at.announcement,
        ends=at.bell_at,
        left="" if at.clock_left is None else minutes(at.clock_left),
        at_bell=BELL_WORDS[at.at_bell],
    )


def minutes(seconds: int) -> str:
    """Minutes and seconds: "12:40"."""
    return f"{seconds // 60}:{seconds % 60:02}"


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
    pot: chips; None in a game without a pot. trump, turned: a suit or ""; trump may be "no-trump". joker:
    what is turned up if it is a Joker, and there is no trump yet.
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
    joker: str
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
        return "" if self.trump == NO_TRUMP or self.joker else self.trump or self.turned

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
    cells = tuple(_cell(state, side, dealer, maker, progress, at) for side in found.sides)
    goal, number = ("", at.state.capitalize()) if at else (_goal(state), f"Hand {found.hand}")
    betting = progress.betting if progress else None
    trump = (progress.trump or "") if progress else ""
    pot = betting.pot if betting else (state.pot if state.variant.has_bank else None)
    up = progress if progress and not progress.turned_down else None
    # For a screen reader: "Hand 8, to 10, Dee deals, hearts trump, 51 in the pot".
    parts = [number, goal, shown(dealer) + " deals" if dealer else ""]
    parts.append("no trump" if trump == NO_TRUMP else trump and trump + " trump")
    parts.append("" if pot is None else f"{pot} in the pot")
    if state.over:
        parts = [f"{listed(state.winners)} {_win(state)}"]
    return BoardView(
        places=tuple(_place(state, at, seat, cells, dealer or "", maker) for at in range(len(PLACES))),
        columns=len(cells) if len(cells) <= ONE_ROW else (len(cells) + 1) // 2,
        goal=goal,
        hand=number,
        at_night=at is not None,
        dealer=dealer or "",
        maker=maker,
        trump=trump,
        turned=up.turned if up else "",
        joker=up.joker if up and not trump else "",
        bid=(progress.bid or (progress.bids[-1].tricks if progress.bids else 0)) if progress else 0,
        pot=pot,
        words=", ".join(filter(None, parts)),
    )


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


def _cell(
    state: State,
    side: Side,
    dealer: str | None,
    maker: str,
    progress: Progress | None,
    at: TableAtNight | None,
) -> Cell:
    """One side. Its caption: "ahead, needs 3, +1 from a King, maker"; of chips the result so far."""
    parts, ahead = [], _ahead(state)
    if side.name in ahead:
        leads = "won the table" if at and at.over else "ahead"
        parts.append(leads if len(ahead) == 1 else "tied for first")
    has_goal = at is None and state.variant.goal and not state.variant.goal.down
    if has_goal and not state.playoff and not state.over:
        to_go = goal.to_go(state)[side.name]
        parts += [f"needs {to_go}"] if to_go else []
    if state.playoff:
        parts.append("in the playoff" if side.name in state.playoff else "out of the playoff")
    if side.net is not None:
        parts.append((signed(side.net) if side.net else "even") + (f", {side.money}" if side.money else ""))
    kings = progress.points.get(side.name, 0) if progress else 0
    if kings:
        parts.append(signed(kings) + (" from a King" if kings == 1 else " from Kings"))
    parts += ["maker"] * (side.name == maker)
    won = side.name in state.winners
    members = state.variant.members(state.players, side.name)
    beside = state.variant.teams and len(state.players) in FACING  # there the places say it of the player
    # Points; of chips those in front of the player, without bets in the hand in progress.
    betting = progress.betting if progress else None
    held = betting.left.get(side.name, side.score) if betting else side.score
    return Cell(
        name=side.name,
        names=tuple(shown(name) for name in members),
        score=held,
        cap=_win(state) if won else ", ".join(parts),
        deals=dealer in members and not beside,
        own=False,
        front=side.name in (state.winners or ahead),
        winner=won,
        long=len(side.name) > SHORT,
        pips=side.pips,
    )


def _win(state: State) -> str:
    """What who won does: "wins", or several and a team "win"."""
    return "win" if state.variant.teams or len(state.winners) > 1 else "wins"


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
