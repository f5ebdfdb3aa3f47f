"""Euchre, two against two (EU-01 to EU-17)."""

from .. import shape
from ..refusal import Refusal, expected
from ..shape import Entry
from .base import (
    PASSED_OUT,
    REDEAL,
    Line,
    Names,
    Option,
    Options,
    Outcome,
    Scores,
    State,
    Variant,
    highest,
    tricks_text,
)

TRICKS = 5
MADE, MARCH, LONE_MARCH, EUCHRED, DEFENDED_ALONE = 1, 2, 4, 2, 4

OPTIONS = (
    Option("target", 10, "EU-14", "points that win the game"),
    Option(
        "stick_the_dealer",
        True,
        "EU-05",
        "when everybody passes twice, the dealer must name a suit; off: the hand is passed out",
        "flag",
    ),
    Option(
        "lone_euchre_points", 2, "EU-12", "points for euchring a maker who plays alone", "number", 2, (2, 4)
    ),
    Option("defend_alone", False, "EU-13", "one defender may play alone against a lone maker, for 4", "flag"),
    Option("farmers_hand", False, "EU-15", "three 9s or 10s may be traded for the kitty", "flag"),
    Option("steal_the_deal", False, "EU-16", "a deal out of turn that nobody noticed stands", "flag"),
)


def teams(players: Names) -> Names:
    """The two team names, in seat order: seats 1 & 3, seats 2 & 4."""
    return players[0] + " & " + players[2], players[1] + " & " + players[3]


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (EU-07 to EU-13)."""
    maker = shape.name(entry, "maker", state.players)
    alone = shape.flag(entry, "alone")
    makers, defenders = _sides(state, maker)
    tricks = shape.counts(entry, "tricks", tuple(state.scores), "tricks")
    if sum(tricks.values()) != TRICKS:
        raise expected("tricks", "5 tricks in all", sum(tricks.values()))
    lone_defender = _lone_defender(state, entry, maker, alone)
    if tricks[makers] >= 3:
        return Outcome([_made(makers, maker, tricks[makers], alone)])
    return Outcome([_euchred(state, defenders, maker, alone, lone_defender)])


def _sides(state: State, maker: str) -> tuple[str, str]:
    first, second = state.scores
    return (first, second) if state.players.index(maker) % 2 == 0 else (second, first)


def _lone_defender(state: State, entry: Entry, maker: str, alone: bool) -> str | None:
    if "defended_alone" not in entry:
        return None
    if not state.options["defend_alone"]:
        raise Refusal(
            "defended_alone", "expected nobody, got a lone defender: that is off in this game (EU-13)"
        )
    if not alone:
        raise Refusal(
            "defended_alone", "expected a lone defender only against a maker who plays alone (EU-13)"
        )
    seat = state.players.index(maker)
    return shape.name(entry, "defended_alone", (state.players[seat - 3], state.players[seat - 1]))


def _made(makers: str, maker: str, tricks: int, alone: bool) -> Line:
    if alone and tricks == TRICKS:
        return Line(makers, LONE_MARCH, "EU-09", maker + " alone took all five")
    if tricks == TRICKS:
        return Line(makers, MARCH, "EU-08", "a march, all five")
    if alone:
        return Line(makers, MADE, "EU-10", maker + " alone, " + tricks_text(tricks))
    return Line(makers, MADE, "EU-07", "made it with " + tricks_text(tricks))


def _euchred(state: State, defenders: str, maker: str, alone: bool, lone_defender: str | None) -> Line:
    if lone_defender is not None:
        return Line(
            defenders, DEFENDED_ALONE, "EU-13", lone_defender + " defended alone and euchred " + maker
        )
    if alone:
        points = state.options["lone_euchre_points"]
        return Line(defenders, int(points), "EU-12", "euchred " + maker + ", who played alone")
    return Line(defenders, EUCHRED, "EU-11", "euchred " + maker)


def _leaders(scores: Scores, options: Options) -> Names:
    return highest(scores, int(options["target"]))


def _results(options: Options) -> Names:
    return (REDEAL,) if options["stick_the_dealer"] else (PASSED_OUT, REDEAL)


VARIANT = Variant(
    name="partnership",
    title="Euchre",
    seats=range(4, 5),
    options=OPTIONS,
    fields=frozenset(("maker", "trump", "tricks", "alone", "defended_alone")),
    results=_results,
    leaders=_leaders,
    goal_rule="EU-14",
    score_hand=score_hand,
    teams=teams,
)
