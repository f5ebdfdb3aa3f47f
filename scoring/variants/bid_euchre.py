"""Bid Euchre (BE-01 to BE-12)."""

from .. import fields, options, outcomes, shape
from ..follow import Follow
from ..phases.bidding import Bidding, bidding
from ..phases.deal import Dealing, dealing
from ..phases.play import Playing, playing
from ..refusal import Refusal, Value
from ..shape import Entry
from .base import (
    FLAG,
    MAKER,
    PASSED_OUT,
    RANKS,
    REDEAL,
    Deal,
    Example,
    Field,
    Goal,
    Lead,
    Line,
    Names,
    Outcome,
    Pack,
    State,
    Unplayed,
    Variant,
    Whole,
    fixed_deals,
    tricks_text,
)

TRICKS = 6


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand, and the sides that may win with it (BE-07 to BE-12). Raises Refusal."""
    maker = shape.name(entry, "maker", state.players)
    makers = state.variant.side_of(state.players, maker)
    [defenders] = [side for side in state.scores if side != makers]
    bid = shape.whole(entry, "bid", int(state.options["min_bid"]), TRICKS, "BE-03")
    alone = shape.flag(entry, "alone")
    if alone and bid != TRICKS:
        raise Refusal("alone-bid", "alone", "BE-04", tricks=TRICKS)
    tricks = shape.counts(entry, "tricks", tuple(state.scores))
    shape.add_up("tricks", tricks, TRICKS, "BE-07")
    made = tricks[makers] >= bid
    taken, other = tricks[makers], tricks[defenders]
    values: dict[str, Value] = {"maker": maker, "bid": bid, "tricks": taken}
    points = int(state.options["alone_points"])
    if alone and made:
        text = "{maker} alone, all {tricks} tricks"
        line = Line(makers, points, "BE-10", text, outcomes.LONER, values=values)
    elif alone:
        text = "{maker} alone, set with " + tricks_text(taken)
        line = Line(makers, -points, "BE-10", text, outcomes.LONER_SET, values=values)
    elif made:
        text, outcome = "bid {bid}, won " + tricks_text(taken), outcomes.MADE
        if taken == TRICKS:
            outcome = outcomes.MARCH
        line = Line(makers, taken, "BE-07", text, outcome, values=values)
    else:
        text = "bid {bid}, set with " + tricks_text(taken)
        line = Line(makers, -bid, "BE-08", text, outcomes.SET, short=bid - taken, values=values)
    lines = [line]
    if other:
        text = tricks_text(other)
        lines.append(Line(defenders, other, "BE-09", text, outcomes.TRICKS, values={"tricks": other}))
    first, second = (makers, defenders) if made else (defenders, makers)
    both = bool(state.options["defenders_can_win"])
    return Outcome(lines, may_win=(first, second) if both else (first,))


def _examples(players: Names) -> tuple[Example, ...]:
    """The possible results of a hand for the charts; the first player is the maker."""
    makers, defenders = players[0] + " & " + players[2], players[1] + " & " + players[3]

    def one(words: str, rule: str, side: str, bid: int, taken: int, **more: object) -> Example:
        tricks = {makers: taken, defenders: TRICKS - taken}
        return Example(words, rule, side, {"maker": players[0], "bid": bid, "tricks": tricks, **more})

    return (
        one("The makers bid 6 and take all six", "BE-07", makers, 6, 6),
        one("The makers bid 6 and are set", "BE-08", makers, 6, 5),
        one("Each trick of the other team", "BE-09", defenders, 6, 5),
        one("Alone, all six", "BE-10", makers, 6, 6, alone=True),
        one("Alone, fewer", "BE-10", makers, 6, 5, alone=True),
    )


PACK = Pack(RANKS[:6], "BE-01", "the 24 cards from nine to Ace", no_trump_rule="BE-01")

VARIANT = Variant(
    name="bid-euchre",
    title="Bid Euchre",
    short="Bid Euchre",
    note="Two teams of two. Bid for tricks. First to 32.",
    prefixes=("BE",),
    seats=range(4, 5),
    teams=2,
    score_cards=(5, 5),
    pack=PACK,
    deal=fixed_deals({4: Deal(6, 0, 0, "three at a time; nothing is turned up", "BE-02")}),
    lead=Lead("BE-06", MAKER),
    options=(
        options.target(32, "BE-11"),
        options.number(
            "min_bid", 1, "BE-03", "Lowest bid", "A lower bid isn’t allowed.", most=TRICKS, of_the_hand=False
        ),
        options.flag(
            "stick_the_dealer",
            False,
            "BE-05",
            "Stick the dealer",
            "If everyone passes, the dealer must bid. Off: the hand is passed out.",
        ),
        options.number(
            "alone_points",
            12,
            "BE-10",
            "Points for going alone",
            "For all six tricks alone; with fewer they are lost.",
        ),
        options.flag(
            "defenders_can_win",
            False,
            "BE-12",
            "Defenders can win",
            "Defenders who reach the target win too, also by an adjustment.",
            of_the_hand=False,
        ),
    ),
    fields=(
        fields.maker("BE-06"),
        fields.trump("BE-06", PACK.trumps),
        Field("bid", Whole(1, TRICKS), "BE-03", "Bid", needed=True, words="bid {value}"),
        fields.tricks("BE-07", TRICKS, sides=True),
        Field("alone", FLAG, "BE-04", "Alone"),
    ),
    unplayed=(Unplayed(PASSED_OUT, "BE-05", unless="stick_the_dealer"), Unplayed(REDEAL, "ALL-01")),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("target", "BE-11", only_by_play=lambda chosen: not chosen["defenders_can_win"]),
    follow=Follow(
        phases=(
            *dealing(Dealing(ask="Deal")),
            *bidding(
                Bidding(
                    rule="BE-03",
                    alone="BE-04",
                    nobody="BE-05",
                    trump="BE-06",
                    least=lambda facts: int(facts.state.options["min_bid"]),
                    dealer_must=lambda facts: bool(facts.state.options["stick_the_dealer"]),
                )
            ),
            playing(Playing()),
        ),
    ),
)
