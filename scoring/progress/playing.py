"""The play: trick by trick with a tap for the taker, Kings, throwing in, the showdown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .. import possible, shape
from ..refusal import Refusal, expected
from ..variants.base import Names
from . import told as t
from .moves import Move, Offer, offer
from .phases import may_stop, no_king_left, showdown_score, tricks_left
from .told import Taken, Told


@dataclass(frozen=True)
class ThrowIn:
    """Whether the hand may be thrown in now (KC-20).

    ``off`` says why not, empty when it may; ``confirm`` is what the table has yet to confirm, empty when four
    Kings have been seen to win.
    """

    off: str
    confirm: str
    leader: str


def trick_offers(told: Told) -> list[Offer]:
    """Who may take the next trick; in King Cut-Throat also with a King (KC-10)."""
    offers = [offer(name, "trick", "ALL-04", player=name) for name in told.playing]
    if told.game == t.KING:
        off = _no_more_kings(told)
        offers += [
            offer(name + ", by a King", "trick", "KC-10", off, player=name, king=True)
            for name in told.playing
        ]
    if _jokers_cancel(told):
        offers.append(offer("Nobody: two Jokers", "cancelled", "PE-02"))
    if told.laid:
        offers.append(offer("Nobody: it cannot be told", "nobody", "PE-08"))
    return offers


def king_offers(told: Told) -> list[Offer]:
    """The King of the trick noted last, where it has none yet (KC-10, KC-19)."""
    if not told.late_king or _no_more_kings(told):
        return []
    return [offer("It was a King", "king", "KC-19" if told.showdown else "KC-10")]


def _no_more_kings(told: Told) -> str:
    if len(told.kings) + len(told.showdown_kings) < possible.KINGS:
        return ""
    return "four Kings have won already (KC-19)"


def _jokers_cancel(told: Told) -> bool:
    """Whether the trick can be nobody's because only Jokers fall: once, where two play (PE-02)."""
    if not told.is_poker or not told.state.options["jokers"] or len(told.playing) != 2:
        return False
    before = any(trick.taker is None for trick in told.tricks)
    return told.certain and (bool(told.reneged) or not before)


def cards_short(told: Told) -> int:
    """Cards that the next trick lacks because players are out (PE-08)."""
    return len(told.reneged) - (1 if told.laid else 0)


def took(told: Told, move: Move) -> Told:
    """One trick, in play or in the showdown."""
    king = "king" in move
    trick = Taken(str(move["player"]), king)
    late = told.game == t.KING and not king
    if told.showdown_between:
        late = late and bool(told.state.options["showdown_kings"])
        return replace(told, showdown=(*told.showdown, trick), late_king=late)
    trick = replace(trick, short=cards_short(told))
    return replace(told, tricks=(*told.tricks, trick), laid=False, late_king=late)


def nobodys(told: Told, move: Move) -> Told:
    """A trick that nobody takes (PE-02, PE-08)."""
    return replace(told, tricks=(*told.tricks, Taken(None, short=cards_short(told))), laid=False)


def king(told: Told, move: Move) -> Told:
    """The trick noted last was taken by a King."""
    if told.showdown:
        return replace(told, showdown=(*told.showdown[:-1], replace(told.showdown[-1], king=True)))
    return replace(told, tricks=(*told.tricks[:-1], replace(told.tricks[-1], king=True)))


def throw_in(told: Told) -> ThrowIn | None:
    """May it be thrown in? None where it is no question: another game, or the play has ended (KC-20)."""
    if told.game != t.KING or not tricks_left(told):
        return None
    counts = told.counts
    leader, second = sorted(counts, key=lambda name: -counts[name])[:2]
    seen = len(told.kings)
    if seen == possible.KINGS:
        confirm = ""
    else:
        confirm = "that all four Kings have been played; " + str(seen) + " won a trick (KC-20)"
    return ThrowIn(_why_not_thrown_in(told, leader, second), confirm, leader)


def _why_not_thrown_in(told: Told, leader: str, second: str) -> str:
    counts, left = told.counts, tricks_left(told)
    if not counts[leader]:
        return "no trick has been taken (KC-20)"
    if not counts[second]:
        return leader + " can still march (KC-20)"
    if counts[second] + left >= counts[leader]:
        return second + " can still catch " + leader + " (KC-20)"
    return ""


def throw_in_offers(told: Told) -> list[Offer]:
    """Throwing the cards in, which says that the table confirmed what has to be (KC-20)."""
    asked = throw_in(told)
    return [offer("Throw it in", "throw-in", "KC-20", asked.off)] if asked else []


def thrown_in(told: Told, move: Move) -> Told:
    """The cards are thrown in."""
    return replace(told, thrown_in=True)


def first_leader(told: Told) -> str | None:
    """Who leads first: the first who plays from the dealer's left (EU-06, KC-09, TH-16, BU-16, PE-12)."""
    return told.playing[0] if told.certain and told.playing else None


