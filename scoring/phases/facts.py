"""The facts of a hand in progress, and the players left in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..follow import Follow
from ..refusal import Refusal
from ..table import Names, State, first_from, turn_order
from ..variant import Deal

DEALING, TURNING, ORDERING, NAMING = "deal", "turned card", "calling, round 1", "calling, round 2"
BIDDING, TRUMP = "bidding", "naming trump"
DEFENDING, TAKING, CHOOSING, BETTING = "lone defender", "taking up", "stay or drop", "betting"
PLAY, SHOWDOWN, RENEGE = "play", "showdown", "renege"

STAY, DROP, SWITCH = "stay", "drop", "switch"


@dataclass(frozen=True)
class Taken:
    """One trick.

    - ``taker``: its winner; None: nobody
    - ``king``: whether it was won with a King
    - ``short``: number of cards missing in it, of players out for a renege
    """

    taker: str | None
    king: bool = False
    short: int = 0


@dataclass(frozen=True)
class Accused:
    """Progress of the questions about a renege.

    - ``player``: the accused
    - ``in_time``: called before tricks were counted
    - ``guilty``: proved
    - ``trick``: number of the trick with the wrong card, from 1; None: not answered
    - ``laid``: the accused has a card in the trick on the table
    """

    player: str
    in_time: bool = False
    guilty: bool = False
    trick: int | None = None
    laid: bool = False


@dataclass(frozen=True)
class Bid:
    """One bid: number of tricks for the bidder's side; ``alone``: without partners."""

    player: str
    tricks: int
    alone: bool = False


