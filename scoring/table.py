"""The table between two entries, and the effect of an entry on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from .outcomes import STAKED
from .refusal import Value, filled
from .shape import known

if TYPE_CHECKING:
    from .variant import Variant

Names = tuple[str, ...]
Scores = dict[str, int]
Options = Mapping[str, int | bool | str]

BANK, POT = HOUSE_ACCOUNTS = ("bank", "pot")
GAME_WON = "wins the game with {total}"
GAME_WON_BY_TEAM = "win the game with {total}"
PASSED_OUT, MISDEAL, REDEAL, PLAYED = "passed-out", "misdeal", "redeal", "played"


@dataclass(frozen=True)
class Line:
    """One line of a score sheet.

    player: a player's or team's name. points: added to the total; chips in a game played for chips. rule: id
    of the rule. sentence: why, in words, with ``{name}`` in place of each of the *values*: names and numbers.
    outcome: one of ``outcomes.OUTCOMES``. short: tricks that the side was short of its bid.
    """

    player: str
    points: int
    rule: str
    sentence: str
    outcome: str = ""
    short: int = 0
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Why, in words."""
        return filled(self.sentence, self.values)

    def as_json(self) -> dict[str, object]:
        """The line in ``bower.standing/1``."""
        return {"player": self.player, "points": self.points, "rule": self.rule, "text": self.text}


@dataclass(frozen=True)
class Reason:
    """Why chips move.

    rule: id of the rule. paying, getting: in words, as the payer and the receiver read it, with ``{name}`` in
    place of each of the *values*. outcome: one of ``outcomes.OUTCOMES``.
    """

    rule: str
    paying: str
    getting: str
    outcome: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def paid(self) -> str:
        """Why, as the payer reads it."""
        return filled(self.paying, self.values)

    @property
    def got(self) -> str:
        """Why, as the receiver reads it."""
        return filled(self.getting, self.values)


@dataclass(frozen=True)
class Posting:
    """One movement of chips.

    entry: number of the entry, from 1. source, target: "bank", "pot" or a player's name. chips: in white
    chips, at least 1. reason: why.
    """

    entry: int
    source: str
    target: str
    chips: int
    reason: Reason

    def as_json(self) -> dict[str, object]:
        """The posting in the ledger of ``bower.standing/1``."""
        return {
            "entry": self.entry,
            "from": self.source,
            "to": self.target,
            "chips": self.chips,
            "rule": self.reason.rule,
        }


@dataclass(frozen=True)
class Outcome:
    """The result of one played hand of a points game.

    lines: score lines, in the order of the score sheet. winner: set when the hand itself decides the game
    (KC-11, BU-13, PP-08), whatever the totals. may_win: the sides that may reach the goal with this hand, in
    order: the first of them at or past it wins; None: any side that is alone in the lead there.
    """

    lines: list[Line]
    winner: str | None = None
    may_win: Names | None = None


@dataclass(frozen=True)
class Hand:
    """One hand of the score sheet.

    number: from 1. entry: number of its entry, from 1. dealer: of this hand. change: points or chips by name,
    only where they changed. after: all totals after it. scored: lines of a points game. postings: those of a
    game played for chips.
    """

    number: int
    entry: int
    dealer: str
    change: Scores
    after: Scores
    scored: tuple[Line, ...] = ()
    postings: tuple[Posting, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the hand: its own, or one for each player in each posting."""
        return self.scored or posted_lines(self.postings)

    @cached_property
    def paid_out(self) -> tuple[Posting, ...]:
        """The postings that are paid out; the others are chips that players push forward themselves."""
        return tuple(posting for posting in self.postings if posting.reason.outcome not in STAKED)

    def as_json(self) -> dict[str, object]:
        """The hand in ``bower.standing/1``."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "change": self.change,
            "after": self.after,
            "lines": [line.as_json() for line in self.lines],
        }


