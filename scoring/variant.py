"""One game as one value: every fact that anything outside the game's own file needs.

Its cards, pack and deal are values too. What every hand has, whatever the game, stands at the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import entries, shape
from .betting import Limits
from .fields import Field, Kind, Way, inside
from .follow import Follow
from .ledger import Ledger
from .options import Option
from .refusal import Refusal
from .shape import Entry, label, one_of, within
from .table import PLAYED, REDEAL, Names, Options, Outcome, Scores, State, first_from, left_of

SUITS = ("spades", "hearts", "diamonds", "clubs")
NO_TRUMP = "no-trump"
# From high to low, in a suit that is not trump.
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@dataclass(frozen=True)
class Card:
    """One card. A Joker has the rank ``Joker`` and no suit (``""``); two Jokers are equal."""

    rank: str
    suit: str


JOKER = Card("Joker", "")
NINE_OF_CLUBS = Card("9", "clubs")


@dataclass(frozen=True)
class Pack:
    """The cards of one game and how they rank.

    ranks: from high to low, in a suit that is not trump. rank_rule: id of the rule that ranks the trumps.
    words: the cards, for a message. best_bower, lowest_trump: cards above and below all other trumps, trump
    whatever is trump. counting_rule: id of the rule that makes those cards trump. wild_jokers: how many
    Jokers may be added that belong to no suit. joker_rule: id of the rule of those Jokers. joker: what a
    Joker is called. no_trump_rule: id of the rule that allows no trump; "": the game has none.
    """

    ranks: tuple[str, ...]
    rank_rule: str
    words: str
    best_bower: tuple[Card, ...] = ()
    lowest_trump: tuple[Card, ...] = ()
    counting_rule: str = ""
    wild_jokers: int = 0
    joker_rule: str = ""
    joker: str = JOKER.rank
    no_trump_rule: str = ""

    @property
    def trumps(self) -> tuple[str, ...]:
        """Allowed trumps: the suits, and no-trump where the game has it."""
        return (*SUITS, NO_TRUMP) if self.no_trump_rule else SUITS

    @property
    def size(self) -> int:
        """Number of cards without wild Jokers."""
        return len(SUITS) * len(self.ranks) + len(self.best_bower) + len(self.lowest_trump)

    def cards(self, jokers: bool = False) -> tuple[Card, ...]:
        """Every card, by suit from high to low; with the wild Jokers if *jokers*."""
        plain = tuple(Card(rank, suit) for suit in SUITS for rank in self.ranks)
        added = (JOKER,) * self.wild_jokers if jokers else ()
        return plain + self.lowest_trump + self.best_bower + added


@dataclass(frozen=True)
class Deal:
    """One game's deal.

    cards: dealt to each player. kitty: cards that stay over, the one turned up among them. spare: cards of a
    hand dealt for nobody. batches: how it is dealt, in words. rule: id of its rule.
    """

    cards: int
    kitty: int
    spare: int
    batches: str
    rule: str


@dataclass(frozen=True)
class TurnUp:
    """The card that is turned up before the calling: which one, in words, and the rule's id."""

    card: str
    rule: str


Deals = Callable[[int, Options], Deal]


def fixed_deals(by_players: Mapping[int, Deal]) -> Deals:
    """A function from players and options to their deal, for a game whose options don't change it.

    The function raises Refusal of ``players`` for a number that is not listed.
    """

    def deal(players: int, options: Options) -> Deal:
        if type(players) is not int or players not in by_players:
            seats = one_of([str(number) for number in by_players])
            raise Refusal("players-dealt", "players", choices=seats)
        return by_players[players]

    return deal


DEALERS_LEFT, MAKER = "dealer’s left", "maker"
LEAST_PLAYERS = 2


