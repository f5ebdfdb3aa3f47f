"""The fold: a table, the moves of a hand in progress, what it has come to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from .. import game, shape
from ..refusal import Refusal, expected
from ..variants.base import Names, State, Step
from . import calling, phases, playing, renege, staying
from . import told as t
from .entry import entry, probe
from .instructions import instructions
from .moves import TELLINGS, Move, Offer, match, offer, read
from .told import Told
from .view import Progress, Showdown, Table

Apply = Callable[[Told, Move], Told]

APPLY: Mapping[str, Apply] = {
    "dealer": calling.named_dealer,
    "away": calling.gone,
    "back": calling.back,
    "turned": calling.turned,
    "result": calling.result,
    "pass": calling.passed,
    "order": calling.ordered,
    "name": calling.named,
    "trade": calling.traded,
    "defend": calling.defends,
    "stay": staying.chose,
    "drop": staying.chose,
    "switch": staying.chose,
    "check": staying.acted,
    "bet": staying.acted,
    "call": staying.acted,
    "raise": staying.acted,
    "fold": staying.acted,
    "trick": playing.took,
    "king": playing.king,
    "cancelled": playing.nobodys,
    "throw-in": playing.thrown_in,
    "lead": playing.leads,
    "stop": playing.stopped,
    "renege": renege.accuse,
    "in-time": renege.in_time,
    "too-late": renege.let_off,
    "guilty": renege.guilty,
    "not-guilty": renege.let_off,
    "wrong-trick": renege.wrong_trick,
    "rightful": renege.rightful,
    "made": calling.tell_made,
    "choices": staying.tell_choices,
    "bets": staying.tell_bets,
    "tricks": playing.tell_tricks,
    "showdown": playing.tell_showdown,
}
OFFERS: Mapping[str, Callable[[Told], list[Offer]]] = {
    t.DEALING: calling.deal_offers,
    t.TURNING: calling.turn_offers,
    t.ORDERING: calling.call_offers,
    t.NAMING: calling.call_offers,
    t.DEFENDING: calling.defend_offers,
    t.TAKING: lambda told: [offer("Done", "taken")],
    t.CHOOSING: staying.choice_offers,
    t.BETTING: staying.bet_offers,
    t.PLAY: playing.trick_offers,
    t.SHOWDOWN: playing.showdown_offers,
    t.RENEGE: renege.renege_offers,
}
TO_ACT: Mapping[str, Callable[[Told], str | None]] = {
    t.DEALING: lambda told: told.dealer,
    t.TURNING: lambda told: told.dealer,
    t.ORDERING: lambda told: phases.callers_left(told)[0],
    t.NAMING: lambda told: phases.callers_left(told)[0],
    t.TAKING: calling.taker_of_card,
    t.CHOOSING: lambda told: phases.still_to_choose(told)[0],
    t.BETTING: lambda told: told.round.to_act,
    t.PLAY: playing.leader,
    t.SHOWDOWN: playing.showdown_leader,
}
WAITING: Mapping[str, Callable[[Told], Names]] = {
    t.ORDERING: phases.callers_left,
    t.NAMING: phases.callers_left,
    t.CHOOSING: phases.still_to_choose,
}
CALLING = frozenset((t.TURNING, t.ORDERING, t.NAMING))
# What a skip leaves unknown: the whole of the calling, not half of it.
SKIPPED = {t.ORDERING: CALLING, t.NAMING: CALLING}
UNSKIPPED = (t.FORM, t.DONE)


def progress(state: State, moves: Sequence[object]) -> Progress:
    """A hand in progress: *state* is the table before it, *moves* are JSON objects in the order they came.

    Undoing is leaving out the last move. Raises Refusal of the move that cannot be: its field, why, and as
    ``entry`` its number from 1; of no move in particular when the game is over.
    """
    if state.over:
        raise Refusal("move", "expected nothing after the end of the game, got one more hand")
    told = Told(state)
    for number, move in enumerate(moves, 1):
        try:
            told = _apply(told, move)
        except Refusal as refusal:
            raise refusal.at(number) from None
    return _shown(told)


def _apply(told: Told, given: object) -> Told:
    move = read(told, given)
    kind, phase = str(move["move"]), phases.phase(told)
    if kind in TELLINGS:
        return _told_outright(told, move, phase)
    if phase == t.TAKING and kind not in ("taken", "result", "skip"):
        # Taking up the card needs no tap of its own: what follows says that it was done.
        told = _past(told, phase)
        phase = phases.phase(told)
    match(told, move, _offers(told, phase))
    told = replace(told, late_king=False)
    if kind in ("dealt", "skip", "together", "taken"):
        return _past(told, phase)
    if kind == "nobody":
        return renege.rightful(told, move) if phase == t.RENEGE else playing.nobodys(told, move)
    return APPLY[kind](told, move)


def _past(told: Told, phase: str) -> Told:
    """The phase is acknowledged or skipped."""
    told = replace(told, past=told.past | SKIPPED.get(phase, frozenset((phase,))))
    return replace(told, accused=None, past=told.past - {t.RENEGE}) if phase == t.RENEGE else told


def _told_outright(told: Told, move: Move, phase: str) -> Told:
    kind = str(move["move"])
    tellings = _tellings(told, phase)
    if kind not in tellings:
        raise expected("move", shape.one_of(tellings) if tellings else "no more to be told", kind)
    told = APPLY[kind](replace(told, late_king=False), move)
    tried = probe(told)
    if (
        tried is not None
        and phases.tricks_left(told) == 0
        and (told.totals is not None or told.showdown_told)
    ):
        game.step(told.state, tried)
    return told


def _tellings(told: Told, phase: str) -> Names:
    """What may be told outright now."""
    if phase == t.DONE:
        return ()
    if phase == t.TAKING:
        taken = _past(told, phase)
        return _tellings(taken, phases.phase(taken))
    after = phase in (t.PLAY, t.FORM)
    may = {
        "made": calling.may_tell_made(told) and phase != t.RENEGE,
        "choices": (after or phase == t.CHOOSING) and staying.may_tell_choices(told),
        "bets": (after or phase == t.BETTING) and staying.may_tell_bets(told),
        "tricks": after and phases.tricks_left(told) > 0 and not told.reneged,
        "showdown": phase == t.SHOWDOWN or (after and bool(told.showdown_between)),
    }
    return tuple(kind for kind in TELLINGS if may[kind])


def _offers(told: Told, phase: str) -> list[Offer]:
    of_phase = OFFERS.get(phase)
    offers = of_phase(told) if of_phase else []
    offers += playing.king_offers(told)
    if phase == t.PLAY:
        offers += playing.throw_in_offers(told)
    if phase in (t.PLAY, t.FORM, t.DONE) and not told.result:
        offers += renege.accuse_offers(told) if told.tricks or phase == t.PLAY else []
    if phase not in (t.DONE, t.RENEGE):
        offers += calling.result_offers(told)
    if phase not in UNSKIPPED:
        off = calling.no_hand(told)
        offers.append(offer("Skip this", "skip", "", off))
    return offers


def _to_act(told: Told, phase: str) -> str | None:
    who = TO_ACT.get(phase)
    return who(told) if who else None


def _table(told: Told) -> Table | None:
    """The betting, once the antes are paid."""
    if told.game != t.CHIPS or calling.no_hand(told) or not phases.dealt(told):
        return None
    betting = told.round
    put = dict(told.bets) if told.bets is not None else betting.put
    paid = told.state.pot + told.total * len(told.order) + sum(put.values())
    left = {name: told.state.scores[name] - told.total - chips for name, chips in put.items()}
    return Table(put, left, paid, told.folded, None if told.bets_known else betting.turn())


def _showdown(told: Told) -> Showdown | None:
    two = told.showdown_between
    if not two:
        return None
    return Showdown(
        two=two,
        dealer=playing.mediator(told),
        cards=6,
        discard=1,
        leader=playing.showdown_leader(told),
        tricks=told.showdown,
        counts=phases.showdown_score(told),
        winner=phases.showdown_winner(told) if told.won_by_king is None else None,
    )


def _points(told: Told) -> dict[str, int]:
    """Points scored already: a King's at once (KC-10, KC-19)."""
    scored = dict.fromkeys(told.state.scores, 0)
    for name in told.kings + told.showdown_kings if told.game == t.KING else ():
        scored[name] += 1
    return {name: points for name, points in scored.items() if points}


