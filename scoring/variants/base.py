"""What a variant is made of, and what a table looks like between two entries."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..shape import Entry

Names = tuple[str, ...]
Scores = dict[str, int]
Options = Mapping[str, int | bool | str]

SUITS = ("spades", "hearts", "diamonds", "clubs")
BANK, POT = HOUSE_ACCOUNTS = ("bank", "pot")
PASSED_OUT, MISDEAL, REDEAL, PLAYED = "passed-out", "misdeal", "redeal", "played"


@dataclass(frozen=True)
class Option:
    """A table option: its name in the record, default, rule and what it does.

    ``kind`` is "number" (at least ``least``), "flag", "word" or "choice of numbers" (both out of ``words``).
    """

    name: str
    default: int | bool | str
    rule: str
    effect: str
    kind: str = "number"
    least: int = 1
    words: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Line:
    """One line of a score sheet: who, how much (points, or chips in poker-chips), by which rule, in words."""

    player: str
    points: int
    rule: str
    text: str

    def as_json(self) -> dict[str, object]:
        """The line as it stands in ``bower.standing/1``."""
        return {"player": self.player, "points": self.points, "rule": self.rule, "text": self.text}


@dataclass(frozen=True)
class Reason:
    """Why chips move: the rule, and in words, as the giving and the taking side would read it."""

    rule: str
    paid: str
    got: str


@dataclass(frozen=True)
class Posting:
    """One movement of chips, with two sides: "bank", "pot" or a player's name; ``entry`` counts from 1."""

    entry: int
    source: str
    target: str
    chips: int
    reason: Reason

    def as_json(self) -> dict[str, object]:
        """The posting as it stands in the ledger of ``bower.standing/1``."""
        return {
            "entry": self.entry,
            "from": self.source,
            "to": self.target,
            "chips": self.chips,
            "rule": self.reason.rule,
        }


@dataclass(frozen=True)
class Outcome:
    """What one played hand of a points game comes to.

    ``winner`` is set when the hand itself decides the game (KC-11, BU-13, PP-08), whatever the totals.
    """

    lines: list[Line]
    winner: str | None = None


@dataclass(frozen=True)
class Hand:
    """One hand of the score sheet; ``change`` holds only what changed, ``entry`` counts from 1.

    A points game's hand has lines (``scored``), a hand of poker-chips has postings.
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
        """The lines of the hand: what it scored, or its postings as each player sees them."""
        return self.scored or posted_lines(self.postings)

    def as_json(self) -> dict[str, object]:
        """The hand as it stands in ``bower.standing/1``."""
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

    ``scores`` are points by player (by team in partnership) or, in poker-chips, chips held by those seated;
    ``turn`` is the seat from which the next dealer is looked for; ``playoff`` names those who play one off
    (PP-08); ``pot``, ``invested`` (chips bought less chips returned, everybody who ever sat down) and
    ``credit`` (chips bought on credit and still owed) are of poker-chips only, and so is ``unplayed``: the
    last deal came to nothing, so the antes on the table stand (PC-06).
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
        """Who may deal and play the next hand, clockwise: everybody, or those in a playoff."""
        return self.playoff or self.players

    @property
    def next_dealer(self) -> str | None:
        """Who deals next (ALL-01); None when the game is over."""
        return None if self.over else first_from(self.players, self.turn, self.dealing)

    @property
    def net(self) -> Scores:
        """Result so far of everybody who ever sat down (PC-22), in chips."""
        return {name: self.scores.get(name, 0) - put for name, put in self.invested.items()}

    @property
    def bank(self) -> int:
        """The bank's side of the books: minus all chips issued and not returned."""
        return -sum(self.invested.values())


@dataclass(frozen=True)
class Step:
    """What one entry did: the table after it, the hand if it was one, what it scored or posted.

    ``forgiven`` is what was owed and not moved, because the payer held too little (PC-20).
    """

    state: State
    scored: tuple[Line, ...] = ()
    postings: tuple[Posting, ...] = ()
    hand: Hand | None = None
    forgiven: tuple[Posting, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the entry: what it scored, or its postings as each player sees them."""
        return self.scored or posted_lines(self.postings)


@dataclass(frozen=True)
class Variant:
    """One game: a value in one file.

    ``fields`` are those of a played hand beside the common ones; ``results`` the deals that may come to
    nothing; ``leaders`` tells from the totals who is at or past the goal, in seat order; ``score_hand`` is
    None only in poker-chips, whose hands move chips.
    """

    name: str
    title: str
    seats: range
    options: tuple[Option, ...]
    fields: frozenset[str]
    results: Callable[[Options], Names]
    trumps: Names = SUITS
    start: Callable[[Options], int] = lambda options: 0
    leaders: Callable[[Scores, Options], Names] = lambda scores, options: ()
    goal_rule: str = ""
    score_hand: "Callable[[State, Entry, str], Outcome] | None" = None
    never_below_zero: Callable[[Options], bool] = lambda options: False
    plays_off: bool = False
    teams: Callable[[Names], Names] = lambda players: players

    @property
    def has_bank(self) -> bool:
        """Whether this game is played for chips."""
        return self.score_hand is None


def posted_lines(postings: tuple[Posting, ...]) -> tuple[Line, ...]:
    """A line for every player whom a posting touched, in posting order: what it gave, what it got."""
    lines: list[Line] = []
    for posting in postings:
        reason = posting.reason
        if posting.source not in HOUSE_ACCOUNTS:
            lines.append(Line(posting.source, -posting.chips, reason.rule, reason.paid))
        if posting.target not in HOUSE_ACCOUNTS:
            lines.append(Line(posting.target, posting.chips, reason.rule, reason.got))
    return tuple(lines)


def highest(scores: Scores, target: int) -> Names:
    """Who leads at or past the target, counting up; several when they are level."""
    best = max(scores.values())
    return tuple(name for name, score in scores.items() if score == best) if best >= target else ()


def lowest(scores: Scores) -> Names:
    """Who leads at or under 0, counting down; several when they are level."""
    best = min(scores.values())
    return tuple(name for name, score in scores.items() if score == best) if best <= 0 else ()


def first_from(seats: Names, start: str, wanted: Names) -> str:
    """The first of *wanted* clockwise from the seat *start*, that seat included."""
    at = seats.index(start)
    for name in seats[at:] + seats[:at]:
        if name in wanted:
            return name
    raise ValueError("nobody of those wanted is seated")


def left_of(seats: Names, name: str) -> str:
    """The next seat clockwise."""
    return seats[(seats.index(name) + 1) % len(seats)]


def tricks_text(count: int) -> str:
    """ "1 trick", "3 tricks"."""
    return "1 trick" if count == 1 else str(count) + " tricks"
