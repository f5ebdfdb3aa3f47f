"""Benny to 21 (BN-01 to BN-11): a Joker with a name, a goal with a bound and a name of its own."""

from dataclasses import replace

from scoring import fields, options, outcomes, shape
from scoring.follow import WORD, Follow, Instruction, Move, MoveKind, Offer, Phase, offer
from scoring.phases.calling import Calling, calling, takes_and_discards, taking
from scoring.phases.deal import JOKER_CARD, Dealing, Special, Turning, dealing
from scoring.phases.facts import HandFacts
from scoring.phases.play import Playing, playing
from scoring.shape import Entry
from scoring.variants.base import (
    JOKER,
    PASSED_OUT,
    RANKS,
    REDEAL,
    SUITS,
    Deal,
    Example,
    Goal,
    Lead,
    Line,
    Names,
    Outcome,
    Pack,
    State,
    TurnUp,
    Unplayed,
    Variant,
    fixed_deals,
    tricks_text,
)

TRICKS, NEEDED = 5, 3


def score_hand(state: State, entry: Entry, dealer: str) -> Outcome:
    """Points of one played hand (BN-07 to BN-09). Raises Refusal."""
    maker = shape.name(entry, "maker", state.players)
    makers = state.variant.side_of(state.players, maker)
    [defenders] = [side for side in state.scores if side != makers]
    tricks = shape.counts(entry, "tricks", tuple(state.scores))
    shape.add_up("tricks", tricks, TRICKS, "BN-02")
    if tricks[makers] == TRICKS:
        return Outcome([Line(makers, 2, "BN-08", "all the tricks", outcomes.MARCH)])
    if tricks[makers] >= NEEDED:
        text, taken = "makers, " + tricks_text(tricks[makers]), {"tricks": tricks[makers]}
        return Outcome([Line(makers, 1, "BN-07", text, outcomes.MADE, values=taken)])
    text, who = "euchred {maker}", {"maker": maker}
    return Outcome([Line(defenders, 2, "BN-09", text, outcomes.EUCHRED, values=who)])


def _examples(players: Names) -> tuple[Example, ...]:
    first, second, third, fourth = players
    makers, defenders = first + " & " + third, second + " & " + fourth

    def one(words: str, rule: str, taken: int, side: str) -> Example:
        return Example(
            words, rule, side, {"maker": first, "tricks": {makers: taken, defenders: TRICKS - taken}}
        )

    return (
        one("The makers take three or four", "BN-07", 3, makers),
        one("The makers take all five", "BN-08", 5, makers),
        one("The makers take fewer than three", "BN-09", 2, defenders),
    )


PACK = Pack(
    RANKS[:6],
    "BN-01",
    "the 24 cards from nine to Ace and the Benny",
    best_bower=(JOKER,),
    counting_rule="BN-01",
    joker="Benny",
)
BENNY = Special(JOKER_CARD, PACK.joker, "BN-03")


def _suits(facts: HandFacts) -> list[Offer]:
    return [offer(suit.capitalize(), "suit", "BN-03", suit=suit) for suit in SUITS]


def _suited(facts: HandFacts, move: Move) -> HandFacts:
    return replace(facts, turned=str(move["suit"]))


SUIT_OF_BENNY = Phase(
    name="suit of the Benny",
    is_open=lambda facts: facts.card == JOKER_CARD and not (facts.turned or facts.passed or facts.made),
    moves={"suit": MoveKind(_suited, {"suit": WORD})},
    offers=_suits,
    ask=lambda facts: facts.dealer + ": name the Benny’s suit",
    instructions=lambda facts: [Instruction(facts.dealer + " names the suit of the Benny.", "BN-03")],
    to_act=lambda facts: facts.dealer,
)

FOLLOW = Follow(
    phases=(
        *dealing(Dealing(turning=Turning(specials=lambda facts: (BENNY,)))),
        SUIT_OF_BENNY,
        *calling(Calling("BN-04", "BN-05", "BN-06")),
        taking(takes_and_discards("BN-04")),
        playing(Playing()),
    ),
)

VARIANT = Variant(
    name="benny-21",
    title="Benny to 21",
    short="Benny 21",
    note="Two teams of two. The Benny beats everything.",
    prefixes=("BN",),
    seats=range(4, 5),
    teams=2,
    pack=PACK,
    deal=fixed_deals({4: Deal(5, 5, 0, "five at a time", "BN-02")}),
    turn_up=TurnUp("the top card of the kitty", "BN-02"),
    lead=Lead("BN-10"),
    march="a march",
    score_cards=(5, 5),
    options=(
        options.number(
            "up_to",
            11,
            "BN-11",
            "Game at",
            "The first team with so many points wins.",
            most=21,
            of_the_hand=False,
        ),
    ),
    fields=(
        fields.maker("BN-04"),
        fields.trump("BN-04", PACK.trumps),
        fields.tricks("BN-02", TRICKS, sides=True),
    ),
    unplayed=(Unplayed(PASSED_OUT, "BN-06"), Unplayed(REDEAL, "ALL-01")),
    score_hand=score_hand,
    examples=_examples,
    goal=Goal("up_to", "BN-11"),
    follow=FOLLOW,
)
