"""The page of a hand in progress: seats, the current question, and the moves that may be tapped.

And the players around a table of chips, during a hand and between two.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.pages.board import Board, Side
from companion.pages.pips import Pile, amounts, chosen, drawn
from scoring import Refusal, State, signed
from scoring.betting import BET, CALL, CHECK, FOLD, RAISE
from scoring.possible import Stake
from scoring.progress import DEALING, Instruction, Offer, Progress
from scoring.tray import USUAL_CASE, Case

RARE = frozenset(("dealer", "away", "back", "result", "renege"))
THROW_IN, SKIP, KING = "throw-in", "skip", "king"
BETS = frozenset(("check", "bet", "call", "raise", "fold"))
# Scores that fit beside the card on the felt.
MOST_SCORES = 4
PLAY, SHOWDOWN = "play", "showdown"
DID = {"check": "checked", "bet": "bet", "call": "called", "raise": "raised", "fold": "folded"}
CHOICE_WORDS = {"drop": "dropped", "switch": "took the spare hand", "stay": "stays"}
# Tricks of a hand that are drawn as cards; of more they are only said.
MOST_CARDS = 7
SUITS = ("spades", "hearts", "diamonds", "clubs")
CALLS = frozenset(("pass", "order", "stay", "drop", "switch"))
STEPS = (-10, -1, 1, 10)
# A larger step is offered where the amounts lie further apart than this.
NEAR = 20


@dataclass(frozen=True)
class Tap:
    """A button for a move.

    move: the move as JSON text. words: label. suit: a suit to draw; "" for none. alone: whether the move is
    to play alone. laid: whether it is a trick in which a player reneged who has also played to the one on the
    table. off: the refusal that it meets; None if it is allowed. rule: rule id; "" without one.
    """

    move: str
    words: str
    suit: str = ""
    alone: bool = False
    laid: bool = False
    off: Refusal | None = None
    rule: str = ""


def tap(offer: Offer, words: str = "", **more: object) -> Tap:
    """The button of an offer. *words*: the label, if not the offer's; *more*: further fields of the move."""
    laid = "laid" in offer.move
    suit = str(offer.move.get("trump") or offer.move.get("card") or "")
    return Tap(
        move=json.dumps({**offer.move, **more}, separators=(",", ":")),
        words=words or (f"Trick {offer.move['number']}" if laid else offer.words),
        suit=suit if suit in SUITS else "",
        alone="alone" in offer.move,
        laid=laid,
        off=offer.off,
        rule=offer.rule,
    )


def reasons(taps: Iterable[Tap]) -> tuple[Tap, ...]:
    """Buttons that are off, each reason once."""
    return tuple({tap.off.message: tap for tap in taps if tap.off}.values())


@dataclass(frozen=True)
class Hand:
    """One player in the hand.

    deals: the dealer. acts: next to act. leads: next to lead. out: folded, dropped or sitting out. tricks,
    kings: numbers so far; None: not known by player, or none can be won yet. pile: a letter for each trick
    won, "K" if with a King, of the showdown during one; "" if there are too many to draw. notes: the player's
    state in words; "" without one. did: the last action of the betting in words. stake: None without betting,
    and for a player who is not in it. in_showdown: whether a showdown is counted; showdown: tricks in it;
    None without one, or for a player who isn't in it. tap: the answer to the question that names this player;
    king: "with a King" for the trick won last; None without.
    """

    name: str
    deals: bool
    acts: bool
    leads: bool
    out: bool
    tricks: int | None
    kings: int
    pile: str
    notes: str
    did: str = ""
    stake: Stake | None = None
    in_showdown: bool = False
    showdown: int | None = None
    tap: Tap | None = None
    king: Tap | None = None

    @property
    def won(self) -> str:
        """The tricks in words: "2 tricks"; those of the showdown during one; "" if none are counted."""
        counted = self.showdown if self.in_showdown else self.tricks
        return "" if counted is None else f"{counted or 'no'} trick" + "s" * (counted > 1)


