"""Poker-Euchre with chips: one hand, from the ante to the payout (PC-01 to PC-24)."""

from dataclasses import dataclass

from .. import options, outcomes, poker, shape
from ..betting import ACTIONS, BET, RAISE, Limits, Round, check_totals
from ..follow import Follow, Instruction
from ..ledger import Ledger
from ..phases.betting import Betting, betting, buries
from ..phases.facts import HandFacts
from ..refusal import Refusal
from ..shape import Entry
from ..table import turn_order
from ..variant import refuse_absent
from .base import (
    NAMES,
    PLAYER,
    POT,
    Bank,
    Dealt,
    Example,
    Field,
    Lead,
    Listed,
    Names,
    Nested,
    Reason,
    State,
    Variant,
    Way,
    Whole,
    Word,
    counts,
    tricks_text,
)

ANTE = Reason("PC-05", "ante", "antes", outcomes.ANTE)
BETS = Reason("PC-07", "bet", "bets", outcomes.BET)
UNPLAYED_POT = Reason(
    "PC-12", "the pot, unplayed", "everyone else folded: the whole pot", outcomes.POT_UNPLAYED
)
REST_OF_POT = Reason("PC-14", "the rest of the pot", "won the hand: the rest of the pot", outcomes.HAND_WON)
TIE_WON = Reason("PE-09", REST_OF_POT.paying, poker.TIE_WON + ": the rest of the pot", outcomes.HAND_WON)


@dataclass(frozen=True)
class Bets:
    """The result of the betting.

    put: chips by player who paid the ante. active: players who did not fold, from the dealer's left.
    """

    put: dict[str, int]
    active: Names


def deal(state: State, away: Names, dealer: str) -> Dealt:
    """The players dealt in, and those who can pay the ante, a chip for each card (PC-05). Raises Refusal."""
    dealt = tuple(name for name in turn_order(state.players, dealer) if name not in away)
    each = poker.cards_each(len(dealt), bool(state.options["jokers"]))
    return Dealt(dealt, tuple(name for name in dealt if state.scores[name] >= each), each)


def away(state: State, entry: Entry) -> Names:
    """The players who are not dealt in (PC-05). Raises Refusal if fewer than two are dealt in."""
    names = tuple(shape.each_once(entry, "away", state.players))
    if len(state.players) - len(names) < 2:
        raise Refusal("two-players-in", "away", "PC-05")
    return names


def play_hand(state: State, entry: Entry, dealer: str, ledger: Ledger) -> None:
    """Post one played hand: ante, bets, trick pay, pot, penalties (PC-05 to PC-20). Raises Refusal."""
    dealt = deal(state, away(state, entry), dealer)
    if not dealt.playable:
        raise Refusal("two-must-pay", "kind", "PC-05", chips=dealt.each)
    for field in ("maker", "folded", "bets", "tricks", "reneged", "cards"):
        value = entry.get(field)
        for name in value if isinstance(value, (list, dict)) else (value,):
            # Nobody is named who is away or can't pay the ante.
            refuse_absent(name, field, state, dealt.paid, "PC-05")
    for name in dealt.paid:
        ledger.post(name, POT, dealt.each, ANTE)
    bets = _bets(state, entry, dealt, ledger)
    for name in dealt.paid:
        ledger.post(name, POT, bets.put[name], BETS)
    if len(bets.active) == 1:
        for field in ("tricks", "reneged", "cards"):
            if field in entry:
                raise Refusal("only-one-left", field, "PC-12")
        if "maker" in entry:
            shape.name(entry, "maker", dealt.paid)
        ledger.post(POT, bets.active[0], ledger.pot, UNPLAYED_POT)
    else:
        _pay_out(state, entry, dealt, bets, ledger)


def limits(state: State) -> Limits:
    """The betting limits of the table (PC-09, PC-10)."""
    options = state.options
    return Limits(int(options["min_bet"]), int(options["max_bet"]), int(options["max_raises"]))


