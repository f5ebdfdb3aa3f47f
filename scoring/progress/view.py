"""What a page is shown of a hand in progress: everything it needs, nothing that it must compute."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..betting import Turn
from ..deal import Deal
from ..variants.base import Names, Scores, Step
from .moves import Offer
from .playing import ThrowIn
from .told import Accused, Taken


@dataclass(frozen=True)
class Instruction:
    """Something somebody does at the table now, in words, and the rule that says so."""

    text: str
    rule: str


@dataclass(frozen=True)
class Table:
    """The betting so far, in chips, by everybody who paid the ante.

    ``put`` is what each bet, without the ante, ``left`` what each still holds, ``pot`` all that lies in the
    middle; ``turn`` says what the next to bet may do, None once the betting is closed (PC-05 to PC-11).
    """

    put: Mapping[str, int]
    left: Mapping[str, int]
    pot: int
    folded: Names
    turn: Turn | None


@dataclass(frozen=True)
class Showdown:
    """The showdown of ``two``: who deals, how many cards, who leads (None: not known yet) (KC-15, KC-18).

    ``tricks`` in order, ``counts`` by player (0 each where only a winner was told), ``winner`` once somebody
    has three.
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
class Progress:
    """A hand in progress after its moves.

    ``order`` and ``playing`` run from the dealer's left, maps by player in seat order. ``to_act`` is who
    speaks, chooses, bets, takes up a card or leads; None where nobody in particular does; ``waiting`` is
    who speaks or chooses after that. ``offers`` are the moves of now, those with a reason in ``off`` not
    allowed; ``tellings`` names those that tell it outright. ``counts`` are tricks by player, ``tally`` the
    same as the record has them (by team in partnership). ``kings`` holds who scored, in falling order, the
    showdown's with them; ``points`` are those scored so far (KC-10), ``scores`` what everybody stands at
    with them. ``entry`` is the record's hand so far; ``step`` what it does to the table, None until the
    phase is "done".
    """

    phase: str
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
    maker: str
    trump: str
    alone: bool
    lone_defender: str
    sitting_out: Names
    choices: Mapping[str, str]
    betting: Table | None
    playing: Names
    leader: str | None
    tricks: tuple[Taken, ...]
    total: int
    counts: Mapping[str, int]
    tally: Mapping[str, int]
    cards: Mapping[str, int]
    reneged: Names
    accused: Accused | None
    kings: Names
    points: Mapping[str, int]
    scores: Scores
    won_by_king: str | None
    throw_in: ThrowIn | None
    showdown: Showdown | None
    entry: dict[str, object]
    step: Step | None

    @property
    def done(self) -> bool:
        """Whether the entry is complete: saving it is one tap."""
        return self.step is not None

    @property
    def allowed(self) -> tuple[Offer, ...]:
        """The offers that may be taken up."""
        return tuple(one for one in self.offers if one.allowed)