def hands(state: State, progress: Progress, taps: Mapping[str, Tap], king: Tap | None) -> tuple[Hand, ...]:
    """The players dealt in. *taps*: answers by player; *king*: the button for a late King."""
    # The winner of the trick noted last, in the showdown or before it.
    tricks = progress.showdown.tricks if progress.showdown else ()
    tricks = tricks or progress.tricks
    last = tricks[-1].taker if tricks else None
    counts, counted = progress.counts, showdown_counts(progress)
    betting = progress.betting
    piled = progress.showdown.tricks if progress.showdown and counted else progress.tricks
    did: dict[str, str] = {}  # the last action of the betting by player; none when only totals are known
    level, put = 0, dict.fromkeys(betting.put, 0) if betting else {}
    for action in betting.actions if betting else ():
        player, kind, chips = str(action["player"]), str(action["action"]), int(str(action.get("chips", 0)))
        amount = level - put[player] if kind == "call" else chips
        level += chips
        put[player] = level
        did[player] = DID[kind] + (f" {amount}" if amount else "")
    found = []
    for name in state.players:
        if name not in progress.dealt_in:
            continue
        folded = betting is not None and name in betting.folded
        idle = betting is not None and name not in betting.put
        stake = Stake(betting.ante + betting.put[name], betting.left[name]) if betting and not idle else None
        pile = "".join("K" if trick.king else "-" for trick in piled if trick.taker == name)
        hand = Hand(
            name=name,
            deals=name == progress.dealer,
            acts=name == progress.to_act,
            leads=name in (progress.leader, progress.to_act if progress.phase == SHOWDOWN else None),
            out=folded or idle or name in progress.sitting_out or progress.choices.get(name) == "drop",
            tricks=counts.get(name) if progress.phase == PLAY or any(counts.values()) else None,
            kings=progress.kings.count(name),
            pile=pile if progress.total <= MOST_CARDS else "",
            notes=_notes(progress, name, folded, idle),
            did=did.get(name, ""),
            stake=stake,
            in_showdown=bool(counted),
            showdown=counted.get(name),
            tap=taps.get(name),
            king=king if name == last else None,
        )
        found.append(hand)
    return tuple(found)


def showdown_counts(progress: Progress) -> Mapping[str, int]:
    """Tricks of the showdown by player; {} before it begins and when only a winner was given."""
    counts = progress.showdown.counts if progress.showdown else {}
    return counts if progress.phase == SHOWDOWN or any(counts.values()) else {}


def _notes(progress: Progress, name: str, folded: bool, idle: bool) -> str:
    made = bool(progress.maker)
    notes = []
    if name == progress.maker:
        notes.append("maker, alone" if progress.alone else "maker")
        notes += [f"bid {progress.bid}"] * (progress.bid > 0 and not progress.alone)
    notes += ["defends alone"] * (name == progress.lone_defender)
    notes += ["passed"] * (name in progress.passed and not made)
    notes += [f"bid {bid.tricks}" for bid in progress.bids if bid.player == name and not made]
    notes += ["sits out"] * (idle or name in progress.sitting_out)
    choice = progress.choices.get(name, "")
    notes += [CHOICE_WORDS[choice]] if choice and name != progress.maker else []
    accused = progress.accused is not None and progress.accused.player == name
    notes += ["renege called"] * accused + ["folded"] * folded + ["reneged"] * (name in progress.reneged)
    notes += [f"{progress.counts.get(name, 0)} in the hand"] * bool(showdown_counts(progress))
    return ", ".join(notes)


@dataclass(frozen=True)
class Amount:
    """One amount to choose. step: its difference from the chosen one, for a button that only moves it; 0."""

    chips: int
    chosen: bool = False
    step: int = 0

    @property
    def more(self) -> int:
        """How much more the step makes it; 0 if it makes it less."""
        return max(self.step, 0)

    @property
    def less(self) -> int:
        """How much less the step makes it; 0 if it makes it more."""
        return max(-self.step, 0)


@dataclass(frozen=True)
class BetDock:
    """The choices of the player to bet.

    to_call: chips to match. has: chips left. verb: "bet" or "raise". adding: the button for it; off with the
    reason if it is not allowed. amounts: () if it is not. main: the button to stay in, else to fold. plain:
    the other buttons. raises_left: None without a limit. limits: of a bet, or of what a raise adds: "1 to
    20"; "" if none is allowed.
    """

    player: str
    to_call: int
    has: int
    verb: str
    adding: Tap
    amounts: tuple[Amount, ...]
    plain: tuple[Tap, ...]
    main: Tap
    raises_left: int | None
    limits: str


