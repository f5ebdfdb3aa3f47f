"""The play, trick by trick: winners, Kings, tricks that nobody wins, throwing in."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from .. import shape
from ..follow import ANYTHING, FLAG, FORM, PLAYER, Instruction, Move, MoveKind, Offer, Phase, Telling, offer
from ..kings import KINGS
from ..refusal import Refusal
from .facts import DROP, PLAY, HandFacts, Taken
from .view import Progress, ThrowIn


@dataclass(frozen=True)
class Kings:
    """Kings that score a point as they win a trick.

    ``rule`` and ``showdown`` are the rules' ids in the play and in the showdown.
    """

    rule: str
    showdown: str


def first_leader(facts: HandFacts) -> str | None:
    """The first leader: the maker, or the first player left of the dealer; None while that is not known."""
    if facts.state.variant.lead.is_makers:
        return facts.maker or None
    return facts.playing[0] if facts.certain and facts.playing else None


@dataclass(frozen=True)
class Playing:
    """The play of one game, beside its ``lead``.

    - ``settled``: the instruction before the first trick when the turned card made trump by itself
    - ``leads``: the first lead, after the leader's name; ``notes``: further instructions before it
    - ``kings``: None where Kings score nothing
    - ``throw_in``: the id of the rule of throwing in; "" where hands are played out
    - ``jokers_cancel``: the id of the rule by which two Jokers alone win nothing; "" without
    - ``renege``: the id of the rule of the renege procedure, by which a trick can be nobody's; "" without
    """

    settled: Instruction | None = None
    leads: str = "leads"
    notes: Callable[[HandFacts], list[Instruction]] = lambda facts: []
    kings: Kings | None = None
    throw_in: str = ""
    jokers_cancel: str = ""
    renege: str = ""


def playing(rules: Playing) -> Phase:
    """The play to the last trick."""
    moves = {"trick": MoveKind(lambda facts, move: _took(rules, facts, move), PLAYER)}
    if rules.kings:
        moves["trick"] = MoveKind(moves["trick"].apply, {**PLAYER, "king": FLAG})
        moves["king"] = MoveKind(
            lambda facts, move: (
                replace(facts, showdown=(*facts.showdown[:-1], replace(facts.showdown[-1], king=True)))
                if facts.showdown
                else replace(facts, tricks=(*facts.tricks[:-1], replace(facts.tricks[-1], king=True)))
            )
        )
    if rules.throw_in:
        moves["throw-in"] = MoveKind(lambda facts, move: replace(facts, thrown_in=True))
    if rules.jokers_cancel:
        moves["cancelled"] = MoveKind(_nobodys)
    if rules.renege:
        moves["nobody"] = MoveKind(_nobodys)
    told = {"tricks": ANYTHING}
    if rules.kings:
        told["kings"] = ANYTHING
    if rules.throw_in:
        told["thrown_in"] = FLAG
    return Phase(
        name=PLAY,
        is_open=lambda facts: facts.tricks_left > 0,
        moves=moves,
        offers=lambda facts: _offers(rules, facts),
        ask=lambda facts: "Who won trick " + str(len(facts.tricks) + 1) + " of " + str(facts.total) + "?",
        instructions=lambda facts: _play(rules, facts),
        to_act=leader,
        tellings=(
            Telling(
                kind="tricks",
                fields=told,
                may=lambda facts, phase: (
                    phase in (PLAY, FORM) and facts.tricks_left > 0 and not facts.reneged
                ),
                apply=_given,
            ),
        ),
        anytime=lambda facts, phase: _anytime(rules, facts, phase),
        complete=lambda facts: facts.tricks_left <= 0,
        record=_record,
        show=lambda facts, progress: _show(rules, facts, progress),
    )


def leader(facts: HandFacts) -> str | None:
    """The player who leads to the next trick (ALL-04); None when unknown, or when no rule decides it."""
    if not facts.tricks:
        return first_leader(facts)
    taker = facts.tricks[-1].taker
    return taker if taker in facts.playing else None


def no_more_kings(kings: Kings, facts: HandFacts) -> Refusal | None:
    """The refusal of one more King; None while one can win a trick."""
    if len(facts.kings) + len(facts.showdown_kings) < KINGS:
        return None
    return Refusal("kings-entered", "kings", kings.showdown)


def cards_won(facts: HandFacts) -> dict[str, int]:
    """Cards won by each player still in, in seat order, from the tricks noted."""
    won = {name: 0 for name in facts.state.players if name in facts.playing}
    for trick in facts.tricks:
        if trick.taker in won:
            won[trick.taker] += len(facts.active) - trick.short
    return won


def _offers(rules: Playing, facts: HandFacts) -> list[Offer]:
    offers = [offer(name, "trick", "ALL-04", player=name) for name in facts.playing]
    if rules.kings:
        off = no_more_kings(rules.kings, facts)
        for name in facts.playing:
            words = name + ", with a King"
            offers.append(offer(words, "trick", rules.kings.rule, off, player=name, king=True))
    # Only Jokers can fall in a trick once, where two play.
    two = rules.jokers_cancel and facts.state.options["jokers"] and len(facts.playing) == 2
    if two and facts.certain and (facts.reneged or all(trick.taker is not None for trick in facts.tricks)):
        offers.append(offer("Nobody: two Jokers", "cancelled", rules.jokers_cancel))
    if facts.laid:
        offers.append(offer("Nobody (can’t tell)", "nobody", rules.renege))
    return offers


def _won_with_king(words: str, tricks: tuple[Taken, ...]) -> str:
    """The button for a King that won the last of these tricks."""
    return str(tricks[-1].taker) + " won " + words + " " + str(len(tricks)) + " with a King"


def _anytime(rules: Playing, facts: HandFacts, phase: str) -> list[Offer]:
    """The King of the trick noted last, where it has none yet; to throw the hand in."""
    offers = []
    if rules.kings and facts.late_king and not no_more_kings(rules.kings, facts):
        if facts.showdown:
            words, rule = _won_with_king("showdown trick", facts.showdown), rules.kings.showdown
        else:
            words, rule = _won_with_king("trick", facts.tricks), rules.kings.rule
        offers.append(offer(words, "king", rule))
    asked = throw_in(rules, facts) if phase == PLAY else None
    if asked:
        offers.append(offer("Throw it in", "throw-in", rules.throw_in, asked.off))
    return offers


def _cards_short(facts: HandFacts) -> int:
    return len(facts.reneged) - facts.laid


def _took(rules: Playing, facts: HandFacts, move: Move) -> HandFacts:
    king = "king" in move
    trick = Taken(str(move["player"]), king, _cards_short(facts))
    late = rules.kings is not None and not king
    return replace(facts, tricks=(*facts.tricks, trick), laid=0, late_king=late)


def _nobodys(facts: HandFacts, move: Move) -> HandFacts:
    return replace(facts, tricks=(*facts.tricks, Taken(None, short=_cards_short(facts))), laid=0)


def throw_in(rules: Playing, facts: HandFacts) -> ThrowIn | None:
    """Whether the hand may be thrown in; None in a game without throwing in, or when the play has ended."""
    if not rules.throw_in or not rules.kings or not facts.tricks_left:
        return None
    counts, off = facts.counts, None
    first, second = sorted(counts, key=lambda name: -counts[name])[:2]
    if not counts[first]:
        off = Refusal("no-trick-yet", "thrown_in", rules.throw_in)
    elif not counts[second]:
        off = Refusal("could-march", "thrown_in", rules.throw_in, player=first)
    elif counts[second] + facts.tricks_left >= counts[first]:
        off = Refusal("could-catch", "thrown_in", rules.throw_in, player=second, leader=first)
    won = len(facts.kings)
    yes = "Yes" if won == KINGS else "Yes, if all four Kings have been played (" + str(won) + " won a trick)"
    return ThrowIn(off, yes + ". " + first + " scores for most tricks.", first)


def _play(rules: Playing, facts: HandFacts) -> list[Instruction]:
    who, lead = leader(facts), facts.state.variant.lead
    if facts.tricks:
        if who is None:
            return [Instruction("No rule says who leads. Agree.", rules.renege or "ALL-04")]
        return [Instruction(who + " leads.", "ALL-04")]
    name, out = facts.order[0], ""
    if who is None:
        text = "The maker leads." if lead.is_makers else "First player in, left of the dealer, leads."
    else:
        if name in facts.sitting_out:
            out = name + " sits out, so "
        elif facts.choices.get(name) == DROP:
            out = name + " dropped, so "
        elif name in facts.folded:
            out = name + " folded, so "
        text = ("" if lead.is_makers else out) + who + " " + rules.leads + "."
    steps = [Instruction(text, lead.rule), *rules.notes(facts)]
    return [*steps, rules.settled] if rules.settled and facts.settled else steps


def _given(facts: HandFacts, move: Move) -> HandFacts:
    """The tricks of the hand as totals, at least those noted so far. Raises Refusal."""
    names = tuple(facts.state.scores) if facts.state.variant.teams else facts.playing
    counts = shape.counts(move, "tricks", names)
    kings = tuple(shape.some_names(move, "kings", facts.order))
    if kings[: len(facts.kings)] != facts.kings:
        raise Refusal("kings-so-far", "kings")
    so_far = facts.tally
    for name, count in counts.items():
        if count < so_far.get(name, 0):
            raise Refusal("tricks-so-far", "tricks", player=name, tricks=so_far[name])
    return replace(facts, totals=counts, tricks=(), kings_given=kings, thrown_in="thrown_in" in move)


def _record(facts: HandFacts) -> dict[str, object]:
    made: dict[str, object] = {}
    if facts.tricks or facts.totals or (facts.counts and facts.unopposed):
        out = facts.reneged
        made["tricks"] = {name: count for name, count in facts.tally.items() if count and name not in out}
        if out:
            made["reneged"] = list(out)
        if out and facts.certain:
            made["cards"] = {name: count for name, count in cards_won(facts).items() if count}
    if facts.kings:
        made["kings"] = list(facts.kings)
    if facts.thrown_in:
        made["thrown_in"] = True
    return made


def _show(rules: Playing, facts: HandFacts, progress: Progress) -> Progress:
    """Show the leader, whether the hand may be thrown in, and what Kings have scored."""
    if progress.phase == PLAY:
        progress = replace(progress, leader=leader(facts), throw_in=throw_in(rules, facts))
    if not rules.kings:
        return progress
    points: dict[str, int] = {}
    for side in facts.state.scores:
        members = facts.state.variant.members(facts.state.players, side)
        scored = [name for name in progress.kings if name in members]
        if scored:
            points[side] = len(scored)
    scores = {name: score + points.get(name, 0) for name, score in facts.state.scores.items()}
    return replace(progress, points=points, scores=scores)
