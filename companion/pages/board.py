"""The board of a table: scores, seats, dealer and pot, between two entries."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.pages.piles import Pile, drawn
from companion.pages.pips import Face, Pips, faces, pips
from companion.wording.money import worth
from companion.wording.names import listed
from scoring import State, chips, goal, signed
from scoring.progress import Progress
from scoring.tray import USUAL_CASE, Case
from scoring.variant import MAKER

ROUND = {4: ("s", "w", "n", "e"), 6: ("s", "sw", "nw", "n", "ne", "se")}  # clockwise, by number of players
ALONE = 4
DRAWN = 8
LEADS, BIDS, BETS = "leads", "bids first", "bets first"
# The first action of a hand, after "You", and as a caption under a name.
FIRST = {LEADS: "lead in", BIDS: "bid first in", BETS: "bet first in"}
CAPTIONS = {LEADS: "to lead", BIDS: "to bid first", BETS: "to bet first"}


@dataclass(frozen=True)
class Side:
    """One player or team.

    score: points, or chips held. cap: caption under the name. deals: whether it is the dealer's. pips: the
    two cards that show the score; None if none do. net: result in chips; None in a game without chips. money:
    the chips' value; "" for play chips. own: whether it is the viewer's side.
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
    sentence; "" without one. first_act: action of ``first``: LEADS, BIDS or BETS.
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
    first_act: str = LEADS

    @property
    def playoff_names(self) -> str:
        """ "Ann and Bo"."""
        return listed(self.playoff)

    @property
    def first_cap(self) -> str:
        """The caption under the name of ``first``."""
        return CAPTIONS[self.first_act]

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
    first = goal.first_to_act(state)
    at_once = progress.points if progress else {}
    if progress:
        state = replace(state, scores=progress.scores)
    return Board(
        kind=_kind(state),
        sides=_from(seat, tuple(_sides(state, first, seat, at_once))),
        seats=_round(state, first, seat) if state.variant.teams and len(state.players) in ROUND else (),
        hand=state.hands + 1,
        dealer=state.next_dealer,
        first=first,
        playoff=state.playoff,
        winners=state.winners,
        over=state.over,
        teams=bool(state.variant.teams),
        pot=_pot(state, case) if state.variant.has_bank else None,
        turn=_turn(state, first, seat),
        first_act=_first_act(state),
    )


def _from(seat: str, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides clockwise, from the one that is *seat*'s own."""
    own = next((place for place, side in enumerate(sides) if side.own), 0)
    return sides[own:] + sides[:own]


def _turn(state: State, first: str | None, seat: str) -> str:
    """The first action of *seat* in the next hand, as a sentence; "" without one."""
    if state.over or not seat or seat not in (state.next_dealer, first):
        return ""
    number = f" hand {state.hands + 1}."
    if seat == state.next_dealer:
        return "You deal" + number
    return f"You {FIRST[_first_act(state)]}" + number


def _first_act(state: State) -> str:
    """Action of the first player to act in a hand: a key of FIRST."""
    if state.variant.has_bank:
        return BETS
    return BIDS if state.variant.lead.by == MAKER else LEADS


def _kind(state: State) -> str:
    if state.variant.has_bank:
        return "bank"
    if state.variant.teams:
        return "tee"
    return "solo" if len(state.scores) <= ALONE else "many"


def _sides(state: State, first: str | None, seat: str, at_once: Mapping[str, int]) -> list[Side]:
    to_go = goal.to_go(state)
    target = int(state.options.get("target", 0))
    cents = int(state.options.get("chip_value_cents", 0))
    return [
        Side(
            name=name,
            score=score,
            cap=_cap(state, to_go, name, name == first, at_once.get(name, 0)),
            deals=name == state.next_dealer,
            pips=pips(state.variant.score_cards, target, place, score),
            net=state.net.get(name),
            money=worth(score, cents),
            own=seat in state.players and name == state.variant.side_of(state.players, seat),
        )
        for place, (name, score) in enumerate(state.scores.items())
    ]


def _cap(state: State, to_go: Mapping[str, int], name: str, leads: bool, kings: int) -> str:
    """ "3 to go, +1 from a King, to lead"; no distance to the goal in a game that counts down."""
    parts = [f"{to_go[name]} to go"] if "target" in state.options and to_go[name] else []
    if state.playoff:
        parts = ["in the playoff"] if name in state.playoff else ["out of the playoff"]
    if kings:
        parts.append(signed(kings) + (" from a King" if kings == 1 else " from Kings"))
    return ", ".join(parts + ([CAPTIONS[_first_act(state)]] if leads else []))


def _round(state: State, first: str | None, seat: str) -> tuple[Seat, ...]:
    own = state.players.index(seat) if seat in state.players else 0
    clockwise = state.players[own:] + state.players[:own]
    return tuple(
        Seat(place, name, name == state.next_dealer, name == first)
        for place, name in zip(ROUND[len(clockwise)], clockwise, strict=True)
    )


def _pot(state: State, case: Case) -> Pot:
    cents = int(state.options["chip_value_cents"])
    return Pot(
        chips=state.pot,
        piles=drawn(state.pot, case),
        issued=goal.issued(state),
        held=goal.held(state),
        white=worth(1, cents),
        ante=goal.ante(state),
    )


def chip_values(amount: int) -> tuple[int, ...]:
    """Values of the chips that make an amount, most valuable first; () if they don't fit in a row."""
    counted = chips.in_colors(amount) or {}
    if sum(counted.values()) > DRAWN:
        return ()
    return tuple(chips.CHIP_VALUES[color] for color, number in counted.items() for _chip in range(number))
