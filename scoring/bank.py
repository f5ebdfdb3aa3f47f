"""Entries of games played for chips: the hand, and bank entries between hands (PC-01 to PC-06, PC-21)."""

from dataclasses import replace

from . import entries, names, outcomes, shape
from .fields import Kind
from .ledger import BUY_IN_RULE, END_RULE, Ledger
from .refusal import Refusal
from .shape import Entry
from .table import BANK, POT, Hand, Names, Reason, State, Step, first_from, left_of
from .variant import dealer_of, is_played, next_turn

BOUGHT_IN = Reason(BUY_IN_RULE, "bought in", "bought in", outcomes.BOUGHT_IN)
ON_CREDIT = Reason(BUY_IN_RULE, "bought in on credit", "bought in on credit", outcomes.BOUGHT_ON_CREDIT)
CASHED_OUT = Reason(BUY_IN_RULE, "cashed out", "cashed out", outcomes.CASHED_OUT)
LAST_ONE = Reason(
    END_RULE, "the pot to the last one", "the last one at the table: the pot", outcomes.POT_SHARED
)
SHARE = Reason(END_RULE, "the pot shared", "a share of the pot", outcomes.POT_SHARED)


def hand(state: State, entry: Entry) -> Step:
    """Post one ``hand`` entry; a hand that was not played posts nothing (PC-06). Raises Refusal."""
    bank = state.variant.bank
    played = is_played(state, entry)
    ledger = Ledger(state)
    dealing = state.players
    if bank is not None and played and "away" in entry:
        away = bank.away(state, entry)
        dealing = tuple(name for name in state.players if name not in away)
    dealer = dealer_of(state, entry, dealing)
    if bank is not None and played:
        bank.play_hand(state, entry, dealer, ledger)
    after = _after(state, ledger, hands=state.hands + 1, turn=next_turn(state, entry, dealer))
    after = replace(after, unplayed=not played)
    change = {
        name: ledger.chips[name] - was for name, was in state.scores.items() if ledger.chips[name] != was
    }
    postings = tuple(ledger.postings)
    posted = Hand(after.hands, after.entries, dealer, change, ledger.chips, postings=postings)
    return Step(after, postings=postings, hand=posted, forgiven=tuple(ledger.forgiven))


def buy_in(state: State, entry: Entry) -> Step:
    """Move chips from the bank to a player, paid for or on credit (PC-03, PC-04). Raises Refusal."""
    _only(entry, entries.BUY_IN)
    player = shape.name(entry, "player", state.players)
    chips = shape.whole(entry, "chips", 1)
    ledger = Ledger(state)
    if shape.flag(entry, "on_credit"):
        ledger.lend(player, chips, ON_CREDIT)
    else:
        ledger.post(BANK, player, chips, BOUGHT_IN)
    return _step(_after(state, ledger), ledger)


def cash_out(state: State, entry: Entry) -> Step:
    """Move all of a player's chips to the bank and free the seat; the last one takes the pot (PC-21).

    Credit is deducted from what the chips are worth; the rest stays owed (PC-22).
    Raises Refusal.
    """
    _only(entry, entries.CASH_OUT)
    player = shape.name(entry, "player", state.players)
    ledger = Ledger(state)
    ledger.cash(player, CASHED_OUT)
    players = tuple(name for name in state.players if name != player)
    turn = left_of(state.players, player) if state.turn == player else state.turn
    if len(players) == 1:
        ledger.post(POT, players[0], ledger.pot, LAST_ONE)
    del ledger.chips[player]
    after = _after(state, ledger, players=players, turn=turn)
    if len(players) == 1:
        after = _ended(after)
    return _step(after, ledger)


def join(state: State, entry: Entry, *, stored: bool = False) -> Step:
    """Seat a new player, or one who left, to the left of another (PC-04). Raises Refusal.

    stored: as for ``game.step``.
    """
    _only(entry, entries.JOIN)
    if "player" not in entry:
        raise Refusal("empty", "player", label="name")
    player = names.checked(entry["player"], "player", stored=stored)
    if player in state.players:
        raise Refusal("seated", "player", BUY_IN_RULE, player=player)
    if player not in state.invested:
        names.refuse_taken(player, state.invested, "player", stored=stored)
    most = state.variant.seats[-1]
    if len(state.players) >= most:
        raise Refusal("table-full", "player", BUY_IN_RULE, most=most)
    seat = state.players.index(shape.name(entry, "left_of", state.players, "choose-neighbor")) + 1
    ledger = Ledger(state)
    players = (*state.players[:seat], player, *state.players[seat:])
    ledger.chips = {name: ledger.chips.get(name, 0) for name in players}
    ledger.invested = {**state.invested, player: state.invested.get(player, 0)}
    return Step(_after(state, ledger, players=players))


def transfer(state: State, entry: Entry) -> Step:
    """Move chips between players and the pot, with a reason (ALL-05). Raises Refusal."""
    _only(entry, entries.TRANSFER)
    accounts = (*state.players, POT)
    source = shape.name(entry, "from", accounts, "choose-giver")
    target = shape.name(entry, "to", accounts, "choose-receiver")
    if source == target:
        raise Refusal("same-place", "to", "ALL-05")
    chips = shape.whole(entry, "chips", 1)
    reason = shape.text(entry, "reason", shape.REASON_LENGTH)
    ledger = Ledger(state)
    held = ledger.pot if source == POT else ledger.chips[source]
    if chips > held and source == POT:
        raise Refusal("pot-holds", "chips", "ALL-05", chips=held)
    if chips > held:
        raise Refusal("chips-held", "chips", "ALL-05", player=source, chips=held)
    told = Reason("ALL-05", "{reason}", "{reason}", outcomes.ADJUSTED, {"reason": reason})
    ledger.post(source, target, chips, told)
    return _step(_after(state, ledger), ledger)


def end(state: State, entry: Entry) -> Step:
    """End the game: share the pot, odd chips from the left of the next dealer (PC-21). Raises Refusal."""
    _only(entry, entries.END)
    ledger = Ledger(state)
    share, odd = divmod(state.pot, len(state.players))
    at = state.players.index(first_from(state.players, state.turn, state.players)) + 1
    for place, name in enumerate(state.players[at:] + state.players[:at]):
        ledger.post(POT, name, share + (place < odd), SHARE)
    return _step(_ended(_after(state, ledger)), ledger)


def _only(entry: Entry, kind: Kind) -> None:
    shape.only(entry, kind.names, kind.title)


def _step(after: State, ledger: Ledger) -> Step:
    return Step(after, postings=tuple(ledger.postings))


def _after(
    state: State,
    ledger: Ledger,
    players: Names | None = None,
    turn: str | None = None,
    hands: int | None = None,
) -> State:
    return State(
        state.variant,
        state.options,
        state.players if players is None else players,
        ledger.chips,
        state.turn if turn is None else turn,
        state.entries + 1,
        state.hands if hands is None else hands,
        pot=ledger.pot,
        invested=ledger.invested,
        credit=ledger.credit,
        unplayed=state.unplayed,
    )


def _ended(state: State) -> State:
    """The game over: the highest result wins (PC-22), several when they are level."""
    net = state.net
    best = max(net.values())
    return replace(state, over=True, winners=tuple(name for name in net if net[name] == best))