def _bets(state: State, entry: Entry, dealt: Dealt, ledger: Ledger) -> Bets:
    if "betting" not in entry:
        folded = shape.each_once(entry, "folded", dealt.paid)
        put = shape.counts(entry, "bets", dealt.paid)
        check_totals(put, folded, {name: ledger.chips[name] for name in dealt.paid})
        return Bets(put, tuple(name for name in dealt.paid if name not in folded))
    if "bets" in entry or "folded" in entry:
        raise Refusal("betting-twice", "betting")
    actions = entry["betting"]
    if not isinstance(actions, list):
        raise shape.misfit("not-list", "betting", actions, label="betting")
    stacks = {name: ledger.chips[name] for name in dealt.paid}
    betting = Round(dealt.paid, stacks, limits(state))
    for action in actions:
        if not isinstance(action, dict):
            raise shape.misfit("not-object", "betting", action, label="action")
        try:
            shape.only(action, ACTION_FIELDS, "A betting action")
            refuse_absent(action.get("player"), "player", state, betting.order, "PC-05")
            player = shape.name(action, "player", betting.order)
            what = shape.word(shape.needed(action, "action"), "action", ACTIONS)
            has_chips = "chips" in action or what in (BET, RAISE)
            betting.act(player, what, shape.whole(action, "chips", 1) if has_chips else None)
        except Refusal as refusal:
            raise refusal.under("betting") from None
    if not betting.closed:
        raise Refusal("betting-open", "betting", "PC-07", player=str(betting.to_act))
    return Bets(betting.put, betting.active)


def _pay_out(state: State, entry: Entry, dealt: Dealt, bets: Bets, ledger: Ledger) -> None:
    maker = shape.name(entry, "maker", dealt.paid)
    counted = poker.count(state, entry, len(dealt.dealt), dealt.paid, bets.active)
    for name, cards in counted.cards.items():
        taken = counted.tricks[name]
        how = ", {cards} cards" if counted.reneged else " × {playing} playing"
        values = {"tricks": taken, "cards": counted.cards[name], "playing": len(bets.active)}
        reason = Reason("PC-13", "trick pay", tricks_text(taken) + how, outcomes.TRICKS, values)
        ledger.post(POT, name, cards, reason)
    winner = poker.winner(counted, maker)
    if winner is not None:
        tie = poker.tie_winner(counted.tricks, maker) is not None
        ledger.post(POT, winner, ledger.pot, TIE_WON if tie else REST_OF_POT)
    if winner == maker:
        for name in bets.active if counted.is_march(maker) else ():
            if name != maker and name not in counted.reneged:
                got = "grand march: {payer} pays the bet again"
                paid = "grand march: pays {maker} the bet again"
                march = {"payer": name, "maker": maker}
                reason = Reason("PC-18", paid, got, outcomes.GRAND_MARCH, march)
                ledger.owe(name, maker, bets.put[name], reason)
    elif maker in bets.active or state.options["folded_maker_pays"]:
        # The bet that a euchred maker pays again, to the winner or the pot (PC-15, PC-16, PC-19).
        rule, outcome = "PC-15" if winner is not None else "PC-16", outcomes.EUCHRED
        if maker not in bets.active:
            rule, outcome = "PC-19", outcomes.FOLDED_EUCHRED
        if winner is None:
            paid, got = "euchred, no winner: pays the pot the bet again", "the euchred maker’s bet again"
        else:
            paid, got = "euchred: pays {winner} the bet again", "euchred {maker}, who pays the bet again"
        receiver = POT if winner is None else winner
        both = {"maker": maker, "winner": receiver}
        ledger.owe(maker, receiver, bets.put[maker], Reason(rule, paid, got, outcome, both))


EXAMPLES = (
    Example("Each card won, from the pot", "PC-13", pays="1"),
    Example("The winner of the hand", "PC-14", pays="the rest of the pot"),
    Example("Everyone else folded", "PC-12", pays="the whole pot"),
    Example("A euchred maker, to the winner", "PC-15", pays="the bets again"),
    Example("Euchred, no winner: into the pot", "PC-16", pays="the bets again"),
    Example("No winner", "PC-17", pays="the pot stays"),
    Example("A grand march, each player still in to the maker", "PC-18", pays="the bets again"),
)
ACTION = (
    Field("player", PLAYER, "PC-23", "Player", needed=True),
    Field("action", Word(ACTIONS), "PC-08", "Action", needed=True),
    Field("chips", Whole(1), "PC-09", "Chips"),
)
ACTION_FIELDS = frozenset(field.name for field in ACTION)
MOST_ACTIONS = 200
PLAYED_FIELDS = ("tricks", "reneged", "cards")


