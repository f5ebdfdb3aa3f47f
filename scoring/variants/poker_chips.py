"""Poker-Euchre with chips: one hand, from the ante to the payout (PC-01 to PC-24)."""

from dataclasses import dataclass

from .. import poker, shape
from ..betting import ACTIONS, BET, RAISE, Limits, Round
from ..deal import cards_each, turn_order
from ..ledger import Ledger
from ..refusal import Refusal, expected
from ..shape import Entry
from .base import (
    MISDEAL,
    PASSED_OUT,
    POT,
    REDEAL,
    Names,
    Option,
    Reason,
    State,
    Variant,
    tricks_text,
)

ACTION_FIELDS = frozenset(("player", "action", "chips"))
ANTE = Reason("PC-05", "ante", "antes")
BETS = Reason("PC-07", "bet", "bets")
UNPLAYED_POT = Reason("PC-12", "the pot, unplayed", "the only one left: the whole pot")
REST_OF_POT = Reason("PC-14", "the rest of the pot", "most tricks: the rest of the pot")


@dataclass(frozen=True)
class Deal:
    """Who was dealt in and who paid, from the dealer's left; ``each`` is cards, and chips of ante."""

    dealt: Names
    paid: Names
    each: int


@dataclass(frozen=True)
class Bets:
    """What each player put in during the betting, and who stayed, in order from the dealer's left."""

    put: dict[str, int]
    active: Names


def deal(state: State, away: Names, dealer: str) -> Deal:
    """Who plays: dealt in, and holding a chip for each card (PC-05). Needs two who can pay."""
    dealt = tuple(name for name in turn_order(state.players, dealer) if name not in away)
    each = cards_each(len(dealt), bool(state.options["jokers"]))
    return Deal(dealt, tuple(name for name in dealt if state.scores[name] >= each), each)


def away(state: State, entry: Entry) -> Names:
    """Who is not dealt in; at least two must be (PC-05)."""
    names = tuple(shape.each_once(entry, "away", state.players))
    if len(state.players) - len(names) < 2:
        raise expected("away", "two players or more at the table (PC-05)", len(state.players) - len(names))
    return names


def play_hand(state: State, entry: Entry, dealer: str, ledger: Ledger) -> None:
    """Post one played hand: ante, bets, trick pay, pot, penalties (PC-05 to PC-20)."""
    dealt = deal(state, away(state, entry), dealer)
    if len(dealt.paid) < 2:
        holders = shape.one_of(dealt.paid) if dealt.paid else "nobody"
        raise Refusal("kind", "expected two who can pay the ante of " + str(dealt.each) + ", got " + holders)
    for name in dealt.paid:
        ledger.post(name, POT, dealt.each, ANTE)
    bets = _bets(state, entry, dealt, ledger)
    for name in dealt.paid:
        ledger.post(name, POT, bets.put[name], BETS)
    if len(bets.active) == 1:
        _take_pot_unplayed(entry, dealt, bets, ledger)
    else:
        _pay_out(state, entry, dealt, bets, ledger)


def limits(state: State) -> Limits:
    """The betting limits in force (PC-09, PC-10)."""
    options = state.options
    return Limits(int(options["min_bet"]), int(options["max_bet"]), int(options["max_raises"]))


def _bets(state: State, entry: Entry, dealt: Deal, ledger: Ledger) -> Bets:
    if "betting" not in entry:
        return _totals(entry, dealt, ledger)
    if "bets" in entry or "folded" in entry:
        raise Refusal("betting", "expected the betting action by action or as totals, got both")
    actions = entry["betting"]
    if not isinstance(actions, list):
        raise expected("betting", "a list of actions", actions)
    stacks = {name: ledger.chips[name] for name in dealt.paid}
    betting = Round(dealt.paid, stacks, limits(state))
    for action in actions:
        _act(betting, action)
    if not betting.closed:
        raise Refusal("betting", "expected " + str(betting.to_act) + " to act, got no more actions (PC-07)")
    return Bets(betting.put, betting.active)


def _act(betting: Round, action: object) -> None:
    if not isinstance(action, dict):
        raise expected("betting", "an action with a player", action)
    try:
        shape.only(action, ACTION_FIELDS, "a betting action")
        player = shape.name(action, "player", betting.order)
        what = shape.name(action, "action", ACTIONS)
        if "chips" in action or what in (BET, RAISE):
            betting.act(player, what, shape.whole(action, "chips", 1, "chips"))
        else:
            betting.act(player, what)
    except Refusal as refusal:
        raise Refusal("betting", refusal.message) from refusal


