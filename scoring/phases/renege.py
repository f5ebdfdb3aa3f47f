"""A renege, question by question: called in time, guilty, in which trick, and whose it is.

It ends in ``reneged``, ``tricks`` and ``cards`` of the record. Each trick noted has the number of cards
that lay in it, so nobody counts them.
"""

from dataclasses import replace

from ..follow import DONE, FLAG, FORM, NUMBER, PLAYER, Instruction, Move, MoveKind, Offer, Phase, offer
from ..refusal import Refusal
from .facts import PLAY, RENEGE, Accused, HandFacts, Taken
from .play import cards_won, first_leader

PROCEDURE = (
    "Call a renege before tricks are counted. Play stops while the others look. "
    "An honest mistake counts too. No proof: play on."
)


def renege(rule: str) -> Phase:
    """The phase of questions about a renege; *rule* is the rule's id. It comes before the play."""
    return Phase(
        name=RENEGE,
        is_open=lambda facts: facts.accused is not None,
        moves={
            "renege": MoveKind(
                lambda facts, move: replace(facts, accused=Accused(str(move["player"]))), PLAYER
            ),
            "in-time": MoveKind(
                lambda facts, move: replace(facts, accused=replace(_asked(facts), in_time=True))
            ),
            "too-late": MoveKind(_let_off),
            "guilty": MoveKind(
                lambda facts, move: replace(facts, accused=replace(_asked(facts), guilty=True))
            ),
            "not-guilty": MoveKind(_let_off),
            "wrong-trick": MoveKind(_wrong_trick, {"number": NUMBER, "laid": FLAG}),
            "rightful": MoveKind(_rightful, PLAYER),
            "nobody": MoveKind(_rightful),
        },
        offers=lambda facts: _offers(facts, rule),
        ask=_ask,
        instructions=lambda facts: [
            Instruction(
                _asked(facts).player + " is out: cards and tricks won are buried unseen."
                if _asked(facts).guilty
                else PROCEDURE,
                rule,
            )
        ],
        skipped=lambda facts: replace(facts, accused=None, past=facts.past - {RENEGE}),
        ends_deal=False,
        anytime=lambda facts, phase: _accuse_offers(facts, phase, rule),
        show=lambda facts, progress: replace(progress, cards=cards_won(facts)),
    )


def _asked(facts: HandFacts) -> Accused:
    """The accused of the questions; nobody where there are none."""
    return facts.accused or Accused("")


def _ask(facts: HandFacts) -> str:
    accused = _asked(facts)
    if not accused.in_time:
        return "Was it called in time?"
    if not accused.guilty:
        return "Did " + accused.player + " renege?"
    if accused.trick is None:
        return "In which trick did " + accused.player + " renege?"
    return "Who should have won trick " + str(accused.trick) + "?"


def _accuse_offers(facts: HandFacts, phase: str, rule: str) -> list[Offer]:
    """Players who may be accused, while tricks are noted one by one and are not counted."""
    if phase not in (PLAY, FORM, DONE) or facts.result or not (facts.tricks or phase == PLAY):
        return []
    if facts.totals is not None or facts.unopposed:
        return []
    off = None
    if not facts.certain:
        off = Refusal("folds-first", "move", rule)
    elif len(facts.playing) < 2:
        off = Refusal("one-stays-in", "move", rule)
    offers = []
    ahead = min(len(facts.tricks) + 1, facts.total)
    for name in facts.playing:
        why = off
        if why is None and all(_why_not_in(facts, name, number) for number in range(1, ahead + 1)):
            why = Refusal("led-every-trick", "player", "ALL-04", player=name)
        offers.append(offer("Renege: " + name, "renege", rule, why, player=name))
    return offers


def _offers(facts: HandFacts, rule: str) -> list[Offer]:
    accused = _asked(facts)
    if not accused.in_time:
        return [
            offer("In time", "in-time", rule),
            offer("Too late, already counted", "too-late", rule),
        ]
    if not accused.guilty:
        return [
            offer("Yes, proved", "guilty", rule),
            offer("No, or not clear", "not-guilty", rule),
        ]
    player = accused.player
    if accused.trick is not None:
        others = [name for name in facts.playing if name != player]
        offers = [offer(name, "rightful", rule, player=name) for name in others]
        return [*offers, offer("Nobody (can’t tell)", "nobody", rule)]
    # the tricks in which the wrong card may lie, from 1; the one after those noted is on the table
    noted, goes_on = len(facts.tricks), len(facts.tricks) < facts.total
    offers = []
    for number in range(1, noted + 1):
        off = _why_not_in(facts, player, number)
        words = "Trick " + str(number)
        offers.append(offer(words, "wrong-trick", rule, off, number=number))
        if goes_on:
            words += " (" + player + " has also played to this one)"
            offers.append(offer(words, "wrong-trick", rule, off, number=number, laid=True))
    if goes_on:
        off = _why_not_in(facts, player, noted + 1)
        offers.append(offer("The trick on the table", "wrong-trick", rule, off, number=noted + 1))
    return offers


def _why_not_in(facts: HandFacts, player: str, number: int) -> Refusal | None:
    if facts.reneged:
        # A trick may have been given since to another player, who did not lead to the next one.
        return None
    led = first_leader(facts) if number == 1 else facts.tricks[number - 2].taker
    return Refusal("led-that-trick", "number", "ALL-04", player=player) if led == player else None


def _let_off(facts: HandFacts, move: Move) -> HandFacts:
    """Too late, not guilty or no verdict: play goes on as before."""
    return replace(facts, accused=None)


def _wrong_trick(facts: HandFacts, move: Move) -> HandFacts:
    """The trick with the wrong card; it is asked whose it is only if that card had won it."""
    accused = _asked(facts)
    number = move["number"]
    if type(number) is not int:
        return facts
    on_table = number > len(facts.tricks)
    facts = replace(facts, accused=replace(accused, trick=number, laid=on_table or "laid" in move))
    if not on_table and facts.tricks[number - 1].taker == accused.player:
        return facts
    return _put_out(facts)


def _rightful(facts: HandFacts, move: Move) -> HandFacts:
    """The trick that the wrong card had won goes to ``player``, or to nobody."""
    number = _asked(facts).trick or 1
    player = move.get("player")
    given = replace(facts.tricks[number - 1], taker=str(player) if player is not None else None)
    tricks = (*facts.tricks[: number - 1], given, *facts.tricks[number:])
    return _put_out(replace(facts, tricks=tricks))


def _put_out(facts: HandFacts) -> HandFacts:
    """The guilty player is out; a last one left wins every trick still to come."""
    accused = _asked(facts)
    laid = facts.laid + (1 if accused.laid else 0)
    facts = replace(facts, reneged=(*facts.reneged, accused.player), accused=None, laid=laid)
    if len(facts.playing) > 1:
        return facts
    last, out = facts.playing[0], len(facts.reneged)
    tricks = list(facts.tricks)
    while len(tricks) < facts.total:
        tricks.append(Taken(last, short=out - facts.laid))
        facts = replace(facts, laid=0)
    return replace(facts, tricks=tuple(tricks))