def leader(told: Told) -> str | None:
    """Who leads to the next trick (ALL-04); None when it is not known, or the rules do not say."""
    if not told.tricks:
        return first_leader(told)
    taker = told.tricks[-1].taker
    return taker if taker in told.playing else None


def showdown_leader(told: Told) -> str | None:
    """Who leads to the next trick of the showdown (KC-18); None while the mediator has not said."""
    if told.showdown:
        return told.showdown[-1].taker
    if told.state.options["showdown_leader"] == "mediator":
        return told.showdown_lead or None
    two = told.showdown_between
    takers = [trick.taker for trick in told.tricks if trick.taker in two]
    return takers[-1] if takers else None


def mediator(told: Told) -> str:
    """Who took the single trick: the third player, who deals the showdown (KC-15)."""
    return next(name for name in told.order if name not in told.showdown_between)


def showdown_offers(told: Told) -> list[Offer]:
    """Who leads, who takes the next trick, or that it stops there (KC-15, KC-18, KC-19)."""
    two = told.showdown_between
    if _mediator_decides(told):
        return [offer(name + " leads", "lead", "KC-18", player=name) for name in two]
    offers = [offer(name, "trick", "KC-15", player=name) for name in two]
    if told.state.options["showdown_kings"]:
        for name in two:
            off = _no_more_kings(told)
            offers.append(offer(name + ", by a King", "trick", "KC-19", off, player=name, king=True))
    if may_stop(told) and not no_king_left(told):
        offers.append(offer("Stop: no King can still score", "stop", "KC-15"))
    return offers


def _mediator_decides(told: Told) -> bool:
    mediated = told.state.options["showdown_leader"] == "mediator"
    return mediated and not told.showdown and not told.showdown_lead


def leads(told: Told, move: Move) -> Told:
    """The mediator's choice (KC-18)."""
    return replace(told, showdown_lead=str(move["player"]))


def stopped(told: Told, move: Move) -> Told:
    """A decided showdown stops; the table has confirmed that no King can score (KC-15)."""
    return replace(told, stopped=True)


def tell_tricks(told: Told, move: Move) -> Told:
    """The tricks of the hand as totals, at least those noted so far. Raises Refusal."""
    names = tuple(told.state.scores) if told.game == t.PARTNERSHIP else told.playing
    counts = shape.counts(move, "tricks", names, "tricks")
    kings = _kings_told(told, move)
    _refuse_fewer(told, counts)
    return replace(told, totals=counts, tricks=(), kings_told=kings, thrown_in="thrown_in" in move)


def _kings_told(told: Told, move: Move) -> Names:
    if told.game != t.KING:
        for field in ("kings", "thrown_in"):
            if field in move:
                raise Refusal(field, "expected no such thing in this game, got it")
        return ()
    kings = tuple(shape.some_names(move, "kings", told.order))
    if kings[: len(told.kings)] != told.kings:
        raise expected("kings", "the Kings noted so far first", kings)
    return kings


def _refuse_fewer(told: Told, counts: Mapping[str, int]) -> None:
    so_far = tally(told)
    for name, count in counts.items():
        if count < so_far.get(name, 0):
            raise expected("tricks", str(so_far[name]) + " or more for " + name + ", as noted", count)


def tally(told: Told) -> dict[str, int]:
    """Tricks so far as the record counts them: by player, in partnership by team."""
    if told.game != t.PARTNERSHIP or told.totals is not None:
        return told.counts
    teams = tuple(told.state.scores)
    counted = dict.fromkeys(teams, 0)
    for name, count in told.counts.items():
        counted[teams[told.state.players.index(name) % 2]] += count
    return counted


def tell_showdown(told: Told, move: Move) -> Told:
    """The showdown told at once, with the Kings noted so far (KC-15). Raises Refusal."""
    given = {field: value for field, value in move.items() if field != "move"}
    noted = told.showdown_kings
    if noted:
        kings = shape.some_names({"kings": given.setdefault("kings", list(noted))}, "kings", told.order)
        if tuple(kings[: len(noted)]) != noted:
            raise expected("kings", "the Kings noted so far first", kings)
    return replace(told, showdown_told=given)


def showdown_record(told: Told) -> dict[str, object] | None:
    """The ``showdown`` of the entry, as far as it is known; None when there is none (KC-15 to KC-19)."""
    if not told.showdown_between:
        return None
    if told.showdown_told is not None:
        return dict(told.showdown_told)
    if not told.showdown:
        return None
    score = showdown_score(told)
    record: dict[str, object] = {"tricks": {name: count for name, count in score.items() if count}}
    if told.showdown_kings:
        record["kings"] = list(told.showdown_kings)
    if told.won_by_king is None:
        winners = [name for name, count in score.items() if count > possible.SHOWDOWN_TRICKS // 2]
        if winners:
            record["winner"] = winners[0]
    return record
