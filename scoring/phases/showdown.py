"""The showdown of two who won three tricks each, against one."""

from dataclasses import dataclass, replace

from .. import shape
from ..follow import ANYTHING, FLAG, FORM, PLAYER, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..kings import SHOWDOWN_NEEDED, SHOWDOWN_TRICKS, showdown_between
from ..refusal import Refusal
from ..table import Names
from .facts import PLAY, SHOWDOWN, HandFacts, Taken
from .play import Kings, no_more_kings
from .view import Progress, Showdown


@dataclass(frozen=True)
class Rules:
    """The showdown of one game.

    ``rule`` and ``lead``: rule ids of the showdown and its first lead; ``kings`` score in it if the table
    option ``showdown_kings`` is on; ``cards``: dealt to each; ``discard``: how many of them each lays away.
    """

    rule: str
    lead: str
    kings: Kings
    cards: int = 6
    discard: int = 1


def showdown(rules: Rules) -> Phase:
    """The showdown, trick by trick."""
    return Phase(
        name=SHOWDOWN,
        is_open=lambda facts: _is_open(rules, facts),
        moves={
            "trick": MoveKind(
                lambda facts, move: replace(
                    facts,
                    showdown=(*facts.showdown, Taken(str(move["player"]), "king" in move)),
                    late_king="king" not in move and bool(facts.state.options["showdown_kings"]),
                ),
                {**PLAYER, "king": FLAG},
            ),
            "lead": MoveKind(lambda facts, move: replace(facts, showdown_lead=str(move["player"])), PLAYER),
            "stop": MoveKind(lambda facts, move: replace(facts, stopped=True)),
        },
        offers=lambda facts: _offers(rules, facts),
        ask=lambda facts: (
            "Who leads the showdown?"
            if _is_mediated(facts) and leader(facts) is None
            else "Who won trick " + str(len(facts.showdown) + 1) + " of the showdown?"
        ),
        instructions=lambda facts: _showdown(rules, facts),
        to_act=leader,
        tellings=(
            Telling(
                kind="showdown",
                fields={"winner": ANYTHING, "tricks": ANYTHING, "kings": ANYTHING},
                may=lambda facts, phase: (
                    phase == SHOWDOWN or (phase in (PLAY, FORM) and bool(between(facts)))
                ),
                apply=_given,
            ),
        ),
        complete=lambda facts: not _is_open(rules, facts),
        record=_record,
        guess=lambda facts: (
            {"showdown": {"winner": between(facts)[0]}}
            if between(facts) and not facts.showdown and facts.showdown_given is None
            else {}
        ),
        show=lambda facts, progress: _show(rules, facts, progress),
    )


def between(facts: HandFacts) -> Names:
    """The two players of it, once the tricks are known; () without one."""
    counts = facts.counts
    if facts.thrown_in or sum(counts.values()) < facts.total:
        return ()
    if facts.follow.won_by_kings(facts.state, facts.kings) is not None:
        return ()
    return showdown_between(counts)


def _is_open(rules: Rules, facts: HandFacts) -> bool:
    if not between(facts) or facts.showdown_given is not None or facts.won_by_king is not None:
        return False
    if facts.stopped or len(facts.showdown) == SHOWDOWN_TRICKS:
        return False
    return not (_decided(facts) and _no_king_left(rules, facts))


def _score(facts: HandFacts) -> dict[str, int]:
    """Tricks of the two, as noted or as given at once."""
    given = (facts.showdown_given or {}).get("tricks")
    takers = [trick.taker for trick in facts.showdown if facts.showdown_given is None]
    return {
        name: given.get(name, 0) if isinstance(given, dict) else takers.count(name) for name in between(facts)
    }


def _winner(facts: HandFacts) -> str | None:
    if facts.showdown_given is not None:
        winner = facts.showdown_given.get("winner")
        return winner if isinstance(winner, str) else None
    for name, count in _score(facts).items():
        if count >= SHOWDOWN_NEEDED:
            return name
    return None


def _decided(facts: HandFacts) -> bool:
    return facts.showdown_given is None and _winner(facts) is not None