def _step(told: Told, phase: str) -> Step | None:
    return game.step(told.state, entry(told)) if phase == t.DONE else None


def _shown(told: Told) -> Progress:
    phase, points = phases.phase(told), _points(told)
    return Progress(
        phase=phase,
        dealer=told.dealer,
        dealt_in=told.dealing,
        order=told.order,
        deal=told.deal,
        turned=told.turned,
        card=told.card,
        to_act=_to_act(told, phase),
        waiting=WAITING[phase](told)[1:] if phase in WAITING else (),
        offers=tuple(_offers(told, phase)),
        tellings=_tellings(told, phase),
        instructions=instructions(told, phase),
        passed=told.passed,
        maker=told.maker,
        trump=told.trump,
        alone=told.alone,
        lone_defender=told.lone_defender,
        sitting_out=told.sitting_out,
        choices=told.choices,
        betting=_table(told),
        playing=told.playing,
        leader=playing.leader(told) if phase == t.PLAY else None,
        tricks=told.tricks,
        total=told.total,
        counts=told.counts,
        tally=playing.tally(told),
        cards=renege.cards(told) if told.is_poker else {},
        reneged=told.reneged,
        accused=told.accused,
        kings=told.kings + told.showdown_kings,
        points=points,
        scores={name: score + points.get(name, 0) for name, score in told.state.scores.items()},
        won_by_king=told.won_by_king,
        throw_in=playing.throw_in(told) if phase == t.PLAY else None,
        showdown=_showdown(told),
        entry=entry(told),
        step=_step(told, phase),
    )