@dataclass(frozen=True)
class Goal:
    """The end of a points game.

    option: name of the option that holds the target, or the starting points of a game that counts down.
    rule: id of the rule. down: whether scores count down to 0; otherwise up from 0 to the target.
    only_by_play: with these options, only a played hand ends the game, never an adjustment or a deal that
    came to nothing.
    """

    option: str
    rule: str
    down: bool = False
    only_by_play: Callable[[Options], bool] = lambda options: False

    def start(self, options: Options) -> int:
        """The points that everyone starts with."""
        return int(options[self.option]) if self.down else 0

    def end(self, options: Options) -> int:
        """The score at the end: the target, or 0."""
        return 0 if self.down else int(options[self.option])

    def to_go(self, score: int, options: Options) -> int:
        """Points still needed, never below 0."""
        return max(0, score if self.down else self.end(options) - score)

    def leaders(self, scores: Scores) -> Names:
        """The sides with the best total, in seat order; several when they are tied."""
        best = min(scores.values()) if self.down else max(scores.values())
        return tuple(name for name, score in scores.items() if score == best)

    def reached(self, scores: Scores, options: Options) -> Names:
        """The leaders if they are at or past the goal, otherwise ()."""
        leaders = self.leaders(scores)
        return leaders if self.to_go(scores[leaders[0]], options) == 0 else ()


@dataclass(frozen=True)
class Lead:
    """The leader to the first trick: DEALERS_LEFT or MAKER, and the rule's id."""

    rule: str
    by: str = DEALERS_LEFT

    @property
    def is_makers(self) -> bool:
        """Whether the maker leads."""
        return self.by == MAKER


@dataclass(frozen=True)
class Unplayed:
    """One way for a deal to come to nothing.

    result: "passed-out", "misdeal" or "redeal". rule: its id. unless: name of a flag option that excludes it.
    """

    result: str
    rule: str
    unless: str = ""


@dataclass(frozen=True)
class Renege:
    """A renege that ends the hand: the points of the other team, and with a player alone. rule: its id."""

    rule: str
    points: int
    alone: int


@dataclass(frozen=True)
class Dealt:
    """Players of a hand for chips, from the dealer's left.

    dealt: who gets cards. paid: who also paid the ante. each: cards, and chips of the ante, for each.
    """

    dealt: Names
    paid: Names
    each: int

    @property
    def playable(self) -> bool:
        """Whether at least two paid (PC-05)."""
        return len(self.paid) >= LEAST_PLAYERS


@dataclass(frozen=True)
class Bank:
    """How a game is played for chips.

    play_hand: posts one played hand to the ledger: state, entry, dealer, ledger. away: who gets no cards:
    state, entry. deal: who plays: state, who is away, dealer. limits: the betting limits of a table.
    result_rule: id of the rule that names the winners. hand_out_rule: id of the rule on the chips to start
    with.
    """

    play_hand: Callable[[State, Entry, str, Ledger], None]
    away: Callable[[State, Entry], Names]
    deal: Callable[[State, Names, str], Dealt]
    limits: Callable[[State], Limits]
    result_rule: str
    hand_out_rule: str


@dataclass(frozen=True)
class Example:
    """A possible result of a hand, for the chart of scores.

    words: the outcome in words. rule: id of the rule that pays it. player: the side of the chart's example
    that it pays. hand: a played hand that shows it, without ``kind``. pays: in words, where no number can be
    given; then there is no player and no hand.
    """

    words: str
    rule: str
    player: str = ""
    hand: Mapping[str, object] | None = None
    pays: str = ""