@dataclass(frozen=True)
class HandFacts:
    """The facts of one hand so far. "", 0, () and None: unknown, or not the case.

    - ``state``: the table before the hand
    - ``past``: names of the phases acknowledged or skipped
    - ``named_dealer``: a dealer out of turn; ``away``: players not dealt in, in seat order
    - ``card``: the turned card as in the record (``QH``, ``Joker``) or only its suit; ``turned``: the suit it
      offers; ``jokers_turned``: number of Jokers put under the kitty before it; ``settled``: the card made
      trump by itself, and there is no maker
    - ``passed``: players who passed, in order, over both rounds; ``traded``: the player with the kitty cards
    - ``bids``: in order; ``bid``: tricks of the highest one, ``alone`` with it
    - ``maker``; ``trump``: a suit or "no-trump"; ``call``: the round in which trump was made, 1 or 2;
      ``alone``: the maker plays without partners; ``lone_defender``
    - ``choices``: "stay", "drop" or "switch" by player, in the order made
    - ``actions``: the betting, action by action as in the record; ``closed``: no action is missing; ``bets``:
      chips by player without the ante, when only totals are known; ``folded``: in the order of folding
    - ``tricks``: in the order played; ``totals``: tricks by player or side, when only totals are known;
      ``kings_given``: winners of tricks with Kings, in order, entered with the totals; ``late_king``: the
      last trick may still get its King; ``thrown_in``
    - ``reneged``: players out for a renege, in order; ``accused``: the renege in question; ``laid``:
      number of them with a card in the trick on the table
    - ``showdown``: its tricks in the order played; ``showdown_lead``: the leader chosen at the table;
      ``showdown_given``: the record's ``showdown``, if entered as a whole; ``stopped``: ended early
    - ``result``: the result of a deal that was not played
    - ``own``: facts of a game's own phases, by name
    """

    state: State
    past: frozenset[str] = frozenset()
    named_dealer: str = ""
    away: Names = ()
    turned: str = ""
    card: str = ""
    jokers_turned: int = 0
    settled: bool = False
    passed: Names = ()
    traded: str = ""
    bids: tuple[Bid, ...] = ()
    bid: int = 0
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
    kings_given: Names = ()
    thrown_in: bool = False
    reneged: Names = ()
    accused: Accused | None = None
    laid: int = 0
    showdown: tuple[Taken, ...] = ()
    showdown_lead: str = ""
    showdown_given: Mapping[str, object] | None = None
    stopped: bool = False
    result: str = ""
    late_king: bool = False
    own: Mapping[str, object] = field(default_factory=dict)

    @property
    def follow(self) -> Follow:
        """How this game is followed. Raises Refusal for a game that isn't followed card by card."""
        follow = self.state.variant.follow
        if follow is None:
            raise Refusal("not-followed", "move", game=self.state.variant.title)
        return follow

    @property
    def dealing(self) -> Names:
        """Players dealt in, in seat order: without those who are away or outside a playoff."""
        return tuple(name for name in self.state.dealing if name not in self.away)

    @property
    def dealer(self) -> str:
        """The dealer: as named (ALL-02), else by rotation (ALL-01)."""
        return self.named_dealer or first_from(self.state.players, self.state.turn, self.dealing)

    @property
    def order(self) -> Names:
        """Players with cards to play, from the dealer's left; for chips, those who paid the ante."""
        bank = self.state.variant.bank
        if bank is not None:
            return bank.deal(self.state, self.away, self.dealer).paid
        return turn_order(self.dealing, self.dealer)

    @property
    def deal(self) -> Deal:
        """How this hand is dealt."""
        return self.state.variant.deal_for(len(self.dealing), self.state.options)

    @property
    def total(self) -> int:
        """Tricks in a whole hand."""
        return self.state.variant.tricks_in_hand(len(self.dealing), self.state.options)

    @property
    def made(self) -> bool:
        """Whether there is a maker, or the turned card made trump by itself."""
        return bool(self.maker) or self.settled

    @property
    def played(self) -> bool:
        """Whether any trick is known."""
        return bool(self.tricks) or self.totals is not None

    @property
    def sitting_out(self) -> Names:
        """Partners of lone players."""
        lone = (self.maker if self.alone else "", self.lone_defender)
        partners, seats = self.state.variant.partners, self.state.players
        return tuple(partner for name in lone if name for partner in partners(seats, name))

    @property
    def active(self) -> Names:
        """Players to the first trick, as far as is known, from the dealer's left."""
        out = (*self.sitting_out, *self.folded)
        return tuple(name for name in self.order if name not in out and self.choices.get(name) != DROP)

    @property
    def playing(self) -> Names:
        """Players still in the hand, from the dealer's left, without those out for a renege."""
        return tuple(name for name in self.active if name not in self.reneged)

    @property
    def certain(self) -> bool:
        """Whether it is known who plays: nothing about dropping or folding was skipped."""
        return all(phase.known(self) for phase in self.follow.phases)

    @property
    def unopposed(self) -> bool:
        """Whether at most one player is left before a card is played."""
        return self.certain and len(self.active) < 2

    @property
    def kings(self) -> Names:
        """Winners of tricks with Kings, in the order they fell, without the showdown's."""
        return self.kings_given + tuple(trick.taker or "" for trick in self.tricks if trick.king)

    @property
    def showdown_kings(self) -> Names:
        """Winners of showdown tricks with Kings, in the order they fell."""
        if self.showdown_given is not None:
            given = self.showdown_given.get("kings", [])
            return tuple(str(name) for name in given) if isinstance(given, list) else ()
        return tuple(trick.taker or "" for trick in self.showdown if trick.king)

    @property
    def counts(self) -> dict[str, int]:
        """Tricks so far: by player in seat order, or by side when only totals are known."""
        if self.totals is not None:
            return dict(self.totals)
        if self.unopposed:
            return {name: self.total for name in self.active if self.follow.credits_unopposed}
        seats = tuple(name for name in self.state.players if name in self.active)
        counted = dict.fromkeys(seats, 0)
        for trick in self.tricks:
            if trick.taker in counted and trick.taker not in self.reneged:
                counted[trick.taker] += 1
        return counted

    @property
    def tally(self) -> dict[str, int]:
        """Tricks so far as the record counts them: by side in the order of the scores, else by player."""
        if self.totals is not None or not self.state.variant.teams:
            return self.counts
        counted = dict.fromkeys(self.state.scores, 0)
        for name, count in self.counts.items():
            counted[self.state.variant.side_of(self.state.players, name)] += count
        return counted

    @property
    def tricks_left(self) -> int:
        """Tricks still to be played; 0 once the hand has ended early or totals are known."""
        if self.totals is not None or self.thrown_in or len(self.active) < 2:
            return 0
        if self.follow.won_by_kings(self.state, self.kings) is not None:
            return 0
        return self.total - len(self.tricks)

    @property
    def won_by_king(self) -> str | None:
        """The player who has won the game with a King in play or showdown; None: no one."""
        return self.follow.won_by_kings(self.state, self.kings + self.showdown_kings)
