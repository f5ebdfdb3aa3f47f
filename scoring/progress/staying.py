"""After trump: who stays, drops or switches, and who bets what."""

from collections.abc import Mapping
from dataclasses import replace

from .. import possible, shape
from ..betting import ACTIONS, BET, RAISE, Turn
from ..countdown import DROP, STAY, SWITCH
from ..refusal import Refusal, expected
from ..variants.base import Names
from . import told as t
from .moves import Move, Offer, offer
from .phases import choosers, still_to_choose
from .told import Told

CHOICE_WORDS = {STAY: "Stay", DROP: "Drop", SWITCH: "Take the spare hand"}
ACTION_WORDS = {"check": "Check", "bet": "Bet", "call": "Call", "raise": "Raise", "fold": "Fold"}


def choice_offers(told: Told) -> list[Offer]:
    """What the next to choose may do (TH-05, BU-09)."""
    who = still_to_choose(told)[0]
    if told.game == t.BUCK:
        return [offer(CHOICE_WORDS[choice], choice, "BU-09", player=who) for choice in (STAY, DROP)]
    concedes = who == told.maker
    words = "Concede (+" + str(told.state.options["penalty"]) + ")" if concedes else CHOICE_WORDS[DROP]
    why = possible.why_no_drop(told.state, who, told.maker, conceding=True)
    return [
        offer(CHOICE_WORDS[STAY], STAY, "TH-05", player=who),
        offer(words, DROP, "TH-10" if concedes else "TH-09", why, player=who),
        offer(CHOICE_WORDS[SWITCH], SWITCH, "TH-05", _why_not_switch(told), player=who),
    ]


def _why_not_switch(told: Told) -> str:
    taken = [name for name, choice in told.choices.items() if choice == SWITCH]
    return taken[0] + " has the spare hand (TH-05)" if taken else ""


def chose(told: Told, move: Move) -> Told:
    """One stays, drops or switches."""
    return replace(told, choices={**told.choices, str(move["player"]): str(move["move"])})


def may_tell_choices(told: Told) -> bool:
    """Whether the choices can still be told all at once."""
    return told.has_choices and bool(told.maker) and bool(still_to_choose(told))


def tell_choices(told: Told, move: Move) -> Told:
    """All choices at once; whoever is not named, and has said nothing yet, stays. Raises Refusal."""
    given = move.get("choices", {})
    if not isinstance(given, dict):
        raise expected("choices", "stay or drop by name", given)
    choices: dict[str, str] = {}
    for name in choosers(told):
        kinds = (STAY, DROP) if told.game == t.BUCK else (STAY, DROP, SWITCH)
        choices[name] = shape.name(
            {"choices": given.get(name, told.choices.get(name, STAY))}, "choices", kinds
        )
    for name in given:
        if name not in choices:
            raise expected("choices", shape.one_of(choosers(told)), name)
    _refuse_choices(told, choices)
    return replace(told, choices=choices)


def _refuse_choices(told: Told, choices: Mapping[str, str]) -> None:
    """Refuse a second switch, a drop that may not be, or that what came before denies."""
    if list(choices.values()).count(SWITCH) > 1:
        raise Refusal("choices", "expected one to take the spare hand, got more (TH-05)")
    for name, choice in choices.items():
        before = told.choices.get(name, choice)
        if before != choice:
            raise Refusal("choices", "expected " + name + " to " + before + ", as was said, got " + choice)
        why = possible.why_no_drop(told.state, name, told.maker, conceding=told.game == t.THREE_HANDED)
        if choice == DROP and why:
            raise Refusal("choices", "expected " + name + " to play, got a drop: " + why)
        if choice == DROP and told.counts.get(name):
            raise Refusal("choices", "expected " + name + " to play, who took a trick, got a drop")
    if told.tricks and list(choices.values()).count(DROP) >= len(told.order) - 1:
        raise Refusal("choices", "expected two who play, for there were tricks, got fewer")


def bet_offers(told: Told) -> list[Offer]:
    """What the next to bet may do (PC-08 to PC-11)."""
    turn = told.round.turn()
    return [_bet_offer(turn, action) for action in ACTIONS]


def _bet_offer(turn: Turn, action: str) -> Offer:
    off = turn.off.get(action, "")
    words = ACTION_WORDS[action] + (" " + str(turn.to_call) if action == "call" and turn.to_call else "")
    move = {"move": action, "player": turn.player}
    if action in (BET, RAISE):
        return Offer(move, words, off, "PC-09", turn.least, turn.most)
    return Offer(move, words, off, "PC-08")


def acted(told: Told, move: Move) -> Told:
    """One action of the betting; raises Refusal for chips beyond the limits."""
    player, what, chips = str(move["player"]), str(move["move"]), move.get("chips")
    action: dict[str, object] = {"player": player, "action": what}
    if "chips" in move:
        action["chips"] = chips
    betting = told.round
    try:
        betting.act(player, what, chips if type(chips) is int else None)
    except Refusal as refusal:
        raise Refusal("chips", refusal.message) from None
    return replace(told, actions=(*told.actions, action), closed=betting.closed, folded=tuple(betting.folded))


def may_tell_bets(told: Told) -> bool:
    """Whether the betting can still be told as totals."""
    return told.game == t.CHIPS and not told.bets_known


def tell_bets(told: Told, move: Move) -> Told:
    """The betting as totals: what each put in, and who folded (PC-07). Raises Refusal."""
    folded = tuple(shape.each_once(move, "folded", told.order))
    put = shape.counts(move, "bets", told.order, "chips")
    stayed = tuple(name for name in told.order if name not in folded)
    if not stayed:
        raise Refusal("folded", "expected somebody to stay in, got everybody folding (PC-12)")
    _refuse_bets(told, put, folded, put[stayed[0]])
    if told.tricks and len(stayed) < 2:
        raise Refusal("folded", "expected two who play, for there were tricks, got one")
    for name in folded:
        if told.counts.get(name) or name in told.reneged:
            raise Refusal("folded", "expected " + name + " to have played on, got a fold")
    return replace(told, bets=put, folded=folded, actions=())


def _refuse_bets(told: Told, put: Mapping[str, int], folded: Names, level: int) -> None:
    for name, chips in put.items():
        if chips > level or (chips < level and name not in folded):
            wanted = "at most " if name in folded else ""
            raise expected("bets", wanted + str(level) + " from " + name + " (PC-07)", chips)
        if chips > told.state.scores[name] - told.total:
            holds = told.state.scores[name] - told.total
            raise expected("bets", "at most the " + str(holds) + " that " + name + " holds (PC-11)", chips)
