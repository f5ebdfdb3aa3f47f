"""The value that a page shows of a hand in progress; pages compute nothing themselves."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..betting import Turn
from ..follow import Instruction, Offer
from ..refusal import Refusal
from ..table import Names, Scores, Step
from ..variant import Deal
from .facts import Accused, Bid, Taken


@dataclass(frozen=True)
class Table:
    """The betting so far, in chips, of the players who paid the ante, from the dealer's left.

    - ``put``: bets by player, without the ante; ``left``: stacks
    - ``pot``: all chips in the middle, antes included
    - ``folded``: in the order of folding
    - ``turn``: choices of the player to act; None once the betting is over
    - ``ante``: of each player; ``actions``: as in the record
    - ``pays``: chips of each trick; 0: there are none, or they differ after a renege, or folds are not known
    """

    put: Mapping[str, int]
    left: Mapping[str, int]
    pot: int
    folded: Names
    turn: Turn | None
    ante: int = 0
    pays: int = 0
    actions: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True)
class Showdown:
    """The showdown.

    - ``two``: its players, in seat order; ``dealer``: the third player
    - ``cards``: dealt to each of the two; ``discard``: number of cards each discards
    - ``leader``: of the next trick; None while unknown
    - ``tricks``: in the order played; ``counts``: tricks by player, 0 each where only a winner was given
    - ``winner``: None while that is open, or when a King ended the game
    """

    two: Names
    dealer: str
    cards: int
    discard: int
    leader: str | None
    tricks: tuple[Taken, ...]
    counts: Mapping[str, int]
    winner: str | None


@dataclass(frozen=True)
class ThrowIn:
    """Whether the hand may be thrown in now.

    - ``off``: the refusal of throwing in; None when it is allowed
    - ``answer``: the condition that the table has to confirm, and the score, in sentences
    - ``leader``: the player with the most tricks so far
    """

    off: Refusal | None
    answer: str
    leader: str


@dataclass(frozen=True)
class Progress:
    """A hand in progress after its moves.

    Names run from the dealer's left, maps are in seat order, unless noted; "", 0 and (): unknown, or not the
    case.

    - ``phase``: the current phase's name; "form": something is missing that only the form asks; "done"
    - ``ask``: the question above the buttons
    - ``dealer``; ``dealt_in``: in seat order; ``order``: players with cards; ``deal``: cards and kitty
    - ``card``: the turned card as in the record, or only its suit; ``turned``: the suit it offers; ``joker``:
      what the card is called if it is a Joker
    - ``to_act``: the player who calls, chooses, bets, takes a card or leads now; None: no one in particular;
      ``waiting``: the players after that one, in turn order
    - ``offers``: the moves of now, in the order of the buttons, refused ones included; ``tellings``: kinds of
      moves that enter a whole part of the hand
    - ``instructions``: actions at the table now, in order
    - ``passed``: in the order of passing; ``bids``: in order
    - ``maker``, ``trump`` (a suit or "no-trump"), ``bid`` (tricks), ``alone``, ``lone_defender``
    - ``sitting_out``: partners of lone players; ``choices``: "stay", "drop" or "switch", in the order made
    - ``betting``: None without betting, and before the antes are paid
    - ``playing``: players still in; ``leader``: of the next trick; None outside the play, when unknown, or
      when no rule decides
    - ``tricks``: in the order played; ``total``: tricks in a whole hand; ``counts``: tricks by player, or by
      side when only totals are known; ``tally``: tricks as the record counts them, by side where partners
      score together
    - ``cards``: cards won by players still in, in a game that counts them after a renege; {} in the others
    - ``reneged``: players out for a renege, in order; ``accused``: the renege in question, None without one;
      ``renege``: the instruction for one
    - ``kings``: winners of tricks with Kings, in order, the showdown's last; ``points``: points scored before
      the end of the hand, by side; ``scores``: the scores with them
    - ``won_by_king``: the winner of the game with a King; None: no one
    - ``throw_in``: None unless a hand can be thrown in; ``showdown``: None without one
    - ``entry``: the record's hand as far as it is known; ``step``: its effect on the table, None until the
      phase is "done"
    """

    phase: str
    ask: str
    dealer: str
    dealt_in: Names
    order: Names
    deal: Deal
    turned: str
    card: str
    to_act: str | None
    waiting: Names
    offers: tuple[Offer, ...]
    tellings: Names
    instructions: tuple[Instruction, ...]
    passed: Names
    bids: tuple[Bid, ...]
    maker: str
    trump: str
    bid: int
    alone: bool
    lone_defender: str
    sitting_out: Names
    choices: Mapping[str, str]
    playing: Names
    tricks: tuple[Taken, ...]
    total: int
    counts: Mapping[str, int]
    tally: Mapping[str, int]
    cards: Mapping[str, int]
    reneged: Names
    accused: Accused | None
    renege: Instruction
    kings: Names
    points: Mapping[str, int]
    scores: Scores
    won_by_king: str | None
    entry: dict[str, object]
    step: Step | None
    leader: str | None = None
    betting: Table | None = None
    throw_in: ThrowIn | None = None
    showdown: Showdown | None = None
    joker: str = ""

    @property
    def up(self) -> str:
        """What is turned up: "a heart is up", "the Joker is up as hearts"; "" without a card."""
        if not self.joker:
            return self.turned and f"a {self.turned.removesuffix('s')} is up"
        return f"the {self.joker} is up" + (self.turned and " as " + self.turned)

    @property
    def turned_down(self) -> bool:
        """Whether all players passed the turned suit."""
        return bool(self.turned and self.order) and len(self.passed) >= len(self.order)

    @property
    def done(self) -> bool:
        """Whether the entry is complete: saving it is one tap."""
        return self.step is not None

    @property
    def allowed(self) -> tuple[Offer, ...]:
        """The offers that are allowed."""
        return tuple(one for one in self.offers if one.allowed)