@dataclass(frozen=True)
class State:
    """The table between two entries.

    variant: the game. options: the value of every option. players: names of those seated, clockwise. scores:
    points by side; in a game played for chips, chips held by each player seated. turn: the seat from which
    the next dealer is looked for. entries, hands: how many there were. winners: in seat order, once the game
    is over. over: whether it is. playoff: players in one, in seat order (PP-08).
    Of games played for chips only: pot: chips in it. invested: chips bought less chips returned, of everyone
    who ever sat down. credit: chips bought on credit and still owed. unplayed: the last deal came to nothing,
    so the antes on the table stand (PC-06).
    """

    variant: "Variant"
    options: Options
    players: Names
    scores: Scores
    turn: str
    entries: int = 0
    hands: int = 0
    winners: Names = ()
    over: bool = False
    playoff: Names = ()
    pot: int = 0
    invested: Scores = field(default_factory=dict)
    credit: Scores = field(default_factory=dict)
    unplayed: bool = False

    @property
    def dealing(self) -> Names:
        """Players who may deal and play the next hand, clockwise: everyone, or those in a playoff."""
        return self.playoff or self.players

    @property
    def next_dealer(self) -> str | None:
        """The next dealer (ALL-01); None when the game is over."""
        return None if self.over else first_from(self.players, self.turn, self.dealing)

    @property
    def net(self) -> Scores:
        """Result so far of everyone who ever sat down (PC-22), in chips."""
        return {name: self.scores.get(name, 0) - put for name, put in self.invested.items()}

    @property
    def bank(self) -> int:
        """The bank's account: minus all chips issued and not returned."""
        return -sum(self.invested.values())


@dataclass(frozen=True)
class Sides:
    """The two sides of a hand in a game of two teams.

    makers, defenders: team names. partners: the maker's others. opponents: players. Clockwise from the maker.
    """

    makers: str
    defenders: str
    partners: Names
    opponents: Names


@dataclass(frozen=True)
class Step:
    """The effect of one entry.

    state: the table after it. scored, postings: its score lines or postings. hand: set if it was a hand.
    forgiven: chips owed and not paid, because the payer held too little (PC-20).
    """

    state: State
    scored: tuple[Line, ...] = ()
    postings: tuple[Posting, ...] = ()
    hand: Hand | None = None
    forgiven: tuple[Posting, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the entry: its own, or one for each player in each posting."""
        return self.scored or posted_lines(self.postings)

    @cached_property
    def paid_out(self) -> tuple[Posting, ...]:
        """The postings that are paid out; the others are chips that players push forward themselves."""
        return tuple(posting for posting in self.postings if posting.reason.outcome not in STAKED)


def posted_lines(postings: tuple[Posting, ...]) -> tuple[Line, ...]:
    """A line for each player in each posting, payer before receiver."""
    lines: list[Line] = []
    for posting in postings:
        chips, reason = posting.chips, posting.reason
        of, values = reason.outcome, reason.values
        if posting.source not in HOUSE_ACCOUNTS:
            lines.append(Line(posting.source, -chips, reason.rule, reason.paying, of, values=values))
        if posting.target not in HOUSE_ACCOUNTS:
            lines.append(Line(posting.target, chips, reason.rule, reason.getting, of, values=values))
    return tuple(lines)


def sides(state: State, maker: str) -> Sides:
    """The two sides of a hand that *maker* made, in a game of two teams."""
    variant, players = state.variant, state.players
    makers = variant.side_of(players, maker)
    [defenders] = [side for side in variant.sides(players) if side != makers]
    partners = variant.partners(players, maker)
    return Sides(makers, defenders, partners, variant.opponents(players, maker))


def split(state: State, maker: str, taken: int) -> dict[str, int]:
    """Tricks by team when the makers took *taken* of all."""
    total = state.variant.tricks_in_hand(len(state.players), state.options)
    teams = sides(state, maker)
    return {teams.makers: taken, teams.defenders: total - taken}


def first_from(seats: Names, start: str, wanted: Names) -> str:
    """The first of *wanted* clockwise from the seat *start*, that seat included.

    Raises ValueError if none of them is seated.
    """
    at = seats.index(start)
    for name in seats[at:] + seats[:at]:
        if name in wanted:
            return name
    raise ValueError("nobody of those wanted is seated")


def left_of(seats: Names, name: str) -> str:
    """The next seat clockwise."""
    return seats[(seats.index(name) + 1) % len(seats)]


def turn_order(seats: Names, dealer: str) -> Names:
    """All players in turn: clockwise from the dealer's left, the dealer last (ALL-01).

    Raises Refusal of ``dealer`` for a name that isn't seated.
    """
    left = seats.index(known(dealer, "dealer", seats)) + 1
    return seats[left:] + seats[:left]


def true_minus(points: int) -> str:
    """ "2", "−1", with a true minus sign."""
    return str(points).replace("-", "−")


def tricks_text(count: int) -> str:
    """ "{tricks} trick" or "{tricks} tricks", for a sentence with this number of tricks as a value."""
    return "{tricks} trick" if count == 1 else "{tricks} tricks"