def _no_king_left(rules: Rules, facts: HandFacts) -> bool:
    """Whether no King can score in the showdown any more."""
    return not facts.state.options["showdown_kings"] or bool(no_more_kings(rules.kings, facts))


def leader(facts: HandFacts) -> str | None:
    """The leader to the next trick of the showdown; None while the third player has not decided."""
    if facts.showdown:
        return facts.showdown[-1].taker
    if _is_mediated(facts):
        return facts.showdown_lead or None
    two = between(facts)
    takers = [trick.taker for trick in facts.tricks if trick.taker in two]
    return takers[-1] if takers else None


def _is_mediated(facts: HandFacts) -> bool:
    return facts.state.options["showdown_leader"] == "mediator"


def _third(facts: HandFacts) -> str:
    """The player with the single trick, who deals the showdown and may decide the lead."""
    return next(name for name in facts.order if name not in between(facts))


def _offers(rules: Rules, facts: HandFacts) -> list[Offer]:
    two = between(facts)
    if _is_mediated(facts) and not facts.showdown and not facts.showdown_lead:
        return [offer(name + " leads", "lead", rules.lead, player=name) for name in two]
    offers = [offer(name, "trick", rules.rule, player=name) for name in two]
    if facts.state.options["showdown_kings"]:
        off = no_more_kings(rules.kings, facts)
        for name in two:
            words = name + ", with a King"
            offers.append(offer(words, "trick", rules.kings.showdown, off, player=name, king=True))
    if _decided(facts) and not _no_king_left(rules, facts):
        offers.append(offer("Stop: no King can win now", "stop", rules.rule))
    return offers


def _showdown(rules: Rules, facts: HandFacts) -> list[Instruction]:
    who, deals = leader(facts), _third(facts)
    if facts.showdown:
        return [Instruction(str(who) + " leads.", "ALL-04")]
    first, second = between(facts)
    shuffles = deals + " shuffles the outside cards and deals " + first + " and " + second + " "
    best = "They discard one: best of " + str(SHOWDOWN_TRICKS) + ", same trump."
    steps = [Instruction(shuffles + str(rules.cards) + " each. " + best, rules.rule)]
    if who is not None:
        return [*steps, Instruction(who + " leads.", rules.lead)]
    if _is_mediated(facts):
        return [*steps, Instruction(deals + " decides who leads.", rules.lead)]
    return [*steps, Instruction("The last of the two to win a trick leads.", rules.lead)]


def _given(facts: HandFacts, move: Move) -> HandFacts:
    """The showdown at once, with the Kings noted so far. Raises Refusal."""
    given = {field: value for field, value in move.items() if field != "move"}
    noted = facts.showdown_kings
    if noted:
        kings = shape.some_names({"kings": given.setdefault("kings", list(noted))}, "kings", facts.order)
        if tuple(kings[: len(noted)]) != noted:
            raise Refusal("kings-so-far", "kings")
    return replace(facts, showdown_given=given)


def _record(facts: HandFacts) -> dict[str, object]:
    """The ``showdown`` of the entry, as far as it is known."""
    if not between(facts):
        return {}
    if facts.showdown_given is not None:
        return {"showdown": dict(facts.showdown_given)}
    if not facts.showdown:
        return {}
    score = _score(facts)
    made: dict[str, object] = {"tricks": {name: count for name, count in score.items() if count}}
    if facts.showdown_kings:
        made["kings"] = list(facts.showdown_kings)
    winner = _winner(facts)
    if facts.won_by_king is None and winner is not None:
        made["winner"] = winner
    return {"showdown": made}


def _show(rules: Rules, facts: HandFacts, progress: Progress) -> Progress:
    two = between(facts)
    if not two:
        return progress
    shown = Showdown(
        two=two,
        dealer=_third(facts),
        cards=rules.cards,
        discard=rules.discard,
        leader=leader(facts),
        tricks=facts.showdown,
        counts=_score(facts),
        winner=_winner(facts) if facts.won_by_king is None else None,
    )
    return replace(progress, showdown=shown)
