"""The betting fields of a Poker-Euchre hand: action by action, or in totals.

The rules are in `scoring.betting`.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace

from companion.forms.fields import (
    BACK,
    Common,
    Count,
    Counts,
    Entry,
    Names,
    Posted,
    all_seated,
    count_in,
    counts_seated,
    known,
    mapped,
    only_whole,
    player_at,
    seat_text,
)
from companion.forms.hand.base import Missing
from companion.log.progress import HandSoFar
from companion.pages.pips import usual
from companion.wording.names import shown
from companion.wording.refusal import AppRefusal
from scoring import Refusal, Round, State, Turn, possible
from scoring.betting import ACTIONS, BET, CALL, CHECK, FOLD, RAISE, check_totals, chips_held
from scoring.possible import Stake
from scoring.shape import listed
from scoring.variant import Bank, Dealt

TOTALS = "totals"
OVER = "over"
LETTERS = {CHECK: "k", BET: "b", CALL: "c", RAISE: "r", FOLD: "f"}
BY_LETTER = {letter: action for action, letter in LETTERS.items()}
TOKEN = re.compile(r"([0-9]{1,2})([kbcrf])([0-9]{0,9})")


@dataclass(frozen=True)
class Action:
    """One betting action. ``chips``: the amount of a bet or raise.

    If the text can't be parsed, it is in ``player``, and ``action`` is "".
    """

    player: str
    action: str = ""
    chips: int | None = None


@dataclass(frozen=True)
class Betting:
    """The fields of the betting.

    totals: whether it is given in totals. actions: in order. In totals: level: chips that each who stayed put
    in, beside the ante. folded: who folded, in seat order. bets: chips of each who folded, by player. For the
    next action: chips: the amount chosen. other: the amount typed in its place.
    """

    totals: bool = False
    actions: tuple[Action, ...] = ()
    level: Count = None
    folded: Names = ()
    bets: Counts = field(default_factory=dict)
    chips: Count = None
    other: Count = None


@dataclass(frozen=True)
class Standing:
    """The betting so far.

    deal: players dealt in, and those who paid. put: chips by player, without the ante. active: players who
    haven't folded, from the dealer's left. did: last action by player, in words. round: None in totals.
    refusal: of an action, or of the totals.
    """

    deal: Dealt
    put: Mapping[str, int]
    active: Names
    did: Mapping[str, str]
    round: Round | None = None
    refusal: Refusal | None = None

    @property
    def turn(self) -> Turn | None:
        """The player to act; None when the betting is closed or in totals."""
        return self.round.turn() if self.round and not self.round.closed else None

    @property
    def alone(self) -> str | None:
        """The only player left, to whom the pot goes (PC-12); None if there are several."""
        return self.active[0] if len(self.active) == 1 else None

    def stakes(self, state: State) -> dict[str, Stake]:
        """Chips put in and chips left, by player."""
        return possible.stakes(state, self.deal, self.put)


def parse(posted: Posted) -> Betting:
    """The fields of a posted form."""
    actions = []
    for token in posted.text("betting").split():
        found = TOKEN.fullmatch(token)  # seat, letter, chips
        if found:
            chips = int(found[3]) if found[3] else None
            actions.append(Action(player_at(posted.state, found[1]), BY_LETTER[found[2]], chips))
        else:
            actions.append(Action(token))
    return Betting(
        totals=posted.text("telling") == TOTALS,
        actions=tuple(actions),
        level=posted.count("level"),
        folded=posted.ticked("folded"),
        bets=posted.counts("bets"),
        chips=posted.count("chips"),
        other=posted.count("chips-other"),
    )


def tokens(state: State, actions: tuple[Action, ...]) -> str:
    """Actions as text for the form; the inverse of `parse`."""
    return " ".join(
        seat_text(state, one.player)
        + LETTERS.get(one.action, "")
        + ("" if one.chips is None else str(one.chips))
        for one in actions
    )


def of_entry(state: State, entry: Entry) -> Betting:
    """The fields of an entry. If it has neither betting nor tricks, the hand isn't over."""
    if "betting" in entry:
        return Betting(actions=tuple(_action_of_entry(mapped(one)) for one in listed(entry["betting"])))
    if not {"bets", "folded", "tricks"} & entry.keys():
        return Betting()
    folded = all_seated(state, entry.get("folded"))
    bets = mapped(entry.get("bets"))
    stayed = [chips for name, chips in bets.items() if name not in listed(entry.get("folded"))]
    own = {name: bets.get(name, 0) for name in folded}
    return Betting(
        totals=True,
        level=count_in(stayed[0]) if stayed else 0,
        folded=folded,
        bets=counts_seated(state, own),
    )


def go_on(betting: Betting, so_far: HandSoFar) -> Betting:
    """The betting of a hand that isn't over: with the actions so far, unless all of it is known."""
    if {"bets", "betting"} & so_far.entry.keys():
        return betting
    return Betting(actions=tuple(_action_of_entry(dict(action)) for action in so_far.betting))


