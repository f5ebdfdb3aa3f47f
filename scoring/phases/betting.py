"""The betting, action by action or as totals."""

from dataclasses import dataclass, replace

from .. import shape
from ..betting import ACTIONS, BET, FOLD, RAISE, Round, check_totals
from ..follow import ANYTHING, FORM, NUMBER, PLAYER, Instruction, Move, MoveKind, Offer, Phase, Telling
from ..refusal import Refusal
from .deal import dealt
from .facts import BETTING, PLAY, HandFacts
from .view import Progress, Table

ACTION_WORDS = {"check": "Check", "bet": "Bet", "call": "Call", "raise": "Raise", "fold": "Fold"}


@dataclass(frozen=True)
class Betting:
    """The betting of one game. The ante is a chip for each trick of the hand.

    - ``rule``: the id of the rule that opens and closes the betting; ``action``: of checking, calling
      and folding; ``amount``: of bets and raises
    - ``maker_bets``: the instruction for a maker who bets for the first time, after the name
    """

    rule: str
    action: str
    amount: str
    maker_bets: Instruction


def betting(rules: Betting) -> Phase:
    """The betting before the first trick."""
    act = MoveKind(lambda facts, move: _acted(rules, facts, move), PLAYER)
    amount = MoveKind(act.apply, {**PLAYER, "chips": NUMBER})
    return Phase(
        name=BETTING,
        is_open=lambda facts: not known(facts) and not facts.played,
        moves={action: amount if action in (BET, RAISE) else act for action in ACTIONS},
        offers=lambda facts: _offers(rules, facts),
        ask=lambda facts: str(_round(rules, facts).to_act) + " to bet",
        instructions=lambda facts: _bet(rules, facts),
        to_act=lambda facts: _round(rules, facts).to_act,
        tellings=(
            Telling(
                kind="bets",
                fields={"bets": ANYTHING, "folded": ANYTHING},
                may=lambda facts, phase: phase in (BETTING, PLAY, FORM) and not known(facts),
                apply=lambda facts, move: _given(rules, facts, move),
            ),
        ),
        known=known,
        complete=known,
        record=_record,
        show=lambda facts, progress: _show(rules, facts, progress),
    )


def known(facts: HandFacts) -> bool:
    """Whether all bets and folds are known."""
    return facts.bets is not None or facts.closed


def _round(rules: Betting, facts: HandFacts) -> Round:
    """The betting so far, among players who paid."""
    bank = facts.state.variant.bank
    if bank is None:
        raise ValueError("betting needs a bank")
    so_far = Round(facts.order, _stacks(facts), bank.limits(facts.state))
    for action in facts.actions:
        chips = action.get("chips")
        so_far.act(str(action["player"]), str(action["action"]), chips if type(chips) is int else None)
    return so_far


def _stacks(facts: HandFacts) -> dict[str, int]:
    """Chips of each player who paid, after the ante."""
    return {name: facts.state.scores[name] - facts.total for name in facts.order}


def _bet(rules: Betting, facts: HandFacts) -> list[Instruction]:
    steps = [Instruction("Bet until everyone still in has put in the same.", rules.rule)]
    if not facts.actions:
        steps.append(Instruction("A player who checks may still bet later.", rules.action))
    steps += buries(facts, rules.action)
    first = facts.maker not in [act["player"] for act in facts.actions]
    if first and facts.maker == _round(rules, facts).to_act:
        steps.append(Instruction(facts.maker + " " + rules.maker_bets.text, rules.maker_bets.rule))
    return steps


def buries(facts: HandFacts, rule: str) -> list[Instruction]:
    """The instruction for a player who has just folded; *rule*: its id."""
    if not facts.actions or facts.actions[-1]["action"] != FOLD:
        return []
    return [Instruction(str(facts.actions[-1]["player"]) + " buries the cards unseen.", rule)]


def _offers(rules: Betting, facts: HandFacts) -> list[Offer]:
    turn = _round(rules, facts).turn()
    offers = []
    for action in ACTIONS:
        refused = turn.off.get(action)
        off = refused.under("move") if refused else None
        words = ACTION_WORDS[action] + (" " + str(turn.to_call) if action == "call" and turn.to_call else "")
        move = {"move": action, "player": turn.player}
        if action in (BET, RAISE):
            offers.append(Offer(move, words, off, rules.amount, turn.least, turn.most))
        else:
            offers.append(Offer(move, words, off, rules.action))
    return offers


def _acted(rules: Betting, facts: HandFacts, move: Move) -> HandFacts:
    """One action more; raises Refusal for chips beyond the limits."""
    player, what, chips = str(move["player"]), str(move["move"]), move.get("chips")
    action: dict[str, object] = {"player": player, "action": what}
    if "chips" in move:
        action["chips"] = chips
    so_far = _round(rules, facts)
    try:
        so_far.act(player, what, chips if type(chips) is int else None)
    except Refusal as refusal:
        raise refusal.under("chips") from None
    return replace(facts, actions=(*facts.actions, action), closed=so_far.closed, folded=tuple(so_far.folded))


def _given(rules: Betting, facts: HandFacts, move: Move) -> HandFacts:
    """The betting as totals: bets by player, and folds. Raises Refusal."""
    folded = tuple(shape.each_once(move, "folded", facts.order))
    put = shape.counts(move, "bets", facts.order)
    check_totals(put, folded, _stacks(facts))
    if facts.tricks and len(folded) > len(facts.order) - 2:
        raise Refusal("two-played", "folded", rules.rule)
    for name in folded:
        if facts.counts.get(name) or name in facts.reneged:
            raise Refusal("played-on", "folded", rules.rule, player=name)
    return replace(facts, bets=put, folded=folded, actions=())


def _record(facts: HandFacts) -> dict[str, object]:
    """The betting action by action, if entered that way; nothing for an unfinished betting."""
    if not known(facts):
        return {}
    if facts.bets is None:
        return {"betting": [dict(action) for action in facts.actions]}
    bets = {name: chips for name, chips in facts.bets.items() if chips}
    return {"bets": bets, "folded": list(facts.folded)}


def _show(rules: Betting, facts: HandFacts, progress: Progress) -> Progress:
    """Show the betting, once the antes are paid."""
    if facts.follow.no_hand(facts) or not dealt(facts):
        return progress
    so_far = _round(rules, facts)
    put = dict(facts.bets) if facts.bets is not None else so_far.put
    paid = facts.state.pot + facts.total * len(facts.order) + sum(put.values())
    stacks = _stacks(facts)
    left = {name: stacks[name] - chips for name, chips in put.items()}
    turn = None if known(facts) else so_far.turn()
    left_in = len(facts.order) - len(facts.folded)
    alike = left_in > 1 and not facts.reneged and (known(facts) or BETTING not in facts.past)
    pays = left_in if alike else 0
    table = Table(put, left, paid, facts.folded, turn, facts.total, pays, facts.actions)
    return replace(progress, betting=table)