@dataclass(frozen=True)
class Variant:
    """One game.

    What it is called
        name: in a record. title: its full name. short: its name on the menu. note: one or two short sentences
        for the menu. prefixes: of its rule ids, the game's own first.
    Who plays
        seats: how many may play. teams: how many teams there are; 0: everyone plays alone. sides_of_hand: who
        played together in one hand, from the players and the entry of a played one, each player in one of the
        tuples; None: those of a team. For a game whose partners are known only when a hand is over.
    With what
        pack. deal: from players dealt in and options. turn_up: None: nothing is turned up. tricks: number in
        a hand, from players dealt in and options; None: one for each card dealt. lead. march: what taking
        every trick is called, with its article; "" for no name.
        score_cards: pips of the lower and the upper of the two cards that show a side's score by the pips
        left uncovered; None: no cards show it.
    A hand
        fields: of a played hand, beside those of ``entries.HAND``. ways: ways to write one; none: the only
        way is to have all fields that are ``needed``. unplayed: the deals that may come to nothing.
        renege: the one that ends a hand; None: there is none, or the hand's fields tell it.
        score_hand: the points of one: state, entry, dealer; None in a game played for chips. examples: what a
        hand may come to, from the players' names. follow: how a hand is followed card by card; None: the game
        does not offer that.
    The game
        options. goal: None in a game played for chips. never_below_zero: whether totals stop at 0.
        plays_off: whether sides tied at the goal play on alone (PP-08). bank: set exactly in games played for
        chips. of_nights: whether it is the game of euchre nights; one is.
    """

    name: str
    title: str
    short: str
    note: str
    prefixes: Names
    seats: range
    pack: Pack
    deal: Deals
    lead: Lead
    options: tuple[Option, ...]
    fields: tuple[Field, ...]
    unplayed: tuple[Unplayed, ...]
    teams: int = 0
    sides_of_hand: Callable[[Names, Entry], tuple[Names, ...]] | None = None
    turn_up: TurnUp | None = None
    tricks: Callable[[int, Options], int] | None = None
    march: str = ""
    score_cards: tuple[int, int] | None = None
    ways: tuple[Way, ...] = ()
    renege: Renege | None = None
    score_hand: "Callable[[State, Entry, str], Outcome] | None" = None
    examples: Callable[[Names], tuple[Example, ...]] = lambda players: ()
    follow: Follow | None = None
    goal: Goal | None = None
    never_below_zero: Callable[[Options], bool] = lambda options: False
    plays_off: bool = False
    bank: Bank | None = None
    of_nights: bool = False

    @property
    def has_bank(self) -> bool:
        """Whether this game is played for chips."""
        return self.bank is not None

    @property
    def trumps(self) -> Names:
        """Allowed trumps."""
        return self.pack.trumps

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of entries, hands first."""
        return entries.BANK_KINDS if self.bank else entries.POINTS_KINDS

    @property
    def first_act(self) -> str:
        """The first action of a hand: "bet", "bid" or "lead"."""
        if self.bank:
            return "bet"
        return "bid" if self.lead.is_makers else "lead"

    @property
    def field_names(self) -> frozenset[str]:
        """Names of the fields of a played hand, beside those of ``entries.HAND``."""
        return frozenset(field.name for field in self.fields)

    def hand_field(self, name: str) -> Field | None:
        """The field of a played hand with this name; None if there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        return None

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of all fields of its entries, to stand within a sentence, by ``shape.label`` of each."""
        declared = [*self.fields, *(field for kind in self.kinds for field in kind.fields)]
        inner = [field for one in declared for field in inside(one.shape)]
        return {label(one.name): within(one.label) for one in (*inner, *declared)}

    @property
    def standard_options(self) -> dict[str, int | bool | str]:
        """Every option with its default."""
        return {option.name: option.default for option in self.options}

    def results(self, options: Options) -> Names:
        """Possible results of a deal that is not played, with these options."""
        return tuple(one.result for one in self.unplayed if not (one.unless and options[one.unless]))

    def deal_for(self, players: int, options: Options | None = None) -> Deal:
        """How so many players are dealt; raises Refusal of ``players`` for a number that cannot play."""
        return self.deal(players, self.standard_options if options is None else options)

    def tricks_in_hand(self, players: int, options: Options | None = None) -> int:
        """Tricks in a whole hand of so many players dealt in."""
        chosen = self.standard_options if options is None else options
        return self.tricks(players, chosen) if self.tricks else self.deal(players, chosen).cards

    def sides(self, players: Names) -> Names:
        """The sides in scoring order: team names like "Ann & Cy", or everyone, in seat order."""
        if not self.teams:
            return players
        return tuple(" & ".join(players[team :: self.teams]) for team in range(self.teams))

    def side_of(self, players: Names, name: str) -> str:
        """The side that a player is on; raises ValueError for a name that is not seated."""
        return self.sides(players)[self._place(players, name)]

    def _place(self, players: Names, name: str) -> int:
        """The place of a player's side among the sides."""
        at = players.index(name)
        return at % self.teams if self.teams else at

    def members(self, players: Names, side: str) -> Names:
        """The players of a side, in seat order."""
        return tuple(name for name in players if self.side_of(players, name) == side)

    def partners(self, players: Names, name: str) -> Names:
        """The others on a player's side, clockwise from the player's left."""
        own = self._place(players, name)
        return tuple(one for one in others(players, name) if self._place(players, one) == own)

    def opponents(self, players: Names, name: str) -> Names:
        """The players on other sides, clockwise from the player's left."""
        own = self._place(players, name)
        return tuple(one for one in others(players, name) if self._place(players, one) != own)

    def together(self, players: Names, entry: Entry, name: str) -> Names:
        """Everyone on a player's side in a played hand, in seat order, the player among them."""
        if self.sides_of_hand is None:
            return self.members(players, self.side_of(players, name))
        return next(side for side in self.sides_of_hand(players, entry) if name in side)

    @property
    def goal_rule(self) -> str:
        """The id of the rule that ends the game; "" in a game without a goal."""
        return self.goal.rule if self.goal else ""

    def start(self, options: Options) -> int:
        """The points that everyone starts with; 0 in a game played for chips."""
        return self.goal.start(options) if self.goal else 0