def _action_of_entry(action: Entry) -> Action:
    chips = action.get("chips")
    return Action(
        str(action.get("player", "")),
        str(action.get("action", "")),
        chips if isinstance(chips, int) else None,
    )


def entry(betting: Betting, paid: Names) -> Entry:
    """The betting as entry fields. *paid*: players who paid the ante."""
    if not betting.totals:
        actions = []
        for one in betting.actions:
            told: Entry = {"player": one.player}
            if one.action:
                told["action"] = one.action
            if one.chips is not None:
                told["chips"] = one.chips
            actions.append(told)
        return {"betting": actions}
    folded = [name for name in betting.folded if name in paid]
    bets = _bets(betting, paid)
    return {**({"bets": bets} if bets else {}), **({"folded": folded} if folded else {})}


def _bets(betting: Betting, paid: Names) -> Entry:
    """Chips by player: one level for all who stayed, their own for those who folded."""
    return known({name: betting.bets.get(name) if name in betting.folded else betting.level for name in paid})


def missing(betting: Betting, standing: Standing) -> list[Missing]:
    """The rest of the betting; of totals, what those put in who stayed, and each of those who folded."""
    if not betting.totals:
        return [Missing("betting", "betting")] if standing.turn else []
    level = [Missing("bets", "bets")] if betting.level is None else []
    folded = [
        name for name in standing.deal.paid if name in betting.folded and betting.bets.get(name) is None
    ]
    return [*level, *(Missing("bets", f"{shown(name)}’s bets before folding") for name in folded)]


def so_far(state: State, common: Common, betting: Betting, dealer: str) -> Standing:
    """The betting so far. Raises Refusal if fewer than two players are dealt in."""
    deal = _bank(state).deal(state, common.away, dealer)
    stacks = {name: stake.left for name, stake in possible.stakes(state, deal, {}).items()}
    refused: Refusal | None = None
    if betting.totals:
        folded = [name for name in betting.folded if name in deal.paid]
        active = tuple(name for name in deal.paid if name not in folded)
        put = {name: chips for name, chips in _bets(betting, deal.paid).items() if isinstance(chips, int)}
        if betting.level is None:  # it is open: only that nobody can put in more than they have
            over = [name for name, chips in put.items() if chips > stacks[name]]
            refused = chips_held("bets", over[0], stacks[over[0]]) if over else None
        else:
            try:
                check_totals(put, folded, stacks)
            except Refusal as refusal:
                refused = refusal
        return Standing(deal, put, active, dict.fromkeys(folded, "folded"), refusal=refused)
    played = Round(deal.paid, stacks, _bank(state).limits(state))
    did: dict[str, str] = {}
    try:
        for action in betting.actions:
            owed = played.turn().to_call if not played.closed else 0
            played.act(action.player, action.action, action.chips)
            words = {
                CHECK: "checked",
                BET: f"bet {action.chips}",
                CALL: f"called {owed}",
                RAISE: f"raised {action.chips}",
            }
            did[action.player] = words.get(action.action, "folded")
    except Refusal as refusal:
        refused = refusal
    return Standing(deal, played.put, played.active, did, played, refused)


def _bank(state: State) -> Bank:
    """How this game is played for chips. Raises ValueError if it isn't."""
    if state.variant.bank is None:
        raise ValueError(f"{state.variant.title} is not played for chips")
    return state.variant.bank


def press(state: State, betting: Betting, standing: Standing, what: str) -> Betting:
    """Add an action of the player in turn, or take back the last one or all. Raises Refusal."""
    if what == BACK:
        return replace(betting, actions=betting.actions[:-1])
    if what == OVER:
        return replace(betting, actions=())
    if standing.round is None or what not in ACTIONS:
        raise AppRefusal("choose-action", "betting")
    if standing.refusal:  # nothing can follow an action that can't be
        raise standing.refusal
    player = standing.round.to_act or ""
    chips = None
    if what in {BET, RAISE}:
        chosen = _chosen(betting)
        if isinstance(chosen, str):
            raise AppRefusal("least", "betting", least=1)
        chips = usual(standing.turn) if chosen is None else chosen
    standing.round.act(player, what, chips)
    return replace(betting, actions=(*betting.actions, Action(player, what, chips)), chips=None, other=None)


def _chosen(betting: Betting) -> Count:
    """The amount of the next bet or raise: typed, else chosen."""
    return betting.chips if betting.other is None else betting.other


def offered(betting: Betting, turn: Turn) -> int:
    """The chosen amount if it is allowed, else the usual one."""
    chosen = only_whole(_chosen(betting))
    return usual(turn) if chosen is None else chosen


def level_after(standing: Standing, what: str, chips: int) -> int | None:
    """The level to match after this bet or raise; None if it isn't allowed."""
    if standing.round is None or standing.round.closed:
        return None
    after = deepcopy(standing.round)
    try:
        after.act(after.to_act or "", what, chips)
    except Refusal:
        return None
    return after.level