def bet_dock(progress: Progress, wanted: int | None) -> BetDock | None:
    """The choices of the player to bet, with the amount *wanted*; None while nobody is to bet."""
    offers = {str(one.move["move"]): one for one in progress.offers}
    turn = progress.betting.turn if progress.betting else None
    if progress.betting is None or turn is None or FOLD not in offers:
        return None
    verb = RAISE if BET in turn.off and CHECK in turn.off else BET
    chips = chosen(turn, wanted)
    adding = tap(offers[verb])
    steps: tuple[Amount, ...] = ()
    if not adding.off:  # the steps down, the amounts, and the steps up, as far as they are allowed
        by = [step for step in STEPS if abs(step) == 1 or turn.most - turn.least > NEAR]
        down = [Amount(chips + step, step=step) for step in by if step < 0 and chips + step >= turn.least]
        up = [Amount(chips + step, step=step) for step in by if step > 0 and chips + step <= turn.most]
        offered = [Amount(one, one == chips) for one in sorted({*amounts(turn), chips})]
        steps = (*down, *offered, *up)
        adding = tap(offers[verb], ("Raise by " if verb == RAISE else "Bet ") + str(chips), chips=chips)
    stay = tap(offers[CHECK if CHECK not in turn.off else CALL])
    fold = tap(offers[FOLD])
    main, other = (fold, stay) if stay.off else (stay, fold)
    return BetDock(
        player=turn.player,
        to_call=turn.to_call,
        has=progress.betting.left[turn.player],
        verb=verb,
        adding=adding,
        amounts=steps,
        plain=(other, adding),
        main=main,
        raises_left=turn.raises_left,
        limits="" if adding.off else " to ".join(str(end) for end in sorted({turn.least, turn.most})),
    )


@dataclass(frozen=True)
class ProgressPage:
    """Everything on the page.

    progress: the hand after its moves. number: the hand's, from 1. ask: the current question. hands: players
    dealt in, in seat order. taps: whether their rows answer the question. rows: its other buttons, row by
    row; those of the betting are in dock. reasons: buttons that are off, each reason once. rare: buttons
    seldom needed. skip, throw_in: their buttons; None if not offered. notes: instructions beside the rare
    buttons. promise: changes by name, with a sign, if the hand is saved now; () while it is incomplete.
    scores: by side, as far as they fit. pot: its chips to draw. kings: whether a King that wins a trick is
    noted. last: the number of the trick noted last, in the showdown or before it. in_showdown: whether the
    showdown is shown. turned_down: whether all players passed the turned suit.
    """

    progress: Progress
    number: int
    ask: str
    hands: tuple[Hand, ...]
    taps: bool
    rows: tuple[tuple[Tap, ...], ...]
    dock: BetDock | None
    reasons: tuple[Tap, ...]
    rare: tuple[Tap, ...]
    skip: Tap | None
    throw_in: Tap | None
    notes: tuple[Instruction, ...]
    promise: tuple[tuple[str, str], ...]
    scores: tuple[tuple[str, int], ...] = ()
    pot: tuple[Pile, ...] = ()
    kings: bool = False
    last: int = 0
    in_showdown: bool = False
    turned_down: bool = False

    @property
    def in_turn(self) -> tuple[Hand, ...]:
        """The players dealt in, in the order of the betting: from the dealer's left to the dealer."""
        after = [place for place, hand in enumerate(self.hands, start=1) if hand.deals]
        first = after[0] if after else 0
        return self.hands[first:] + self.hands[:first]