def _totals(entry: Entry, dealt: Deal, ledger: Ledger) -> Bets:
    folded = shape.each_once(entry, "folded", dealt.paid)
    active = tuple(name for name in dealt.paid if name not in folded)
    if not active:
        raise Refusal("folded", "expected somebody to stay in, got everybody folding (PC-12)")
    put = shape.counts(entry, "bets", dealt.paid, "chips")
    level = put[active[0]]
    for name, chips in put.items():
        if name not in folded and chips != level:
            raise expected("bets", "the same from all who stayed, " + str(level) + " (PC-07)", chips)
        if chips > level:
            raise expected("bets", "at most " + str(level) + " from " + name + ", who folded (PC-07)", chips)
        if chips > ledger.chips[name]:
            raise expected(
                "bets", "at most the " + str(ledger.chips[name]) + " that " + name + " holds", chips
            )
    return Bets(put, active)


def _take_pot_unplayed(entry: Entry, dealt: Deal, bets: Bets, ledger: Ledger) -> None:
    for field in ("tricks", "reneged", "cards"):
        if field in entry:
            raise Refusal(field, "expected no tricks: only " + bets.active[0] + " was left (PC-12)")
    if "maker" in entry:
        shape.name(entry, "maker", dealt.paid)
    ledger.post(POT, bets.active[0], ledger.pot, UNPLAYED_POT)


def _pay_out(state: State, entry: Entry, dealt: Deal, bets: Bets, ledger: Ledger) -> None:
    maker = shape.name(entry, "maker", dealt.paid)
    counted = poker.count(state, entry, len(dealt.dealt), dealt.paid, bets.active)
    for name, cards in counted.cards.items():
        ledger.post(POT, name, cards, _trick_pay(counted, name, len(bets.active)))
    winner = poker.winner(counted, maker)
    if winner is not None:
        ledger.post(POT, winner, ledger.pot, REST_OF_POT)
    if winner == maker:
        if counted.is_march(maker):
            _grand_march(maker, counted, bets, ledger)
    elif maker in bets.active or state.options["folded_maker_pays"]:
        _penalty(maker, winner, bets, ledger)


def _trick_pay(counted: poker.Count, name: str, playing: int) -> Reason:
    taken = tricks_text(counted.tricks[name])
    how = ", " + str(counted.cards[name]) + " cards" if counted.reneged else " × " + str(playing) + " playing"
    return Reason("PC-13", "trick pay", taken + how)


def _penalty(maker: str, winner: str | None, bets: Bets, ledger: Ledger) -> None:
    """A euchred maker pays the bet again, to the winner or into the pot (PC-15, PC-16, PC-19)."""
    rule = "PC-15" if winner is not None else "PC-16"
    if maker not in bets.active:
        rule = "PC-19"
    if winner is None:
        again = Reason(
            rule, "euchred, no winner: the bet again into the pot", "the euchred maker's bet again"
        )
        ledger.owe(maker, POT, bets.put[maker], again)
    else:
        got = "euchred " + maker + ", who pays the bet again"
        ledger.owe(maker, winner, bets.put[maker], Reason(rule, "euchred: the bet again to " + winner, got))


def _grand_march(maker: str, counted: poker.Count, bets: Bets, ledger: Ledger) -> None:
    for name in bets.active:
        if name != maker and name not in counted.reneged:
            got = "a grand march: " + name + " pays the bet again"
            reason = Reason("PC-18", "a grand march: the bet again to " + maker, got)
            ledger.owe(name, maker, bets.put[name], reason)


VARIANT = Variant(
    name="poker-chips",
    title="Poker-Euchre, chips",
    seats=range(2, 13),
    options=(
        poker.JOKERS,
        Option("chip_value_cents", 0, "PC-02", "what a white chip is worth in cents; 0: play chips", least=0),
        Option("min_bet", 1, "PC-09", "least that a bet or a raise adds, in chips"),
        Option("max_bet", 20, "PC-09", "most that a bet or a raise adds, in chips"),
        Option("max_raises", 3, "PC-10", "raises a circuit, with more than two playing"),
        Option("folded_maker_pays", True, "PC-19", "a maker who folded is still euchred and pays", "flag"),
        Option(
            "shortfall",
            "buy",
            "PC-20",
            "who owes more than they hold buys the rest on credit, or is forgiven it",
            "word",
            words=("buy", "forgive"),
        ),
    ),
    fields=poker.PLAY_FIELDS | {"away", "betting", "bets", "folded"},
    results=lambda options: (PASSED_OUT, MISDEAL, REDEAL),
)