def others(players: Names, name: str) -> Names:
    """Everyone else, clockwise from the left of *name*."""
    at = players.index(name)
    return players[at + 1 :] + players[:at]


# Fields that every hand has, whatever the game: dealer, result, and the check of its field names.

COMMON = entries.HAND.names


def dealer_of(state: State, entry: Entry, dealing: Names) -> str:
    """The dealer: as recorded (ALL-02), else the next of *dealing* by rotation (ALL-01)."""
    if "dealer" in entry:
        refuse_absent(entry["dealer"], "dealer", state, dealing, "ALL-02")
        return shape.name(entry, "dealer", dealing)
    return first_from(state.players, state.turn, dealing)


def refuse_absent(value: object, field: str, state: State, playing: Names, rule: str) -> None:
    """Refuse the name of a player who is seated but doesn't play this hand."""
    if isinstance(value, str) and value in state.players and value not in playing:
        raise Refusal("not-in-hand", field, rule, player=value)


def is_played(state: State, entry: Entry) -> bool:
    """Whether the hand was played. Raises Refusal for a result or field that this game does not have."""
    variant = state.variant
    if "result" in entry:
        result = entry["result"]
        for one in variant.unplayed:
            if one.result == result and one.unless and state.options[one.unless]:
                [option] = [option for option in variant.options if option.name == one.unless]
                words = shape.in_words(one.result)
                raise Refusal("option-rules-out", "result", one.rule, option=option.label, result=words)
        if shape.word(result, "result", (PLAYED, *variant.results(state.options))) != PLAYED:
            shape.only(entry, COMMON, "A hand that wasn’t played")
            return False
    shape.only(entry, variant.field_names | COMMON, "A hand of " + variant.title)
    if "trump" in entry:
        shape.word(entry["trump"], "trump", variant.trumps)
    return True


def next_turn(state: State, entry: Entry, dealt: str) -> str:
    """The seat that deals next: the same after a redeal, else the one to the left (ALL-01)."""
    return dealt if entry.get("result") == REDEAL else left_of(state.players, dealt)