def _antes(facts: HandFacts) -> list[Instruction]:
    """Instructions for paying the ante; antes on the table from an unplayed deal stay there (PC-06)."""
    unpaid = [name for name in facts.dealing if name not in facts.order]
    who = ", ".join(facts.order[:-1]) + " and " + facts.order[-1] if unpaid else "Everyone"
    chips = str(facts.total)
    if facts.state.unplayed:
        adds = who + " top up to " + chips + " each." if unpaid else "Top up to " + chips + " each."
        steps = [Instruction("The antes stay in. " + adds, "PC-06")]
    elif unpaid:
        text = who + " ante " + chips + " each before looking, in this order."
        steps = [Instruction(text, "PC-05")]
    else:
        steps = [Instruction("Everyone antes " + chips + " before looking, dealer’s left first.", "PC-05")]
    out = "{0} can’t pay the ante: {0} sits out and buries the cards unseen."
    return steps + [Instruction(out.format(name), "PC-05") for name in unpaid]


SHORT = Instruction(
    "Two players must be able to pay. A player who is short buys chips or cashes out.", "PC-05"
)
ANTES_STAY = Instruction("The antes stay in.", "PC-06")
BETTING = Betting(
    rule="PC-07",
    action="PC-08",
    amount="PC-09",
    maker_bets=Instruction("called trump and is expected to bet well.", "PC-24"),
)
FOLLOW = Follow(
    phases=poker.phases(
        antes=_antes,
        away="PC-05",
        no_hand=SHORT,
        betting=(betting(BETTING),),
        first_lead=lambda facts: buries(facts, BETTING.action),
    ),
    first_dealer=poker.FIRST_JACK,
    no_hand=lambda facts: (
        None if len(facts.order) > 1 else Refusal("two-must-pay", "kind", "PC-05", chips=facts.total)
    ),
    credits_unopposed=False,
    over=lambda facts: (
        poker.over(facts, "PC-13")
        if facts.result or not facts.unopposed
        else [Instruction("Everyone else folded: " + facts.active[0] + " takes the pot.", "PC-12")]
    ),
    unplayed=lambda facts: [ANTES_STAY],
    renege=poker.RENEGE,
)

VARIANT = Variant(
    name="poker-chips",
    title="Poker-Euchre, chips",
    short="Poker-Euchre, chips",
    note="Ante, bet, play. Bower keeps the pot and the bank.",
    prefixes=("PC", "PE"),
    seats=poker.SEATS,
    pack=poker.PACK,
    deal=poker.deal,
    turn_up=poker.TURN_UP,
    lead=Lead("PE-12"),
    march=poker.MARCH,
    options=(
        poker.JOKERS,
        options.number(
            "chip_value_cents",
            0,
            "PC-02",
            "White chip in cents",
            "0: play chips.",
            least=0,
            fixed=True,
        ),
        options.number(
            "min_bet",
            1,
            "PC-09",
            "Smallest bet or raise",
            "In white chips.",
            at_most="max_bet",
        ),
        options.number("max_bet", 20, "PC-09", "Largest bet or raise", "In white chips."),
        options.number(
            "max_raises",
            3,
            "PC-10",
            "Raises allowed",
            "With three or more in. The count restarts once the betting has passed the seat left of the "
            "dealer.",
        ),
        options.flag(
            "folded_maker_pays",
            True,
            "PC-19",
            "A maker who folds still pays",
            "Euchred all the same.",
        ),
        options.word(
            "shortfall",
            "buy",
            "PC-20",
            "If a player can’t pay in full",
            "For what a player owes and can’t pay.",
            ("buy", "forgive"),
            {"buy": "Buys the rest on credit", "forgive": "The rest is forgiven"},
        ),
    ),
    fields=(
        *poker.FIELDS,
        Field("away", NAMES, "PC-05", "Away"),
        Field("betting", Listed(Nested(ACTION), MOST_ACTIONS), "PC-08", "Betting"),
        Field("bets", counts(None), "PC-07", "Bets"),
        Field("folded", NAMES, "PC-08", "Folded"),
    ),
    ways=(
        Way(("betting",), without=("bets", "folded")),
        Way(("maker", "tricks"), without=("betting",)),
        Way(("folded",), without=("betting", *PLAYED_FIELDS)),
    ),
    unplayed=poker.UNPLAYED,
    examples=lambda players: EXAMPLES,
    bank=Bank(play_hand, away, deal, limits, result_rule="PC-22", hand_out_rule="PC-03"),
    follow=FOLLOW,
)
