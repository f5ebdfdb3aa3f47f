"""Random legal hands of Poker-Euchre, and what goes through its bank: see ``games``."""

from collections.abc import Sequence
from typing import Any

from scoring import Limits, Round, State
from scoring.poker import cards_each
from scoring.variants import poker_chips
from scoring.variants.base import first_from
from tests.scoring.dice import Dice

Entry = dict[str, Any]

MOST_ACTIONS = 24
SEATS = 12


def points_hand(dice: Dice, state: State) -> Entry:
    """A hand of poker-points, in a playoff too."""
    playing = state.dealing
    each = cards_each(len(playing), bool(state.options["jokers"]))
    return {"maker": dice.one_of(playing), **_poker_tricks(dice, state, playing, each)}


def _poker_tricks(dice: Dice, state: State, playing: Sequence[str], each: int) -> Entry:
    """Tricks of *playing*, with reneges now and then."""
    reneged = dice.some(playing, 1, 2) if dice.rarely(6) else []
    left = [name for name in playing if name not in reneged]
    if not reneged:
        nobodys = bool(state.options["jokers"]) and len(playing) == 2 and dice.rarely(2)
        share = dice.level if dice.rarely(3) else dice.split
        return {"tricks": share(each - nobodys, left)}
    tricks = dice.split(dice.number(0, each), left)
    cards = {name: dice.number(taken * len(left), taken * len(playing)) for name, taken in tricks.items()}
    return {"tricks": tricks, "reneged": reneged, "cards": cards}


def chips_hand(dice: Dice, state: State) -> Entry:
    """A hand of poker-chips that at least two can pay for."""
    entry: Entry = {}
    away = dice.some(state.players, 2, 6)
    dealt = [name for name in state.players if name not in away]
    if away and can_play(state, dealt):
        entry["away"] = away
    else:
        dealt = list(state.players)
    dealer = first_from(state.players, state.turn, tuple(dealt))
    if dice.rarely(6):
        dealer = entry["dealer"] = dice.one_of(dealt)
    deal = poker_chips.deal(state, tuple(entry.get("away", ())), dealer)
    stacks = {name: state.scores[name] - deal.each for name in deal.paid}
    if dice.rarely(2):
        betting, active = _betting(dice, deal.paid, stacks, poker_chips.limits(state))
    else:
        betting, active = _totals(dice, deal.paid, stacks)
    entry |= betting
    if len(active) > 1 or dice.rarely(2):
        entry["maker"] = dice.one_of(deal.paid if dice.rarely(2) else active)
    if len(active) > 1:
        entry |= _poker_tricks(dice, state, active, deal.each)
    return entry


def _betting(
    dice: Dice, order: Sequence[str], stacks: dict[str, int], limits: Limits
) -> tuple[Entry, Sequence[str]]:
    """The betting action by action, as ``Round.turn`` allows it; after a while nobody raises."""
    table = Round(tuple(order), stacks, limits)
    actions: list[Entry] = []
    while not table.closed:
        turn = table.turn()
        late = len(actions) >= MOST_ACTIONS
        can = [
            action
            for action in ("check", "call", "call", "raise", "bet", "fold")
            if action not in turn.off and not (late and action in ("raise", "bet"))
        ]
        action = dice.one_of(can)
        done: Entry = {"player": turn.player, "action": action}
        if action in ("bet", "raise"):
            done["chips"] = dice.number(turn.least, turn.most)
        table.act(turn.player, action, done.get("chips"))
        actions.append(done)
    return {"betting": actions}, table.active


def _totals(dice: Dice, order: Sequence[str], stacks: dict[str, int]) -> tuple[Entry, Sequence[str]]:
    folded = dice.some(order, 1)
    active = [name for name in order if name not in folded]
    level = dice.number(0, min(stacks[name] for name in active))
    bets = dict.fromkeys(active, level) if level else {}
    for name in folded:
        put = dice.number(0, min(level, stacks[name]))
        if put:
            bets[name] = put
    entry: Entry = {"folded": folded} if folded else {}
    return ({**entry, "bets": bets} if bets else entry), active


def can_play(state: State, dealt: Sequence[str]) -> bool:
    """Whether two of those dealt in can pay the ante."""
    each = cards_each(len(dealt), bool(state.options["jokers"]))
    return sum(state.scores[name] >= each for name in dealt) >= 2


def bank_entry(dice: Dice, state: State, names: Sequence[str]) -> Entry:
    """What goes through the bank; a table that cannot play mostly buys, and one of *names* may join."""
    if state.hands and dice.rarely(5):
        return {"kind": "end"}
    poor = [name for name in state.players if state.scores[name] < 30]
    if poor and not dice.rarely(3):
        return _buy_in(dice, poor)
    kind = dice.one_of(("buy-in", "transfer", "join", "cash-out", "transfer"))
    if kind == "transfer" and (state.pot or any(state.scores.values())):
        return _transfer(dice, state)
    if kind == "join" and len(state.players) < SEATS:
        return _join(dice, state, names)
    if kind == "cash-out":
        return {"kind": "cash-out", "player": dice.one_of(state.players)}
    return _buy_in(dice, state.players)


def _buy_in(dice: Dice, names: Sequence[str]) -> Entry:
    entry: Entry = {"kind": "buy-in", "player": dice.one_of(names), "chips": dice.number(1, 99)}
    return {**entry, "on_credit": True} if dice.rarely(3) else entry


def _transfer(dice: Dice, state: State) -> Entry:
    holders = [name for name in state.players if state.scores[name]] + (["pot"] if state.pot else [])
    source = dice.one_of(holders)
    target = dice.one_of([name for name in (*state.players, "pot") if name != source])
    held = state.pot if source == "pot" else state.scores[source]
    moved = dice.number(1, held)
    return {"kind": "transfer", "from": source, "to": target, "chips": moved, "reason": "a miscount"}


def _join(dice: Dice, state: State, names: Sequence[str]) -> Entry:
    name = dice.one_of([name for name in names if name not in state.players])
    return {"kind": "join", "player": name, "left_of": dice.one_of(state.players)}
