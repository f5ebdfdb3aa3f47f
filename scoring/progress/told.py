"""What has been told of a hand in progress: facts, and who they leave in the hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .. import possible
from ..betting import Round
from ..cards import CARD_GAMES
from ..countdown import DROP
from ..deal import Deal, deal_for, turn_order
from ..variants import poker_chips
from ..variants.base import Names, State, first_from

PARTNERSHIP, KING = "partnership", "king-cutthroat"
THREE_HANDED, BUCK = "three-handed", "buck"
POINTS, CHIPS = "poker-points", "poker-chips"

DEALING, TURNING, ORDERING, NAMING = "deal", "turned card", "calling, round 1", "calling, round 2"
DEFENDING, TAKING, CHOOSING, BETTING = "lone defender", "taking up", "stay or drop", "betting"
PLAY, SHOWDOWN, RENEGE, FORM, DONE = "play", "showdown", "renege", "form", "done"
PHASES = (
    DEALING,
    TURNING,
    ORDERING,
    NAMING,
    DEFENDING,
    TAKING,
    CHOOSING,
    BETTING,
    PLAY,
    RENEGE,
    SHOWDOWN,
    FORM,
    DONE,
)


@dataclass(frozen=True)
class Taken:
    """One trick: ``taker`` (None: nobody's), whether a King of theirs took it (KC-10).

    ``short`` counts the cards that were missing in it because somebody was out for a renege (PE-08).
    """

    taker: str | None
    king: bool = False
    short: int = 0


@dataclass(frozen=True)
class Accused:
    """How far a renege has been looked into (PE-08); ``trick`` counts from 1."""

    player: str
    in_time: bool = False
    guilty: bool = False
    trick: int | None = None


@dataclass(frozen=True)
class Told:
    """The facts of one hand so far. ``""`` and None: not known.

    ``actions`` are the betting's, ``closed`` says that they were all; ``bets`` are its totals, told outright.

    ``past`` names the phases acknowledged or skipped; ``call`` is the round of calling in which trump was
    made, 0 when that is not known; ``passed`` counts both rounds; ``late_king`` says that the trick just
    noted may still get its King; ``laid`` that who is out had already laid a card to the trick on the table.
    """

    state: State
    past: frozenset[str] = frozenset()
    named_dealer: str = ""
    away: Names = ()
    turned: str = ""
    card: str = ""
    jokers_turned: int = 0
    clubs_turned: bool = False
    passed: Names = ()
    traded: str = ""
    maker: str = ""
    trump: str = ""
    call: int = 0
    alone: bool = False
    lone_defender: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Mapping[str, object], ...] = ()
    closed: bool = False
    bets: Mapping[str, int] | None = None
    folded: Names = ()
    tricks: tuple[Taken, ...] = ()
    totals: Mapping[str, int] | None = None
    kings_told: Names = ()
    thrown_in: bool = False
    reneged: Names = ()
    accused: Accused | None = None
    laid: bool = False
    showdown: tuple[Taken, ...] = ()
    showdown_lead: str = ""
    showdown_told: Mapping[str, object] | None = None
    stopped: bool = False
    result: str = ""
    late_king: bool = False

    @property
    def game(self) -> str:
        """The name of the variant."""
        return self.state.variant.name

    @property
    def is_poker(self) -> bool:
        """Whether this is Poker-Euchre, with chips or without."""
        return self.game in (POINTS, CHIPS)

    @property
    def has_choices(self) -> bool:
        """Whether players stay or drop in this game, and may in this hand (TH-05, TH-12, BU-04, BU-09)."""
        return self.game in (THREE_HANDED, BUCK) and not self.clubs_turned

    @property
    def dealing(self) -> Names:
        """Who is dealt in, clockwise: not who is away, nor outside a playoff (PC-05, PP-08)."""
        return tuple(name for name in self.state.dealing if name not in self.away)

    @property
    def dealer(self) -> str:
        """Who deals: as named (ALL-02), else by rotation (ALL-01)."""
        return self.named_dealer or first_from(self.state.players, self.state.turn, self.dealing)

    @property
    def order(self) -> Names:
        """Who has cards to play, from the dealer's left; in poker-chips, who paid for them (PC-05)."""
        if self.game == CHIPS:
            return poker_chips.deal(self.state, self.away, self.dealer).paid
        return turn_order(self.dealing, self.dealer)

    @property
    def deal(self) -> Deal:
        """How this hand is dealt."""
        return deal_for(self.game, len(self.dealing), bool(self.state.options.get("jokers", False)))

    @property
    def total(self) -> int:
        """Tricks in a whole hand."""
        return self.state.variant.tricks_in_hand(len(self.dealing), self.state.options)

    @property
    def trumps(self) -> Names:
        """What may be trump in this game."""
        return CARD_GAMES[self.game].trumps

    @property
    def round(self) -> Round:
        """The betting so far, among those who paid (PC-07)."""
        each = self.total
        stacks = {name: self.state.scores[name] - each for name in self.order}
        betting = Round(self.order, stacks, poker_chips.limits(self.state))
        for action in self.actions:
            chips = action.get("chips")
            betting.act(str(action["player"]), str(action["action"]), chips if type(chips) is int else None)
        return betting

    @property
    def bets_known(self) -> bool:
        """Whether it is known who bet what and who folded; true where nobody bets."""
        return self.game != CHIPS or self.bets is not None or self.closed

    @property
    def sitting_out(self) -> Names:
        """Partners of those who play alone (EU-09, EU-13)."""
        lone = (self.maker if self.alone else "", self.lone_defender)
        seats = self.state.players
        return tuple(seats[seats.index(name) - 2] for name in lone if name)

    @property
    def active(self) -> Names:
        """Who plays to the first trick, as far as is known, from the dealer's left."""
        if self.has_choices:
            return tuple(name for name in self.order if self.choices.get(name) != DROP)
        if self.game == CHIPS:
            return tuple(name for name in self.order if name not in self.folded)
        return tuple(name for name in self.order if name not in self.sitting_out)

    @property
    def playing(self) -> Names:
        """Who still plays, from the dealer's left: without who is out for a renege (PE-08)."""
        return tuple(name for name in self.active if name not in self.reneged)

    @property
    def certain(self) -> bool:
        """Whether it is known who plays: nothing about dropping or folding was skipped."""
        if self.has_choices:
            return all(name in self.choices or name == self._must_play for name in self.order)
        return self.bets_known

    @property
    def _must_play(self) -> str:
        return self.maker if self.game == BUCK else ""

    @property
    def unopposed(self) -> bool:
        """Whether at most one is left to play before a card is played (TH-11, BU-14, PC-12)."""
        return self.certain and len(self.active) < 2

    @property
    def kings(self) -> Names:
        """Who took tricks with Kings, in the order they fell, without the showdown's (KC-10)."""
        return self.kings_told + tuple(trick.taker or "" for trick in self.tricks if trick.king)

    @property
    def showdown_kings(self) -> Names:
        """The same in the showdown (KC-19)."""
        if self.showdown_told is not None:
            given = self.showdown_told.get("kings", [])
            return tuple(str(name) for name in given) if isinstance(given, list) else ()
        return tuple(trick.taker or "" for trick in self.showdown if trick.king)

    @property
    def counts(self) -> dict[str, int]:
        """Tricks so far, by player in seat order; by team in partnership when only totals were told."""
        if self.totals is not None:
            return dict(self.totals)
        if self.unopposed:
            return {name: self.total for name in self.active if self.game != CHIPS}
        seats = tuple(name for name in self.state.players if name in self.active)
        counted = dict.fromkeys(seats, 0)
        for trick in self.tricks:
            if trick.taker in counted and trick.taker not in self.reneged:
                counted[trick.taker] += 1
        return counted

    @property
    def won_by_king(self) -> str | None:
        """Who reached the target by a King in play or showdown (KC-11, KC-19)."""
        if self.game != KING:
            return None
        return possible.won_by_kings(self.state, self.kings + self.showdown_kings)

    @property
    def showdown_between(self) -> Names:
        """The two who play a showdown, once the tricks are in (KC-15)."""
        if self.game != KING or self.thrown_in or sum(self.counts.values()) < self.total:
            return ()
        if possible.won_by_kings(self.state, self.kings) is not None:
            return ()
        return possible.showdown_between(self.counts)