def progress_page(
    state: State, progress: Progress, chips: int | None = None, case: Case = USUAL_CASE
) -> ProgressPage:
    """The page of a hand in progress.

    *state* is the table before it; *chips* the amount chosen for the next bet; *case* the table's chips.
    """
    usual = [one for one in progress.offers if one.move["move"] not in RARE | BETS | {SKIP, THROW_IN, KING}]
    # The answers to a question about players, by player. A King is told after its trick, by a second tap.
    named = [one for one in usual if "player" in one.move and "king" not in one.move]
    taps = {str(one.move["player"]): tap(one) for one in named}
    if len({one.move["move"] for one in named}) != 1 or len(taps) != len(named) or len(taps) < 2:
        taps = {}
    # The others in rows of related moves; those that stand alone share the first row.
    by_kind: dict[tuple[object, ...], list[Tap]] = {}
    for one in usual:
        if not (taps and "player" in one.move):
            kind = one.move["move"]
            key = ("call",) if kind in CALLS else (kind, "alone" in one.move, "laid" in one.move)
            by_kind.setdefault(key, []).append(tap(one))
    alone = [row for row in by_kind.values() if len(row) == 1 and not row[0].laid]
    rows = [tuple(row[0] for row in alone)] if alone else []
    rows += [tuple(row) for row in by_kind.values() if row not in alone]
    pot = progress.betting.pot if progress.betting else 0
    laid = progress.showdown.tricks if progress.showdown else ()
    saved = progress.step.hand if progress.step else None  # None while the hand is incomplete
    # How the first dealer is found, before the first deal; the procedure of a renege, during the play.
    follow, notes = state.variant.follow, [progress.renege] * bool(progress.tricks and not progress.accused)
    if progress.phase == DEALING and not state.hands and follow and follow.first_dealer:
        notes = [follow.first_dealer]
    has_scores = not state.variant.has_bank and len(progress.scores) <= MOST_SCORES
    return ProgressPage(
        progress=progress,
        number=state.hands + 1,
        ask=progress.ask,
        hands=hands(state, progress, taps, _first(progress, KING)),
        taps=bool(taps),
        rows=tuple(rows),
        dock=bet_dock(progress, chips),
        reasons=reasons(tap for row in rows for tap in row),
        rare=tuple(tap(one) for one in progress.offers if one.move["move"] in RARE),
        skip=_first(progress, SKIP, allowed=True),
        throw_in=_first(progress, THROW_IN),
        notes=tuple(notes),
        promise=tuple((name, signed(change)) for name, change in saved.change.items()) if saved else (),
        scores=tuple(progress.scores.items()) if has_scores else (),
        pot=drawn(pot, case),
        kings=any(one.move["move"] == KING or "king" in one.move for one in progress.offers),
        last=len(laid or progress.tricks),
        in_showdown=bool(showdown_counts(progress)),
        turned_down=progress.turned_down,
    )


def _first(progress: Progress, kind: str, allowed: bool = False) -> Tap | None:
    """The first offer of that kind; None without one."""
    found = [one for one in progress.offers if one.move["move"] == kind and (one.allowed or not allowed)]
    return tap(found[0]) if found else None


# Around a table of chips: how many sit at the bottom, at each side and at the top, by number of players.
AROUND = {
    2: (1, 0, 1),
    3: (1, 1, 0),
    4: (1, 1, 1),
    5: (1, 1, 2),
    6: (1, 2, 1),
    7: (1, 2, 2),
    8: (2, 2, 2),
    9: (2, 2, 3),
    10: (3, 2, 3),
    11: (3, 2, 4),
    12: (4, 2, 4),
}
# The columns of a row, from the left, and the rows of a side, from the top: CSS classes.
COLUMNS = {1: ("c3",), 2: ("c2", "c4"), 3: ("c1", "c3", "c5"), 4: ("q1", "q2", "q3", "q4")}
ROWS = {0: (), 1: ("rm",), 2: ("r2", "r3")}


@dataclass(frozen=True)
class Chair:
    """One player around a table of chips.

    place: CSS classes of the place on the oval. side: name and stack. hand: in the hand in progress; None
    between hands, and for a player who isn't dealt in. deals: the dealer.
    """

    place: str
    side: Side
    hand: Hand | None
    deals: bool

    @property
    def chips(self) -> int:
        """Chips in front of the player: without those in the pot."""
        return self.hand.stake.left if self.hand and self.hand.stake else self.side.score

    @property
    def note(self) -> str:
        """The player's part in the hand in words: "11 in, called 3", "2 tricks"; "" without one."""
        if self.hand is None:
            return ""
        if self.hand.out:
            return self.hand.notes
        stake = f"{self.hand.stake.paid} in" if self.hand.stake and not self.hand.won else ""
        done = self.hand.won or self.hand.did
        return ", ".join(part for part in (stake, done, "to act" if self.hand.acts else "") if part)


def chairs(found: Board, play: ProgressPage | None) -> tuple[Chair, ...]:
    """The players around a table of chips, clockwise from the bottom; () in other games and at the end."""
    if found.pot is None or found.over:
        return ()
    number = len(found.sides)
    bottom, side, top = AROUND[number]
    left, right = ("q1", "q4") if top == len(COLUMNS) else ("c1", "c5")
    around = [
        *(f"{column} r4" for column in reversed(COLUMNS[bottom])),
        *(f"{left} {row}" for row in reversed(ROWS[side])),
        *(f"{column} r1" for column in COLUMNS.get(top, ())),
        *(f"{right} {row}" for row in ROWS[side]),
    ]
    first = (bottom - 1) // 2
    hands = {hand.name: hand for hand in play.hands} if play else {}
    dealer = play.progress.dealer if play else found.dealer
    return tuple(
        Chair(
            place=around[(first + index) % number],
            side=one,
            hand=hands.get(one.name),
            deals=one.name == dealer,
        )
        for index, one in enumerate(found.sides)
    )
